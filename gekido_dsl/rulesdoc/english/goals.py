"""How one wins and loses: what a book begins with, gathered from the ends of the game and from rules that decide it.

Invariants:
    What is said follows from sentences that make somebody win or lose, and from the conditions above them.
"""

import re
from collections.abc import Iterator, Sequence

from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.model.sentences.frames import frame_of
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.comparing import best
from gekido_dsl.rulesdoc.english.conditions import guard_text
from gekido_dsl.rulesdoc.english.in_place import word_of
from gekido_dsl.rulesdoc.english.phrases import phrase_text
from gekido_dsl.rulesdoc.english.sentences import does_what
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.rulesdoc.english.teller import Teller
from gekido_dsl.rulesdoc.english.verbs import is_many
from gekido_dsl.syntax import nodes as s

_MOST = 170
ONE_LEFT = "only 1 player is still in the game"
"""As many letters may a condition have; a longer one is told where the game ends."""


def goal_lines(t: Teller) -> list[str]:
    """Writes how one wins, a sentence each."""
    found: dict[str, None] = {}
    for end in t.game.ends:
        written = t.text_of(end)
        if isinstance(written, s.GameEnd):
            left = settled(t, written.condition)
            if left is not False:
                when = [] if isinstance(left, bool) else [t.cond(left)]
                _decided(t, written.body, when, found)
    lines = list(dict.fromkeys([*found, *decided_at_once(t)]))
    stems = [line.rstrip(".") for line in lines]
    longer = [any(stem != other and stem.startswith(other) for other in stems) for stem in stems]
    return [line for line, more in zip(lines, longer, strict=True) if not more]


def decided_at_once(t: Teller) -> list[str]:
    """Writes what makes somebody win or lose in the course of a turn."""
    found: dict[str, None] = {}
    for decl in (*t.game.phases.values(), *t.game.rules.values(), *t.game.triggers):
        written = t.text_of(decl)
        if isinstance(written, s.Trigger) and guarded(t, written.guard) is False:
            continue
        if isinstance(written, s.Phase | s.Procedure | s.Trigger):
            decided: dict[str, None] = {}
            _decided(t, written.body, [], decided)
            words = [word_of(one) for one in written.params] if isinstance(written, s.Procedure) else []
            said = (
                re.compile(rf"\bthe (?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
                if words
                else None
            )
            found |= {line: None for line in decided if said is None or not said.search(en.plain(line))}
    return list(found)


def _decided(t: Teller, body: Sequence[s.Statement], when: list[str], found: dict[str, None]) -> None:
    """Notes who wins or loses in a body, and on which conditions."""
    for one, more in _sentences(t, body, ()):
        reads = frame_of(one).reads
        conditions = [*when, *more]
        told = None
        if reads is Own.RANK and one.order is not None and one.order.keys:
            told = _ranked(t, one)
        elif (
            one.verb in ("win", "lose")
            and one.object is None
            and not isinstance(one.subject.head if one.subject is not None else None, s.NoneWord)
        ):
            told = _won(t, one, conditions)
        if told:
            found.setdefault(en.sentence(told))


def _ranked(t: Teller, one: s.Sentence) -> str:
    """Writes that the player with the most of something wins."""
    assert one.order is not None and one.order.keys
    first, *rest = one.order.keys
    with t.acting("they"):
        said = f"the player {best(t, first, players=True)} at the end of the game wins"
        for key in rest:
            said += f"; of equals the one {best(t, key, players=True)}"
    return said


def _won(t: Teller, one: s.Sentence, conditions: list[str]) -> str:
    who = phrase_text(t, one.subject) if one.subject is not None else "you"
    if isinstance(one.subject.head if one.subject is not None else s.Me, s.Highest):
        return f"{who} at the end wins"
    me = who == "you" or en.plain(who) in ("the player", "that player")
    who = "you" if me else who
    verb = one.verb if me or is_many(t, one.subject) else en.conjugated(one.verb)
    said = f"{who} {verb}"
    if conditions == [ONE_LEFT] and _remaining(one):
        return f"the last player still in the game {en.conjugated(one.verb)}"
    short = [text for text in conditions if text]
    if short and sum(len(en.plain(text)) for text in short) <= _MOST:
        said += f" {'when' if one.verb == 'win' else 'if'} {md.joined(short)}"
    elif short:
        return ""
    if me and one.verb == "lose" and t.game.most_players == 2:
        said += "; the other player then wins"
    return said


def _remaining(one: s.Sentence) -> bool:
    head = one.subject.head if one.subject is not None else None
    return isinstance(head, s.Noun) and head.name is None and "remaining" in head.adjectives


def _sentences(
    t: Teller, body: Sequence[s.Statement], when: tuple[str, ...]
) -> Iterator[tuple[s.Sentence, tuple[str, ...]]]:
    """Gives the sentences of a body with the conditions that lead to them, from the outside in."""
    for one in body:
        match one:
            case s.Sentence():
                guard = guarded(t, one.guard)
                if guard is False:
                    continue
                own = (
                    guard_text(t, guard) if isinstance(guard, s.Guard) and guard.condition is not None else ""
                )
                inner = (*when, own.removeprefix("if ")) if own.startswith("if ") else when
                if not own.startswith("unless "):
                    yield one, inner
                if one.otherwise is not None:
                    yield from _sentences(t, one.otherwise, (*inner, f"you cannot {does_what(t, one)}"))
            case s.If(condition=condition, then=then, otherwise=otherwise):
                left = settled(t, condition)
                if left is not False:
                    yield from _sentences(t, then, when if left is True else (*when, t.cond(left)))
                if left is False:
                    yield from _sentences(t, otherwise, when)
            case s.Each(body=inner_body):
                yield from _sentences(t, inner_body, when)
            case _:
                pass
