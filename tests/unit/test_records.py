"""Records to plain values and back: by the rule, and where shapes depart from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import pytest

from orchestrator.core.damage import DamageError
from orchestrator.core.records import Form, Forms, Shape, from_plain, to_plain


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0


@dataclass(frozen=True)
class Tree:
    name: str
    children: tuple[Tree, ...] = ()


@dataclass(frozen=True)
class Everything:
    text: str
    number: int
    real: float
    flag: bool
    colour: Colour
    data: bytes
    path: Path
    word: Literal["yes", "no"]
    point: Point
    maybe: Point | None
    many: tuple[Point, ...]
    pair: tuple[str, int]
    by_pair: Mapping[tuple[str, Colour], Point]
    tree: Tree = Tree("root", (Tree("leaf"),))
    later: tuple[int, ...] = field(default=())


EVERYTHING = Everything(
    "a",
    -1,
    float("-inf"),
    True,
    Colour.BLUE,
    b"\0\xff",
    Path("a/b"),
    "no",
    Point(1.5),
    None,
    (Point(0.0, 2.0),),
    ("b", 3),
    {("c", Colour.RED): Point(1.0)},
)


def test_what_is_written_is_read_back() -> None:
    plain = json.loads(json.dumps(to_plain(EVERYTHING), allow_nan=False))
    assert from_plain(Everything, plain) == EVERYTHING
    assert plain["colour"] == "blue" and plain["data"] == "00ff" and plain["real"] == "-inf"
    assert plain["by_pair"] == [[["c", "red"], {"x": 1.0, "y": 0.0}]]


def test_a_field_that_was_added_later_has_its_default() -> None:
    plain = to_plain(EVERYTHING)
    del plain["later"]
    assert from_plain(Everything, plain) == EVERYTHING
    del plain["text"]
    with pytest.raises(ValueError, match="text is missing"):
        from_plain(Everything, plain)


@pytest.mark.parametrize(
    ("key", "content", "message"),
    [
        ("text", 3, "text: not a number"),
        ("number", True, "number: not true or false"),
        ("real", "many", "real: not a text"),
        ("flag", 1, "flag: not a number"),
        ("colour", "green", "colour: 'green' is not a valid Colour"),
        ("colour", {}, "colour: not an object"),
        ("data", "zz", "data: non-hexadecimal"),
        ("word", "maybe", "word: 'maybe' is not a valid choice"),
        ("point", [1, 2], "point: not a list"),
        ("maybe", {"x": "y"}, "maybe.x: not a text"),
        ("many", [{"x": 1}, {}], r"many\[1\].x is missing"),
        ("many", [3], r"many\[0\]: an object is expected here, not a number"),
        ("pair", ["b"], "pair: a pair is expected here"),
        ("tree", {"name": "r", "children": [{"name": "a"}, {}]}, r"tree.children\[1\].name is missing"),
    ],
)
def test_damage_is_named(key: str, content: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        from_plain(Everything, {**to_plain(EVERYTHING), key: content})


@dataclass(frozen=True)
class Shaped:
    cls: str
    point: Point
    low: int
    high: int
    first: str
    second: str
    hidden: int = 7
    new: int = 8


def _half(number: int) -> Form:
    def read(content: Mapping[str, Any]) -> str:
        return str(content["both"]).split("-")[number]

    return Form(lambda record: f"{record.first}-{record.second}", read)


SHAPED = Forms(
    {
        Shaped: Shape(
            names={"cls": "class", "first": "both"},
            spread=frozenset({"point"}),
            inner={"range": ("low", "high")},
            whole={"first": _half(0), "second": _half(1)},
            unwritten=frozenset({"second"}),
            elsewhere={"hidden": 0},
            shown={"width": lambda record: record.high - record.low},
            added=frozenset({"new"}),
        )
    }
)


def test_shapes() -> None:
    record = Shaped("f64", Point(1.0, 2.0), 3, 5, "a", "b", new=9)
    plain = SHAPED.write(record)
    assert plain == {
        "class": "f64",
        "x": 1.0,
        "y": 2.0,
        "range": {"low": 3, "high": 5},
        "both": "a-b",
        "new": 9,
        "width": 2,
    }
    assert SHAPED.keys(Shaped) and set(SHAPED.keys(Shaped)) == {*plain, "low", "high"}
    assert SHAPED.read(Shaped, plain) == Shaped("f64", Point(1.0, 2.0), 3, 5, "a", "b", hidden=0, new=9)
    del plain["width"], plain["new"]
    assert SHAPED.read(Shaped, plain).new == 8
    for key, message in (("x", "x is missing"), ("range", "range"), ("both", "both is missing")):
        with pytest.raises(DamageError, match=message):
            SHAPED.read(Shaped, {name: item for name, item in plain.items() if name != key})
    with pytest.raises(DamageError, match=r"range\.high: not a text"):
        SHAPED.read(Shaped, {**plain, "range": {"low": 1, "high": "2"}})


def test_lists_of_older_versions() -> None:
    forms = Forms(lenient=True, positions={Point: ("x", "y"), Tree: ("name",)})
    assert forms.read(Point, [1.0, 2.0]) == Point(1.0, 2.0)
    assert forms.read(Tree, ["a"]) == Tree("a")
