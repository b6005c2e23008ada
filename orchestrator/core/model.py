"""What the stages hand to each other: frozen records, no behaviour beyond reading them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from orchestrator.core.tables import table_rows


class Kind(Enum):
    """An exception kind: a row of tables/kinds.def. Code names only those of which it has something special
    to say."""

    if TYPE_CHECKING:
        OVERFLOW = "overflow"
        UNDERFLOW = "underflow"
        DIVBYZERO = "divbyzero"
        INVALID = "invalid"
    else:
        vars().update({row[0]: row[1] for row in table_rows("kinds.def", "KIND")})

    @property
    def _row(self) -> tuple[str, ...]:
        return table_rows("kinds.def", "KIND")[self.index]

    @property
    def index(self) -> int:
        return _KIND_INDICES[self]

    @property
    def bit(self) -> int:
        """In the native masks."""
        return 1 << self.index

    @staticmethod
    def of_bit(bit: int) -> Kind:
        return _KIND_OF_BIT[bit]

    @property
    def label(self) -> str:
        return self._row[2]

    @property
    def flag(self) -> str:
        """The name that <fenv.h> has for it."""
        return self._row[3]

    @property
    def signal_code(self) -> str:
        """The name that <signal.h> has for the cause of a SIGFPE."""
        return self._row[4]

    @property
    def has_class(self) -> bool:
        """Could another order of evaluation avoid it? For other kinds that is no question."""
        return self._row[5] == "xflow"

    @property
    def is_mild(self) -> bool:
        return self._row[6] == "mild"

    @property
    def is_usual(self) -> bool:
        """It is looked for, whether or not somebody asks for it."""
        return self._row[7] == "always"

    @property
    def meaning(self) -> str:
        return self._row[8]


_KIND_INDICES = {kind: index for index, kind in enumerate(Kind)}
_KIND_OF_BIT = {kind.bit: kind for kind in Kind}


@dataclass(frozen=True)
class Place:
    """A position in source text; line 0 means that the debug information does not say."""

    file: str
    line: int
    column: int


class Evidence(Enum):
    """How a run of the original shows the exception of an operation."""

    TRAP = "trap"  # the processor traps
    CALL = "call"  # a trap or flag inside the called function
    VALUE = "value"  # operands and result: the processor has no trap for it


@dataclass(frozen=True)
class Site:
    """One floating-point operation. (function, index) is its identity; number is its row in this module."""

    number: int
    function: str
    index: int
    opcode: str  # fadd ... fptosi, or the name of the elementary function
    type: str  # class of the operation's own type: f32, f64, f80
    arity: int  # number of its floating-point operands
    kinds: tuple[Kind, ...]
    place: Place
    inlined_at: tuple[Place, ...] = ()
    ruled_out: tuple[Kind, ...] = ()  # kinds of such an operation that its constant operands exclude
    evidence: Evidence = Evidence.TRAP

    @property
    def id(self) -> str:
        return f"{self.function}#{self.index}"


class Raise(NamedTuple):
    """A target: that a kind is raised at a site. Names that outlive the program's build, for proofs too."""

    site: str  # its id
    kind: Kind


# What an engine is to reach. Another sort (an outcome of a branch, a line) would be a class beside `Raise`,
# with a type in passes/runtime/search/targets.h that knows its distance and its test.
Target = Raise


@dataclass(frozen=True)
class Scalar:
    """A scalar in a flat buffer: cls is one of f32 f64 f80 i8..i64 u8..u64 bool."""

    name: str
    type: str  # as the source spells it: "double", "enum mode"
    cls: str
    offset: int


class Role(Enum):
    INPUT = "input"  # in the input buffer: engines choose its value
    OUTPUT = "output"  # in the output buffer, zeroed before the call: what is left there is a result


@dataclass(frozen=True)
class Leaf(Scalar):
    """A scalar of a call, wherever in the tree of its parameters it is."""

    role: Role
    parameter: int  # the place of its parameter in the signature; -1: the return value
    range: tuple[float, float] | None = None  # of an input: what its value may be


@dataclass(frozen=True)
class Shape:
    """How a call lies in two flat buffers. Who reads or makes a buffer asks the leaves, nothing else: which
    of them there are, and where they are, is for the passes to say (facts/Signatures.cpp)."""

    leaves: tuple[Leaf, ...]
    input_size: int
    output_size: int

    @cached_property
    def inputs(self) -> tuple[Leaf, ...]:
        return tuple(leaf for leaf in self.leaves if leaf.role is Role.INPUT)

    @cached_property
    def outputs(self) -> tuple[Leaf, ...]:
        """The return value first."""
        return tuple(leaf for leaf in self.leaves if leaf.role is Role.OUTPUT)


@dataclass(frozen=True)
class Parameter:
    """A parameter: a scalar input (in the input buffer), or a pointer to a fresh zeroed object."""

    name: str
    type: str
    cls: str  # scalar class, or "ptr"
    offset: int  # of the slot in the input buffer, or of the object in the output buffer
    leaves: tuple[Scalar, ...] = ()  # the scalars of the object behind a pointer

    @property
    def is_pointer(self) -> bool:
        return self.cls == "ptr"


@dataclass(frozen=True)
class Condition:
    """An assumption about the inputs: a C expression over parameter names, and where it is written."""

    expression: str
    file: str
    line: int


@dataclass(frozen=True)
class Domain:
    """The inputs of a function that count: what lies outside is never run, and never reported."""

    ranges: tuple[tuple[float, float] | None, ...] = ()  # of each input, or () for no ranges at all
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Function:
    """A defined function, with what is needed to call it, or why it cannot be called."""

    name: str
    symbol: str  # its name in the module (static functions of linked files may be renamed)
    place: Place
    signature: str
    parameters: tuple[Parameter, ...]
    result: Scalar | None
    input_size: int
    output_size: int
    sites: tuple[int, ...]  # own operations and those of everything it can call
    externals: tuple[str, ...]  # undefined functions reached from it
    constants: tuple[float, ...]  # numbers written in the code reached from it
    sources: tuple[str, ...] = ()  # the files of its program
    unsupported: str | None = None
    domain: Domain = Domain()
    closure: str = ""  # hash of its code and of all that it can call
    static: bool = False

    @cached_property
    def shape(self) -> Shape:
        leaves = [_leaf(self.result, Role.OUTPUT, -1)] if self.result else []
        ranges = iter(self.domain.ranges)
        for place, parameter in enumerate(self.parameters):
            if parameter.is_pointer:
                leaves += [_leaf(scalar, Role.OUTPUT, place) for scalar in parameter.leaves]
            else:
                leaves.append(_leaf(parameter, Role.INPUT, place, next(ranges, None)))
        return Shape(tuple(leaves), self.input_size, self.output_size)

    @property
    def inputs(self) -> tuple[Leaf, ...]:
        return self.shape.inputs

    @property
    def outputs(self) -> tuple[Leaf, ...]:
        return self.shape.outputs


def _leaf(
    scalar: Scalar | Parameter, role: Role, place: int, range: tuple[float, float] | None = None
) -> Leaf:
    return Leaf(scalar.name, scalar.type, scalar.cls, scalar.offset, role, place, range)


@dataclass(frozen=True)
class Module:
    """The facts about one analysed program, as the passes print them."""

    sources: tuple[str, ...]
    sites: tuple[Site, ...]
    functions: tuple[Function, ...]
    fast_math: bool  # some operation carries fast-math flags: analysed as it is, and said
    skipped: int  # operations on types that are not analysed
    unobserved: tuple[str, ...] = ()  # calls and assembly that compute where nothing is observed

    @cached_property
    def _by_id(self) -> dict[str, Site]:
        return {site.id: site for site in self.sites}

    def site(self, id: str) -> Site:
        return self._by_id[id]

    def targets(self, function: Function, settled: Collection[Target] = ()) -> list[Target]:
        """What a function may raise, less what is known already; in the order of its operations."""
        every = (
            Raise(site.id, kind)
            for site in (self.sites[number] for number in function.sites)
            for kind in site.kinds
        )
        return [target for target in every if target not in settled]


@dataclass(frozen=True)
class Value:
    """A named number as the program saw it; raw holds its bytes, so nothing is lost."""

    name: str
    type: str
    cls: str
    raw: bytes


@dataclass(frozen=True)
class Lead:
    """An engine's claim that an input raises a kind at a site. Nobody believes it until it is confirmed."""

    site: Site
    kind: Kind
    input: bytes
    first: bool

    @property
    def target(self) -> Target:
        return Raise(self.site.id, self.kind)


@dataclass(frozen=True)
class Event:
    """One exception of one run of the original program, in order."""

    site: Site
    kind: Kind
    exact: bool  # underflow without loss of a bit
    result: Value  # what the operation returned
    operands: tuple[Value, ...]


@dataclass(frozen=True)
class Crash:
    """What the analysed code did instead of returning, and the input on which it did."""

    reason: str  # "signal 11 (SIGSEGV)", "exit(3)", "no answer within 1 s of processor time", "tried to fork"
    inputs: tuple[Value, ...]
    count: int


class XflowClass(Enum):
    """Could another order of evaluation avoid this overflow or underflow?"""

    AVOIDABLE = "avoidable"  # every exact result is zero or fits a normal float
    UNAVOIDABLE = "unavoidable"  # some exact result does not
    UNDETERMINED = "undetermined"


class Consequence(Enum):
    """What the caller is left with; the worst first."""

    WRONG = "wrong"  # silently off
    POISONED = "poisoned"  # silently infinite or NaN
    UNKNOWN = "unknown"  # finite, and the exact result is not known
    REPORTED = "reported"  # a status or errno said so
    BENIGN = "benign"  # agrees with the exact result

    @property
    def rank(self) -> int:
        return list(Consequence).index(self)


@dataclass(frozen=True)
class ExactResult:
    """A result of the function beside its exact value. lower and upper are dyadic: [-]0xHEXp[+-]DECIMAL."""

    value: Value  # as computed in floating point
    kind: str  # exact, ball, inf, nan or integer
    range: str | None  # zero, normal, tiny, huge or straddles: certified; None for inf and nan, as the rest
    lower: str | None
    upper: str | None
    ulps: float | None  # certified bound of the error, in units of the exact value's last place
    differs: bool = False  # an integer that is another one in the exact run


@dataclass(frozen=True)
class ExactRun:
    """The same program on the same input in exact arithmetic."""

    results: tuple[ExactResult, ...]
    undetermined: str | None  # why there are no exact results
    precision: int  # bits that were needed
    marks: tuple[str, ...]  # where it had to fall back to floats
    diverged: Place | None  # first decision that went the other way


@dataclass(frozen=True)
class Judgement:
    """What the exact run says of a finding."""

    xflow: XflowClass | None  # None for kinds other than overflow and underflow
    reason: str
    consequence: Consequence
    exact: ExactRun
    reported: str = ""  # by what an error was reported: "status 16 (overflow)", "errno 34 (ERANGE)"


RETURNED = "returned"  # how a run ended that came back to its caller


@dataclass(frozen=True)
class Finding:
    """A (site, kind) with a confirmed input: a run of the real program."""

    id: str
    function: str  # the entry that was called
    site: Site
    kind: Kind
    text: str  # source text of the operation, "" when it cannot be had
    first: bool
    exact: bool
    inputs: tuple[Value, ...]
    results: tuple[Value, ...]  # return value and outputs; empty when the run did not return
    ended: str  # RETURNED, or how the run ended instead
    operation_result: Value
    operands: tuple[Value, ...]
    trace: tuple[Event, ...]  # earlier exceptions of the same run
    errno: int = 0  # as the run left it
    judgement: Judgement | None = None

    @property
    def returned(self) -> bool:
        return self.ended == RETURNED

    @property
    def rank(self) -> int:
        return self.judgement.consequence.rank if self.judgement else Consequence.UNKNOWN.rank


@dataclass(frozen=True)
class Suppressed:
    """A finding that somebody accepts, and why."""

    finding: Finding
    reason: str
    where: str  # file:line of who says so


class VerdictKind(Enum):
    TRIGGERED = "triggered"
    SAFE = "safe"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Proof:
    """Why an exception cannot happen, on any input that counts."""

    by: str  # constants, intervals or exploration
    reason: str


@dataclass(frozen=True)
class Verdict:
    function: str
    site: Site
    kind: Kind
    verdict: VerdictKind
    reason: str  # finding id, proof, or why it is unknown
    by: str = ""  # of SAFE: as in Proof
    assumes: str = ""  # of SAFE: what the proof takes for granted besides; "" if it holds for every call


@dataclass(frozen=True)
class Exploration:
    """What the executor saw of a function, and what became of its queries (the paper's Table 5)."""

    paths: int = 0
    sat: int = 0
    unsat: int = 0
    unknown: int = 0
    deciders: tuple[tuple[str, int], ...] = ()  # how many queries each solver decided
    left_by_z3: int = 0  # queries on which Z3, over the reals, gave up ...
    solved_by_ariadne: int = 0  # ... and those of them that Ariadne's own algorithm decided
    outcomes: tuple[int, int] = (0, 0)  # of conditional branches: seen, and how many there are
    blocks: tuple[int, int] = (0, 0)  # straight pieces of code: run, and how many there are
    statements: tuple[int, int] = (0, 0)  # lines of source with code: run, and how many there are
    full: bool = False  # every path is known
    cut: tuple[str, ...] = ()  # why not

    @property
    def queries(self) -> int:
        return self.sat + self.unsat + self.unknown


class Status(Enum):
    COMPLETE = "complete"  # the engines ended by themselves
    BUDGET = "budget"  # time ran out while something still moved
    CRASHED = "crashed"  # the code fails so often that the search could not go on
    UNSUPPORTED = "unsupported"  # cannot be called
    EXCLUDED = "excluded"  # left out by the project file
    INTERRUPTED = "interrupted"  # the user stopped the analysis
    FAILED = "failed"  # ours: the reason says what broke


@dataclass(frozen=True)
class FunctionReport:
    function: Function
    status: Status
    reason: str
    seconds: float
    runs: int
    crashes: tuple[Crash, ...] = ()
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    unknown: int = 0  # unknown verdicts that are only counted: a library has millions of them
    unconfirmed: tuple[Lead, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    exploration: Exploration | None = None  # None: the executor did not look at it

    @property
    def mentioned(self) -> Iterator[Site]:
        """The operations that it speaks of, some of them repeatedly."""
        for finding in (*self.findings, *(known.finding for known in self.suppressed)):
            yield finding.site
            yield from (event.site for event in finding.trace)
        yield from (verdict.site for verdict in self.verdicts)
        yield from (lead.site for lead in self.unconfirmed)


@dataclass(frozen=True)
class Report:
    tool_version: str
    command: tuple[str, ...]
    seed: int
    machine: str
    sources: tuple[str, ...]
    flags: tuple[str, ...]
    settings: dict[str, object]
    started: str  # ISO 8601, UTC
    seconds: float
    fast_math: bool
    functions: tuple[FunctionReport, ...]
    interrupted: bool = False
    notes: tuple[str, ...] = field(default=())
    undecided: tuple[Site, ...] = ()  # operations that can be reached and of which no function speaks
