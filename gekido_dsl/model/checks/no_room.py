"""Finds rules that put more than there is room for: into a track, or onto the spaces of a drawing.

A rule that rolls dice into a track says what happens when the track has no room for them.
There is room when a condition says that the track is not full and one die is rolled, when the sentence says
`if possible`, or when it is part of the set-up, which puts no more dice on the track
than it holds.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, facts, room_to_stand, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.sites import Site


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what is rolled into a track without a proof or a way out, and loops with more things than spaces."""
    yield from room_to_stand.missing(game)
    for site in sites.of(game).every():
        sentence = site.statement
        if not isinstance(sentence, m.Sentence) or not isinstance(sentence.act, m.acts.RollInto):
            continue
        if sentence.if_possible:
            continue
        track = sentence.act.track
        if not _guarded(site, sentence.act) and not _laid_at_the_start(game, site, track):
            yield Diagnostic(
                codes.NO_ROOM,
                f"`{track.name}` may be full when a die is rolled into it",
                (Label(sentence.span, "needs room"), Label(track.name_span, "declared here")),
                "write `if possible`, or ask first whether it is full",
            )


def _guarded(site: Site, act: m.acts.RollInto) -> bool:
    """Tells whether a condition says that there is room for the one die that is rolled."""
    return act.number == 1 and any(
        isinstance(guard, m.ops.Full)
        and not holds
        and isinstance(guard.track, m.ops.Track)
        and guard.track.ref is act.track
        and guard.track.thing == act.thing
        for guard, holds in conditions.flat(site.guards)
    )


def _laid_at_the_start(game: m.Game, site: Site, track: m.Track) -> bool:
    """Tells whether only the set-up fills a track, with sentences that together need no more than its room."""
    setup = game.setup
    if setup is None or site.owner is not setup or track.spaces is None:
        return False
    known = facts.of(game)
    here = list(known.acts(setup))
    called = [act for decl in known.closure(setup) if decl is not setup for act in known.acts(decl)]
    if any(_into(act) is track for act in called):
        return False
    rolling = [act for act in here if isinstance(act, m.acts.RollInto) and act.track is track]
    if any(_into(act) is track for act in here if act not in rolling):
        return False
    repeated = (one for one in walk.statements(setup.body.statements) if isinstance(one, m.Repeat))
    if any(one is site.statement for loop in repeated for one in walk.statements(loop.body)):
        return False
    if any(not isinstance(act.thing, m.ops.Local | m.ops.Mine) for act in rolling):
        return False  # not each round of a loop speaks of another thing
    return sum(act.number for act in rolling) <= (bounds.of(game).range(track.spaces)[0] or 0)


def _into(act: m.Act) -> m.Track | None:
    """Gives the track that an act puts dice on."""
    match act:
        case m.acts.RollInto(track=track) | m.acts.Fill(track=track):
            return track
        case m.acts.Restore(rule=rule):
            return rule.tracks[-1]
        case _:
            return None
