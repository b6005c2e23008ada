"""Operations found in source text. In the sources here @ marks the place that the debug information gives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from orchestrator.languages.sourcetext import caret_lines, operation_text, source_line


def at_mark(source: str) -> tuple[list[str], int, int]:
    """The lines without the mark, and where it was (a column counts bytes from 1)."""
    before, after = source.split("@")
    line = before.count("\n") + 1
    column = len(before.rpartition("\n")[2].encode()) + 1
    return (before + after).split("\n"), line, column


def text_at_mark(source: str, operation: str = "fadd") -> str:
    lines, line, column = at_mark(source)
    return operation_text(lines, line, column, operation)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("y = x @* x;", "x * x"),
        ("return a*b @+ c*d;", "a*b + c*d"),
        ("return a@*b + c*d;", "a*b"),
        ("return a + b @+ c;", "a + b + c"),
        ("return a @+ b + c;", "a + b"),
        ("return a @- (b - c) * d;", "a - (b - c) * d"),
        ("return a - b @/ c / d;", "b / c"),
        ("return a - b / c @/ d;", "b / c / d"),
        ("s @+= a*b;", "s += a*b"),
        ("s @+= c ? a * 2 : b, t = 1;", "s += c ? a * 2 : b"),
        ("*p @+= x;", "*p += x"),
        ("if (c) *p @+= x;", "*p += x"),
        ("a[i + 1] @*= f(x, y)[2];", "a[i + 1] *= f(x, y)[2]"),
        ("p->v[1] @* q.w", "p->v[1] * q.w"),
        ("(*p).v @/ p->v[0]", "(*p).v / p->v[0]"),
        ("n - -x @* -y + 1", "-x * -y"),
        ("f(-x @* x)", "-x * x"),
        ("-x @- y", "-x - y"),
        ("(double)n @* g", "(double)n * g"),
        ("(double) -n @* g", "(double) -n * g"),
        ("g @* (struct s *) p", "g * (struct s *) p"),
        ("(a) @- b", "(a) - b"),
        ("(a @- b)", "a - b"),
        ("f(a, b @+ c, d)", "b + c"),
        ("a < b @+ c && d", "b + c"),
        ("x = c ? a @/ b : d / e;", "a / b"),
        ("x = c ? a / b : d @/ e;", "d / e"),
        ("case 1: x @+ y;", "x + y"),
        ("if (c) x @* y; else z;", "x * y"),
        ("while (f(c)) x @* y;", "x * y"),
        ("else x @* y;", "x * y"),
        ("UNROLL x @* y;", "x * y"),
        ("UNROLL(4) x @* y;", "x * y"),
        ("double z = x @* y;", "x * y"),
        ("{ 1.0 @/ x }", "1.0 / x"),
        ("1e+5@+x", "1e+5+x"),
        ("0x1p-3 @* 1.5f", "0x1p-3 * 1.5f"),
        ("sin(x)@*cos(y)", "sin(x)*cos(y)"),
        ("p->v[2]@++;", "p->v[2]++"),
        ("y = @--p->v[1] * 2;", "--p->v[1]"),
        ("y = @-x * 2;", "-x"),
        ("x++ @+ y", "x++ + y"),
        ("sizeof(x) @* y", "sizeof(x) * y"),
        ("sizeof x @* y", "sizeof x * y"),
        ("a = b @= c + d;", "b = c + d"),
        ("std::abs(x) @+ y", "std::abs(x) + y"),
    ],
)
def test_operands_follow_precedence(source: str, text: str) -> None:
    assert text_at_mark(source) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("y = @sqrt(x * (y + 1)) + 1;", "sqrt(x * (y + 1))"),
        ("y = @pow (x,\n\t2) * 2;", "pow (x, 2)"),
        ("y = @SQ(a) + 1;", "SQ(a)"),
        ("y = @HALF + 1;", "HALF"),
        ("y = @std::sqrt(x) * 2;", "std::sqrt(x)"),
        ("y = obj.@norm(x) + 1;", "norm(x)"),
        ("y = @0.5;", "0.5"),
        ("y = f(@(x));", "(x)"),
    ],
)
def test_calls_macros_and_names(source: str, text: str) -> None:
    assert text_at_mark(source, "fmul") == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("float a = @x * y, b;", "x * y"),
        ("return @q - r + a;", "q - r + a"),
        ("f(@x / y, 1)", "x / y"),
        ("a = @p->v[0] = x;", "p->v[0] = x"),
        ("int m = @sqrt(x) + y;", "sqrt(x) + y"),
        ("float c = @(float)p->v[1] * f;", "(float)p->v[1]"),
        ("float b = @(float)(x + y) * 2;", "(float)(x + y)"),
        ("float b = @(x + y) * 2;", "(x + y) * 2"),
        ("float b = @-x * 2;", "-x * 2"),
        ("return c ? @x : y;", "x"),
        ("f @+= x;", "f += x"),
        ("y = @static_cast<float>(x) * z;", "static_cast<float>(x)"),
        ("y = @float(x) * z;", "float(x)"),
        ("y = @(unsigned) x + 1;", "(unsigned) x"),
    ],
)
def test_a_conversion_takes_a_cast_or_the_whole_expression(source: str, text: str) -> None:
    assert text_at_mark(source, "fptrunc") == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("y = a /* x * ( */ @* b; /* ) */", "a * b"),
        ("y = a // ) + \n  @* (b\n   - c);", "a * (b - c)"),
        ("y = a // it's \\\n still ( a comment\n @* b;", "a * b"),
        ("y = a \\\r\n  @* \\\r\n b;\r\n", "a * b"),
        ("/* don't */ y = a @* b;", "a * b"),
        ('puts("a * ) \\" (" "b"); y = f("(;") @* b;', 'f("(;") * b'),
        ("c = '(' + '\\''; y = (a @* b);", "a * b"),
        ("#define BAD ( it's \\\n unbalanced (\n  # error don't /* ( */\ny = (a @* b);", "a * b"),
        ("#define A 1 // see /* this\ny = a @* b; /* c */", "a * b"),
        ('#include "a/*b"\ny = a @* b; /* c */', "a * b"),
        ("y = (a\n#if X\n + 1\n#endif\n ) @* b;", "(a + 1 ) * b"),
        ('s = R"x(it\'s " ( )x"; y = (a @* b);', "a * b"),
        ("n = 1'000; y = (a @* b);", "a * b"),
        ("/* never closed\n y = a; */ y = a @* b; /* ...", "a * b"),
        ("}}) y = (a @* b);", "a * b"),
        ("void f() { g((x; } void h() { y = (a @* b); }", "a * b"),
        ("\ty\t=\ta\t@*\tb;", "a * b"),
        ("naïve = größe @* π;", "größe * π"),
    ],
)
def test_comments_strings_and_broken_brackets_do_not_confuse(source: str, text: str) -> None:
    assert text_at_mark(source) == text


@pytest.mark.parametrize(
    "source",
    [
        "@",
        "y = a @ * b;",
        "/* a @* b */",
        "// a @* b",
        "#define M a @* b",
        "y = @;",
        "y @, z",
        "@return x;",
        "y = c @? a : b;",
        "@for (;;) x;",
        "@) + x",
        "@} + x",
        "@` + x",
        "@* ",
        "x @* ;",
        ", @/ x",
        "x @+",
        "@(",
        "@(x",
    ],
)
def test_nothing_rather_than_something_wrong(source: str) -> None:
    assert text_at_mark(source) == ""


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (-1, 1), (1, -1), (2, 1), (1, 99)])
def test_places_outside_the_text(place: tuple[int, int]) -> None:
    assert operation_text(["a * b"], *place, "fmul") == ""
    assert caret_lines(["a * b"], *place) is None


def test_long_operations_keep_their_operator() -> None:
    name = "x" * 100
    for source in (f"y = {name} @* {name};", f"y = a @* {name};", f"y = {name} @* b;"):
        text = text_at_mark(source)
        assert len(text) <= 80
        assert " * " in text
        assert "..." in text
    assert text_at_mark(f"y = a @* {name};").startswith("a * xxx")
    assert text_at_mark(f"y = @sqrt({name});", "sqrt").startswith("sqrt(xxx")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.c")  # reading it would wait for ever
    for path in (tmp_path / "none.c", tmp_path, tmp_path / "pipe.c", "", "bad\0name.c", "/dev/zero"):
        assert operation_text(path, 1, 1, "fadd") == ""
        assert source_line(path, 1) == ""
        assert caret_lines(path, 1, 1) is None


def test_a_file_is_read_again_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("a * b;")
    assert operation_text(path, 1, 3, "fmul") == "a * b"
    path.write_text("aa * bb;")
    assert operation_text(str(path), 1, 4, "fmul") == "aa * bb"


def test_a_file_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "latin1.c"
    path.write_bytes(b"/* gr\xf6\xdfe */ y = \xe9 * x;\x1b[2J\r\n")
    assert operation_text(path, 1, 19, "fmul") == "\ufffd * x"
    assert "\x1b" not in source_line(path, 1)
    assert not source_line(path, 1).endswith("\r")


@pytest.mark.parametrize(
    ("source", "marks"),
    [
        ("  return x @* x;", "         ~~^~~"),
        ("\tif (c)\ty = x @* x;", "\t      \t    ~~^~~"),
        ("  y = @sqrt(x);", "      ^~~~~~~"),
        ("  größe = ä @* x;", "          ~~^~~"),
        ("  /* 中文 */ y = x @* x;", "                 ~~^~~"),
        ("  y = a +\n      b @+ c;", "      ~~^~~"),
        ("  y = a @+ f(b,\n   c);", "      ~~^~~~~~"),
        ("  y = a @;", "        ^"),
    ],
)
def test_caret_is_under_the_operation(source: str, marks: str) -> None:
    lines, line, column = at_mark(source)
    shown = caret_lines(lines, line, column)
    assert shown == (lines[line - 1], marks)


def test_a_long_file_takes_no_time() -> None:
    lines = ["double f(double x) { return (x * x + 1) / (x - 1); } /* ' */"] * 2_000
    assert operation_text(lines, 1_999, 32, "fmul") == "x * x"
