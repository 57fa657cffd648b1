"""A turn becomes parts within parts, in the order in which they come: what a chart of it shows.

Invariants:
    A part stands where its sentence stands: what comes first stands first, what is done inside it stands inside.
    What is done in several places is told in full at the first; later it is named.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, assert_never

from gekido_dsl.graph.build import condition_words, text_of
from gekido_dsl.model import nodes as m

_MARK: Final = re.compile(r"\s*(\[[^\]]*\]|#.*)")
"""Citations and comments behind a line."""
_EACH: Final = re.compile(r"\beach \S.*")
_PARTS_LIMIT: Final = 2_000
"""After so many parts, a rule that was told is named and not told again: nobody reads a chart that long."""
PartKind = Literal["phase", "window", "rule", "effect", "action", "group", "choice"]


@dataclass(frozen=True, slots=True)
class Part:
    """Something that happens in a turn, or a frame around such things."""

    kind: PartKind
    name: str
    """For a group, under which condition or how often."""
    note: str = ""
    """The condition under which it happens."""
    parts: tuple["Part", ...] = ()
    offers: tuple[str, ...] = ()
    """What may be done in a window."""
    told: bool = False
    """Whether it is told in full further up."""


@dataclass(frozen=True, slots=True)
class Flow:
    """The order of play."""

    title: str
    lead: str
    """Whose turn it is, or that it is a round."""
    parts: tuple[Part, ...]
    ends: tuple[str, ...]
    """When the game ends."""


class Words(Protocol):
    """Says what stands in a chart beside the names."""

    def condition(self, condition: m.Expr, lead: str) -> str | None:
        """Writes a condition with the word that leads it; empty where it always holds, None where it never does."""

    def each(self, statement: m.Each) -> str:
        """Writes for what something is done: `for each Bot`."""

    def number(self, number: m.Expr) -> str:
        """Writes a number."""

    def players(self, turns: m.Turns) -> str:
        """Writes who has a turn within a round."""

    def otherwise(self, condition: m.Expr) -> str:
        """Writes when what stands under `otherwise` is done."""

    def offer(self, action: m.Procedure) -> str | None:
        """Names an action that may be taken; None where it never can be."""


class AsWritten:
    """Says everything in the words of the ruleset."""

    def condition(self, condition: m.Expr, lead: str) -> str | None:
        """Writes a condition as it stands."""
        return condition_words(condition, lead)

    def each(self, statement: m.Each) -> str:
        """Writes for what things are done: as the line says that is written, where it begins with it."""
        line = _MARK.sub("", statement.span.text.split("\n")[0]).strip()
        found = _EACH.search(line) or _EACH.search(text_of(statement.items))
        return f"for {found[0]}" if found else f"for each of {text_of(statement.items)}"

    def number(self, number: m.Expr) -> str:
        """Writes a number as it stands."""
        return text_of(number)

    def players(self, turns: m.Turns) -> str:
        """Writes who has a turn."""
        if turns.each is not None:
            return f"{text_of(turns.each)}, in turn"
        until = (
            f", again and again {condition_words(turns.until, 'until')}" if turns.until is not None else ""
        )
        return f"each player in turn{until}"

    def otherwise(self, condition: m.Expr) -> str:
        """Writes the word alone, as the line above says the condition."""
        return "otherwise"

    def offer(self, action: m.Procedure) -> str | None:
        """Names an action as it stands."""
        return action.name


AS_WRITTEN: Final[Words] = AsWritten()


def flow(game: m.Game, *, whole: bool = False, words: Words = AS_WRITTEN) -> Flow:
    """Follows the turn of a game.

    Args:
        whole: whether rules are shown as well; else phases, windows and what leads to them.
    """
    return _Follower(whole, words).flow(game)


class _Follower:
    def __init__(self, whole: bool, words: Words) -> None:
        self._whole = whole
        self._words = words
        self._told: set[int] = set()
        self._plain: set[int] = set()
        """What has nothing inside, so that nothing is to be looked up."""
        self._empty: set[int] = set()
        """Rules in which nothing is found that a chart shows."""
        self._followed: set[int] = set()
        self._parts_made = 0
        self._running: list[int] = []

    def flow(self, game: m.Game) -> Flow:
        order = game.turn
        parts: list[Part] = []
        lines = order.lines if order is not None else ()
        self._told |= {id(one) for line in lines for one in (line.phase, *line.steps)}
        for line in lines:
            note = self._if(line.condition)
            if note is None:
                continue
            inner = self._body(line.phase) + [self._named(step, "") for step in line.steps]
            part = Part("phase", line.phase.name, note, tuple(inner))
            if line.turns < 0 or order is None:
                parts.append(part)
                continue
            name = self._words.players(order.turns[line.turns])
            if parts and parts[-1].kind == "group" and parts[-1].note == str(line.turns):
                parts[-1] = replace(parts[-1], parts=(*parts[-1].parts, part))
            else:
                parts.append(Part("group", name, str(line.turns), (part,)))
        parts = [replace(part, note="") if part.kind == "group" else part for part in parts]
        lead = "A round" if order is not None and (order.round or order.together) else "A turn"
        ends = [
            self._words.condition(end.condition, "when") for end in game.ends if end.condition is not None
        ]
        return Flow(game.title, lead, tuple(parts), tuple(dict.fromkeys(filter(None, ends))))

    def _named(self, procedure: m.Procedure, note: str) -> Part:
        """Tells of a phase or rule with what it does."""
        kind: PartKind = "rule"
        if procedure.word in ("phase", "effect", "action"):
            kind = procedure.word
        if id(procedure) in self._running:
            return Part(kind, procedure.name, note, told=True)
        self._running.append(id(procedure))
        inner = self._body(procedure)
        self._running.pop()
        return Part(kind, procedure.name, note, tuple(inner))

    def _body(self, procedure: m.Procedure) -> list[Part]:
        found = list(self._parts(procedure.body.statements))
        for exception in procedure.exceptions:
            when = self._if(exception.condition)
            if exception.body is not None and when is not None:
                inner = tuple(self._parts(exception.body.statements))
                if inner:
                    found.append(Part("group", when, "", inner))
        return _plain(found)

    def _parts(self, statements: Sequence[m.Statement]) -> Iterator[Part]:
        """Gives what statements open and do, in their order."""
        for statement in statements:
            match statement:
                case m.Sentence(act=act, condition=condition, otherwise=otherwise):
                    when = self._if(condition)
                    if when is not None:
                        yield from self._act(act, when)
                    yield from _framed("group", "otherwise", self._parts(otherwise or ()))
                case m.If():
                    yield from self._either(statement)
                case m.Each(body=body):
                    yield from _framed("group", self._words.each(statement), self._parts(body))
                case m.Repeat(condition=condition, times=times, body=body):
                    again = self._words.condition(condition, "while") if condition is not None else None
                    if times is not None:
                        again = f"{self._words.number(times)} times"
                    yield from _framed("group", f"repeat {again or 'again and again'}", self._parts(body))
                case m.Menu(labels=labels, conditions=conditions, bodies=bodies):
                    ways = []
                    for label, condition, body in zip(labels, conditions, bodies, strict=True):
                        inner = _plain(self._parts(body))
                        when = self._if(condition)
                        if inner and when is not None:
                            ways.append(Part("choice", label or "nothing", when, tuple(inner)))
                    if len(ways) == 1:
                        yield from ways
                    else:
                        yield from _framed("group", "one of these", ways)
                case _:
                    assert_never(statement)

    def _either(self, statement: m.If) -> Iterator[Part]:
        """Gives two ways on; only one where it is settled which."""
        when = self._if(statement.condition)
        then, otherwise = statement.then, statement.otherwise
        if not when:
            yield from self._parts(otherwise if when is None else then)
            return
        yield from _framed("group", when, self._parts(then))
        other = list(self._parts(otherwise))
        if len(otherwise) == 1 and isinstance(otherwise[0], m.If):
            yield from (
                replace(part, name=f"otherwise {part.name}")
                if part.kind == "group" and not part.name.startswith("otherwise")
                else part
                for part in other
            )
        else:
            yield from _framed("group", self._words.otherwise(statement.condition), other)

    def _if(self, condition: m.Expr | None) -> str | None:
        """Writes a condition; empty where there is none, None where it never holds."""
        return "" if condition is None else self._words.condition(condition, "if")

    def _act(self, act: m.Act, note: str) -> Iterator[Part]:
        match act:
            case m.acts.Open(window=window):
                yield self._window(window, note)
            case m.acts.Do(rule=rule):
                yield from self._done(rule, note)
            case _:
                pass

    def _done(self, procedure: m.Procedure, note: str) -> Iterator[Part]:
        if procedure.word != "phase" and not self._whole:
            if id(procedure) in self._empty:
                return
            if id(procedure) in self._followed and self._parts_made > _PARTS_LIMIT:
                yield Part("rule", procedure.name, note, told=True)
                return
            self._followed.add(id(procedure))
            part = self._named(procedure, note)
            self._parts_made += len(part.parts)
            if not part.parts:
                self._empty.add(id(procedure))
            if note:
                yield from _framed("group", note, part.parts)
            else:
                yield from part.parts
            return
        if id(procedure) in self._told:
            kind: PartKind = "phase" if procedure.word == "phase" else "rule"
            yield Part(kind, procedure.name, note, told=id(procedure) not in self._plain)
            return
        self._told.add(id(procedure))
        part = self._named(procedure, note)
        if not part.parts:
            self._plain.add(id(procedure))
        yield part

    def _window(self, window: m.Window, note: str) -> Part:
        actions = dict.fromkeys(
            action for line in window.lines for quota in line.quotas for action in quota.actions
        )
        told = id(window) in self._told
        self._told.add(id(window))
        inner: list[Part] = []
        for action in actions if not told else ():
            if id(action) in self._told or id(window) in self._running:
                continue
            self._told.add(id(action))
            self._running.append(id(window))
            part = self._named(action, "")
            self._running.pop()
            if part.parts:
                inner.append(part)
        offers = tuple(name for name in map(self._words.offer, actions) if name is not None)
        return Part("window", window.name, note, tuple(inner), offers, told)


def _framed(kind: PartKind, name: str, parts: "Iterator[Part] | Sequence[Part]") -> Iterator[Part]:
    """Puts parts into a frame; a single one without a condition of its own takes the name as its condition."""
    inner = _plain(parts)
    if len(inner) == 1 and inner[0].kind not in ("group", "choice") and not inner[0].note:
        yield replace(inner[0], note=name)
    elif inner:
        yield Part(kind, name, "", tuple(inner))


def _plain(parts: "Iterator[Part] | Sequence[Part]") -> list[Part]:
    """Leaves out what is said twice in a row."""
    made: list[Part] = []
    for part in parts:
        if not made or replace(part, told=False) != replace(made[-1], told=False):
            made.append(part)
    return made
