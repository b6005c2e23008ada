"""The text of one test. Whatever the analysed code is called, the text stays C."""

from __future__ import annotations

from orchestrator.core.model import Finding, Function, Parameter, Value
from orchestrator.numbers import floats
from orchestrator.reports.story import exact_lines, headline, judged
from orchestrator.reports.wording import printable

HEADER = "ariadne_test.h"

HEADER_TEXT = """\
/* Shared by the tests that `ariadne tests` writes. A test exits with 0 if it passes, else with 1.

   It passes as long as the call raises the exception. Compiled with -DARIADNE_EXPECT_FIXED it is the other
   way round: it fails until the exception is gone. The flag is that of the whole call: other operations of
   it may raise the same. */
#ifndef ARIADNE_TEST_H
#define ARIADNE_TEST_H

#include <fenv.h>
#include <stdint.h>
#include <stdio.h>

void ariadne_setup(void);

static int ariadne_verdict(int raised, const char *kind, const char *call)
{
#ifdef ARIADNE_EXPECT_FIXED
    const int good = !raised;
#else
    const int good = raised;
#endif
    printf("%s: %s: %s %s\\n", good ? "PASS" : "FAIL", call, raised ? "raises" : "does not raise", kind);
    return good ? 0 : 1;
}

#endif
"""

_TYPES = {"f32": "float", "f64": "double", "f80": "long double", "bool": "_Bool"}
_SUFFIXES = {"f32": "f", "f64": "", "f80": "L"}


def case_text(function: Function, finding: Finding, included: str | None) -> str:
    """`included` is the file of a static function, as an #include names it; others are linked."""
    name = source_name(function)
    lines = ["/* Written by `ariadne tests`.", "", *_about(function, finding), "*/", ""]
    if included is not None:
        # The subject's own main, if it has one, must not be the test's.
        lines += ["#define main ariadne_subject_main", f'#include "{included}"', "#undef main"]
    lines += [f'#include "{HEADER}"', ""]
    if included is None:
        lines += [_prototype(name, function), ""]
    arguments = []
    for number, value in enumerate(finding.inputs):
        lines.append(f"static volatile {_type(value.cls)} input{number} = {literal(value)};")
    inputs = outputs = 0
    for parameter in function.parameters:
        if parameter.is_pointer:
            size = _object_size(parameter, function)
            lines.append(f"_Alignas(16) unsigned char ariadne_object{outputs}[{size}]; /* zeroed */")
            arguments.append(f"(void *)ariadne_object{outputs}")
            outputs += 1
        else:
            arguments.append(f"input{inputs}")
            inputs += 1
    call = f"{name}({', '.join(arguments)})"
    if function.result:
        lines.append(f"static volatile {_type(function.result.cls)} result;")
        call = f"result = {call}"
    lines += [
        "",
        "int main(void)",
        "{",
        "    ariadne_setup();",
        "    feclearexcept(FE_ALL_EXCEPT);",
        f"    {call};",
        f"    const int raised = fetestexcept({finding.kind.flag}) != 0;",
        f"    return ariadne_verdict(raised, {_string(finding.kind.label)}, {_string(finding.id)});",
        "}",
        "",
    ]
    return "\n".join(lines)


def setup_text(setup: tuple[str, ...]) -> str:
    """In a file of its own: a test that includes a source may know other types for these functions."""
    declared = [f"void {name}(void);" for name in setup]
    calls = [f"    {name}();" for name in setup]
    return "\n".join(
        [*declared, "void ariadne_setup(void);", "void ariadne_setup(void)", "{", *calls, "}", ""]
    )


def source_name(function: Function) -> str:
    """Without the number by which the linker tells static functions of one name apart."""
    return function.name.split(".")[0]


def literal(value: Value) -> str:
    if floats.is_float(value.cls):
        if floats.is_finite(value.cls, value.raw):
            return floats.hexadecimal(value.cls, value.raw) + _SUFFIXES[value.cls]
        suffix = _SUFFIXES[value.cls].lower()
        if floats.is_nan(value.cls, value.raw):
            return f'__builtin_nan{suffix}("")'
        return f"{'-' if floats.ordinal(value.cls, value.raw) < 0 else ''}__builtin_inf{suffix}()"
    number = floats.ordinal(value.cls, value.raw)
    if number == -(1 << 63):
        return "(-9223372036854775807LL - 1)"
    return f"{number}{'ULL' if value.cls == 'u64' else 'LL' if value.cls == 'i64' else ''}"


def _type(cls: str) -> str:
    if cls in _TYPES:
        return _TYPES[cls]
    return f"{'u' if cls.startswith('u') else ''}int{cls[1:]}_t"


def _prototype(name: str, function: Function) -> str:
    """As the machine sees it: what pointers point to makes no difference, and needs no header."""
    parameters = ["void *" if p.is_pointer else _type(p.cls) for p in function.parameters]
    result = _type(function.result.cls) if function.result else "void"
    return f"extern {result} {name}({', '.join(parameters) or 'void'}); /* {_comment(function.signature)} */"


def _object_size(parameter: Parameter, function: Function) -> int:
    """Up to the next object of the output buffer, or to its end."""
    after = [p.offset for p in function.parameters if p.is_pointer and p.offset > parameter.offset]
    return max(16, min(after, default=function.output_size) - parameter.offset)


def _about(function: Function, finding: Finding) -> list[str]:
    place = finding.site.place
    lines = [
        f"{headline(function, finding)}",
        f"at {place.file.rpartition('/')[2]}:{place.line}:{place.column}",
    ]
    if finding.judgement:
        lines.append(f"consequence and class: {', '.join(judged(finding.judgement))}")
        if finding.judgement.reason:
            lines.append(f"because: {finding.judgement.reason}")
    lines += exact_lines(finding)
    lines.append(f"id: {finding.id}")
    return [f"   {_comment(line)}" for line in lines]


def _comment(text: str) -> str:
    return printable(text).replace("*/", "* /").replace("/*", "/ *").replace("\\", "/")


def _string(text: str) -> str:
    safe = "".join(c if " " <= c <= "~" else "?" for c in text)
    return '"' + safe.replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?") + '"'
