"""A hook is declared once (tables/hooks). What does not agree does not build, and the hook is named."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from orchestrator.build.variants import UNDEFINED
from orchestrator.core.places import built

ROOT = Path(__file__).resolve().parents[2]
LLVM = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19"))
INCLUDES = [f"-I{ROOT / folder}" for folder in ("passes", "aptransform", "aptransform/runtime", ".")] + [
    f"-I{built('generated')}"
]

# A header, a right definition of one of its hooks, and the same with another type.
DEFINITIONS = [
    (
        "runtime/confirm/hooks.h",
        "void __ariadne_raise_f32(const ariadne_site *, uint32_t, float, float, float) {}",
        "void __ariadne_raise_f32(const ariadne_site *, uint32_t, float, float, double) {}",
    ),
    (
        "runtime/search/hooks.h",
        "void __ariadne_junction(uint32_t) {}",
        "void __ariadne_junction(uint64_t) {}",
    ),
    (
        "runtime/trace/hooks.h",
        "void __ariadne_trace_lost(uint32_t, uint32_t) {}",
        "void __ariadne_trace_lost(uint32_t) {}",
    ),
    (
        "ap_hooks.h",
        "long double __ariadne_ap_fadd_f80(long double x, long double) { return x; }",
        "double __ariadne_ap_fadd_f80(long double x, long double) { return x; }",
    ),
    (
        "ap_hooks.h",
        "float __ariadne_ap_sin_f32(float x) { return x; }",
        "float __ariadne_ap_sin_f32(double x) { return x; }",
    ),
    (
        "runtime/protocol/hooks.h",
        UNDEFINED,  # as the generated stubs declare it
        UNDEFINED.replace("const char *", "const int *"),
    ),
]


def compile(folder: Path, text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    source = folder / "source.cpp"
    source.write_text(text)
    command = [str(LLVM / "bin/clang++"), "-std=c++20", "-fno-rtti", *INCLUDES, *flags, str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("header", "right", "wrong"), DEFINITIONS)
def test_definition_of_another_type(tmp_path: Path, header: str, right: str, wrong: str) -> None:
    def define(definition: str) -> subprocess.CompletedProcess[str]:
        return compile(tmp_path, f'#include "{header}"\nextern "C" {{ {definition} }}\n', "-fsyntax-only")

    done = define(right)
    assert done.returncode == 0, done.stderr
    done = define(wrong)
    name = right[right.index("__ariadne_") : right.index("(")]
    assert done.returncode != 0
    assert name in done.stderr


@pytest.mark.parametrize(
    ("table", "hooks"),
    [
        ("passes/runtime/hook_table.cpp", ["raise_f80", "junction", "trace_any", "undefined"]),
        ("aptransform/runtime/hook_table.cpp", ["ap_fadd_f32", "ap_atan2_f64", "ap_unpun_i64", "undefined"]),
    ],
)
def test_runner_without_definitions(tmp_path: Path, table: str, hooks: list[str]) -> None:
    """The table that a runner has of its hooks does not link without them."""
    done = compile(tmp_path, f'#include "{ROOT / table}"\nint main() {{}}\n', "-o", str(tmp_path / "out"))
    assert done.returncode != 0
    for hook in hooks:
        assert f"undefined reference to `__ariadne_{hook}'" in done.stderr


def test_library_without_a_definition(tmp_path: Path) -> None:
    """The library of reified programs is not linked when it is built: its compiler tells."""
    text = (ROOT / "passes/runtime/confirm/reify_runtime.cpp").read_text()
    flags = ["-c", "-o", str(tmp_path / "out")]
    done = compile(tmp_path, text, *flags)
    assert done.returncode == 0, done.stderr
    done = compile(tmp_path, text.replace("void __ariadne_raise_f64(", "void renamed("), *flags)
    assert done.returncode != 0
    assert "FLOAT_HOOK(void, raise," in done.stderr


def test_calls_of_passes(tmp_path: Path) -> None:
    """Hooks that are not declared, and calls with another number of arguments, do not compile."""
    head = """
        #include "runtime/confirm/hooks.h"
        #define ARIADNE_HOOKS "tables/hooks/reify.def"
        #include "hooks/List.h"
        #include "runtime/search/hooks.h"
        #define ARIADNE_HOOKS "tables/hooks/probe.def"
        #include "hooks/List.h"
        #include "runtime/trace/hooks.h"
        #define ARIADNE_HOOKS "tables/hooks/trace.def"
        #include "hooks/List.h"
        #include "ApHooks.h"
        using namespace ariadne;
        void call(Hooks &hooks, llvm::IRBuilder<> &b, llvm::Value *v, llvm::Type *t) {
    """
    right = [
        "hooks.call(b, hook::raise, t, {v, v, v, v, v});",
        "hooks.call(b, hook::measure_not);",
        "hooks.call(b, hook::trace_lost, {v, v});",
        "hooks.call(b, hook::ap_sin, t, {v});",
    ]
    wrong = [
        "hooks.call(b, hook::raise, t, {v, v, v, v});",
        "hooks.call(b, hook::measure_not, {v});",
        "hooks.call(b, hook::trace_lost, {v, v, v});",
        "hooks.call(b, hook::ap_sin, t, {v, v});",
        "hooks.call(b, hook::raised, t, {v});",
        "hooks.call(b, hook::measured, {v});",
        "hooks.call(b, hook::trace_lots, {v});",
        "hooks.call(b, hook::ap_sine, t, {v});",
    ]
    flags = ["-fsyntax-only", "-isystem", str(LLVM / "include")]
    done = compile(tmp_path, head + "\n".join([*right, "}"]), *flags)
    assert done.returncode == 0, done.stderr
    done = compile(tmp_path, head + "\n".join([*wrong, "}"]), *flags)
    errors = done.stderr
    assert done.returncode != 0
    for line in wrong:
        assert line in errors
