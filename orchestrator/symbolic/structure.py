"""What an expression is made of, for all nodes of a graph at once: a name that does not depend on the run
that made it, and the inputs it depends on. Two small loops of native code, for graphs have up to millions of
nodes.

Names are 128 bits wide, so that two expressions of one name are the same expression in all that can happen.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from orchestrator.symbolic.graph import NODE, Graph, Op, Query

Name = tuple[int, int]


@dataclass(frozen=True)
class Structure:
    """By node. `support` is a set of inputs as bits; the n-th input is bit n mod 64, so that two expressions
    without a common bit have no common input."""

    first: NDArray[np.uint64]
    second: NDArray[np.uint64]
    support: NDArray[np.uint64]

    def name(self, node: int) -> Name:
        return int(self.first[node]), int(self.second[node])


_known: dict[int, tuple[weakref.ref[Graph], Structure]] = {}


def structure(graph: Graph) -> Structure:
    """Computed once for a graph; it may not change afterwards."""
    entry = _known.get(id(graph))
    if entry and entry[0]() is graph and len(entry[1].support) == len(graph):
        return entry[1]
    nodes = np.ascontiguousarray(graph.nodes)
    if graph.rationals:  # their values are not in the array
        nodes = nodes.copy()
        for node, value in graph.rationals.items():
            digest = hashlib.blake2b(str(value).encode(), digest_size=16).digest()
            nodes["lo"][node], nodes["hi"][node] = np.frombuffer(digest, "<u8")
    arrays = [np.zeros(len(nodes), np.uint64) for _ in range(3)]
    _functions().structure(
        nodes.ctypes.data, len(nodes), arrays[0].ctypes.data, arrays[1].ctypes.data, arrays[2].ctypes.data
    )
    result = Structure(*arrays)
    key = id(graph)
    _known[key] = weakref.ref(graph, lambda _: _known.pop(key, None)), result
    return result


def cone(graph: Graph, roots: Iterable[int]) -> NDArray[np.intp]:
    """The nodes that these depend on, and themselves, operands first."""
    nodes = np.ascontiguousarray(graph.nodes)
    marks = np.zeros(len(nodes), np.uint8)
    marks[list(roots)] = 1
    _functions().cone(nodes.ctypes.data, len(nodes), marks.ctypes.data)
    marks[0] = 0
    return np.flatnonzero(marks)


def compact(query: Query) -> Query:
    """The same query over a graph of what its literals depend on, and nothing else."""
    kept = cone(query.graph, [node for node, _ in query.literals])
    renumbered = np.zeros(len(query.graph), np.uint32)
    renumbered[kept] = np.arange(1, len(kept) + 1)
    nodes = np.zeros(len(kept) + 1, NODE)
    nodes[1:] = query.graph.nodes[kept]
    for operand in ("a", "b", "c"):
        nodes[operand] = renumbered[nodes[operand]]
    rationals = {
        int(renumbered[node]): value for node, value in query.graph.rationals.items() if renumbered[node]
    }
    literals = tuple((int(renumbered[node]), wanted) for node, wanted in query.literals)
    return Query(Graph(nodes, rationals), literals, query.inputs)


def _mix(lane: int, words: Iterable[str]) -> str:
    """IR that folds words into %name{lane}; each step is a bijection of what was there (as in splitmix64)."""
    odd = (0xBF58476D1CE4E5B9, 0xD6E8FEB86659FD93)[lane]
    lines, state = [], ("2654435769", "1668014425")[lane]
    for step, word in enumerate(words):
        tag = f"m{lane}.{step}"
        lines += [
            f"%{tag}.x = xor i64 {state}, {word}",
            f"%{tag}.s = lshr i64 %{tag}.x, 30",
            f"%{tag}.y = xor i64 %{tag}.x, %{tag}.s",
            f"%{tag}.z = mul i64 %{tag}.y, {odd}",
            f"%{tag}.t = lshr i64 %{tag}.z, 27",
            f"%{tag}.u = xor i64 %{tag}.z, %{tag}.t",
            f"%{tag} = mul i64 %{tag}.u, {0x94D049BB133111EB}",
        ]
        state = f"%{tag}"
    return "\n  ".join([*lines, f"%name{lane} = add i64 {state}, 0"])


def _offset(name: str) -> int:
    assert NODE.fields
    return NODE.fields[name][1]


def _field(name: str, kind: str) -> str:
    """IR that loads a field of the node at %node."""
    return f"""%{name}.at = getelementptr i8, ptr %node, i64 {_offset(name)}
  %{name}.raw = load {kind}, ptr %{name}.at, align 1
  %{name} = zext {kind} %{name}.raw to i64"""


def _operand(name: str, array: str) -> str:
    """IR that loads what an array of words has for an operand."""
    return f"""%{array}.{name}.at = getelementptr i64, ptr %{array}, i64 %{name}
  %{array}.{name} = load i64, ptr %{array}.{name}.at"""


def _source() -> str:
    fields = [_field(name, "i32") for name in ("aux", "a", "b", "c")]
    fields += [_field("op", "i16"), _field("type", "i8")]
    operands = [_operand(name, array) for array in ("first", "second", "support") for name in "abc"]
    loads = "\n  ".join(fields + operands)
    value = "\n  ".join(
        f"""%{half}.at = getelementptr i8, ptr %node, i64 {_offset(half)}
  %{half}.raw = load i64, ptr %{half}.at, align 1
  %{half} = select i1 %constant, i64 %{half}.raw, i64 0"""
        for half in ("lo", "hi")
    )
    mixes = "\n  ".join(
        _mix(lane, ["%kind", "%aux", *(f"%{array}.{name}" for name in "abc"), "%lo", "%hi"])
        for lane, array in enumerate(("first", "second"))
    )
    return f"""
define void @structure(ptr %nodes, i64 %count, ptr %first, ptr %second, ptr %support) {{
entry:
  br label %head
head:
  %i = phi i64 [1, %entry], [%next, %body]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %offset = mul i64 %i, {NODE.itemsize}
  %node = getelementptr i8, ptr %nodes, i64 %offset
  {loads}
  %constant = icmp eq i64 %op, {int(Op.CONSTANT)}
  {value}
  %type.high = shl i64 %type, 16
  %kind = or i64 %op, %type.high
  {mixes}
  %first.i = getelementptr i64, ptr %first, i64 %i
  store i64 %name0, ptr %first.i
  %second.i = getelementptr i64, ptr %second, i64 %i
  store i64 %name1, ptr %second.i
  %input = icmp eq i64 %op, {int(Op.INPUT)}
  %place = and i64 %aux, 63
  %bit = shl i64 1, %place
  %own = select i1 %input, i64 %bit, i64 0
  %s1 = or i64 %support.a, %support.b
  %s2 = or i64 %s1, %support.c
  %s3 = or i64 %s2, %own
  %support.i = getelementptr i64, ptr %support, i64 %i
  store i64 %s3, ptr %support.i
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}}

define void @cone(ptr %nodes, i64 %count, ptr %marks) {{
entry:
  br label %head
head:
  %above = phi i64 [%count, %entry], [%i, %step]
  %more = icmp ugt i64 %above, 1
  br i1 %more, label %look, label %done
look:
  %i = sub i64 %above, 1
  %mark.at = getelementptr i8, ptr %marks, i64 %i
  %mark = load i8, ptr %mark.at
  %marked = icmp ne i8 %mark, 0
  br i1 %marked, label %spread, label %step
spread:
  %offset = mul i64 %i, {NODE.itemsize}
  %node = getelementptr i8, ptr %nodes, i64 %offset
  {"".join(_field(name, "i32") + chr(10) + "  " for name in "abc")}
  %a.mark = getelementptr i8, ptr %marks, i64 %a
  store i8 1, ptr %a.mark
  %b.mark = getelementptr i8, ptr %marks, i64 %b
  store i8 1, ptr %b.mark
  %c.mark = getelementptr i8, ptr %marks, i64 %c
  store i8 1, ptr %c.mark
  br label %step
step:
  br label %head
done:
  ret void
}}
"""


class _Functions:
    def __init__(self) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(_source()), machine)
        self._engine.finalize_object()
        pointer, word = ctypes.c_void_p, ctypes.c_uint64
        address = self._engine.get_function_address
        self.structure = ctypes.CFUNCTYPE(None, pointer, word, pointer, pointer, pointer)(
            address("structure")
        )
        self.cone = ctypes.CFUNCTYPE(None, pointer, word, pointer)(address("cone"))


_compiling = threading.Lock()


def _functions() -> _Functions:
    """One for all threads: of two made at once, one would go, and its code with it, while it is called."""
    with _compiling:
        return _made()


@lru_cache(maxsize=1)
def _made() -> _Functions:
    return _Functions()
