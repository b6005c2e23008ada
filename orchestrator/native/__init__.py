"""The programs that we run: LLVM's tools, our runners, traced runs."""
