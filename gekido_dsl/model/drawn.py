"""How many spaces of a board pass a test in any case, told from what is drawn on it and how much is put there.

Invariants:
    What is told is never too many. A thing that is drawn and never moved stays; one that the set-up puts onto each of
    some spaces, and nothing else moves, is there once the set-up is over.
    Each thing that comes to the board keeps a few spaces from passing at most, so that counting them is a proof.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from gekido_dsl.model import bounds, facts, known, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PlayerType, SetType, ThingType, item

_DEPTH = 4
"""How far definitions are looked into."""


class Drawn:
    """What stands on the boards of a game in any case."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self.bounds = bounds.of(game)
        self._certain: dict[m.Kind, frozenset[int]] = {}

    def left(self, things: m.Expr, tests: list[m.Expr], subject: m.Expr, owner: m.Decl | None) -> int:
        """Tells how many spaces pass several tests at least, wherever a declaration asks for them."""
        kind = things.ref if isinstance(things, m.ops.Things) else None
        board = kind.board if isinstance(kind, m.Kind) else None
        if board is None or board.space is not kind or board.each_player or not board.drawing or board.layout:
            return 0
        if any(one in self.bounds.leaving for one in board.kinds):
            return 0
        early = owner in self._early
        passing = [place for place in range(board.size) if place not in board.shape.holes]
        counted = []
        for test in tests:
            sure = {place: self._at(test, place, subject, early, _DEPTH) for place in passing}
            if True in sure.values():
                passing = [place for place in passing if sure[place]]
            else:
                counted.append(test)
        kept = 0
        for test in counted:
            number = self._failing(test, subject, board, passing, early, _DEPTH)
            if number is None:
                return 0
            kept += number
        return max(len(passing) - kept, 0)

    def most_open(self, kind: m.Kind, asked: Iterable[tuple[list[m.Expr], m.Expr, m.Decl]]) -> int | None:
        """Tells how many spaces may pass the tests of some declarations at most; None where no drawing tells.

        Args:
            asked: the tests of each, what they call the space, and where they stand.
        """
        board = kind.board
        if board is None or board.space is not kind or board.layout:
            return None
        if kind.legend is not None:
            rows = [
                row
                for row in kind.rows
                if any(
                    all(known.decided(test, row, space.value) != 0 for test in tests)
                    for tests, space, _ in asked
                )
            ]
            sheets = [(drawn, lie) for drawn in kind.drawings for lie in kind.lain]
            return max(
                (sum((row.parent, row.lie) == sheet for row in rows) for sheet in sheets), default=None
            )
        if not board.drawing:
            return None
        return sum(
            place not in board.shape.holes
            and any(
                all(self._at(test, place, space, owner in self._early, _DEPTH) is not False for test in tests)
                for tests, space, owner in asked
            )
            for place in range(board.size)
        )

    @cached_property
    def _early(self) -> frozenset[m.Decl]:
        """What is done in the set-up and at no other time."""
        setup, turn = self.game.setup, self.game.turn
        if setup is None:
            return frozenset()
        later = self.facts.reach((turn,)) if turn is not None else ()
        return frozenset(self.facts.closure(setup)) - frozenset(later)

    # ------------------------------------------------------------ what is there

    def _at(self, test: m.Expr, place: int, subject: m.Expr, early: bool, depth: int) -> bool | None:
        """Tells whether a space passes a test in any case, or never; None where a match decides."""
        match test:
            case m.ops.Const():
                return bool(test.value)
            case m.ops.Not():
                inner = self._at(test.condition, place, subject, early, depth)
                return None if inner is None else not inner
            case m.ops.And() | m.ops.Or():
                parts = [self._at(one, place, subject, early, depth) for one in test.args]
                ends = isinstance(test, m.ops.Or)
                return ends if ends in parts else None if None in parts else not ends
            case m.ops.Defined() if depth and not test.ref.exceptions:
                return self._at(walk.replaced(test.ref.test, 1, *test.args), place, subject, early, depth - 1)
            case m.ops.Some(set=m.ops.On() as on, test=m.ops.Const()) if on.spaces == subject:
                kind = on.ref
                if not self._moving(kind):
                    return place in self._drawn(kind)
                return True if not early and place in self._laid(kind) else None
            case _:
                return None

    def _drawn(self, kind: m.Kind) -> frozenset[int]:
        """Gives where a thing of a kind is drawn."""
        return frozenset(
            place
            for board in self.game.boards.values()
            for place, sign in board.drawing.items()
            if any(one.kind is kind for one in board.legend.get(sign, ()))
        )

    def _moving(self, kind: m.Kind) -> list[m.Act]:
        """Lists what may move things of a kind."""
        return [
            act
            for decl in self.facts.decls
            for act in self.facts.acts(decl)
            if isinstance(act, m.acts.Eliminate)
            or (act.record.moves is not None and may_move(act, str(act.record.moves.what), kind))
        ]

    def _laid(self, kind: m.Kind) -> frozenset[int]:
        """Gives the spaces onto each of which the set-up puts a thing of a kind that nothing else moves."""
        if kind not in self._certain:
            self._certain[kind] = frozenset()
            self._certain[kind] = self._found_laid(kind)
        return self._certain[kind]

    def _found_laid(self, kind: m.Kind) -> frozenset[int]:
        moving = self._moving(kind)
        setup = self.game.setup.body.statements if self.game.setup is not None else ()
        for each in setup:
            if not isinstance(each, m.Each) or not each.body or not isinstance(each.body[0], m.Sentence):
                continue
            sentence = each.body[0]
            act = sentence.act
            if [act] != moving or sentence.condition is not None or sentence.decision is not None:
                continue
            if not isinstance(act, m.acts.Move) or not _is_local(act.goal, each.local):
                continue
            places = self._listed(each.items)
            if self._supplied(act.things, kind, len(places)):
                return places
        return frozenset()

    def _listed(self, items: m.Expr) -> frozenset[int]:
        """Gives the spaces that a loop goes through in any case, no other among them; none where a match decides."""
        tests = []
        while isinstance(items, m.ops.Filter):
            subject = m.ops.Local(item(items.type), items.span, value=items.value)
            tests.append((items.test, subject))
            items = items.set
        board = items.ref.board if isinstance(items, m.ops.Things) else None
        if board is None or items.ref is not board.space:
            return frozenset()
        found = set()
        for place in range(board.size):
            said = [self._at(test, place, subject, True, _DEPTH) for test, subject in tests]
            if place in board.shape.holes or False in said:
                continue
            if None in said:
                return frozenset()
            found.add(place)
        return frozenset(found)

    def _supplied(self, things: m.Expr, kind: m.Kind, number: int) -> bool:
        """Tells whether things are taken from a place that holds so many, and of which nothing else takes any."""
        if not isinstance(things, m.ops.Next) or not isinstance(things.args[0], m.ops.Inside):
            return False
        place = things.args[0].args[0]
        whole = isinstance(place, m.ops.Place) and place.owner is None and place.ref.full
        return whole and self.bounds.count(kind) >= number

    # ------------------------------------------------------------ what is in the way

    def _failing(
        self, test: m.Expr, subject: m.Expr, board: m.Board, places: list[int], early: bool, depth: int
    ) -> int | None:
        """Tells how many of some spaces fail a test at most; None where that cannot be told."""
        match test:
            case m.ops.Not(condition=m.ops.Defined() as asked) if depth and not asked.ref.exceptions:
                opened = walk.replaced(asked.ref.test, 1, *asked.args)
                refused = test.with_args((opened,))
                return self._failing(refused, subject, board, places, early, depth - 1)
            case m.ops.Not(condition=m.ops.At() as at) if at.space == subject:
                single = not isinstance(at.thing.type, SetType) and subject not in walk.inside(at.thing)
                return 1 if single else None
            case m.ops.Not(condition=m.ops.Some(set=m.ops.On() as on, test=m.ops.Const())) if (
                on.spaces == subject
            ):
                return self._standing(on.ref, board, early)
            case m.ops.No(set=m.ops.Things() as things, test=m.ops.Within() as near) if near.of == subject:
                standing, reach = self._standing(things.ref, board, early), _reach(board, near.value, places)
                return None if standing is None else standing * reach
            case _:
                return None

    def _standing(self, kind: m.Kind, board: m.Board, early: bool) -> int | None:
        """Tells how many things of a kind stand on a board at most."""
        whole = self.bounds.count(kind)
        if not early or self._drawn(kind):
            return whole
        setup = self.game.setup
        assert setup is not None
        acts = [
            act
            for decl in self.facts.closure(setup)
            for act in self.facts.acts(decl)
            if act.record.moves is not None and may_move(act, str(act.record.moves.what), kind)
        ]
        singly = all(
            isinstance(act, m.acts.Move) and not isinstance(act.things.type, SetType) for act in acts
        )
        times = self._times(setup, {id(act) for act in acts}) if singly else None
        return whole if times is None else min(times, whole)

    def _times(self, setup: m.Procedure, acts: set[int]) -> int | None:
        """Tells how often the set-up does some acts at most, also in rules that it does; None where it does not say."""
        found: set[int] = set()
        done: set[m.Decl] = {setup}

        def counted(block: Iterable[m.Statement], rounds: int, depth: int) -> Iterator[int | None]:
            for one in block:
                if isinstance(one, m.Sentence) and id(one.act) in acts:
                    found.add(id(one.act))
                    yield rounds
                if isinstance(one, m.Sentence) and isinstance(one.act, m.acts.Do):
                    done.add(one.act.rule)
                    yield from counted(one.act.rule.body.statements, rounds, depth - 1) if depth else [None]
                players = isinstance(one, m.Each) and isinstance(item(one.items.type), PlayerType)
                if one.record.repeats and not players:
                    inside = [inner for block in one.blocks for inner in walk.statements(block)]
                    yield from [None for inner in inside if self._does(inner, acts)]
                    continue
                for inner in one.blocks:
                    yield from counted(inner, rounds * (self.game.most_players if players else 1), depth)

        numbers = list(counted(setup.body.statements, 1, _DEPTH))
        by_others = any(
            called in self.facts.calls(decl) for decl in self.facts.closure(setup) - done for called in done
        )
        return None if None in numbers or found != acts or by_others else sum(one or 0 for one in numbers)

    def _does(self, statement: m.Statement, acts: set[int]) -> bool:
        """Tells whether a sentence does one of some acts, or sets going what does."""
        if not isinstance(statement, m.Sentence):
            return False
        reached = self.facts.reach(self.facts.called_by(statement.act))
        return id(statement.act) in acts or any(
            id(act) in acts for decl in reached for act in self.facts.acts(decl)
        )


def may_move(act: m.Act, operand: str, kind: m.Kind) -> bool:
    """Tells whether an act may move things of a kind."""
    things = getattr(act, operand, None)
    moved = item(things.type) if isinstance(things, m.Expr) else None
    if isinstance(things, m.ops.Place):
        return things.ref.holds is kind
    return not isinstance(moved, ThingType) or moved.kind is kind or moved.kind is kind.parent


def _is_local(expr: m.Expr, number: int) -> bool:
    return isinstance(expr, m.ops.Local) and expr.value == number


def _reach(board: m.Board, steps: int, places: list[int]) -> int:
    """Tells how many of some places lie within so many steps of one at most."""
    links = board.shape.links
    if links is None:
        return len(places) if any(board.shape.wraps) else min((2 * steps + 1) ** 2, len(places))
    beside: dict[int, set[int]] = {}
    for (here, _, _), there in links.items():
        beside.setdefault(here, set()).add(there)
    most, wanted = 0, set(places)
    for place in beside:
        found = {place}
        for _ in range(steps):
            found |= {there for here in found for there in beside[here]}
        most = max(most, len(found & wanted))
    return most
