"""What a patch of a variant means, of declarations that have a name and of those that have none."""

import pytest

from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.model.variant import Patched
from gekido_dsl.model.written import Written
from gekido_dsl.source import Source
from gekido_dsl.syntax.parse import parse

BASE = """\
damage to a Ship: Hull
damage to a Raft: Planks
whenever Storm: Night begins
  do Blow
whenever Day begins
  do Shine
instead when a Ship suffers damage
  the damage loses 1
the game ends when Sunk: no Ship is on Sea
  nobody wins
the game ends when Home: some Ship is on Land
  me wins
"""


def written(text: str) -> list[Written]:
    """Reads declarations with their lines."""
    source = Source("x.gdl", text)
    file = parse(source).value
    assert file is not None
    return [Written(one, lines, source, {}) for one, lines in zip(file.declarations, file.lines, strict=True)]


def applied(base: str, patches: str) -> tuple[list[str], list[Diagnostic]]:
    """Gives the lines of the result without what is indented, and what was found."""
    found: list[Diagnostic] = []
    made = Patched(written(base), found)
    made.apply("x.gdl", written(patches))
    return [one.declaration.span.text.splitlines()[0] for one in made.finish()], found


def patched(patches: str) -> tuple[list[str], list[str]]:
    """Gives the lines of the result without what is indented, and the messages of what was found."""
    lines, found = applied(BASE, patches)
    return lines, [one.message for one in found]


@pytest.mark.parametrize(
    ("patch", "gone", "made"),
    [
        ("replace damage to a Raft: Sail", 1, "damage to a Raft: Sail"),
        ("replace whenever Day begins\n  do Rain", 3, "whenever Day begins"),
        (
            "replace whenever Storm: Day begins\n  do Rain",
            2,
            "whenever Storm: Day begins",
        ),
        ("replace instead when a Raft suffers damage\n  stop", 4, "instead when a Raft suffers damage"),
        (
            "replace the game ends when Home: no Ship is on Land\n  me wins",
            6,
            "the game ends when Home: no Ship is on Land",
        ),
    ],
)
def test_what_is_replaced_is_what_is_named_or_the_only_one(patch: str, gone: int, made: str) -> None:
    lines = patched("")[0]
    assert patched(patch) == ([*lines[:gone], made, *lines[gone + 1 :]], [])


def test_an_end_is_removed_by_its_label() -> None:
    lines = patched("")[0]
    assert patched("remove Sunk, Home") == (lines[:5], [])


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        (
            "replace the game ends when no Ship is on Sea\n  me wins",
            "the base has no such declaration without a label",
        ),
        ("replace setup\n  do Blow", "the base has no such declaration"),
        (
            "replace the game ends when Stranded: no Ship is on Sea\n  me wins",
            "the base has no `Stranded` of this sort",
        ),
    ],
)
def test_what_is_not_there_is_reported(patch: str, said: str) -> None:
    lines = patched("")[0]
    assert patched(patch) == (lines, [said])


def test_of_two_without_a_label_neither_is_replaced() -> None:
    again = "whenever Night ends\n  do Shine\n"
    lines, found = applied(BASE + again, "replace whenever Day ends\n  do Rain")
    assert lines == applied(BASE + again, "")[0]
    assert [one.message for one in found] == ["the base has 2 declarations that this could mean"]
    assert len(found[0].labels) == 3
