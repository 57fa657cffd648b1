"""Data classes of our own behave like those of the standard library."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from gekido_dsl import data


def classes(dataclass: Any, field: Any) -> dict[str, Any]:
    """Defines the same classes with one or the other."""

    @dataclass(frozen=True, slots=True)
    class Empty:
        """Nothing."""

    @dataclass(frozen=True, slots=True)
    class Node:
        """Something at a place."""

        span: int = field(compare=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Name(Node):
        """A name."""

        text: str
        marks: tuple[str, ...] = ()
        cells: dict[str, int] = field(default_factory=dict, hash=False)

    @dataclass(frozen=True, slots=True)
    class Checked:
        low: int
        high: int = 6
        width: int = field(init=False, default=0)

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("upside down")
            object.__setattr__(self, "width", self.high - self.low)

    @dataclass(slots=True)
    class Count:
        """What changes."""

        of: str
        found: list[int] = field(default_factory=list)
        total: int = field(default=0, kw_only=True)

    @dataclass(slots=True, eq=False)
    class Thing:
        """Only itself."""

        name: str
        later: int = field(init=False)

    @dataclass(frozen=True, slots=True)
    class Own:
        """Says itself what it is."""

        text: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.text.lower() == other.text.lower()

        def __hash__(self) -> int:
            return hash(self.text.lower())

        def __repr__(self) -> str:
            return f"<{self.text}>"

    @dataclass(frozen=True)
    class Loose:
        """With room for more."""

        text: str

    found = {name: one for name, one in locals().items() if isinstance(one, type)}
    for name, one in found.items():
        one.__qualname__ = name
    return found


OURS = classes(data.dataclass, data.field)
THEIRS = classes(dataclasses.dataclass, dataclasses.field)
globals().update(OURS)  # for pickle


def what(act: Callable[[dict[str, Any]], object], known: dict[str, Any]) -> object:
    """Tells what comes of something: what it is, or which error."""
    try:
        return repr(act(known))
    except Exception as error:
        return type(error).__name__, str(error).replace("classes.<locals>.", "")


@pytest.mark.parametrize(
    "act",
    [
        lambda k: k["Empty"]() == k["Empty"](),
        lambda k: hash(k["Empty"]()) == hash(k["Empty"]()),
        lambda k: k["Empty"](1),
        lambda k: k["Empty"](),
        lambda k: k["Name"](1, "Bot"),
        lambda k: k["Name"](span=1, text="Bot", marks=("a",), cells={"x": 1}),
        lambda k: k["Name"](1, "Bot").cells is k["Name"](1, "Bot").cells,
        lambda k: k["Name"](1, "Bot") == k["Name"](2, "Bot"),
        lambda k: k["Name"](1, "Bot") == k["Name"](1, "Bot", cells={"x": 1}),
        lambda k: hash(k["Name"](1, "Bot")) == hash(k["Name"](2, "Bot", cells={"x": 1})),
        lambda k: hash(k["Name"](1, "Bot")) == hash(("Bot", ())),
        lambda k: k["Node"](1) == k["Node"](2),
        lambda k: k["Node"](1) == k["Name"](1, "Bot"),
        lambda k: k["Name"](1, "Bot") == "Bot",
        lambda k: k["Name"](1),
        lambda k: k["Name"](),
        lambda k: k["Name"](1, "Bot", other=2),
        lambda k: setattr(k["Name"](1, "Bot"), "text", "x"),
        lambda k: delattr(k["Name"](1, "Bot"), "text"),
        lambda k: replace(k["Name"](1, "Bot"), text="Die"),
        lambda k: replace(k["Name"](1, "Bot"), other="Die"),
        lambda k: dataclasses.asdict(k["Name"](1, "Bot")),
        lambda k: [(one.name, one.compare, one.init) for one in fields(k["Name"])],
        lambda k: is_dataclass(k["Name"]),
        lambda k: k["Name"].__match_args__,
        lambda k: k["Name"].__slots__,
        lambda k: k["Name"].__doc__,
        lambda k: copy.copy(k["Name"](1, "Bot", ("a",))),
        lambda k: copy.deepcopy(k["Name"](1, "Bot", ("a",), {"x": 1})).cells,
        lambda k: k["Checked"](1),
        lambda k: k["Checked"](7),
        lambda k: k["Checked"](1, 2, 3),
        lambda k: replace(k["Checked"](1), high=9),
        lambda k: k["Count"]("a", total=3),
        lambda k: k["Count"]("a", [1], 3),
        lambda k: k["Count"]("a") == k["Count"]("a"),
        lambda k: hash(k["Count"]("a")),
        lambda k: copy.deepcopy(k["Count"]("a", [1])),
        lambda k: k["Thing"]("a") == k["Thing"]("a"),
        lambda k: len({k["Thing"]("a"), k["Thing"]("a")}),
        lambda k: k["Thing"]("a").later,
        lambda k: k["Thing"]("a").other,
        lambda k: k["Own"]("a") == k["Own"]("A"),
        lambda k: {k["Own"]("a"): 1}[k["Own"]("A")],
        lambda k: k["Own"]("a"),
        lambda k: k["Loose"]("a"),
        lambda k: setattr(k["Loose"]("a"), "text", "b"),
    ],
)
def test_they_do_the_same(act: Callable[[dict[str, Any]], object]) -> None:
    assert what(act, OURS) == what(act, THEIRS)


def test_one_that_holds_itself_is_shown() -> None:
    one = OURS["Count"]("a")
    one.found.append(one)
    assert repr(one) == "Count(of='a', found=[...], total=0)"


def test_they_are_kept_and_read_again() -> None:
    name = OURS["Name"](1, "Bot", ("a",), {"x": 1})
    once, again = pickle.loads(pickle.dumps((name, name), 5))
    assert once == name and once.span == 1 and once is again


def test_what_changes_may_be_set() -> None:
    count = OURS["Count"]("a")
    count.total += 2
    assert count.total == 2
    with pytest.raises(AttributeError):
        count.other = 1


def test_it_is_written_once() -> None:
    """Whoever holds the class's function from before the first instance can still call it."""
    kind = classes(data.dataclass, data.field)["Name"]
    first = kind.__init__
    kind(1, "Bot")
    made = kind.__new__(kind)
    first(made, 2, "Die")
    assert made.text == "Die"
    assert kind.__init__ is not first
