"""What two games look like is compared: colours, signs and artwork, which change nothing in play."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from gekido_dsl.diff.nodes import Change, Value
from gekido_dsl.diff.side import Side, renamed
from gekido_dsl.diff.wording import capital, listed
from gekido_dsl.drawing import PLAIN, Look

_MOST: Final = 8
"""Up to how many values of one sort a sentence tells; the others are counted."""
_PLAIN_LOOK: Final = "that of the program"


def changes(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[Change]:
    """Gives a change for each sort of thing that looks otherwise: colours, players, signs, artwork."""
    before, after = _look_of(old), _look_of(new)
    if before == after:
        return
    for what, ours, theirs in (
        ("the colours", _colours(before), _colours(after)),
        ("the colours of the players", _players(before), _players(after)),
        ("the colours of values", _tints(before, names), _tints(after, {})),
        ("the signs", _marks(before), _marks(after)),
    ):
        values = [
            Value(name, ours.get(name, ""), theirs.get(name, ""))
            for name in dict.fromkeys((*ours, *theirs))
            if ours.get(name, "") != theirs.get(name, "")
        ]
        if values:
            said = [_said(one) for one in values[:_MOST]]
            if len(values) > _MOST:
                said.append(f"and {len(values) - _MOST} more")
            yield Change(
                "look", "changed", what, f"{capital(what)} changed: {', '.join(said)}.", tuple(values)
            )
    yield from _artwork(before, after, names)


def _look_of(side: Side) -> Look:
    return side.compilation.look.value or PLAIN


def _said(value: Value) -> str:
    return f"{value.part} is {value.new or _PLAIN_LOOK} instead of {value.old or _PLAIN_LOOK}"


def _colours(look: Look) -> dict[str, str]:
    dark = look.screen.dark or {}
    return {
        name: colour if dark.get(name, colour) == colour else f"{colour} (in the dark {dark[name]})"
        for name, colour in look.screen.light.items()
    }


def _players(look: Look) -> dict[str, str]:
    return {f"player {seat}": colour for seat, colour in enumerate(look.screen.players, start=1)}


def _tints(look: Look, names: Mapping[str, str]) -> dict[str, str]:
    return {
        f"{renamed(value, names)} of {renamed(of, names)}": colour
        for (of, value), colour in look.tints.items()
    }


def _marks(look: Look) -> dict[str, str]:
    """Says of every sign what is drawn for it, but for its artwork."""
    found = {}
    for sign, mark in look.marks.items():
        said = [
            f"{one.name} {value}"
            for one in fields(mark)
            if one.name not in ("art", "turns") and (value := getattr(mark, one.name))
        ]
        found[f"`{sign}`"] = ", ".join(said) or "its letters"
    return found


def _artwork(old: Look, new: Look, names: Mapping[str, str]) -> Iterator[Change]:
    """Names what has a picture, has none any more, or has another one."""
    ours = {(renamed(kind, names), renamed(row, names)): art.address for (kind, row), art in old.art.items()}
    theirs = {key: art.address for key, art in new.art.items()}
    drawn = {
        f"{row} ({kind})": (ours.get((kind, row)), theirs.get((kind, row)))
        for kind, row in {**ours, **theirs}
    }
    for sign in {**old.marks, **new.marks}:
        pictures = [look.marks[sign].art if sign in look.marks else None for look in (old, new)]
        before, after = (one.address if one is not None else None for one in pictures)
        drawn[f"the sign `{sign}`"] = (before, after)
    for how, words in (
        ("added", "have artwork now"),
        ("removed", "have none any more"),
        ("changed", "have another picture"),
    ):
        group = [
            name
            for name, (before, after) in drawn.items()
            if before != after
            and how == ("added" if before is None else "removed" if after is None else "changed")
        ]
        if group:
            words = words if len(group) > 1 else words.replace("have", "has", 1)
            told = listed(group[:_MOST] + ([f"{len(group) - _MOST} more"] if len(group) > _MOST else []))
            sentence = f"{'The artwork changed: ' if how == 'changed' else 'Artwork: '}{told} {words}."
            yield Change("look", "changed", "the artwork", sentence)
