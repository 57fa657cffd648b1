"""Finds rules that wait for an event which nothing brings about, or which no rule can stand in for there."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bringing, facts, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.source import Span


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports rules that follow an event, or stand in for it, and are never done."""
    found = facts.of(game)
    acts = [act for decl in found.decls for act in found.acts(decl)]
    for place in game.places.values():
        if place.refill is not None:
            yield from _refilled(place, place.refill, acts)
    for rule in (*game.triggers, *game.replacements):
        event = rule.event
        if event is None or EVENTS[event.kind].of_a_stretch:
            continue
        arranged = _arranged(game, event)
        if arranged is not None:
            yield Diagnostic(
                codes.WRONG_SENTENCE,
                "no rule can replace an arranged move, because it can be taken back until all is done",
                (Label(event.span, "this would replace it"), Label(arranged, "arranged here")),
                "arrange them into another place, and move them on from there",
            )
        elif not bringing.at_its_limit(game, event) and not any(
            bringing.may_bring(game, act, event) for act in acts
        ):
            yield Diagnostic(
                codes.EVENT_MISSED,
                "nothing brings this about, so the rule is never done",
                (Label(event.span, "never happens"),),
                _step(event, acts),
            )


def _refilled(place: m.Place, refill: m.Sentence, acts: list[m.Act]) -> Iterator[Diagnostic]:
    """Reports a `when empty` that is never done, or that moving the next thing does not set off."""
    if not any(_draws_from(act, place) for act in acts):
        yield Diagnostic(
            codes.EVENT_MISSED,
            f"nothing is drawn or dealt from `{place.name}`, so this is never done",
            (Label(refill.span, "never happens"),),
            f"`move the next ...` does not draw: write `draw 1 {place.holds.name} from {place.name}`",
        )
        return
    for act in acts:
        if not isinstance(act, m.acts.Move | m.acts.Discard) or not isinstance(
            act.things, m.ops.Next | m.ops.Last
        ):
            continue
        if any(isinstance(one, m.ops.Place) and one.ref is place for one in walk.inside(act.things)):
            yield Diagnostic(
                codes.EVENT_MISSED,
                f"`{place.name}` is not refilled when this finds it empty",
                (
                    Label(act.things.span, "moved, not drawn"),
                    Label(refill.span, "done only when something is drawn or dealt"),
                ),
                f"write `draw 1 {place.holds.name} from {place.name} into ...`",
            )


def _draws_from(act: m.Act, place: m.Place) -> bool:
    """Tells whether an act draws or deals from a place, as far as one can see."""
    if not isinstance(act, m.acts.Draw | m.acts.Deal):
        return False
    places = [one.ref for one in walk.inside(act.origin) if isinstance(one, m.ops.Place)]
    return place in places if places else True


def _arranged(game: m.Game, event: m.Event) -> Span | None:
    """Gives a sentence that arranges into places what a rule would stand in for."""
    if event.kind != "entering" or event.where is None:
        return None
    for site in sites.of(game).every():
        act = site.statement.act if isinstance(site.statement, m.Sentence) else None
        if (
            isinstance(act, m.acts.Arrange)
            and bringing.handled(act) is event.subject
            and bringing.overlap(act.places, event.where)
        ):
            return site.statement.span
    return None


def _step(event: m.Event, acts: list[m.Act]) -> str:
    """Says what to do; often another verb is meant, one that brings about something else."""
    match event.kind:
        case "draws" | "drawn" if any(
            isinstance(a, m.acts.Deal) and a.hand.holds is event.subject for a in acts
        ):
            return "what is dealt is not drawn: write `draw`"
        case "gains" | "loses" if any(isinstance(a, m.acts.Set) and a.fact.ref is event.other for a in acts):
            return f"`set` is neither a gain nor a loss: write `{event.kind}` where it is one"
        case "destroyed" if any(
            isinstance(a, m.acts.Remove) and bringing.handled(a) is event.subject for a in acts
        ):
            return "what is removed is not destroyed: write `destroy`"
        case _:
            return "do it in a rule, or take this rule away"
