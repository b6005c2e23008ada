"""Programs that do their worst while they are analysed, and the tool when its own world fails.

Each program says in comments what must come out. Above a function:

    // dies: SIGSEGV or SIGBUS if x < 0      `crashes` has such a reason, with an input for which this holds
    // hopeless: why                         the report is only asked to be one

and behind a line `overflow`, `divbyzero`: a finding there; `not divbyzero`: none. A function without `dies` must
have no crashes in the report: what the search suffers from is not always a failure of the code.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ARIADNE = [sys.executable, "-m", "orchestrator.cli"]
BUDGET = 2.0
SLACK = 4.0  # seconds beyond the budget, for one function
START = 10.0  # seconds for everything but the search, on a busy machine
VICTIM = "do not touch\n"
PRINTED = "PRINTED BY THE PROGRAM"
ELSEWHERE = Path("/tmp/ariadne-hostile-was-here")
KINDS = ("overflow", "underflow", "divbyzero", "invalid")
ENDLESS = ("no answer", "loop", "iteration")

Json = dict[str, Any]


@dataclass
class Expected:
    deaths: list[tuple[tuple[str, ...], str]] = field(
        default_factory=list
    )  # (one of these reasons, condition)
    findings: set[tuple[int, str]] = field(default_factory=set)  # (line, kind)
    forbidden: set[tuple[int, str]] = field(default_factory=set)
    hopeless: bool = False


def expectations(source: Path) -> dict[str, Expected]:
    """What the comments say, by function. Those of a static function belong to the next one that is not."""
    functions: dict[str, Expected] = {}
    now, name = Expected(), ""
    for number, line in enumerate(source.read_text().splitlines(), 1):
        code, _, comment = line.partition("// ")
        if comment.startswith("dies: "):
            reasons, _, condition = comment.removeprefix("dies: ").partition(" if ")
            now.deaths.append((tuple(reasons.split(" or ")), condition or "True"))
        elif comment.startswith("hopeless: "):
            now.hopeless = True
        elif comment in KINDS:
            now.findings.add((number, comment))
        elif comment.removeprefix("not ") in KINDS:
            now.forbidden.add((number, comment.removeprefix("not ")))
        if found := re.match(r"(?:long )?(?:double|int) (\w+)\(.*\{", code):
            name = found[1]
        if name and (code.startswith("}") or code.endswith("; }")):
            functions[name] = now
            now, name = Expected(), ""
    return functions


class World:
    """A folder to analyse in, with a file that nobody may touch, and a way to see what is left of a run."""

    def __init__(self, folder: Path) -> None:
        self.cwd, self.tmp, self.out = folder / "cwd", folder / "tmp", folder / "out"
        for path in (self.cwd, self.tmp, self.out):
            path.mkdir()
        (self.cwd / "victim").write_text(VICTIM)
        self.json = self.out / "report.json"
        self.environment = {
            **os.environ,
            "TMPDIR": str(self.tmp),
            "HOSTILE_MARK": str(folder),
            "PYTHONPATH": str(HERE.parents[1]),
        }
        ELSEWHERE.unlink(missing_ok=True)

    def start(self, *arguments: str | Path, **more: Any) -> subprocess.Popen[str]:
        pipes = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "text": True,
        }
        command = [*ARIADNE, *map(str, arguments)]
        return subprocess.Popen(command, cwd=self.cwd, env=self.environment, **(pipes | more))

    def run(self, *arguments: str | Path, timeout: float, **more: Any) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments, **more)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.kill_all()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def processes(self) -> dict[int, str]:
        """Everything that descends from what was started here: it has our folder in its environment."""
        found = {}
        mark = f"HOSTILE_MARK={self.environment['HOSTILE_MARK']}".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (
                    mark in (entry / "environ").read_bytes()
                    or bytes(self.tmp) in (entry / "cmdline").read_bytes()
                ):
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                pass  # gone, or not ours
        return found

    def kill_all(self) -> None:
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)

    def leftovers(self) -> list[str]:
        problems = [f"process {pid} is left: {command}" for pid, command in self.processes().items()]
        self.kill_all()
        problems += [f"file left: {path}" for path in self.tmp.iterdir()]
        problems += [f"file left: {path}" for path in self.cwd.iterdir() if path.name != "victim"]
        victim = self.cwd / "victim"
        if not victim.exists() or victim.read_text() != VICTIM or victim.stat().st_mode & 0o777 == 0:
            problems.append("the victim was touched")
        if ELSEWHERE.exists():
            problems.append(f"file left: {ELSEWHERE}")
        return problems


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def analyse(
    world: World, source: Path, *options: str
) -> tuple[subprocess.CompletedProcess[str], Json, list[str]]:
    """Analyse the functions of a program that say what they expect. Also returns what is wrong with any program."""
    names = list(expectations(source))
    chosen = [f"--function={name}" for name in names]
    limit = START + (BUDGET + SLACK) * (len(names) + 1) / 2
    options = ("--jobs=2", f"--budget={BUDGET}", f"--json={world.json}", *options)
    done = world.run("analyze", source, *chosen, *options, timeout=3 * limit)
    problems = world.leftovers()
    if "Traceback" in done.stderr or "Traceback" in done.stdout:
        problems.append(f"traceback: {done.stderr}")
    if PRINTED in done.stdout + done.stderr:
        problems.append("what the program printed reached our output")
    report = json.loads(world.json.read_text()) if world.json.exists() else {}
    if report and report["seconds"] > limit:
        problems.append(f"took {report['seconds']} s, more than {limit} s")
    return done, report, problems


def judge(report: Json, name: str, expected: Expected) -> list[str]:
    """What is wrong with the report on one function."""
    function = next((f for f in report["functions"] if f["name"] == name), None)
    if function is None:
        return [f"{name}: not in the report"]
    problems = []
    if function["seconds"] > BUDGET + SLACK:
        problems.append(f"took {function['seconds']} s with a budget of {BUDGET} s")
    if expected.hopeless:
        return [f"{name}: {problem}" for problem in problems]
    found = {(f["line"], f["kind"]) for f in report["findings"] if f["function"] == name}
    problems += [f"line {line}: {kind} not found" for line, kind in sorted(expected.findings - found)]
    problems += [f"line {line}: {kind} reported" for line, kind in sorted(expected.forbidden & found)]
    for crash in function["crashes"]:
        if not any(matches(crash, reasons, condition) for reasons, condition in expected.deaths):
            values = {value["name"]: value["value"] for value in crash["inputs"]}
            problems.append(f"crash that is none: {crash['reason']} ({crash['count']} times) at {values}")
    for reasons, condition in expected.deaths:
        if not any(matches(crash, reasons, condition) for crash in function["crashes"]):
            problems.append(f"no crash '{' or '.join(reasons)}' in the report")
    state = f"[{function['status']}, {function['runs']} runs, {function['seconds']} s]"
    return [f"{name}: {problem} {state}" for problem in problems]


def matches(crash: Json, reasons: tuple[str, ...], condition: str) -> bool:
    words = [word for reason in reasons for word in (ENDLESS if reason == "endless" else (reason,))]
    if not any(word in crash["reason"] for word in words):
        return False
    values = {value["name"]: float(value["value"]) for value in crash["inputs"]}
    return bool(eval(condition, {"abs": abs}, values))


PROGRAMS = sorted(path for path in HERE.glob("*.c") if not path.name.startswith("constructor_"))
LONG = ("environment", "time", "memory")


@pytest.mark.parametrize(
    "source",
    [pytest.param(p, marks=pytest.mark.slow) if p.stem in LONG else p for p in PROGRAMS],
    ids=lambda path: path.stem,
)
def test_survives(world: World, source: Path) -> None:
    done, report, problems = analyse(world, source)
    assert done.returncode == 0, done.stderr
    for name, expected in expectations(source).items():
        problems += judge(report, name, expected)
    assert not problems, "\n" + "\n".join(problems)
