"""Ends of the game become passages; several that differ only in how much was reached are told at once."""

from collections.abc import Sequence

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english.blocks import body_steps
from gekido_dsl.rulesdoc.english.goals import ONE_LEFT
from gekido_dsl.rulesdoc.english.holding import as_blocks
from gekido_dsl.rulesdoc.english.settling import settled
from gekido_dsl.rulesdoc.english.steps import Step, listed
from gekido_dsl.rulesdoc.english.teller import PASSAGES, Teller
from gekido_dsl.syntax import nodes as s

Alike = Sequence[tuple[m.Decl, tuple[s.Cond, ...]]]
"""Ends of which the last holds wherever another one does, each with what it asks for beyond that."""

_LAST_TURNS = {
    "each": "each player has one more turn",
    "others": "each other player has one more turn",
    "alike": "the round goes on until all have had their turn",
}


@PASSAGES.of(s.GameEnd)
def _end_passage(t: Teller, it: s.GameEnd, decl: m.Decl) -> list[str]:
    alike = ends_alike(t) if t.whole_book else ()
    if decl in [end for end, _ in alike]:
        return _alike_text(t, alike) if decl is alike[0][0] else []
    left = settled(t, it.condition)
    if left is False:
        return []
    what = "match" if it.whole else "game"
    when = "at once" if isinstance(left, bool) else ""
    if isinstance(left, s.RoundsOver):
        when = f"after {md.counted(left.number, 'round')}"
    elif not isinstance(left, bool):
        when = f"when {t.cond(left)}"
    blocks = as_blocks(body_steps(t, it.body))
    if when == f"when {ONE_LEFT}" and blocks == ["All players still in the game win."]:
        blocks = ["That player wins."]
    end = f"The {what} ends {when}."
    if it.last is not None:
        lead = f"If, at the end of a turn, {when.removeprefix('when ')}" if when != "at once" else "At first"
        end = f"{lead}, {_LAST_TURNS[it.last.whose]}; then the game ends."
    return [f"{end} {blocks[0]}"] if flowing(blocks) else [end, *blocks]


def ends_alike(t: Teller) -> Alike:
    """Gives the ends of a game, if they have names, bring about the same, and each asks for more than the next."""
    found = []
    for end in t.game.ends:
        written = t.text_of(end)
        left = settled(t, written.condition) if isinstance(written, s.GameEnd) else False
        if not isinstance(written, s.GameEnd) or isinstance(left, bool):
            continue
        found.append(
            (end, written, left.parts if isinstance(left, s.Logic) and left.operator == "and" else (left,))
        )
    if len(found) < 2 or any(end.name.startswith(m.GAME_END) for end, _, _ in found):
        return ()
    _, last, shared = found[-1]
    if last.last is not None or any(
        (one.body, one.whole, one.last) != (last.body, last.whole, last.last) or not set(shared) <= set(parts)
        for _, one, parts in found
    ):
        return ()
    return [(end, tuple(part for part in parts if part not in shared)) for end, _, parts in found]


def _alike_text(t: Teller, alike: Alike) -> list[str]:
    """Writes when the game ends, and what each end is called."""
    written = t.text_of(alike[-1][0])
    assert isinstance(written, s.GameEnd)
    what = "match" if written.whole else "game"
    left = settled(t, written.condition)
    assert not isinstance(left, bool)
    end = f"The {what} ends when {t.cond(left)}."
    blocks = as_blocks(body_steps(t, written.body))
    lines = []
    for number, (decl, more) in enumerate(alike):
        when = ("otherwise, " if number else "") + (
            f"if {md.joined([t.cond(one) for one in more])}" if more else ""
        )
        lines.append(Step(f"**{t.w.link(decl, decl.name)}**: {when.removesuffix(', ')}."))
    first = [f"{end} {blocks[0]}"] if flowing(blocks) else [end, *blocks]
    return [*first, "Such an end is called:", listed(lines, numbered=False)]


def flowing(blocks: list[str]) -> bool:
    """Tells whether all that is said is one paragraph."""
    return len(blocks) == 1 and "\n" not in blocks[0] and not blocks[0].startswith(("1. ", "- "))
