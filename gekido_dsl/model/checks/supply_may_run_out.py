"""Finds rules that take from a place which may hold less, and do not say what happens then.

A bound that proves a place sufficient is one of these:

- a guard says how many lie there;
- all tracks and counters that use a supply need no more dice together than there are, for the figures that need most;
- a phase of the turn begins with everything in the box, since all of it is put back before the phase ends, and
  takes no more than there is before the rule in question does.

A deck that is empty gives nothing and breaks no rule, so what is drawn and dealt from a deck is not looked at.
"""

from collections.abc import Iterator
from functools import cached_property

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, facts, payments, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.checks.component_count import capacity, figures
from gekido_dsl.model.kernel.verb import SetsGoing, Then
from gekido_dsl.model.sites import Site
from gekido_dsl.model.types import PlaceType, ThingType, item


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what is taken or paid without a proof and without a way out."""
    yield from payments.unasked(game)
    known = bounds.of(game)
    supplies = _Supplies(game)
    for site in sites.of(game).every():
        sentence = site.statement
        if not isinstance(sentence, m.Sentence) or sentence.if_possible:
            continue
        act = sentence.act
        never = supplies.never_filled(act)
        if never is not None:
            yield Diagnostic(
                codes.SUPPLY_MAY_RUN_OUT,
                f"`{never.name}` is empty when a die is taken from it",
                (Label(sentence.span, "takes from it"), Label(never.name_span, "empty at the start")),
                f"write `{never.word} {never.name}: all {never.holds.plural}`, so that they lie there from the start",
            )
            continue
        match act:
            case m.acts.RollInto(track=track) | m.acts.Fill(track=track) if site.owner is not game.setup:
                place = track.supply
            case m.acts.Gain(fact=fact) | m.acts.Set(fact=fact) if isinstance(
                fact, m.ops.Counter
            ) and not supplies.in_use(fact, site):
                place = fact.ref.supply
            case m.acts.Draw(origin=origin) | m.acts.Deal(origin=origin) if (
                isinstance(origin, m.ops.Place) and origin.ref.word != "deck"
            ):
                place, number = origin.ref, known.at(site, act.number)[1]
                dealt = isinstance(act, m.acts.Deal)
                if isinstance(act, m.acts.Deal):
                    if site.owner is game.setup and place.full:
                        continue  # counted with the components
                    if number is not None:
                        number *= known.size(act.players, site.guards)[1] or game.most_players
                if number is not None and supplies.guarded(origin, number, site):
                    continue
                if number is not None and number > known.count(place.holds):
                    continue
                proven, why = supplies.drawn(place, number, site)
                if not proven:
                    yield _found(
                        sentence,
                        place,
                        f"`{place.name}` may hold less than is {'dealt' if dealt else 'drawn'}",
                        why,
                    )
                continue
            case _:
                continue
        need, have = supplies.demand(place), known.count(place.holds)
        if need > have:
            yield _found(
                sentence, place, f"`{place.name}` may be empty when a die is taken from it",
                f"{have} {place.holds.plural}; all tracks and counters together can hold {need}",
            )  # fmt: skip


def _found(sentence: m.Sentence, place: m.Place, message: str, why: str) -> Diagnostic:
    return Diagnostic(
        codes.SUPPLY_MAY_RUN_OUT,
        message,
        (Label(sentence.span, "takes from it"), Label(place.name_span, "declared here")),
        "write `if possible`, or first check how many there are",
        (),
        (why,),
    )


class _Supplies:
    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self.bounds = bounds.of(game)

    def never_filled(self, act: m.Act) -> m.Place | None:
        """Gives the supply that an act takes dice from, if it begins empty and no sentence moves any into it."""
        match act:
            case m.acts.RollInto(track=track) | m.acts.Fill(track=track):
                supply = track.supply
            case m.acts.Gain(fact=m.ops.Counter(ref=counter)) | m.acts.Set(fact=m.ops.Counter(ref=counter)):
                supply = counter.supply
            case _:
                return None
        if supply.full or supply in self._filled:
            return None
        return supply

    @cached_property
    def _filled(self) -> frozenset[m.Place]:
        """The places that a sentence of the game moves things into."""
        found: set[m.Place] = set()
        for site in sites.of(self.game).every():
            goal = getattr(getattr(site.statement, "act", None), "goal", None)
            if isinstance(goal, m.Expr):
                found |= {one.ref for one in walk.exprs(goal) if isinstance(one, m.ops.Place)}
        return frozenset(found)

    def in_use(self, counter: m.Expr, site: Site) -> bool:
        """Tells whether a counter shows a die already."""
        low = self.bounds.at(site, counter)[0]
        least = counter.ref.low
        return (low is not None and low > max(least, 0)) or any(
            holds and isinstance(guard, m.ops.Active) and guard.counter == counter
            for guard, holds in site.guards
        )

    def demand(self, supply: m.Place) -> int:
        """Counts the dice that all tracks and counters of a supply can hold, for the figures that need most."""
        needs: dict[m.Kind, list[int]] = {}
        for track in self.game.tracks.values():
            if track.supply is supply:
                sums = needs.setdefault(track.owner, [0] * len(track.owner.rows))
                for number, row in enumerate(track.owner.rows):
                    sums[number] += capacity(self.game, track, row)
        for counter in self.game.counters.values():
            if counter.supply is not supply:
                continue
            owner = counter.owner
            if owner.parent is None or not owner.column:
                sums = needs.setdefault(owner, [0] * len(owner.rows))
                for number in range(len(owner.rows)):
                    sums[number] += 1
            else:
                sums = needs.setdefault(owner.parent, [0] * len(owner.parent.rows))
                for row in owner.rows:
                    sums[row.parent] += 1
        total = 0
        for kind, sums in needs.items():
            copies = [
                number for number, row in zip(sums, kind.rows, strict=True) for _ in range(max(row.copies, 1))
            ]
            if kind.parent is not None and not kind.column:
                copies *= figures(self.game, kind.parent)
            total += sum(sorted(copies, reverse=True)[: figures(self.game, kind)])
        return total

    # ------------------------------------------------------------ boxes

    def guarded(self, place: m.Expr, number: int, site: Site) -> bool:
        """Tells whether a guard says that so many lie there."""
        for guard, holds in conditions.flat(site.guards):
            match guard:
                case m.ops.Some() if holds and number <= 1:
                    things, test = guard.set, guard.test
                    if (isinstance(things, m.ops.Inside) and things.place == place) or (
                        isinstance(things, m.ops.Things)
                        and isinstance(test, m.ops.InPlace)
                        and test.place == place
                    ):
                        return True
                case m.ops.Empty() if not holds and number <= 1 and guard.place == place:
                    return True
                case _ if isinstance(guard, m.ops.Comparison):
                    counts = (one for one in (guard.left, guard.right) if isinstance(one, m.ops.Count))
                    for count in counts:
                        inside = isinstance(count.set, m.ops.Inside) and count.set.place == place
                        if inside and (self.bounds.range(count, site.guards)[0] or 0) >= number:
                            return True
                case _:
                    pass
        return False

    def drawn(self, place: m.Place, number: int | None, site: Site) -> tuple[bool, str]:
        """Tells whether a box holds enough for a draw, and the bound."""
        have = self.bounds.count(place.holds)
        if number is None:
            return False, "how many are drawn has no bound"
        if not place.full:
            return False, f"{number} are drawn, and how many lie there has no bound"
        for phase in self._phases(site.owner):
            if not self._comes_back(place, phase):
                return False, (
                    f"there are {have}, and this draws {number}; not every {place.holds.name} is sure to be back "
                    f"when `{phase.name}` ends"
                )
            before = self._taken_before(place, phase, site)
            if before is None:
                return (
                    False,
                    f"there are {have}, and this draws {number}; how many were drawn before has no bound",
                )
            if before + number > have:
                return False, f"there are {have}; {before} are drawn before, and {number} here"
        return True, f"there are {have}, and {number} are drawn"

    def _phases(self, owner: m.Decl) -> list[m.Procedure]:
        """Lists the phases of the turn that a rule runs in."""
        lines = self.game.turn.lines if self.game.turn is not None else ()
        return [line.phase for line in lines if owner in self.facts.closure(line.phase)]

    def _moves(self, decl: m.Decl, kind: m.Kind) -> Iterator[tuple[m.Act, m.Place | None]]:
        """Gives the acts of a declaration that move things of a kind, and where to."""
        for act in self.facts.acts(decl):
            moved: m.Kind | None
            match act:
                case m.acts.Draw(goal=goal, kind=moved):
                    pass
                case m.acts.Move(things=things, goal=goal) | m.acts.Together(things=things, goal=goal):
                    moved = getattr(item(things.type), "kind", None)
                case _:
                    continue
            if moved is kind:
                yield act, goal.ref if isinstance(item(goal.type), PlaceType) else None

    def _comes_back(self, box: m.Place, phase: m.Procedure) -> bool:
        """Tells whether everything is in the box again when a phase ends, however it ends."""
        kind = box.holds
        inside = self.facts.closure(phase)
        away: set[m.Place] = set()
        for decl in self.facts.reachable():
            for _, goal in self._moves(decl, kind):
                if goal is None or (goal is not box and decl not in inside):
                    return False
                if goal is not box and not self._passes_through(decl, goal):
                    away.add(goal)
        after = [
            one
            for one in self.game.triggers
            if one.event and one.event.kind == "ends" and one.event.subject is phase
        ]
        if all(any(self._returns(one, place, box) for one in after) for place in away):
            return True
        steps = self.facts.steps(phase)
        last = steps[-1] if steps else phase
        if not all(self._returns(last, place, box) for place in away):
            return False
        started = False
        for step in (phase, *steps):
            parts: frozenset[m.Decl] = frozenset({step}) if step is phase else self.facts.closure(step)
            started = started or any(goal is not box for decl in parts for _, goal in self._moves(decl, kind))
            ends = any(
                isinstance(act, m.acts.End) and act.phase is phase
                for decl in parts
                for act in self.facts.acts(decl)
            )
            if started and ends:
                return False
        return True

    def _passes_through(self, decl: m.Decl, place: m.Place) -> bool:
        """Tells whether a body that puts things into a place also takes all of them out again."""
        if not isinstance(decl, m.Procedure):
            return False
        filled = False
        for statement in decl.body.statements:
            if not isinstance(statement, m.Sentence):
                return False
            act = statement.act
            if isinstance(act, m.acts.Move) and act.goal.ref is place:
                filled = True
            elif filled and (_goes_elsewhere(act) or statement.otherwise):
                return False
            elif isinstance(act, m.acts.Move) and statement.condition is None and statement.decision is None:
                if isinstance(act.things, m.ops.Inside) and act.things.place.ref is place:
                    filled = False
        return not filled

    def _returns(self, decl: m.Procedure, place: m.Place, box: m.Place) -> bool:
        """Tells whether a body puts all things of a place into the box, without a condition or exception."""
        if decl.exceptions:
            return False
        for statement in decl.body.statements:
            match statement:
                case m.Sentence(act=m.acts.Move(things=things, goal=goal), condition=None):
                    left = (
                        isinstance(things, m.ops.Inside)
                        and things.place.ref is place
                        and (not isinstance(things.place, m.ops.Place) or things.place.owner is None)
                    )
                    everything = isinstance(things, m.ops.Things) and things.ref is box.holds
                    if goal.ref is box and (left or everything):
                        return True
                case _:
                    pass
        return False

    def _taken_before(self, box: m.Place, phase: m.Procedure, site: Site) -> int | None:
        """Counts what a phase may have taken from the box before a statement; None when that has no bound."""
        steps = self.facts.steps(phase)
        if not isinstance(site.owner, m.Procedure):
            return None
        if site.owner is phase:
            earlier: list[m.Decl] = []
        elif site.owner in steps and not any(self._takes(act, box) for act in self.facts.acts(phase)):
            earlier = list(steps[: steps.index(site.owner)])
        else:
            return None
        for decl in {one for step in earlier for one in self.facts.closure(step)}:
            if any(self._takes(act, box) for act in self.facts.acts(decl)):
                return None
        total = 0
        for statement in walk.statements(site.owner.body.statements):
            if statement is site.statement:
                return total
            if isinstance(statement, m.Sentence):
                if self._takes(statement.act, box):
                    drawn = statement.act if isinstance(statement.act, m.acts.Draw | m.acts.Deal) else None
                    high = self.bounds.range(drawn.number)[1] if drawn is not None else None
                    if high is None:
                        return None
                    total += high
                for called in self.facts.called_by(statement.act):
                    if any(
                        self._takes(act, box)
                        for decl in self.facts.closure(called)
                        for act in self.facts.acts(decl)
                    ):
                        return None
        return None

    def _takes(self, act: m.Act, box: m.Place) -> bool:
        match act:
            case m.acts.Draw(origin=origin) | m.acts.Deal(origin=origin):
                return origin.ref is box
            case m.acts.Move(things=things, goal=goal) | m.acts.Together(things=things, goal=goal):
                kind = item(things.type)
                here = isinstance(things, m.ops.Inside) and things.place.ref is not box
                return (
                    isinstance(kind, ThingType)
                    and kind.kind is box.holds
                    and goal.ref is not box
                    and not here
                )
            case _:
                return False


def _goes_elsewhere(act: m.Act) -> bool:
    """Tells whether something else is run after an act than what stands below it."""
    return act.record.then is not Then.NEXT or act.record.sets_going is not SetsGoing.NOTHING
