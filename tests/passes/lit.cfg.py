# ruff: noqa: F821 (`config` and `lit_config` are given by lit)
"""How lit runs the .ll files here: .venv/bin/lit tests/passes"""

import os
from pathlib import Path

import lit.formats

root = Path(__file__).resolve().parents[2]
build = Path(os.environ.get("ARIADNE_BUILD", root / "build"))
llvm = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19")) / "bin"

config.name = "Ariadne passes"
config.suffixes = [".ll"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = str(Path(__file__).parent)
config.test_exec_root = lit_config.params.get("scratch", str(build / "lit"))
config.environment["PATH"] = f"{llvm}:{os.environ['PATH']}"
# Quoted: the tree may live in a folder whose name has spaces.
config.substitutions.append(("%opt", f"opt '-load-pass-plugin={build}/lib/AriadnePasses.so'"))
