"""Finds choices that must be made and may have nothing to choose from.

A choice is safe when its sentence says what else happens (`otherwise`, `if possible`, `may`, a last rung
`anywhere`), or when there is proof that a candidate is always left:

- all members of a list of values, all things of a kind, all players: there is one;
- numbers from one to another, where bounds and guards tell that the first is not greater;
- things that pass a test that a guard says some of them pass;
- a test of the form `it is X or ...`, where X is there;
- unclaimed things of a kind, of which there are more than the players can have taken;
- empty spaces of a board that has more spaces than things can stand on it;
- spaces that a drawing tells apart, of which there are more than what is put onto the board can keep from passing;
- the first choice of an effect that only actions apply: an action is offered only when its effect can choose.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, facts, known, sites, taken, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.conditions import Literal
from gekido_dsl.model.drawn import Drawn
from gekido_dsl.model.regions import region
from gekido_dsl.model.sites import Site
from gekido_dsl.model.types import NONE, SetType, ThingType, item


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports mandatory choices without a proof and without a way out."""
    proof = _Proof(game)
    for site in sites.of(game).every():
        statement = site.statement
        if not isinstance(statement, m.Sentence) or statement.decision is None:
            continue
        decision = statement.decision
        if statement.otherwise is not None or statement.if_possible or decision.may:
            continue
        ladders = decision.ladders
        if ladders and all(rungs[-1] is None for rungs in ladders):
            continue
        proof.look_at(site)
        for place, slot in enumerate(decision.slots):
            if slot.least == 0:
                continue
            offered = place == 0 and site.first and statement.condition is None and proof.offered(site.owner)
            if ladders and slot is decision.slots[-1]:
                why = "a rung of `must` may leave nothing"
            elif proof.turned_away(site, statement, slot):
                why = "all of them may show this face already"
            elif offered or proof.enough(slot, _same_face(statement, slot), site.guards):
                continue
            else:
                why = proof.why(slot.candidates) if slot.adding is None else "perhaps none have this sum"
            yield Diagnostic(
                codes.EMPTY_CHOICE,
                "there may be nothing to choose, and the rule does not say what happens then",
                (Label(slot.candidates.span, why),),
                f"say what happens below the sentence, as in `otherwise {_leaving(site)}`, "
                "or write `if possible` or `may`",
            )
            break


def _leaving(site: Site) -> str:
    """Gives the word for what is usually meant: in a loop, to go on with the next round."""
    loops = (
        one
        for body in walk.bodies(site.owner)
        for one in walk.statements(body)
        if one.record.repeats
        and any(x is site.statement for block in one.blocks for x in walk.statements(block))
    )
    return "stop" if next(loops, None) is None else "skip"


class _Proof:
    """Proofs that sets are not empty."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self.bounds = bounds.of(game)
        self.drawn = Drawn(game)
        self.owner: m.Decl | None = None
        """Whose body the choice at hand stands in."""
        self._appliers: list[tuple[m.Decl, tuple[m.Decl, ...]]] | None = None
        self.to_come: frozenset[int] = frozenset()
        """The ids of what the set-up does only after the choice at hand."""
        self.gone: frozenset[m.Kind] = frozenset()
        """The kinds of which things may have been taken out before the choice at hand: in the set-up, by it alone."""
        self.within: m.Procedure | None = None
        """The set-up, where the choice at hand is one of its own."""

    def look_at(self, site: Site) -> None:
        """Notes what is still to come where a choice is made: the set-up is gone through once, in its order."""
        self.owner = site.owner
        setup = self.game.setup
        later: list[m.Statement] = []
        if setup is not None and site.owner is setup:
            whole = setup.body.statements
            at = next(
                (
                    k
                    for k, one in enumerate(whole)
                    if any(x is site.statement for x in walk.statements((one,)))
                ),
                len(whole),
            )
            later = [*walk.statements(whole[at + 1 :])]
        self.to_come = frozenset(id(one.act) for one in later if isinstance(one, m.Sentence))
        self.gone = self.bounds.leaving
        self.within = setup if site.owner is setup else None
        if self.within is not None:
            self.gone &= self.bounds.leaving_by(self.facts.closure(self.within))

    def offered(self, effect: m.Decl) -> bool:
        """Tells whether an effect is applied by actions alone, which look first whether it can choose."""
        if not isinstance(effect, m.Procedure) or effect.word != "effect":
            return False
        if self._appliers is None:
            self._appliers = [
                (decl, self.facts.called_by(act))
                for decl in self.facts.decls
                for act in self.facts.acts(decl)
            ]
        by = [decl for decl, called in self._appliers if effect in called]
        return all(isinstance(decl, m.Procedure) and decl.word == "action" for decl in by)

    def turned_away(self, site: Site, sentence: m.Sentence, slot: m.Slot) -> bool:
        """Tells whether dice that show the face they would be turned to may leave nothing."""
        if not isinstance(sentence.act, m.acts.Turn):
            return False
        face = sentence.act.face
        decision = sentence.decision
        if decision is None or any(
            isinstance(face, m.ops.Local) and face.value == other.local for other in decision.slots
        ):
            return False
        return not any(
            holds and isinstance(guard, m.ops.Some) and _differs(guard.test, face)
            for guard, holds in site.guards
        )

    def why(self, candidates: m.Expr) -> str:
        """Says in a few words why there may be none."""
        if isinstance(candidates, m.ops.Numbers):
            low, high = (" ".join(end.span.text.split()) for end in (candidates.low, candidates.high))
            return f"`{low}` may be more than `{high}`"
        return "none of these may pass" if isinstance(candidates, m.ops.Filter) else "there may be none"

    def enough(self, slot: m.Slot, more: int, guards: tuple[Literal, ...]) -> bool:
        """Tells whether there are always as many as have to be chosen, and so many more."""
        before = _before(slot, guards)
        if slot.adding is not None:
            return any(holds and _same_sum(guard, slot.adding) for guard, holds in before)
        if slot.number is None:
            return self.filled(slot.candidates, slot.least + more, before)
        if more == 0 and _counts_at_most(slot.number, slot.candidates):
            return True
        most = self.bounds.range(slot.number, before)[1]
        return most is not None and self.filled(slot.candidates, most + more, before)

    def filled(self, candidates: m.Expr, least: int, guards: tuple[Literal, ...]) -> bool:
        """Tells whether a set always holds so many."""
        if self.bounds.size(candidates, guards)[0] >= least and not isinstance(candidates, m.ops.Items):
            return True
        if known.least(candidates, guards, self.bounds.range) >= least:
            return True
        if least != 1:
            return False
        if self._full(candidates, guards):
            return True
        match candidates:
            case m.ops.Items() if not isinstance(candidates.one.type, SetType):
                return self.there(candidates.one, guards)
            case m.ops.Inside():
                return taken.left(self.game, candidates) >= 1
            case m.ops.Track() | m.ops.On() | m.ops.AllMine() | m.ops.Called():
                return False
            case m.ops.Filter():
                return self._filter(candidates, guards)
            case m.ops.Highest():  # of all that are equal; some are if there is anything at all
                return self.filled(candidates.set, 1, guards)
            case _:
                return False

    def _full(self, candidates: m.Expr, guards: tuple[Literal, ...]) -> bool:
        """Tells whether a guard says that a track is full, and it has room for something."""
        spaces = candidates.ref.spaces if isinstance(candidates, m.ops.Track) else None
        return (
            spaces is not None
            and (self.bounds.range(spaces)[0] or 0) >= 1
            and any(
                isinstance(guard, m.ops.Full) and holds and guard.track == candidates
                for guard, holds in conditions.flat(guards)
            )
        )

    def _filter(self, candidates: m.ops.Filter, guards: tuple[Literal, ...]) -> bool:
        things, test = candidates.set, candidates.test
        subject = m.ops.Local(item(things.type), things.span, value=candidates.value)
        if self._passes(things, test, subject, guards):
            return True
        if not isinstance(things, m.ops.Filter):
            return False
        while isinstance(things, m.ops.Filter):
            inner = walk.replaced(things.test, things.value, subject)
            test = m.ops.And(test.type, test.span, left=inner, right=test)
            things = things.set
        return self._passes(things, test, subject, guards)

    def _passes(self, things: m.Expr, test: m.Expr, subject: m.Expr, guards: tuple[Literal, ...]) -> bool:
        """Tells whether something always passes a test."""
        return all(
            any(self._way(things, way, subject, guards) for way in ways) for ways in self._readings(test, 0)
        )

    def _way(self, things: m.Expr, parts: list[m.Expr], subject: m.Expr, guards: tuple[Literal, ...]) -> bool:
        """Tells whether something passes every one of several tests."""
        if not parts:
            return self.filled(things, 1, guards)
        if len(parts) == 1 and self._leaves_some(things, parts[0], subject, guards):
            return True
        return (
            self._enough(things, parts, subject)
            or self._foremost(things, parts, subject, guards)
            or self.drawn.left(things, parts, subject, self.owner) >= 1
        )

    def _readings(self, test: m.Expr, depth: int) -> list[list[list[m.Expr]]]:
        """Gives every reading of a test, as exceptions change it: each a list of ways to pass it."""
        if depth > 4:
            return [[[test]]]
        if isinstance(test, m.ops.And | m.ops.Or):
            found: list[list[list[m.Expr]]] = [[[]]] if isinstance(test, m.ops.And) else [[]]
            for arg in test.args:
                inner = self._readings(arg, depth + 1)
                if isinstance(test, m.ops.And):
                    found = [
                        [[*one, *other] for one in left for other in right]
                        for left in found
                        for right in inner
                    ]
                else:
                    found = [[*left, *right] for left in found for right in inner]
            return found[:32]
        if isinstance(test, m.ops.Defined) and test.ref.test is not None:
            tests = [test.ref.test, *(one.test for one in test.ref.exceptions if one.test is not None)]
            return [
                reading
                for one in tests
                for reading in self._readings(walk.replaced(one, 1, *test.args), depth + 1)
            ]
        return [[[test]]]

    def _foremost(
        self, things: m.Expr, parts: list[m.Expr], subject: m.Expr, guards: tuple[Literal, ...]
    ) -> bool:
        """Tells whether the test is `P, and no P lies further on in one direction`, where some P are left."""
        last = [
            (part, part.set, part.test.of)
            for part in parts
            if isinstance(part, m.ops.No) and isinstance(part.test, m.ops.Toward)
        ]
        if len(last) != 1 or len(parts) != 2:
            return False
        ((none, those, ahead_of),) = last
        before = parts[0] if parts[1] is none else parts[1]
        other = m.ops.Filter(things.type, things.span, set=things, test=before, value=subject.value)
        return (
            _same(those, other) and ahead_of == subject and known.least(other, guards, self.bounds.range) >= 1
        )

    def _leaves_some(
        self, things: m.Expr, part: m.Expr, subject: m.Expr, guards: tuple[Literal, ...]
    ) -> bool:
        """Tells whether a single test is passed by something."""
        match part:
            case m.ops.Is() if part.left == subject and not _uses(part.right, subject):
                whole = isinstance(things, m.ops.Things | m.ops.Members)
                return whole and self.there(part.right, guards)
            case m.ops.Enemy() if (kind := _all_of(things)) is not None and part.of == subject:
                return self._given(kind) and not self.game.partners
            case m.ops.Friendly() if (kind := _all_of(things)) is not None and part.of == subject:
                return (kind.each_player or 0) >= 1 and not self.facts.may_be_gone(kind)
            case m.ops.Other() if isinstance(things, m.ops.Players) and part.of == subject:
                return self.game.least_players >= 2 and self._two_remain()
            case m.ops.Not() if isinstance(part.condition, m.ops.Is) and part.condition.left == subject:
                return self.bounds.size(things)[0] >= 2
            case _:
                return False

    def there(self, expr: m.Expr, guards: tuple[Literal, ...]) -> bool:
        """Tells whether an expression gives something, and not none."""
        match expr:
            case m.ops.Const():
                return expr.value != NONE
            case m.ops.Mine():
                kind = expr.ref.whole()
                return kind.each_player is not None or self._taken(kind)
            case m.ops.Space():
                thing = expr.thing
                board = expr.ref
                return any(
                    holds and isinstance(guard, m.ops.OnBoard) and guard.ref is board and guard.thing == thing
                    for guard, holds in guards
                ) or self._stands(thing)
            case m.ops.Field() | m.ops.Cell():
                return not getattr(expr.ref, "optional", True) and not isinstance(item(expr.type), ThingType)
            case _:
                return False

    def _two_remain(self) -> bool:
        """Tells whether nobody goes out, or the game ends when a single player remains."""
        out = any(
            isinstance(act, m.acts.Eliminate) for decl in self.facts.decls for act in self.facts.acts(decl)
        )
        ends = (end.condition for end in self.game.ends if end.last is None)
        counted = (
            one for one in ends if one is not None and isinstance(one, m.ops.Is | m.ops.AtMost | m.ops.Less)
        )
        return not out or any(
            isinstance(one.left, m.ops.Count) and known.everyone(one.left.set) for one in counted
        )

    def _given(self, kind: m.Kind) -> bool:
        """Tells whether each player has a thing of a kind for as long as the game goes on."""
        each = kind.each_player or taken.by_each(self.game, kind) or 0
        return each >= 1 and self.game.least_players >= 2 and not self.facts.may_be_gone(kind)

    def _taken(self, kind: m.Kind) -> bool:
        """Tells whether the set-up gives each player a thing of a kind."""
        return taken.by_each(self.game, kind) is not None

    def _stands(self, thing: m.Expr) -> bool:
        """Tells whether a player's thing is put onto the board in the set-up, and leaves it only with its player."""
        if not isinstance(thing, m.ops.Mine) or not self.there(thing, ()):
            return False
        setup = self.game.setup
        put = setup is not None and any(
            isinstance(one, m.Sentence) and isinstance(one.act, m.acts.Move) and one.act.things == thing
            for one in walk.statements(setup.body.statements)
        )
        put = put or any(
            thing.ref is one.kind
            for board in self.game.boards.values()
            for standing in board.legend.values()
            for one in standing
        )
        for decl in self.facts.decls:
            for body in walk.bodies(decl):
                done = [one.act for one in walk.statements(body) if isinstance(one, m.Sentence)]
                gone = any(isinstance(act, m.acts.Leaving) and _kind(act.things) is thing.ref for act in done)
                if gone and not any(isinstance(act, m.acts.Eliminate) for act in done):
                    return False
        return put

    def _enough(self, things: m.Expr, parts: list[m.Expr], subject: m.Expr) -> bool:
        """Counts: how many things there are, against how many can fail each part of a test."""
        if not isinstance(things, m.ops.Things):
            return False
        kind: m.Kind = things.ref
        laid = kind.board is not None and kind is kind.board.space
        left = self._spaces(kind.board) if kind.board is not None and laid else self._there_of(kind)
        for part in parts:
            failing = self._failing(kind, part, subject)
            if failing is None:
                return False
            left -= failing
        return left >= 1

    def _there_of(self, kind: m.Kind) -> int:
        """Counts the things of a kind that are there in any case."""
        if kind not in self.gone:
            return self.bounds.count(kind)
        whole = self.bounds.count(kind)
        return whole - (self.bounds.most_leaving(self.within, kind) if self.within is not None else whole)

    def _spaces(self, board: m.Board) -> int:
        kind = board.space
        if kind.legend is not None:
            rows = [row for row in kind.rows if not row.lie]
            return min((sum(row.parent == drawn for row in rows) for drawn in kind.drawings), default=0)
        return 0 if kind in self.bounds.leaving else len(region(board, "all"))

    def _failing(self, kind: m.Kind, part: m.Expr, subject: m.Expr) -> int | None:
        """Gives how many things of a kind can fail a test at most, one player's own thing still to come."""
        inner = part.condition if isinstance(part, m.ops.Not) else part
        if (
            isinstance(part, m.ops.Empty)
            and isinstance(part.place, m.ops.Place)
            and part.place.owner == subject
        ):
            return self.bounds.count(part.place.ref.holds)
        if not inner.args or inner.args[0] != subject:
            return None
        board = kind.board if kind.board is not None and kind is kind.board.space else None
        match part, inner:
            case m.ops.Unclaimed(), _:
                nobodys = self.within is not None and taken.is_nobodys(
                    self.game, self.within, kind, self.to_come
                )
                return 0 if nobodys else self.game.most_players - 1
            case m.ops.Empty(), _ if kind.board is not None:
                return self._standing(kind)
            case m.ops.Not(), m.ops.Is(args=(_, m.ops.Called(ref=(meant, name)))) if meant is kind:
                copies = sum(row.copies for row in kind.rows if row.name == name)
                return copies * (self.game.most_players if kind.each_player is not None else 1)
            case m.ops.Not(), m.ops.Central() if board is not None:
                return len(region(board, "centre"))
            case m.ops.NextTo(), _ if board is not None and self._stands(part.of):
                return self._spaces(board) - _fewest_neighbours(board)
            case m.ops.Corner(), _ if board is not None and board.space.legend is None:
                return self._spaces(board) - len(region(board, "corners"))
            case m.ops.Inner() | m.ops.Outer(), _ if board is not None and board.space.legend is None:
                return self._spaces(board) - len(region(board, inner.op))
            case _:
                return None

    def _standing(self, kind: m.Kind) -> int | None:
        """Gives how many spaces others can stand on: every thing that a rule ever puts onto such a space."""
        moving: dict[m.Kind, list[m.Act]] = {}
        before = self.facts.decls if self.within is None else self.facts.closure(self.within)
        for decl in before:
            for act in self.facts.acts(decl):
                if id(act) in self.to_come:
                    continue
                if isinstance(act, m.acts.Move | m.acts.Together) and _kind(act.goal) is kind:
                    moved = _kind(act.things)
                    if moved is None:
                        return None
                    moving.setdefault(moved, []).append(act)
        return max(sum(self._moved(mover, acts) for mover, acts in moving.items()) - 1, 0)

    def _moved(self, mover: m.Kind, acts: list[m.Act]) -> int:
        """Gives how many things of a kind can have been moved: in the set-up, as often as it says."""
        given = taken.by_each(self.game, mover)
        if mover.each_player is None and given is not None:
            return given * self.game.most_players
        singly = all(not isinstance(act.things.type, SetType) for act in acts if isinstance(act, m.acts.Move))
        drawn = any(board.legend for board in self.game.boards.values())
        if (
            self.within is None
            or drawn
            or not singly
            or not all(isinstance(act, m.acts.Move) for act in acts)
        ):
            return self.bounds.count(mover)
        times = self.bounds.times(self.within, {id(act) for act in acts})
        return self.bounds.count(mover) if times is None else min(times, self.bounds.count(mover))


def _counts_at_most(number: m.Expr, things: m.Expr) -> bool:
    """Tells whether a number is the number of certain things, or that less something, also as an amount says it."""
    if isinstance(number, m.ops.Amount):
        return _amount_at_most(number, things)
    if isinstance(number, m.ops.Minus) and isinstance(number.right, m.ops.Const):
        return number.right.value >= 0 and _counts_at_most(number.left, things)
    divided = m.ops.DividedDown | m.ops.DividedUp
    if isinstance(number, divided) and isinstance(number.right, m.ops.Const):
        return number.right.value >= 1 and _counts_at_most(number.left, things)
    return isinstance(number, m.ops.Count) and number.set == things


def _amount_at_most(amount: m.ops.Amount, things: m.Expr) -> bool:
    """Tells whether an amount begins with the number of certain things, and its lines only make it smaller."""
    declared: m.Amount = amount.ref
    first, *rest = declared.lines
    if declared.exceptions or first.operator != "start" or first.condition is not None:
        return False
    if any(not isinstance(one, m.ops.Actor) for one in amount.args):
        return False
    low = {"subtract": 0, "divide": 1}
    less = all(
        line.operator == "cap"
        or (
            line.operator in low
            and isinstance(line.operand, m.ops.Const)
            and line.operand.value >= low[line.operator]
        )
        for line in rest
    )
    return less and _counts_at_most(first.operand, things)


def _before(slot: m.Slot, guards: tuple[Literal, ...]) -> tuple[Literal, ...]:
    """Leaves out what is known only of what has been chosen: it proves nothing about the choice."""
    return tuple(one for one in guards if not _speaks_of(one[0], slot.local))


def _speaks_of(expr: m.Expr, local: int) -> bool:
    """Tells whether an expression is about a local of the body: one that it binds itself is another, of that number."""
    inside = list(walk.inside(expr))
    return not any(one.record.binds and one.value == local for one in inside) and any(
        isinstance(one, m.ops.Local) and one.value == local for one in inside
    )


def _fewest_neighbours(board: m.Board) -> int:
    """Gives with how many spaces one in a corner is next to; none where borders part them."""
    shape = board.shape
    sides = zip((shape.rows, shape.columns), shape.wraps, strict=True)
    rows, columns = (min(number, 3 if wraps else 2) for number, wraps in sides)
    if (
        board.parted
        or board.space.legend is not None
        or shape.holes
        or shape.links is not None
        or board.sides
    ):
        return 0
    return rows * columns - 1 if shape.directions == 8 else rows + columns - 2


def _kind(expr: m.Expr) -> m.Kind | None:
    kind = item(expr.type)
    return kind.kind if isinstance(kind, ThingType) else None


def _uses(expr: m.Expr, subject: m.Expr) -> bool:
    return any(part == subject for part in walk.inside(expr))


def _same(one: m.Expr, other: m.Expr) -> bool:
    """Compares two sets, whatever their locals are called."""
    if not isinstance(one, m.ops.Filter) or not isinstance(other, m.ops.Filter):
        return one == other
    if not _same(one.set, other.set):
        return False
    subject = m.ops.Local(item(other.type), other.span, value=other.value)
    return walk.replaced(one.test, one.value, subject) == other.test


def _same_sum(one: m.Expr, other: m.ops.AddsUp) -> bool:
    """Tells whether a guard says of the same things that some of them have the same sum."""
    if not isinstance(one, m.ops.AddsUp) or one.total != other.total or not _same(one.set, other.set):
        return False
    subject = m.ops.Local(item(other.set.type), other.span, value=other.value)
    return walk.replaced(one.number, one.value, subject) == other.number


def _same_face(sentence: m.Sentence, slot: m.Slot) -> int:
    """Counts the faces that are no choice: the one that a die shows already."""
    if not isinstance(sentence.act, m.acts.Turn):
        return 0
    face = sentence.act.face
    return int(slot.local == face.value != -1 and slot.local > 0 and isinstance(face, m.ops.Local))


def _differs(test: m.Expr, face: m.Expr) -> bool:
    """Tells whether a test asks for a die that does not show a face."""
    return (
        isinstance(test, m.ops.Not)
        and isinstance(test.condition, m.ops.Shows)
        and test.condition.face == face
    )


def _all_of(things: m.Expr) -> m.Kind | None:
    """Gives the kind of which these are all things, or all of a row that each player has."""
    if isinstance(things, m.ops.Things):
        return things.ref
    if isinstance(things, m.ops.Called) and things.set is None and things.ref[0].each_player is not None:
        return things.ref[0]
    return None
