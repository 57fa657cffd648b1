"""What a variant breaks in its base is reported where the variant does it, and can be silenced there."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.source import MemoryProvider

BASE = """edition 1

game "Base"
  players 2
  limit 10 turns

option Foo "what is much" is Bar or Baz

kind Purse, 1 for each player
  Coins: 0 to 9, starts 0
  Idle: 0 to 9, starts 0

setup
  each player
    my Purse's Coins gains 1

turn of each player
  Go

amount Much
  starts at 1
  becomes 2 if Foo is Baz

phase Go
  do Fill
  may "Win" if Much is 1
    me wins
  otherwise
    do Rest if my Purse's Coins is at least 1

rule Rest
  my Purse's Coins loses 1 if possible

rule Fill
  my Purse's Coins gains 1 if possible
"""


def made(patches: str, base: str = BASE) -> Compilation:
    head = 'edition 1\n\ngame "Other" changes "base.gdl"\n\n'
    return load("other.gdl", MemoryProvider({"base.gdl": base, "other.gdl": head + patches}))


def places(compilation: Compilation) -> list[tuple[str, str, str]]:
    """Gives of each finding its slug, the file, and the line that it is reported at."""
    found = []
    for one in compilation.diagnostics:
        assert one.span is not None
        line = one.span.source.line(one.span.start_position[0]).strip()
        found.append((one.code.slug, one.span.source.name, line))
    return found


BREAKS = [
    ("replace amount Much\n  starts at 1\n", "unused-declaration", "replace amount Much"),
    ('remove "becomes 2" of Much\n', "unused-declaration", 'remove "becomes 2" of Much'),
    ('change "do Fill" of phase Go\n  stop\n', "unused-declaration", 'change "do Fill" of phase Go'),
    ("remove Fill\n", "removed-name", "remove Fill"),
    ("remove Coins\n", "removed-name", "remove Coins"),
    ("change amount Much\n  starts at 3\n", "variant-drops", "change amount Much"),
    (
        "replace kind Purse, 1 for each player\n  Gems: 0 to 9, starts 0\n",
        "unknown-name",
        "replace kind Purse",
    ),
    ("add to amount Much\n  becomes 3\n", "never-true", "add to amount Much"),
]


@pytest.mark.parametrize(("patch", "slug", "line"), BREAKS, ids=[one[1] + "-" + one[2] for one in BREAKS])
def test_the_patch_is_named_first_and_the_base_second(patch: str, slug: str, line: str) -> None:
    said = made(patch)
    found = [one for one, at in zip(said.diagnostics, places(said), strict=True) if at[0] == slug]
    assert found, places(said)
    for one in found:
        assert one.span is not None
        assert one.span.source.name == "other.gdl"
        assert one.span.source.line(one.span.start_position[0]).startswith(line)
        assert any(label.span.source.name == "base.gdl" for label in one.labels)
        assert all(edit.span.source.name == "other.gdl" for edit in one.edits)


def test_what_comes_of_a_patch_is_silenced_at_the_patch() -> None:
    loud = made("replace amount Much\n  starts at 1\n")
    quiet = made(
        "replace amount Much  # gdl: ignore[unused-declaration] the option comes back\n  starts at 1\n"
    )
    above = made("# gdl: ignore[unused-declaration] so be it\nreplace amount Much\n  starts at 1\n")
    assert [slug for slug, _, _ in places(loud)] == ["unused-declaration"]
    assert places(quiet) == places(above) == []


def test_what_the_base_alone_has_is_not_repeated() -> None:
    base = made("", BASE)
    assert places(load("base.gdl", MemoryProvider({"base.gdl": BASE}))) != []
    assert places(base) == []


def test_an_error_of_the_base_is_shown_at_its_place() -> None:
    said = made("", BASE.replace("do Fill\n", "do Fil\n", 1))
    assert ("unknown-name", "base.gdl", "do Fil") in places(said)


def test_what_is_ignored_in_the_base_stays_ignored() -> None:
    base = BASE.replace(
        "is Bar or Baz\n", "is Bar or Baz  # gdl: ignore[unused-declaration] kept for variants\n"
    )
    assert places(made("replace amount Much\n  starts at 1\n", base)) == []


def test_a_finding_in_a_file_that_the_variant_uses_stays_there() -> None:
    files = {
        "base.gdl": BASE,
        "part.gdl": "rule Idle Rule\n  my Purse's Coins loses 1 if possible\n",
        "other.gdl": 'edition 1\n\ngame "Other" changes "base.gdl"\nuse "part.gdl"\n',
    }
    assert places(load("other.gdl", MemoryProvider(files))) == [
        ("unused-declaration", "part.gdl", "rule Idle Rule")
    ]


def test_a_variant_of_a_variant_does_not_repeat_what_the_first_has_broken() -> None:
    files = {
        "base.gdl": BASE,
        "one.gdl": 'edition 1\n\ngame "One" changes "base.gdl"\nreplace amount Much\n  starts at 1\n',
        "two.gdl": 'edition 1\n\ngame "Two" changes "one.gdl"\nadd to phase Go\n  stop\n',
    }
    assert places(load("two.gdl", MemoryProvider(files))) == []
