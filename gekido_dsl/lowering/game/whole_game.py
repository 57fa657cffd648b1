"""What the rules of a whole game say of what can happen: what can leave the game, who can go out, what stands where."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlaceType, ThingType, Type, item
from gekido_dsl.source import Span


class WholeGame:
    """What is asked of the rules as a whole."""

    def __init__(self, game: m.Game, options: Mapping[str, int]) -> None:
        self.game = game
        self.options = options

    @cached_property
    def acts(self) -> list[tuple[m.Sentence | None, m.AnyAct]]:
        """Every act of the game."""
        found: list[tuple[m.Sentence | None, m.AnyAct]] = []
        for node in self._nodes():
            if isinstance(node, m.Sentence):
                found.append((node, node.act))
        return found

    @cached_property
    def _every_node(self) -> list[Any]:
        game = self.game
        roots = [*walk.declarations(game), *game.notes, *([game.sides] if game.sides else [])]
        return [node for root in roots for node in walk.nodes(root)]

    def _nodes(self) -> Iterator[Any]:
        return iter(self._every_node)

    def does(self, sort: type[m.Act]) -> bool:
        """Tells whether any rule does something of a sort."""
        return any(isinstance(act, sort) for _, act in self.acts)

    @cached_property
    def may_go_out(self) -> bool:
        """Whether a player can go out, or win, and rules go on."""
        ends = self.game.ends
        return self.does(m.acts.Eliminate) or bool(self.game.row) or any(_goes_on(one) for one in ends)

    @cached_property
    def ended(self) -> list[tuple[m.Procedure, Span | None]]:
        """The phases that rules end, each with where; None where several sentences do."""
        found: dict[int, tuple[m.Procedure, Span | None]] = {}
        for sentence, act in self.acts:
            if isinstance(act, m.acts.End):
                once = sentence is not None and id(act.phase) not in found
                found[id(act.phase)] = (act.phase, sentence.span if sentence is not None and once else None)
        return list(found.values())

    @cached_property
    def leads(self) -> bool:
        """Whether rules make somebody the next on turn."""
        return self.does(m.acts.Lead)

    @cached_property
    def secrets(self) -> bool:
        """Whether players decide anything in secret."""
        return any(isinstance(node, m.Each) and node.secret for node in self._nodes())

    @cached_property
    def tries(self) -> bool:
        """Whether anything is tried before it is chosen: loops look ahead, or a choice must leave something."""
        return any(
            (isinstance(node, m.Repeat) and node.ends is not None)
            or (isinstance(node, m.Expr) and isinstance(node, m.ops.Leaves))
            for node in self._nodes()
        )

    @cached_property
    def looks_ahead(self) -> bool:
        """Whether a loop looks ahead."""
        return any(isinstance(node, m.Repeat) and node.ends is not None for node in self._nodes())

    @cached_property
    def tells_rounds(self) -> bool:
        """Whether rules speak of rounds, so that the log has to say when one begins."""
        game = self.game
        if game.turn is None or game.turn.together:
            return False
        if game.turn.round or game.round_limit is not None:
            return True
        if any(one.event is not None and one.event.subject.name == "Round" for one in game.triggers):
            return True
        spoken = m.ops.Round | m.ops.RoundsOver
        return any(isinstance(expr, spoken) for decl in walk.declarations(game) for expr in walk.exprs(decl))

    @cached_property
    def _leaving(self) -> set[str]:
        """The kinds of which things can leave the game: those that are removed, and all their parts."""
        removed: set[str] = set()
        for _, act in self.acts:
            if isinstance(act, m.acts.Leaving):
                kind = item(act.things.type)
                removed |= {kind.kind.name} if isinstance(kind, ThingType) else set(self.game.kinds)
        return {
            kind.name
            for kind in self.game.kinds.values()
            if kind.name in removed or any(whole.name in removed for whole in kind.wholes())
        }

    def may_leave(self, kind: Type) -> bool:
        """Tells whether a thing of a type can leave the game."""
        one = item(kind)
        return isinstance(one, ThingType) and one.kind.name in self._leaving

    @cached_property
    def stands(self) -> set[str]:
        """The kinds of which things can ever stand on a space."""
        found: set[str] = set()
        for _, act in self.acts:
            moves = act.record.moves
            if moves is not None and isinstance(moves.goal, str):
                goal = item(getattr(act, moves.goal).type)
                kind = item(getattr(act, moves.what).type) if isinstance(moves.what, str) else None
                if not isinstance(goal, PlaceType):
                    found |= {kind.kind.name} if isinstance(kind, ThingType) else set(self.game.kinds)
        found |= {act.squares.name for _, act in self.acts if isinstance(act, m.acts.Cover)}
        for board in self.game.boards.values():
            found |= {standing.kind.name for several in board.legend.values() for standing in several}
        return found

    def in_force(self, definition: m.Definition) -> m.Expr | None:
        """Gives the test of a definition; None where an exception may hold in one match and not in another."""
        for one in definition.exceptions:
            holds = self._answered(one.condition) if one.note < 0 and one.test is not None else None
            if holds is None:
                return None
            if holds:
                return one.test
        return definition.test

    def _answered(self, condition: m.Expr) -> bool | None:
        """Tells whether a condition holds, if the answers to options say so."""
        match condition:
            case m.Expr(op="is", args=(m.Expr(op="option", ref=option), m.Expr(op="const", value=value))):
                return bool(self.options[option.name] == value)
            case m.Expr(op="and" | "or" as op, args=args):
                parts = [self._answered(one) for one in args]
                if (op == "or") in parts:
                    return op == "or"
                return None if None in parts else op == "and"
            case m.Expr(op="not", args=(one,)):
                holds = self._answered(one)
                return None if holds is None else not holds
        return None

    def parts_of(self, name: str) -> bool:
        """Tells whether things of a kind are parts of others, or have parts: then they go along with these."""
        kind = self.game.kinds[name]
        return kind.parent is not None or any(one.parent is kind for one in self.game.kinds.values())

    def keeps_owner(self, kind: m.Kind) -> bool:
        """Tells whether each player has things of a kind from the start, and for good."""
        return kind.parent is None and kind.each_player is not None and not self.taken(kind)

    def taken(self, kind: m.Kind) -> bool:
        """Tells whether things of a kind, or what they are part of, can change hands."""
        kinds = {kind.name, *(one.name for one in kind.wholes())}
        if self._takes is None or not kinds.isdisjoint(self._takes):
            return True
        return any(
            standing.kind.name in kinds
            for board in self.game.boards.values()
            for several in board.legend.values()
            for standing in several
            if kind.each_player is None
        )

    @cached_property
    def _takes(self) -> set[str] | None:
        """The kinds of which things are taken; None where something is taken of which the kind is not told."""
        found: set[str] = set()
        for _, act in self.acts:
            if isinstance(act, m.acts.Take):
                one = item(act.things.type)
                if not isinstance(one, ThingType):
                    return None
                found.add(one.kind.name)
        return found

    def listed_bodies(self) -> list[m.Procedure]:
        """Lists the bodies of which it is noted that they run: phases, and those that reports wait for or tell of."""
        found = list(self.game.phases.values())
        for report in self.game.reports.values():
            if report.when is not None:
                found += [report.when, *(one for line in report.lines for one in line.did)]
        return list({id(one): one for one in found}.values())


_ENDING = (m.acts.Win, m.acts.Defeat, m.acts.Rank)


def _goes_on(rule: m.Procedure, outer: tuple[m.Procedure, ...] = ()) -> bool:
    """Tells whether the rules of an end go on below something that says who has won."""
    return rule not in outer and _block_goes_on(rule.body.statements, (*outer, rule))


def _block_goes_on(block: tuple[m.Statement, ...], outer: tuple[m.Procedure, ...]) -> bool:
    for number, statement in enumerate(block):
        every = list(_acts_in(statement, outer))
        if any(isinstance(act, _ENDING) for act in every):
            if number + 1 < len(block) or isinstance(statement, m.Each | m.Repeat):
                return True
        if any(_block_goes_on(inner, outer) for inner in statement.blocks):
            return True
        called = [act.rule for act in every if isinstance(act, m.acts.Do)]
        if any(_goes_on(rule, outer) for rule in called):
            return True
    return False


def _acts_in(statement: m.Statement, outer: tuple[m.Procedure, ...]) -> Iterator[m.Act]:
    """Gives the acts of a statement, with those of the rules that it runs."""
    for one in walk.statements((statement,)):
        if isinstance(one, m.Sentence):
            yield one.act
            if isinstance(one.act, m.acts.Do) and one.act.rule not in outer:
                for inner in one.act.rule.body.statements:
                    yield from _acts_in(inner, (*outer, one.act.rule))
