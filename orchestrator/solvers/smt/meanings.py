"""What each operation of the graph means in the theories of bit-vectors and floats: a row per operation.

An operation without a row is an answer `unknown` with its name.
"""

from __future__ import annotations

from orchestrator.solvers.smt.encoder import Encoder, Meaning, Node
from orchestrator.solvers.smt.terms import BOOL, Sort, Term, bitvector, implied, sort_of
from orchestrator.symbolic.builder import FCMP, FLOATS, ICMP
from orchestrator.symbolic.graph import BITS, Group, Op, Type, of_group


def _constant(e: Encoder, node: Node) -> Term:
    return e.terms.constant(sort_of(node.type), implied(node.type, node.pattern))


def _input(e: Encoder, node: Node) -> Term:
    return e.input(node)


def _plain(operator: str, mode: str = "RNE") -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        return e.apply(operator, *e.operands(node), mode=mode)

    return encode


def _copysign(e: Encoder, node: Node) -> Term:
    a, b = node.operands
    top = sort_of(node.type).bits - 1
    sign = e.scalar(Type.I1, e.apply("extract", e.bits(b), indices=(top, top)))
    magnitude = e.apply("fp.abs", e.values[a])
    return e.apply("ite", sign, e.apply("fp.neg", magnitude), magnitude)


def _extremum(operator: str) -> Meaning:
    """C's rule for NaNs is SMT-LIB's, but for NaNs that signal: libm gives a NaN for those. Of zeros of both
    signs, either may be the result."""

    def encode(e: Encoder, node: Node) -> Term:
        a, b = e.operands(node)
        zeros = e.apply("and", e.apply("fp.isZero", a), e.apply("fp.isZero", b))
        mixed = e.apply("and", zeros, e.apply("not", e.apply("=", a, b)))
        nan = e.apply("or", e.apply("fp.isNaN", a), e.apply("fp.isNaN", b))
        usual = e.apply(operator, a, b)
        result = e.unless(e.apply("or", mixed, nan), node, usual)
        e.facts.append(e.apply("=>", mixed, e.apply("fp.isZero", result)))
        e.facts.append(
            e.apply("=>", nan, e.apply("or", e.apply("fp.isNaN", result), e.apply("=", result, usual)))
        )
        return result

    return encode


def _fdim(e: Encoder, node: Node) -> Term:
    a, b = e.operands(node)
    zero = e.terms.constant(sort_of(node.type), 0)
    return e.apply("ite", e.apply("fp.leq", a, b), zero, e.apply("fp.sub", a, b, mode="RNE"))


_LESS = {"olt": "fp.lt", "ole": "fp.leq", "oeq": "fp.eq"}
_OPPOSITE = {"ueq": "one", "ugt": "ole", "uge": "olt", "ult": "oge", "ule": "ogt", "une": "oeq", "uno": "ord"}


def _fcmp(e: Encoder, node: Node) -> Term:
    return _compare(e, FCMP[node.aux], *e.operands(node))


def _compare(e: Encoder, predicate: str, a: Term, b: Term) -> Term:
    if predicate in _OPPOSITE:
        return e.apply("not", _compare(e, _OPPOSITE[predicate], a, b))
    match predicate:
        case "false" | "true":
            return e.terms.constant(BOOL, predicate == "true")
        case "ogt" | "oge":
            return e.apply(_LESS["olt" if predicate == "ogt" else "ole"], b, a)
        case "one":
            return e.apply("or", e.apply("fp.lt", a, b), e.apply("fp.lt", b, a))
        case "ord":
            return e.apply("not", e.apply("or", e.apply("fp.isNaN", a), e.apply("fp.isNaN", b)))
        case _:
            return e.apply(_LESS[predicate], a, b)


_ORDER = {"ult": "bvult", "ule": "bvule", "slt": "bvslt", "sle": "bvsle"}
_PREDICATES = {number: name for name, number in ICMP.items()}


def _icmp(e: Encoder, node: Node) -> Term:
    predicate = _PREDICATES[node.aux]
    if predicate in ("eq", "ne"):
        same = e.apply("=", *e.operands(node))
        return same if predicate == "eq" else e.apply("not", same)
    a, b = (e.vector(each) for each in node.operands)
    if predicate[1:] in ("gt", "ge"):
        return e.apply(_ORDER[predicate[0] + ("lt" if predicate[1:] == "gt" else "le")], b, a)
    return e.apply(_ORDER[predicate], a, b)


def _resize_float(e: Encoder, node: Node) -> Term:
    sort = sort_of(node.type)
    return e.apply("to_fp.fp", *e.operands(node), indices=(sort.exponent, sort.significand))


def _to_integer(operator: str, signed: bool) -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        (x,) = e.operands(node)
        width = BITS[node.type]
        source = sort_of(e.nodes[node.operands[0]].type)
        # Towards zero, whatever lies strictly between the neighbours of the range fits. Where those are no
        # floats, none lies between them and the range, so that rounding away from it loses nothing.
        low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
        above = e.apply("fp.lt", x, e.float(source, _power(source, high.bit_length() - 1, False)))
        if signed and width <= source.significand:
            below = e.apply("fp.lt", e.float(source, _integer(source, low - 1)), x)
        elif signed:
            below = e.apply("fp.leq", e.float(source, _power(source, width - 1, True)), x)
        else:
            below = e.apply("fp.lt", e.float(source, _integer(source, -1)), x)
        outside = e.apply("not", e.apply("and", above, below))
        whole = e.apply(operator, x, indices=(width,), mode="RTZ")
        return e.unless(outside, node, e.scalar(node.type, whole))

    return encode


def _power(sort: Sort, exponent: int, negative: bool) -> int:
    """The bits of a power of two; what is too large is infinite."""
    bias = (1 << (sort.exponent - 1)) - 1
    field = min(exponent + bias, 2 * bias + 1)
    return (negative << sort.exponent | field) << (sort.significand - 1)


def _integer(sort: Sort, value: int) -> int:
    """The bits of an integer that the format holds."""
    exponent = abs(value).bit_length() - 1
    fraction = (abs(value) << (sort.significand - 1) >> exponent) - (1 << (sort.significand - 1))
    return _power(sort, exponent, value < 0) | fraction


def _from_integer(operator: str, extension: str) -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        sort = sort_of(node.type)
        vector = e.vector(node.operands[0])
        if BITS[e.nodes[node.operands[0]].type] == 1:
            vector = e.apply(extension, vector, indices=(7,))
        return e.apply(operator, vector, indices=(sort.exponent, sort.significand))

    return encode


def _bitcast(e: Encoder, node: Node) -> Term:
    (a,) = node.operands
    if node.type == e.nodes[a].type:
        return e.values[a]
    if node.type in FLOATS:
        return e.from_bits(sort_of(node.type), e.vector(a))
    return e.scalar(node.type, e.vector(a))


def _integral(operator: str) -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        return e.scalar(node.type, e.apply(operator, *map(e.vector, node.operands)))

    return encode


def _divide(operator: str) -> Meaning:
    """By zero, and of the least integer by -1, the machine traps: no value is promised."""

    def encode(e: Encoder, node: Node) -> Term:
        a, b = map(e.vector, node.operands)
        result = e.scalar(node.type, e.apply(operator, a, b))
        width = BITS[node.type]
        if e.constant_operand(node, 1) not in (None, 0, (1 << width) - 1):
            return result
        sort = bitvector(width)
        undefined = e.apply("=", b, e.terms.constant(sort, 0))
        if operator in ("bvsdiv", "bvsrem"):
            least = e.apply("=", a, e.terms.constant(sort, 1 << (width - 1)))
            minus_one = e.apply("=", b, e.terms.constant(sort, (1 << width) - 1))
            undefined = e.apply("or", undefined, e.apply("and", least, minus_one))
        return e.unless(undefined, node, result)

    return encode


def _shift(operator: str) -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        a, b = map(e.vector, node.operands)
        result = e.scalar(node.type, e.apply(operator, a, b))
        width = BITS[node.type]
        by = e.constant_operand(node, 1)
        if by is not None and by < width:
            return result
        most = e.terms.constant(bitvector(width), width - 1)
        return e.unless(e.apply("bvult", most, b), node, result)

    return encode


def _logical(truth: str, bits: str) -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        return e.apply(truth if node.type == Type.I1 else bits, *e.operands(node))

    return encode


def _part(e: Encoder, node: Node) -> Term:
    """ITRUNC and EXTRACT."""
    last = node.aux + BITS[node.type] - 1
    return e.scalar(node.type, e.apply("extract", e.vector(node.operands[0]), indices=(last, node.aux)))


def _extend(operator: str) -> Meaning:
    def encode(e: Encoder, node: Node) -> Term:
        more = BITS[node.type] - BITS[e.nodes[node.operands[0]].type]
        return e.apply(operator, e.vector(node.operands[0]), indices=(more,))

    return encode


def _concat(e: Encoder, node: Node) -> Term:
    low, high = map(e.vector, node.operands)
    return e.apply("concat", high, low)


def _select(e: Encoder, node: Node) -> Term:
    return e.apply("ite", *e.operands(node))


def _ldexp(e: Encoder, node: Node) -> Term:
    """By a constant it is a product, as long as the power of two is a normal number."""
    width = BITS[e.nodes[node.operands[1]].type]
    by = e.constant_operand(node, 1)
    sort = sort_of(node.type)
    if by is not None and width > 1:
        signed = by - (by >> (width - 1) << width)
        if abs(signed) < (1 << (sort.exponent - 1)) - 1:
            return e.apply("fp.mul", e.values[node.operands[0]], e.float(sort, _power(sort, signed, False)))
    return e.unknown(node)


def _unknown(e: Encoder, node: Node) -> Term:
    return e.unknown(node)


MEANINGS: dict[int, Meaning] = {
    Op.CONSTANT: _constant,
    Op.INPUT: _input,
    Op.FADD: _plain("fp.add"),
    Op.FSUB: _plain("fp.sub"),
    Op.FMUL: _plain("fp.mul"),
    Op.FDIV: _plain("fp.div"),
    Op.FREM: _unknown,  # fp.rem is another function, and its circuit is as long as the range of exponents
    Op.FMA: _plain("fp.fma"),
    Op.FNEG: _plain("fp.neg"),
    Op.FABS: _plain("fp.abs"),
    Op.COPYSIGN: _copysign,
    Op.FMIN: _extremum("fp.min"),
    Op.FMAX: _extremum("fp.max"),
    Op.SQRT: _plain("fp.sqrt"),
    Op.FLOOR: _plain("fp.roundToIntegral", "RTN"),
    Op.CEIL: _plain("fp.roundToIntegral", "RTP"),
    Op.TRUNC: _plain("fp.roundToIntegral", "RTZ"),
    Op.ROUND: _plain("fp.roundToIntegral", "RNA"),
    Op.RINT: _plain("fp.roundToIntegral", "RNE"),
    Op.FCMP: _fcmp,
    Op.FPTRUNC: _resize_float,
    Op.FPEXT: _resize_float,
    Op.FPTOSI: _to_integer("fp.to_sbv", True),
    Op.FPTOUI: _to_integer("fp.to_ubv", False),
    Op.SITOFP: _from_integer("to_fp.signed", "sign_extend"),
    Op.UITOFP: _from_integer("to_fp_unsigned", "zero_extend"),
    Op.BITCAST: _bitcast,
    Op.ADD: _integral("bvadd"),
    Op.SUB: _integral("bvsub"),
    Op.MUL: _integral("bvmul"),
    Op.SDIV: _divide("bvsdiv"),
    Op.UDIV: _divide("bvudiv"),
    Op.SREM: _divide("bvsrem"),
    Op.UREM: _divide("bvurem"),
    Op.SHL: _shift("bvshl"),
    Op.LSHR: _shift("bvlshr"),
    Op.ASHR: _shift("bvashr"),
    Op.AND: _logical("and", "bvand"),
    Op.OR: _logical("or", "bvor"),
    Op.XOR: _logical("xor", "bvxor"),
    Op.ICMP: _icmp,
    Op.ITRUNC: _part,
    Op.ZEXT: _extend("zero_extend"),
    Op.SEXT: _extend("sign_extend"),
    Op.SELECT: _select,
    Op.EXTRACT: _part,
    Op.CONCAT: _concat,
    **dict.fromkeys(of_group(Group.ELEMENTARY), _unknown),
    Op.LDEXP: _ldexp,
    Op.FDIM: _fdim,
}

# What only native evaluation can tell. (FMIN and FMAX are in part: which of two zeros, signalling NaNs.)
ABSTRACT = frozenset((Op.FREM, Op.FMIN, Op.FMAX, Op.LDEXP, *of_group(Group.ELEMENTARY))) - {Op.FDIM}
