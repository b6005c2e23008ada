"""Programs that do their worst while they are analysed, and the tool when the world around it fails.

Each program says in comments what must come out. Above a function:

    // dies: SIGSEGV or SIGBUS if x < 0      `crashes` has such a reason, with an input for which this holds
    // may die: SIGFPE if x > 1e154          such a crash is not wrong
    // hopeless: why                         the report is only asked to be one

and behind a line `overflow`, `divbyzero`: a finding there; `not divbyzero`: none. There must be no
other crashes: what the search suffers from is not always a failure of the code. `options:` go to the command
line.
"""

import json
import os
import re
import resource
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
START = 10.0  # seconds for everything but the functions, on a busy machine
VICTIM = "do not touch\n"
PRINTED = "PRINTED BY THE PROGRAM"
ELSEWHERE = Path("/tmp/ariadne-hostile-was-here")
KINDS = ("overflow", "underflow", "divbyzero", "invalid")
ENDLESS = ["no answer", "loop", "iteration"]  # a loop may be cut by time or by a count

Json = dict[str, Any]
Done = subprocess.CompletedProcess[str]


# ---- what the programs say ----


@dataclass
class Death:
    reasons: list[str]  # one of these
    condition: str  # on the inputs
    certain: bool

    def matches(self, crash: Json) -> bool:
        values = {value["name"]: float(value["value"]) for value in crash["inputs"]}
        described = any(reason in crash["reason"] for reason in self.reasons)
        return described and bool(eval(self.condition, {"abs": abs}, values))


@dataclass
class Expected:
    deaths: list[Death] = field(default_factory=list)
    findings: set[tuple[int, str]] = field(default_factory=set)  # (line, kind)
    forbidden: set[tuple[int, str]] = field(default_factory=set)
    hopeless: bool = False


def expectations(source: Path) -> dict[str, Expected]:
    """What the comments say, by function. Those of a static function belong to the next one that is not."""
    functions: dict[str, Expected] = {}
    now, name = Expected(), ""
    for number, line in enumerate(source.read_text().splitlines(), 1):
        code, _, comment = line.partition("// ")
        if found := re.match("(dies|may die): (.*?)(?: if (.*))?$", comment):
            reasons = [word for r in found[2].split(" or ") for word in (ENDLESS if r == "endless" else [r])]
            now.deaths.append(Death(reasons, found[3] or "True", found[1] == "dies"))
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


# ---- where they are analysed ----


class World:
    """A folder to analyse in, with a file that nobody may touch, and a way to see what is left of a run."""

    def __init__(self, folder: Path) -> None:
        self.cwd, self.tmp, self.out = folder / "cwd", folder / "tmp", folder / "out"
        for path in (self.cwd, self.tmp, self.out):
            path.mkdir()
        (self.cwd / "victim").write_text(VICTIM)
        self.json = self.out / "report.json"
        self.mark = f"HOSTILE_MARK={folder}"
        root = str(HERE.parents[1])
        self.environment = {
            **os.environ,
            "TMPDIR": str(self.tmp),
            "HOSTILE_MARK": str(folder),
            "PYTHONPATH": root,
        }
        ELSEWHERE.unlink(missing_ok=True)

    def start(
        self, *arguments: object, before: list[str] | None = None, **more: Any
    ) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        command = [*(before or []), *ARIADNE, *map(str, arguments)]
        return subprocess.Popen(
            command, cwd=self.cwd, text=True, **({"env": self.environment} | pipes | more)
        )

    def run(self, *arguments: object, timeout: float = 60, **more: Any) -> Done:
        process = self.start(*arguments, **more)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.kill_all()
            process.communicate()
            raise
        assert "Traceback" not in (out or "") + (err or ""), err
        return subprocess.CompletedProcess(process.args, process.returncode, out or "", err or "")

    def processes(self) -> dict[int, str]:
        """Everything that descends from what was started here has our mark in its environment."""
        found = {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                command = (entry / "cmdline").read_bytes()
                if bytes(self.tmp) in command or self.mark.encode() in (entry / "environ").read_bytes():
                    found[int(entry.name)] = command.replace(b"\0", b" ").decode(errors="replace")
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


# ---- programs ----


def analyse(world: World, source: Path) -> tuple[Done, Json, list[str]]:
    """Analyse the functions that say what they expect. Returns also what would be wrong with any program."""
    names = list(expectations(source))
    limit = START + (BUDGET + SLACK) * (len(names) + 1) / 2
    own = re.search("^// options: (.*)", source.read_text(), re.M)
    options = [f"--budget={BUDGET}", "--jobs=2", f"--json={world.json}", *(own[1].split() if own else [])]
    options += [f"--function={name}" for name in names]
    done = world.run("analyze", source, *options, timeout=2 * limit)
    problems = world.leftovers()
    if PRINTED in done.stdout + done.stderr:
        problems.append("what the program printed reached our output")
    report = json.loads(world.json.read_text()) if world.json.exists() else {"functions": [], "findings": []}
    if report.get("seconds", 0) > limit:
        problems.append(f"took {report['seconds']} s, more than {limit} s")
    for name, expected in expectations(source).items():
        problems += judge(report, name, expected)
    return done, report, problems


def judge(report: Json, name: str, expected: Expected) -> list[str]:
    """What is wrong with the report on one function."""
    function = next((f for f in report["functions"] if f["name"] == name), None)
    if function is None:
        return [f"{name}: not in the report"]
    problems = []
    if function["seconds"] > BUDGET + SLACK:
        problems.append(f"took {function['seconds']} s with a budget of {BUDGET} s")
    if not expected.hopeless:
        found = {(f["line"], f["kind"]) for f in report["findings"] if f["function"] == name}
        problems += [f"line {line}: {kind} not found" for line, kind in sorted(expected.findings - found)]
        problems += [f"line {line}: {kind} reported" for line, kind in sorted(expected.forbidden & found)]
        problems += judge_crashes(function["crashes"], expected.deaths)
    state = f"[{function['status']}: {function['reason']}; {function['runs']} runs, {function['seconds']} s]"
    return [f"{name}: {problem} {state}" for problem in problems]


def judge_crashes(crashes: list[Json], deaths: list[Death]) -> list[str]:
    problems = []
    for crash in crashes:
        if not any(death.matches(crash) for death in deaths):
            values = {value["name"]: value["value"] for value in crash["inputs"]}
            problems.append(f"no crash of this code: {crash['reason']} ({crash['count']} times) at {values}")
    for death in deaths:
        if death.certain and not any(death.matches(crash) for crash in crashes):
            problems.append(f"'{' or '.join(death.reasons)}' is not among the crashes")
    return problems


PROGRAMS = sorted(path for path in HERE.glob("*.c") if not path.stem.startswith("constructor_"))
SLOW = ("environment", "time")


@pytest.mark.parametrize(
    "source",
    [pytest.param(p, marks=pytest.mark.slow) if p.stem in SLOW else p for p in PROGRAMS],
    ids=lambda path: path.stem,
)
def test_survives(world: World, source: Path) -> None:
    done, _, problems = analyse(world, source)
    assert not problems, "\n" + "\n".join(problems)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"{len(expectations(source))} functions analysed"), (
        done.stdout
    )


@pytest.mark.parametrize("what", ["fills", "escapes", "blinds"])
def test_initialisers_do_no_harm(world: World, what: str) -> None:
    done, _, problems = analyse(world, HERE / f"constructor_{what}.c")
    assert not problems, "\n" + "\n".join(problems)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("what", ["hangs", "crashes", "exits"])
def test_initialisers_that_fail(world: World, what: str) -> None:
    """Nothing can be called then: the code's failure, and no more than that."""
    done, report, problems = analyse(world, HERE / f"constructor_{what}.c")
    assert not problems, "\n" + "\n".join(problems)
    assert done.returncode == 0, done.stdout + done.stderr
    assert report["functions"][0]["status"] == "crashed"
    assert "initialisers did not return" in report["functions"][0]["reason"]


# ---- the tool is ended from outside ----

LONG = ["analyze", HERE / "time.c", "--function=working_loop", "--budget=60"]
# Each of its runs, also those that confirm a lead, waits for ever.
WAITING = ["analyze", HERE / "always.c", "--function=pauses_always", "--budget=1", "--timeout=20"]


def wait_for(condition: Callable[[], object], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def start_and_wait(world: World, arguments: list[object], mode: str = " search ") -> subprocess.Popen[str]:
    """Until the native runner and a child of it are at work."""
    process = world.start(*arguments)
    at_work = [f"ariadne-run{mode}"]
    assert wait_for(lambda: sum(at_work[0] in command for command in world.processes().values()) >= 2, 20)
    time.sleep(0.5)
    return process


@pytest.mark.parametrize("arguments", [LONG, WAITING], ids=["busy", "waiting"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
def test_killed(world: World, arguments: list[object], number: signal.Signals) -> None:
    process = start_and_wait(world, arguments)
    process.send_signal(number)
    process.communicate(timeout=20)
    assert wait_for(lambda: not world.processes(), 2), world.leftovers()
    if number != signal.SIGKILL:
        assert not world.leftovers()


def test_killed_while_it_confirms(world: World) -> None:
    source = world.out / "hangs_after.c"
    source.write_text(
        "double f(double x) {\n  double r = x * x;\n  while (x > 1e100 || x < -1e100);\n  return r;\n}\n"
    )
    process = start_and_wait(world, ["analyze", source, "--budget=1", "--timeout=3"], " trap ")
    process.kill()
    process.communicate(timeout=20)
    assert wait_for(lambda: not world.processes(), 2), world.leftovers()


def test_interrupted(world: World) -> None:
    """Ctrl-C: what was found so far is reported."""
    process = start_and_wait(world, [*LONG, f"--json={world.json}"])
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "overflow in 'x * x'" in out
    assert json.loads(world.json.read_text())["interrupted"]
    assert not world.leftovers()


def test_runner_killed(world: World) -> None:
    """Somebody, the kernel out of memory perhaps, kills the native runner: our failure, but not the end."""
    functions = ["--function=sleeps", "--function=empty_loop"]
    process = start_and_wait(
        world, ["analyze", HERE / "time.c", *functions, "--budget=3", f"--json={world.json}"]
    )
    victim = next(pid for pid, command in world.processes().items() if "ariadne-run search" in command)
    os.kill(victim, signal.SIGKILL)
    out, err = process.communicate(timeout=40)
    assert "Traceback" not in out + err
    assert process.returncode == 3
    assert len(json.loads(world.json.read_text())["functions"]) == 2
    assert not world.leftovers()


# ---- no room, no rights ----

SHORT = ["analyze", HERE / "undefined.c", "--function=calls_nothing", "--budget=1"]


def assert_clear(done: Done, *codes: int) -> None:
    assert done.returncode in codes, done.stdout + done.stderr
    assert done.stderr.startswith("ariadne: ") and len(done.stderr.splitlines()) <= 4, done.stderr


@pytest.mark.parametrize("arguments", [SHORT, [*LONG, "--budget=5"]], ids=["short", "long"])
def test_no_room_for_json(world: World, arguments: list[object]) -> None:
    """A report that is written while the analysis still runs must not end it when it cannot be written."""
    done = world.run(*arguments, "--json=/dev/full")
    assert_clear(done, 2)
    assert "/dev/full" in done.stderr and "No space left on device" in done.stderr
    assert "overflow in 'x * x'" in done.stdout and "1 function" in done.stdout.splitlines()[-1]
    assert not world.leftovers()


def test_no_room_for_the_text(world: World) -> None:
    with open("/dev/full", "w") as full:
        done = world.run(*SHORT, f"--json={world.json}", stdout=full)
    assert_clear(done, 2, 3)
    assert "No space left on device" in done.stderr
    assert not world.leftovers()


def test_reader_goes_away(world: World) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = world.run(*SHORT, stdout=writer)
    os.close(writer)
    assert not done.stderr
    assert not world.leftovers()


@pytest.mark.parametrize("kind", ["missing", "a file", "empty"])
def test_bad_tmpdir(world: World, kind: str) -> None:
    """Python then looks elsewhere; whatever comes of it, it is no traceback."""
    place = {"missing": world.out / "missing", "a file": world.out / "file", "empty": ""}[kind]
    (world.out / "file").touch()
    done = world.run(*SHORT, env=world.environment | {"TMPDIR": str(place)})
    if done.returncode:
        assert_clear(done, 2, 3)
    else:
        assert "overflow in 'x * x'" in done.stdout
    assert not world.leftovers()


@pytest.mark.parametrize("room", [0, 10_000, 40_000])
def test_no_room_anywhere(world: World, room: int) -> None:
    """No file may grow beyond `room`: the tools fail in the middle of their work."""
    done = world.run(*SHORT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
    if done.returncode:
        assert done.stderr.startswith("ariadne: ") and done.returncode in (2, 3), done.stderr
    else:
        assert "overflow in 'x * x'" in done.stdout
    assert not world.leftovers()


def test_few_descriptors(world: World) -> None:
    done = world.run(*SHORT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12)))
    if done.returncode:
        assert_clear(done, 2, 3)
    else:
        assert "overflow in 'x * x'" in done.stdout
    assert not world.leftovers()


def can_mount() -> bool:
    return os.getuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


def mounted(*commands: str) -> list[str]:
    """Runs what follows where these commands have changed what is mounted."""
    return ["unshare", "-m", "sh", "-c", " && ".join([*commands, 'cd "$PWD"', 'exec "$@"']), "sh"]


mounts = pytest.mark.skipif(not can_mount(), reason="needs the right to mount")


@mounts
def test_full_disk(world: World) -> None:
    before = mounted(f"mount -t tmpfs -o size=4k tmpfs '{world.out}'")
    done = world.run(*SHORT, f"--json={world.json}", before=before)
    assert_clear(done, 2)
    assert "No space left on device" in done.stderr
    assert "overflow in 'x * x'" in done.stdout
    assert not world.leftovers()


@mounts
@pytest.mark.parametrize("size", ["4k", "64k"])
def test_full_tmpdir(world: World, size: str) -> None:
    done = world.run(*SHORT, before=mounted(f"mount -t tmpfs -o size={size} tmpfs '{world.tmp}'"))
    assert done.stderr.startswith("ariadne: ") and done.returncode in (2, 3), done.stdout + done.stderr
    assert "o space left" in done.stderr
    assert not world.leftovers()


def test_read_only_folder(world: World) -> None:
    """Nothing is written beside the sources or where the user happens to be."""
    before = []
    if can_mount():
        where = f"'{world.cwd}' '{world.cwd}'"
        before = mounted(f"mount --bind {where}", f"mount -o remount,bind,ro {where}")
    elif os.getuid() == 0:
        pytest.skip("root may write everywhere")
    (world.cwd / "here.c").write_text("double f(double x) { return x * x; }\n")
    world.cwd.chmod(0o555)
    done = world.run("analyze", "here.c", "--budget=1", before=before)
    assert done.returncode == 0, done.stderr
    assert "overflow in 'x * x'" in done.stdout
    world.cwd.chmod(0o755)
    (world.cwd / "here.c").unlink()
    assert not world.leftovers()
