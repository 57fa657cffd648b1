"""What a compiled match asks becomes a question, as `telling` puts it into words."""

from collections.abc import Sequence

from gekido_dsl.backend.machine import Stand
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.choices import names
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.question import TAKE_BACK, Option, Question


def question_of(
    lowered: Lowered,
    stand: Stand,
    position: State,
    offers: Sequence[tuple[int, ...]],
    things: Sequence[int],
) -> Question:
    """Gives the open question of a match.

    Args:
        offers: the options, by the values that fill their slots.
        things: what the question is about.
    """
    site = lowered.sites[stand.site]
    words = Labels(position.layout)
    options: list[Option] = [one or TAKE_BACK for one in offers]
    arranges = isinstance(site.source, m.Sentence) and isinstance(site.source.act, m.acts.Arrange)
    # While something can be put, the last option of those who arrange takes back; they are done after it.
    if offers and not offers[-1] and site.stop and not (arranges and any(offers)):
        options[-1] = None
    labels: tuple[str, ...] = ()
    if site.asked == "menu":
        labels = tuple(site.labels[one[0]] if one else site.labels[-1] for one in offers)
    elif site.asked == "order":
        labels = tuple(_rule_due(site, one, words, position) for one in offers)
        options = [one[:1] for one in offers]
    window = site.asked == "window"
    if arranges:
        about = tuple(words.place(position, place) for place in things if place != NONE)
    else:
        about = names(position, words, stand.seat, list(things))
    return Question(
        stand.seat,
        site.word,
        tuple(options),
        () if window else site.types,
        site.stop or "no",
        "menu" if site.asked == "order" else site.asked,
        site.rule,
        site.span,
        site.cites,
        labels,
        about,
        site.source[1] if window else None,
    )


def _rule_due(site: Site, option: tuple[int, ...], words: Labels, position: State) -> str:
    """Names a rule that is due, and the thing that it follows upon."""
    _, number, thing = option
    rule = site.source[number]
    event = rule.event
    if event is None or not isinstance(event.subject, m.Kind):
        return str(site.labels[number])
    return f"{site.labels[number]}: {words.subject(position, thing)}"
