"""Do two installs of Ariadne find the same? For changes that must not change what it does.

    python -m benchmarks.same_findings record OLD.json --ariadne old/.venv/bin/ariadne
    python -m benchmarks.same_findings against OLD.json --ariadne .venv/bin/ariadne     # record, compare
    python -m benchmarks.same_findings compare OLD.json NEW.json

The programs are those of the tree that this file lies in, and GSL is the one that OLD.json was made with, so
that only the tool differs. It is used by its command line alone: its modules may have any name. Limits are
numbers of runs or of questions, not seconds. What the clock decides all the same (a run that was cut
off, an exact rerun that took too long) is recorded as such, and its outcome is not compared.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

TREE = Path(__file__).resolve().parents[1]
GOLDEN = TREE / "tests/golden"
GSL = TREE / "build/gsl/source"  # `python -m gsl_corpus` puts it there
LISTED = 20  # differences of a part

# The budget is only there so that it never ends anything; one job, so that a record costs one core.
COMMON = ("--seed", "1", "--budget", "10000", "--jobs", "1")
SEARCH = (*COMMON, "--engine", "search", "--runs", "50000")
# Given any number of runs, the executor asks 40 questions per function. The first turn of a question has an
# eighth of the timeout: long enough that a busy machine decides what an idle one does.
EXECUTOR = (*COMMON, "--engine", "concolic", "--runs", "1", "--query-timeout", "80")
OF_GSL = (*COMMON, "--engine", "search", "--runs", "600")

# 40 of GSL's functions, those that benchmarks/rivals.py draws (seed 2013), static ones too. Their names are
# written down: to draw them again would need the tool's own list.
FUNCTIONS = """
    fd_UMseries_int fd_nint gsl_sf_Ci_e gsl_sf_airy_Ai_deriv_scaled gsl_sf_bessel_I0_scaled
    gsl_sf_bessel_In_scaled_e gsl_sf_bessel_J0_e gsl_sf_bessel_Jnupos_e gsl_sf_bessel_il_scaled gsl_sf_beta_e
    gsl_sf_conicalP_sph_reg_e gsl_sf_debye_2_e gsl_sf_debye_6_e gsl_sf_ellint_P gsl_sf_erf_Q gsl_sf_erf_Q_e
    gsl_sf_eta_int_e gsl_sf_expint_E1_scaled gsl_sf_expint_Ei_scaled gsl_sf_gegenpoly_3 gsl_sf_gegenpoly_3_e
    gsl_sf_hazard_e gsl_sf_hermite_func_e gsl_sf_hermite_phys_e gsl_sf_hydrogenicR_e
    gsl_sf_hyperg_2F1_conj_renorm gsl_sf_hyperg_U_int_e10_e gsl_sf_lambert_Wm1_e gsl_sf_legendre_H3d_0
    gsl_sf_lnfact_e gsl_sf_log_abs gsl_sf_sin_err_e gsl_sf_sinc_e gsl_sf_synchrotron_1 gsl_sf_temme_gamma
    gsl_sf_transport_4_e hyperg_1F1_1 hyperg_1F1_a_negint_poly hyperg_1F1_ab_pos pochrel_smallx
""".split()


# ---- record ----


def record(ariadne: Path, gsl: Path) -> Json:
    finds = [p for p in sorted((GOLDEN / "finds").iterdir()) if p.suffix != ".expected"]
    clean = sorted((GOLDEN / "clean").glob("*.c"))
    examples = sorted((TREE / "examples").glob("*.c"))
    parts = {}
    for name, programs, options in (
        ("golden, search", [*finds, *clean], SEARCH),
        ("golden, executor", [*finds, *clean], EXECUTOR),
        ("examples, search", examples, SEARCH),
        ("examples, executor", examples, EXECUTOR),
    ):
        parts[name] = _part(name, (_analysed(ariadne, program, options) for program in programs))
    parts["gsl, search"] = _part("gsl, search", (_gsl(ariadne, gsl) for _ in range(1)))
    return {"gsl": str(gsl), "parts": parts}


def _part(name: str, reports: Iterator[tuple[str, Json]]) -> Json:
    began = time.monotonic()
    part: Json = {"functions": {}, "findings": {}, "verdicts": {}}
    for program, report in reports:
        for kind, entries in _facts(report).items():
            part[kind] |= {f"{program}: {key}": value for key, value in entries.items()}
    print(f"{name}: recorded in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return part


def _analysed(ariadne: Path, program: Path, options: tuple[str, ...]) -> tuple[str, Json]:
    with tempfile.TemporaryDirectory(prefix="same-findings-") as folder:
        _run(ariadne, "analyze", program, *options, "--json", Path(folder, "report.json"))
        return f"{program.parent.name}/{program.name}", json.loads(Path(folder, "report.json").read_text())


def _gsl(ariadne: Path, gsl: Path) -> tuple[str, Json]:
    """In a build folder of its own: what an earlier run left there must not count."""
    text = (TREE / "gsl_corpus/ariadne.toml").read_text()
    with tempfile.TemporaryDirectory(prefix="same-findings-") as folder:
        text = re.sub(r"^(build|published) = .*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^root = .*$", lambda _: f"root = {json.dumps(str(gsl))}", text, flags=re.MULTILINE)
        Path(folder, "ariadne.toml").write_text(text)
        _run(ariadne, "run", "-p", folder, *OF_GSL, *(f"--only={name}" for name in FUNCTIONS))
        _run(ariadne, "report", folder, "--json", Path(folder, "all.json"))
        return "gsl", json.loads(Path(folder, "all.json").read_text())


def _run(ariadne: Path, *arguments: str | Path) -> None:
    # Not in a tree of ours, whose modules might be taken for those of the install.
    done = subprocess.run([ariadne, *arguments], capture_output=True, text=True, cwd="/", check=False)
    if done.returncode != 0:
        sys.exit(
            f"{ariadne} {' '.join(map(str, arguments))} failed ({done.returncode}):\n{done.stderr[-2000:]}"
        )


def _facts(report: Json) -> dict[str, Json]:
    """What should be the same: no times, no folders. By symbol: static functions may share a name."""
    symbols = [function["symbol"] for function in report["functions"]]
    functions = {
        f["symbol"]: {
            "status": f["status"],
            "reason": f["reason"],
            "sites": f["sites"],
            "undecided": f["unknown"],  # a project's report does not list them
            "crashes": sorted(_base_names(crash["reason"]) for crash in f["crashes"]),
        }
        for f in report["functions"]
    }
    findings = {f"{symbols[f['entry']]} {f['site']} {f['kind']}": _finding(f) for f in report["findings"]}
    verdicts = {
        # The reason of what was triggered is the finding; that of what is safe is prose, but `by` is not.
        f"{symbols[v['entry']]} {v['site']} {v['kind']}": {
            "verdict": v["verdict"],
            "why": v["by"] or (v["reason"] if v["verdict"] == "unknown" else ""),
        }
        for v in report["verdicts"]
    }
    if (len(findings), len(verdicts)) != (len(report["findings"]), len(report["verdicts"])):
        sys.exit("two findings or verdicts of one (function, site, kind): they cannot be told apart")
    return {"functions": functions, "findings": findings, "verdicts": verdicts}


def _finding(finding: Json) -> Json:
    judged = finding["judgement"] or {}
    undetermined = _base_names(judged.get("undetermined") or "")
    return {
        "place": f"{Path(finding['file']).name}:{finding['line']}:{finding['column']}",
        "first": finding["first"],
        "input": _values(finding["inputs"]),
        "operation": finding["operation_result"]["value"],
        "result": _values(finding["results"]) or finding["ended"],
        "class": judged.get("class"),
        "consequence": judged.get("consequence"),
        "reported": judged.get("reported"),
        "undetermined": undetermined,
        "by the clock": _is_time(finding["ended"]) or _is_time(undetermined),
    }


def _values(values: list[Json]) -> str:
    return ", ".join(f"{value['name']} = {value['value']}" for value in values)


def _base_names(text: str) -> str:
    return re.sub(r"/\S*/", "", text)


def _is_time(text: str) -> bool:
    """As in "no answer within 0.1 s", "does not terminate in exact arithmetic (limit: 1 s)"."""
    return re.search(r"\d s\b", text) is not None


# ---- compare ----

CLOCKED = {"result", "class", "consequence", "reported", "undetermined", "by the clock"}


def compare(old: Json, new: Json) -> int:
    """Prints what differs; the exit code."""
    total = 0
    for name in sorted(old["parts"].keys() | new["parts"].keys()):
        before, after = old["parts"].get(name, {}), new["parts"].get(name, {})
        lines = [
            line for kind in ("functions", "findings", "verdicts") for line in _lines(kind, before, after)
        ]
        counts = ", ".join(f"{len(entries)} {kind}" for kind, entries in before.items())
        clocked = sum(finding["by the clock"] for finding in before.get("findings", {}).values())
        counts += f" ({clocked} findings in part, by the clock)" if clocked else ""
        print(f"{name}: {counts}: {f'{len(lines)} differences' if lines else 'the same'}")
        for line in lines[:LISTED]:
            print(f"  {line}")
        if len(lines) > LISTED:
            print(f"  ... and {len(lines) - LISTED} more")
        total += len(lines)
    print(f"{total} differences" if total else "the same findings")
    return 1 if total else 0


def _lines(kind: str, before: Json, after: Json) -> Iterator[str]:
    old, new = before.get(kind, {}), after.get(kind, {})
    for key in sorted(old.keys() | new.keys()):
        if key not in new or key not in old:
            yield f"{kind}: {key}: {'gone' if key in old else 'new'}: {old.get(key) or new.get(key)}"
            continue
        one, other = old[key], new[key]
        ignored = CLOCKED if one.get("by the clock") or other.get("by the clock") else set()
        for field in sorted((one.keys() | other.keys()) - ignored):
            if one.get(field) != other.get(field):
                yield f"{kind}: {key}: {field}: {one.get(field)} -> {other.get(field)}"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.same_findings", description=__doc__.split("\n")[0]
    )
    parser.add_argument("command", choices=["record", "compare", "against"])
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="record OUT, compare OLD NEW, against OLD"
    )
    parser.add_argument("--ariadne", type=Path, help="record, against: the command of the install to look at")
    parser.add_argument("--gsl", type=Path, default=GSL, help="record: GSL's source (default: %(default)s)")
    given = parser.parse_args()
    if len(given.files) != (2 if given.command == "compare" else 1):
        parser.error(f"{given.command} takes {'two files' if given.command == 'compare' else 'one file'}")
    if given.command == "compare":
        return compare(*(json.loads(file.read_text()) for file in given.files))
    if not given.ariadne:
        parser.error(f"{given.command} needs --ariadne")
    old = json.loads(given.files[0].read_text()) if given.command == "against" else None
    gsl = Path(old["gsl"]) if old else given.gsl.resolve()
    if not (gsl / ".ariadne-ready").exists():
        parser.error(f"GSL's source is not in {gsl}: `python -m gsl_corpus` in its tree gets it")
    new = record(given.ariadne.absolute(), gsl)
    if old:
        return compare(old, new)
    given.files[0].write_text(json.dumps(new, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
