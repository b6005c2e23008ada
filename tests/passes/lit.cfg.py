# How lit runs the .ll files here: .venv/bin/lit tests/passes
import os
from pathlib import Path

import lit.formats

# `config` and `lit_config` are given by lit.
root = Path(__file__).resolve().parents[2]
build = Path(os.environ.get("ARIADNE_BUILD", root / "build"))
llvm = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19")) / "bin"

config.name = "Ariadne passes"  # noqa: F821
config.suffixes = [".ll"]  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = str(Path(__file__).parent)  # noqa: F821
config.test_exec_root = lit_config.params.get("scratch", str(build / "lit"))  # noqa: F821
config.environment["PATH"] = f"{llvm}:{os.environ['PATH']}"  # noqa: F821
# Quoted: the tree may live in a folder whose name has spaces.
config.substitutions.append(("%opt", f"opt '-load-pass-plugin={build}/lib/AriadnePasses.so'"))  # noqa: F821
