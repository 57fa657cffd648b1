"""What rules read reaches the picture and the terminal: a fact, counter, link or place that conditions ask for.

The view of a match half through is changed at one value, and the picture has to be another one. What a designer keeps
out of the log (`unlogged`) is an aid of the rules and may be missing.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from rich.console import Console

from gekido_dsl import api
from gekido_dsl.cli import table as terminal
from gekido_dsl.cli.fitting import fitted
from gekido_dsl.cli.paths import shipped
from gekido_dsl.drawing.live import Live, Scene
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.drawing.solids import laden
from gekido_dsl.engine import PlaceView, SpaceView, ThingView, View
from gekido_dsl.model import facts
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng
from gekido_dsl.table.names import Names

Wanted = tuple[str, str]
"""What is shown of (a kind, `space`, or nobody), and its name."""
GAMES = sorted(name for name in shipped() if "/" not in name)
LOOSE = ("classics/mill_creek", "classics/iron_valleys", "classics/wreckers")
"""Games with things that belong to nobody and lie nowhere."""
DECISIONS, MOST = (8, 60), 6
"""After so many decisions it is looked, and at so many places of each sort."""
NAMED = re.compile(r' (data-spot|data-on|data-face|aria-label)="[^"]*"')


def asked(game: m.Game) -> set[Wanted]:
    """Lists what expressions of the game read of what a match changes, and everybody or the owner sees."""
    found: set[Wanted] = set()
    for nodes in facts.of(game).nodes.values():
        for node in nodes:
            ref = getattr(node, "ref", None)
            if not isinstance(node, m.Expr) or ref is None:
                continue
            if isinstance(ref, m.Field) and ref.kept and not ref.unlogged and ref.seen != "nobody":
                if isinstance(ref.owner, m.Kind):
                    found.add((ref.owner.name, ref.name))
            elif isinstance(ref, m.Link | m.Counter | m.Track) and ref.seen != "nobody":
                kind = ref.origin if isinstance(ref, m.Link) else ref.owner
                found.add((kind.name, ref.name))
            elif isinstance(ref, m.Place):
                found.add(("place", ref.name))
    return found


def changed(view: Any, kind: str, name: str) -> Iterator[Any]:
    """Gives the view with one value changed, for each place where it stands."""
    if isinstance(view, ThingView) and view.kind == kind:
        if name in view.facts:
            both = {name: {"yes": "no", "no": "yes"}.get(view.facts[name], "Otherwise")}
            yield replace(view, facts={**view.facts, **both}, changed={**view.changed, **both})
        if name in view.counters:
            yield replace(view, counters={**view.counters, name: (view.counters[name] or 0) + 3})
        if name in view.tracks:
            yield replace(
                view, tracks={**view.tracks, name: (*view.tracks[name], *(view.tracks[name][:1] or (1,)))}
            )
        if view.links.get(name):
            yield replace(view, links={**view.links, name: dict.fromkeys(view.links[name], "Otherwise")})
    if isinstance(view, SpaceView) and view.kind == kind and name in view.facts:
        number = "77" if view.number == view.facts[name] else view.number
        said = {name: "77"}
        yield replace(view, facts={**view.facts, **said}, changed={**view.changed, **said}, number=number)
    if isinstance(view, PlaceView) and kind == "place" and view.name == name and view.count:
        things = view.things[1:] if view.things is not None else None
        yield replace(view, count=view.count - 1, things=things)
    if isinstance(view, SpaceView) and kind == "place" and name in view.changed:
        yield replace(view, changed={**view.changed, name: "Otherwise"})
    if isinstance(view, View) and name in view.facts:
        yield replace(view, facts={**view.facts, name: "Otherwise"})
    if not is_dataclass(view) or isinstance(view, type):
        return
    for field in fields(view):
        value = getattr(view, field.name)
        if isinstance(value, tuple):
            for at, one in enumerate(value):
                for other in changed(one, kind, name):
                    yield replace(view, **{field.name: (*value[:at], other, *value[at + 1 :])})


def some(found: list[Any]) -> list[Any]:
    """Gives a few of many, from all over the table."""
    return found[:: max(1, -(-len(found) // MOST))]


def drawn(live: Live, view: View) -> str:
    """Gives the picture without the names in it, which are seen nowhere."""
    shapes = live.draw(view, Names().of(view).of, Scene({}, {})).shapes
    return NAMED.sub("", "".join(shapes))


def written(live: Live, view: View) -> str:
    """Gives what a terminal draws between turns."""
    console = Console(file=io.StringIO(), width=120)
    console.print(terminal.draw(view, 120, brief=True))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def missing(name: str, drawn: Callable[[Live, View], str]) -> list[str]:
    """Lists what rules read and no drawing shows to a seat or to a spectator."""
    rules = api.read(shipped()[name])
    made = rules.compilation
    game, look = made.game, made.look.value or PLAIN
    assert game is not None
    live, wanted = Live(game, look), asked(game)
    unseen: dict[Wanted, set[str]] = {}
    shown: dict[Wanted, set[str]] = {}
    match = rules.match(rules.players.start, seed=5)
    rng = Rng(3)
    for at in range(max(DECISIONS) + 1):
        if match.decision is None:
            break
        if at in DECISIONS:
            for seat in (match.decision.seat, None):
                view = laden(game, match.view(seat))
                before = drawn(live, view)
                who = "spectator" if seat is None else "seat"
                for one in wanted - {key for key, seats in shown.items() if who in seats}:
                    for other in some(list(changed(view, *one))):
                        differs = drawn(live, other) != before
                        (shown if differs else unseen).setdefault(one, set()).add(who)
                        if differs:
                            break
        match.choose(rng.below(len(match.decision.choices)))
    return sorted(
        f"{kind}: {what} ({who})"
        for (kind, what), seats in unseen.items()
        for who in seats
        if who not in shown.get((kind, what), set())
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "drawing"),
    [*((name, drawn) for name in GAMES), *((name, written) for name in (*GAMES, *LOOSE))],
)
def test_what_rules_read_is_on_the_table(name: str, drawing: Callable[[Live, View], str]) -> None:
    assert missing(name, drawing) == []


@pytest.mark.parametrize("brief", [False, True])
def test_a_terminal_draws_what_belongs_to_nobody_and_lies_nowhere(brief: bool) -> None:
    worker = ThingView("Worker", "Worker", owner=1)
    crew = PlaceView("Crew", "pool", None, 1, (worker,))
    sites = (
        ThingView("Site", "Forest", facts={"Wood": "3"}, printed=frozenset({"Wood"}), places=(crew,)),
        ThingView("Site", "Mill", facts={"Wood": "2"}, printed=frozenset({"Wood"})),
        ThingView("Log", "Log", facts={"Wrecks": "4"}),
    )
    view = replace(api.read(shipped()["classics/mill_creek"]).match(2, seed=5).view(None), things=sites)
    console = Console(file=io.StringIO(), width=120)
    for drawing in (terminal.draw(view, 120, brief=brief), fitted(view, 120, 6)):
        console.print(drawing)
    text = str(console.file.getvalue())  # type: ignore[attr-defined]
    assert text.count("Crew P2 Worker") == 2 and text.count("Log Wrecks 4") == 2
    assert ("Mill" in text, "Wood 3" in text) == (not brief, not brief)
