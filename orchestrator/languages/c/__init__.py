"""The C language, as clang compiles it."""

from __future__ import annotations

from orchestrator.languages.c.syntax import TOKENS, extent
from orchestrator.languages.language import Language

C = Language(
    name="C",
    endings=(".c",),
    compiler="clang",
    make_variable="CC",
    # Strict floating point and one operation of the source per instruction; variables may go to registers, so
    # that the instructions are those of the source and not of its memory traffic.
    bitcode=("-g", "-O0", "-Xclang", "-disable-O0-optnone", "-ffp-contract=off", "-fPIC", "-emit-llvm", "-c"),
    last=("-Wno-unused-command-line-argument",),
    dependencies=("-MD", "-MF"),
    environment=("CPATH", "C_INCLUDE_PATH"),
    libraries=(),
    tokens=TOKENS,
    extent=extent,
    comments=("//", "/*"),
)
