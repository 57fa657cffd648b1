"""What happens and what may be done: trees become nodes."""

from dataclasses import replace
from typing import Any, Literal, cast

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.syntax import nodes as s
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
from gekido_dsl.syntax.build.statements import StatementBuilder


class RuleBuilder(StatementBuilder):
    """Builds the turn, procedures, windows, triggers, exceptions and the end."""

    def turn_order(self, tree: Tree) -> s.Turn:
        _, parts = self._parts(tree)
        leader = first(parts, WordPart)
        word = leader.word if leader else ""
        who: Literal["seat", "random"] = "random" if "random" in word else "seat"
        together = any(isinstance(part, FlagPart) for part in parts)
        return s.Turn(self._span(tree), who, every(parts, s.TurnLine), marks_of(parts), together)

    def round_order(self, tree: Tree) -> s.Turn:
        _, parts = self._parts(tree)
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
        return s.Turn(self._span(tree), who, tuple(lines), marks_of(parts), not turns, True, tuple(turns))

    def turns(self, tree: Tree) -> s.Turns:
        _, parts = self._parts(tree)
        relative = first(parts, s.Relative)
        until = first(parts, CONDS)
        return s.Turns(self._span(tree), relative, until, every(parts, s.TurnLine))

    def rounds_over(self, tree: Tree) -> s.RoundsOver:
        return s.RoundsOver(self._span(tree), int(str(tree.children[0])))

    def first_player(self, tree: Tree) -> WordPart:
        return WordPart(" ".join(str(token) for token in tree.children))

    def turn_line(self, tree: Tree) -> s.TurnLine:
        tokens, parts = self._parts(tree)
        steps = tuple(first(parts, NamesPart) or ())
        return s.TurnLine(self._span(tree), self._name(tokens[0]), steps, first(parts, s.Guard))

    def setup(self, tree: Tree) -> s.Setup:
        _, parts = self._parts(tree)
        return s.Setup(self._span(tree), must_find(parts, BlockPart).statements, marks_of(parts))

    def phase(self, tree: Tree) -> s.Phase:
        tokens, parts = self._parts(tree)
        return s.Phase(
            self._span(tree),
            self._name(tokens[0]),
            unquote(tokens[1]) if len(tokens) > 1 else None,
            every(parts, s.Field),
            every(parts, STATEMENTS),
            text_of(parts),
            marks_of(parts),
        )

    def rule(self, tree: Tree) -> s.Procedure:
        return self._procedure(tree, "rule")

    def effect(self, tree: Tree) -> s.Procedure:
        return self._procedure(tree, "effect")

    def _procedure(self, tree: Tree, word: Literal["rule", "effect"]) -> s.Procedure:
        tokens, parts = self._parts(tree)
        params, body = first(parts, ParamsPart), must_find(parts, BodyPart)
        return s.Procedure(
            self._span(tree),
            word,
            self._name(tokens[0]),
            params.params if params else (),
            unquote(tokens[1]) if len(tokens) > 1 else None,
            every(body.lines, s.OnlyIf),
            every(body.lines, STATEMENTS),
            text_of(body.lines),
            marks_of(parts),
        )

    def params(self, tree: Tree) -> ParamsPart:
        return ParamsPart(tuple(self._all(tree)))

    def body(self, tree: Tree) -> BodyPart:
        return BodyPart(tuple(self._all(tree)))

    def only_if(self, tree: Tree) -> s.OnlyIf:
        _, parts = self._parts(tree)
        return s.OnlyIf(self._span(tree), must_find(parts, CONDS), marks_of(parts))

    def action(self, tree: Tree) -> s.Action:
        tokens, parts = self._parts(tree)
        body, once = must_find(parts, BodyPart), first(parts, IndexPart)
        return s.Action(
            self._span(tree),
            self._name(tokens[0]),
            must_find(parts, s.Phrase),
            once.name if once else None,
            every(body.lines, s.OnlyIf),
            every(body.lines, STATEMENTS),
            text_of(body.lines),
            marks_of(parts),
        )

    def once(self, tree: Tree) -> IndexPart:
        return IndexPart(self._name(tree.children[0]))

    each_scope = label = as_began = once

    def window(self, tree: Tree) -> s.Window:
        tokens, parts = self._parts(tree)
        return s.Window(
            self._span(tree),
            self._name(tokens[0]),
            every(parts, s.WindowLine),
            text_of(parts),
            marks_of(parts),
        )

    def window_line(self, tree: Tree) -> s.WindowLine:
        _, parts = self._parts(tree)
        seat = next(part for part in parts if not isinstance(part, WordPart))
        return s.WindowLine(
            self._span(tree), seat, every(parts, s.Quota), first(parts, s.Guard), marks_of(parts)
        )

    def quota_any(self, tree: Tree) -> s.Quota:
        _, parts = self._parts(tree)
        return s.Quota(self._span(tree), None, None, tuple(must_find(parts, NamesPart)))

    def quota_most(self, tree: Tree) -> s.Quota:
        tokens, parts = self._parts(tree)
        number = next(token for token in tokens if token.type == "NUMBER")
        scope = first(parts, IndexPart)
        return s.Quota(
            self._span(tree), int(number), scope.name if scope else None, tuple(must_find(parts, NamesPart))
        )

    def trigger(self, tree: Tree) -> s.Trigger:
        _, parts = self._parts(tree)
        return s.Trigger(
            self._span(tree),
            must_find(parts, s.Event),
            any(isinstance(part, FlagPart) for part in parts),
            first(parts, s.Guard),
            must_find(parts, BlockPart).statements,
            marks_of(parts),
            label.name if (label := first(parts, IndexPart)) else None,
        )

    def replacement(self, tree: Tree) -> s.Replacement:
        _, parts = self._parts(tree)
        return s.Replacement(
            self._span(tree),
            must_find(parts, s.Event),
            first(parts, s.Guard),
            must_find(parts, BlockPart).statements,
            marks_of(parts),
            label.name if (label := first(parts, IndexPart)) else None,
        )

    def _event(self, tree: Tree) -> s.Event:
        tokens, parts = self._parts(tree)
        names = [self._name(token) for token in tokens if token.type == "NAME"]
        local = first(parts, WordPart)
        return s.Event(
            self._span(tree),
            cast(Any, str(tree.data).removeprefix("event_")),
            names[0],
            names[1] if len(names) > 1 else None,
            first(parts, s.Phrase),
            local.word if local else None,
        )

    event_destroyed = event_out = event_row = event_damage = event_enters = event_begins = event_ends = _event
    event_gains = event_loses = event_draws = _event

    def as_local(self, tree: Tree) -> WordPart:
        return WordPart(str(tree.children[0]))

    def exception(self, tree: Tree) -> s.Exception_:
        _, parts = self._parts(tree)
        named, *also = must_find(parts, NamesPart)
        condition = must_find(parts, CONDS)
        at = parts.index(condition)
        label, began = first(parts[:at], IndexPart), first(parts[at:], IndexPart)
        return s.Exception_(
            self._span(tree),
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

    def aim(self, tree: Tree) -> s.Aim:
        tokens, parts = self._parts(tree)
        lowest = must_find(parts, WordPart).word == "lowest"
        return s.Aim(self._span(tree), lowest, self._name(tokens[0]), marks_of(parts))

    def game_end(self, tree: Tree) -> s.GameEnd:
        _, parts = self._parts(tree)
        label = first(parts, IndexPart)
        return s.GameEnd(
            self._span(tree),
            must_find(parts, CONDS),
            must_find(parts, BlockPart).statements,
            marks_of(parts),
            label.name if label else None,
        )

    def match_end(self, tree: Tree) -> s.GameEnd:
        return replace(self.game_end(tree), whole=True)
