"""What happens and what may be done: trees become nodes."""

from dataclasses import replace
from typing import Any, Final, Literal, cast

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CONDS,
    STATEMENTS,
    BlockPart,
    BodyPart,
    FlagPart,
    IndexPart,
    NamesPart,
    ParamsPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    text_of,
    unquote,
)


@builds("turn_order")
def _turn_order(b: Builder, tree: Tree) -> s.Turn:
    _, parts = b.parts(tree)
    leader = first(parts, WordPart)
    word = leader.word if leader else ""
    who: Literal["seat", "random"] = "random" if "random" in word else "seat"
    together = any(isinstance(part, FlagPart) for part in parts)
    return s.Turn(b.span(tree), who, every(parts, s.TurnLine), marks_of(parts), together)


@builds("round_order")
def _round_order(b: Builder, tree: Tree) -> s.Turn:
    _, parts = b.parts(tree)
    leader = first(parts, WordPart)
    who: Literal["seat", "random"] = "random" if leader and "random" in leader.word else "seat"
    lines: list[s.TurnLine] = []
    turns: list[s.Turns] = []
    for part in parts:
        if isinstance(part, s.TurnLine):
            lines.append(part)
        elif isinstance(part, s.Turns):
            lines += [replace(line, turns=len(turns)) for line in part.lines]
            turns.append(part)
    return s.Turn(b.span(tree), who, tuple(lines), marks_of(parts), not turns, True, tuple(turns))


@builds("turns")
def _turns(b: Builder, tree: Tree) -> s.Turns:
    _, parts = b.parts(tree)
    relative = first(parts, s.Relative)
    until = first(parts, CONDS)
    return s.Turns(b.span(tree), relative, until, every(parts, s.TurnLine))


@builds("rounds_over")
def _rounds_over(b: Builder, tree: Tree) -> s.RoundsOver:
    return s.RoundsOver(b.span(tree), int(str(tree.children[0])))


@builds("first_player")
def _first_player(b: Builder, tree: Tree) -> WordPart:
    return WordPart(" ".join(str(token) for token in tree.children))


@builds("turn_line")
def _turn_line(b: Builder, tree: Tree) -> s.TurnLine:
    tokens, parts = b.parts(tree)
    steps = tuple(first(parts, NamesPart) or ())
    return s.TurnLine(b.span(tree), b.name(tokens[0]), steps, first(parts, s.Guard))


@builds("setup")
def _setup(b: Builder, tree: Tree) -> s.Setup:
    _, parts = b.parts(tree)
    return s.Setup(b.span(tree), must_find(parts, BlockPart).statements, marks_of(parts))


@builds("phase")
def _phase(b: Builder, tree: Tree) -> s.Phase:
    tokens, parts = b.parts(tree)
    return s.Phase(
        b.span(tree),
        b.name(tokens[0]),
        unquote(tokens[1]) if len(tokens) > 1 else None,
        every(parts, s.Field),
        every(parts, STATEMENTS),
        text_of(parts),
        marks_of(parts),
    )


@builds("rule")
def _rule(b: Builder, tree: Tree) -> s.Procedure:
    return _procedure(b, tree, "rule")


@builds("effect")
def _effect(b: Builder, tree: Tree) -> s.Procedure:
    return _procedure(b, tree, "effect")


def _procedure(b: Builder, tree: Tree, word: Literal["rule", "effect"]) -> s.Procedure:
    tokens, parts = b.parts(tree)
    params, body = first(parts, ParamsPart), must_find(parts, BodyPart)
    return s.Procedure(
        b.span(tree),
        word,
        b.name(tokens[0]),
        params.params if params else (),
        unquote(tokens[1]) if len(tokens) > 1 else None,
        every(body.lines, s.OnlyIf),
        every(body.lines, STATEMENTS),
        text_of(body.lines),
        marks_of(parts),
    )


@builds("params")
def _params(b: Builder, tree: Tree) -> ParamsPart:
    return ParamsPart(tuple(b.all(tree)))


@builds("body", "end_body")
def _body(b: Builder, tree: Tree) -> BodyPart:
    return BodyPart(tuple(b.all(tree)))


@builds("only_if")
def _only_if(b: Builder, tree: Tree) -> s.OnlyIf:
    _, parts = b.parts(tree)
    return s.OnlyIf(b.span(tree), must_find(parts, CONDS), marks_of(parts))


@builds("action")
def _action(b: Builder, tree: Tree) -> s.Action:
    tokens, parts = b.parts(tree)
    body, once = must_find(parts, BodyPart), first(parts, IndexPart)
    return s.Action(
        b.span(tree),
        b.name(tokens[0]),
        must_find(parts, s.Phrase),
        once.name if once else None,
        every(body.lines, s.OnlyIf),
        every(body.lines, STATEMENTS),
        text_of(body.lines),
        marks_of(parts),
    )


@builds("once", "each_scope", "label", "as_began")
def _once(b: Builder, tree: Tree) -> IndexPart:
    return IndexPart(b.name(tree.children[0]))


@builds("window")
def _window(b: Builder, tree: Tree) -> s.Window:
    tokens, parts = b.parts(tree)
    return s.Window(
        b.span(tree),
        b.name(tokens[0]),
        every(parts, s.WindowLine),
        text_of(parts),
        marks_of(parts),
    )


@builds("window_line")
def _window_line(b: Builder, tree: Tree) -> s.WindowLine:
    _, parts = b.parts(tree)
    seat = next(part for part in parts if not isinstance(part, WordPart))
    return s.WindowLine(b.span(tree), seat, every(parts, s.Quota), first(parts, s.Guard), marks_of(parts))


@builds("quota_any")
def _quota_any(b: Builder, tree: Tree) -> s.Quota:
    _, parts = b.parts(tree)
    return s.Quota(b.span(tree), None, None, tuple(must_find(parts, NamesPart)))


@builds("quota_most")
def _quota_most(b: Builder, tree: Tree) -> s.Quota:
    tokens, parts = b.parts(tree)
    number = next(token for token in tokens if token.type == "NUMBER")
    scope = first(parts, IndexPart)
    return s.Quota(
        b.span(tree), int(number), scope.name if scope else None, tuple(must_find(parts, NamesPart))
    )


@builds("trigger")
def _trigger(b: Builder, tree: Tree) -> s.Trigger:
    _, parts = b.parts(tree)
    return s.Trigger(
        b.span(tree),
        must_find(parts, s.Event),
        any(isinstance(part, FlagPart) for part in parts),
        first(parts, s.Guard),
        must_find(parts, BlockPart).statements,
        marks_of(parts),
        label.name if (label := first(parts, IndexPart)) else None,
    )


@builds("replacement")
def _replacement(b: Builder, tree: Tree) -> s.Replacement:
    _, parts = b.parts(tree)
    return s.Replacement(
        b.span(tree),
        must_find(parts, s.Event),
        first(parts, s.Guard),
        must_find(parts, BlockPart).statements,
        marks_of(parts),
        label.name if (label := first(parts, IndexPart)) else None,
    )


@builds(
    "event_destroyed",
    "event_out",
    "event_row",
    "event_damage",
    "event_enters",
    "event_begins",
    "event_ends",
    "event_gains",
    "event_loses",
    "event_draws",
    "event_player_gains",
    "event_player_loses",
)
def _event(b: Builder, tree: Tree) -> s.Event:
    tokens, parts = b.parts(tree)
    names = [b.name(token) for token in tokens if token.type == "NAME"]
    local = first(parts, WordPart)
    kind = str(tree.data).removeprefix("event_")
    every = kind in ("begins", "ends")
    if kind.startswith("player_"):
        kind = kind.removeprefix("player_")
        names.insert(0, s.Name(names[0].span, s.SHEET))
    return s.Event(
        b.span(tree),
        cast(Any, kind),
        names[0],
        names[1] if len(names) > 1 else None,
        first(parts, s.Phrase),
        local.word if local and not every else None,
        ORDINALS.index(local.word) + 1 if local and every else 1,
    )


@builds("as_local")
def _as_local(b: Builder, tree: Tree) -> WordPart:
    return WordPart(str(tree.children[0]))


@builds("exception")
def _exception(b: Builder, tree: Tree) -> s.Exception_:
    _, parts = b.parts(tree)
    named, *also = must_find(parts, NamesPart)
    condition = must_find(parts, CONDS)
    at = parts.index(condition)
    label, began = first(parts[:at], IndexPart), first(parts[at:], IndexPart)
    return s.Exception_(
        b.span(tree),
        named,
        condition,
        began.name if began else None,
        first(parts, s.Definition) or first(parts, s.Property),
        every(parts, s.AmountLine),
        every(parts, s.OnlyIf),
        every(parts, STATEMENTS),
        marks_of(parts),
        tuple(also),
        label.name if label else None,
    )


@builds("aim")
def _aim(b: Builder, tree: Tree) -> s.Aim:
    tokens, parts = b.parts(tree)
    lowest = must_find(parts, WordPart).word == "lowest"
    return s.Aim(b.span(tree), lowest, b.name(tokens[0]), marks_of(parts))


@builds("game_end")
def _game_end(b: Builder, tree: Tree) -> s.GameEnd:
    _, parts = b.parts(tree)
    label, body = first(parts, IndexPart), must_find(parts, BodyPart)
    return s.GameEnd(
        b.span(tree),
        must_find(parts, CONDS),
        every(body.lines, STATEMENTS),
        marks_of(parts),
        label.name if label else None,
        last=first(body.lines, s.LastTurns),
    )


_LAST: Final[dict[str, Literal["each", "others", "alike"]]] = {
    "last_of_each": "each",
    "last_of_others": "others",
    "last_alike": "alike",
}


@builds(*_LAST)
def _last_turns(b: Builder, tree: Tree) -> s.LastTurns:
    _, parts = b.parts(tree)
    return s.LastTurns(b.span(tree), _LAST[tree.data], marks_of(parts))


@builds("match_end")
def _match_end(b: Builder, tree: Tree) -> s.GameEnd:
    return replace(_game_end(b, tree), whole=True)
