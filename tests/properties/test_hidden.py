"""What a seat cannot see has no influence on anything that the seat is told.

Two worlds that differ only in hidden facts are laid side by side and played on.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import zip_longest
from typing import Any

import pytest
from shipped import compiled, every_amount, every_secret, every_table, positions, shown, silent, traced

from gekido_dsl.engine import Event, RuleError, Setting
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter import Interpreter, secret_part
from gekido_dsl.interpreter.sampling import rename
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

STOPS = ("pass", "done", "no")
MOST_WITHOUT = 0.1
"""Of what is laid side by side so much may have no other world; more would compare too little."""


def sees(state: State, place: int, seat: int | None) -> bool:
    """Tells, from the declarations alone, whether a seat sees what lies in a place."""
    layout = state.program.layout
    if place in (NONE, layout.gone) or place < layout.count:
        return True
    decl, owner = layout.place_names[place]
    if isinstance(decl, m.Track | m.Counter):
        return True
    if not isinstance(decl, m.Place):
        return seat == owner
    if decl.word == "deck" or decl.seen == "nobody":
        return False
    if decl.word == "hand" or decl.seen == "owner":
        return seat == (owner if decl.owner == "player" else owner_of(state, owner))
    return True


def owner_of(state: State, thing: int) -> int:
    """Gives whose a thing is; a part belongs to the owner of the whole."""
    layout = state.program.layout
    while layout.parent_of[thing] != NONE:
        thing = layout.parent_of[thing]
    return state.cells[layout.owner_cell + thing]


def knew(state: State, still: secret_part.Still, thing: int, seat: int | None) -> bool:
    """Tells whether a seat knew which thing it is at a moment that a secret part keeps."""
    layout = state.program.layout
    if layout.known_cell == NONE:
        return False
    bit = layout.players if seat is None else seat
    return bool(still.cells[layout.known_cell + thing] >> bit & 1)


def another_world(state: State, seat: int | None, rng: random.Random) -> State:
    """Deals the things that a seat does not see anew, among the places where such things lie; the stream as it is.

    Where a thing lies, whose it is there and whether it moved belong to the spot, not to the thing.
    """
    made = state.copy()
    layout = state.program.layout
    spots: dict[tuple[str, int], list[tuple[int, int]]] = {}
    hidden = secret_part.of(state)
    known = {
        thing
        for still in (secret_part.stills(hidden) if hidden is not None else ())
        for place, things in enumerate(still.contents)
        for thing in things
        if sees(state, place, seat) or knew(state, still, thing, seat)
    }
    names: dict[int, int] = {}
    for place, things in enumerate(state.contents):
        if not sees(state, place, seat):
            for at, thing in enumerate(things):
                if thing in known or knowledge.knows(state, seat, thing):
                    continue  # what a seat has seen it remembers
                spots.setdefault((layout.kind_of[thing].name, layout.born_to[thing]), []).append((place, at))
    cells = [layout.owner_cell, *layout.moved_cell.values()]
    cells += [layout.known_cell] if layout.known_cell != NONE else []
    for here in spots.values():
        there = here[:]
        rng.shuffle(there)
        for (place, at), (other_place, other_at) in zip(here, there, strict=True):
            old, new = state.contents[place][at], state.contents[other_place][other_at]
            made.contents[place][at] = new
            made.where[new] = place
            names[old] = new
            for first in cells:
                made.cells[first + new] = state.cells[first + old]
    if hidden is not None:
        made.secret_part = secret_part.relabelled(hidden, names, cells)
    for die in range(layout.count):
        kind, place = layout.kind_of[die], made.where[die]
        if kind.faces is None or place == NONE or sees(made, place, seat) or knowledge.knows(made, seat, die):
            continue
        low, high = kind.faces if isinstance(kind.faces, tuple) else (0, len(kind.faces.members) - 1)
        made.cells[layout.face_cell + die] = rng.randint(low, high)
    rename(made, names)
    if made.question is not None:
        made.question = None
        frame = made.frames[-1]
        frame.code.steps[frame.step](made, frame)
    return made


def without_values(decision: Any) -> Any:
    """Gives a decision as a person sees it: like things are the same, whichever they are."""
    if decision is None:
        return None
    seat, prompt, choices, *rest = shown(decision)
    return (seat, prompt, tuple((choice.id, choice.label) for choice in choices), *rest)


def compare_now(x: Interpreter, one: State, two: State, seat: int | None) -> None:
    """Compares what a seat is told just now."""
    assert x.observe(one, seat) == x.observe(two, seat)
    first, second = x.decision(one), x.decision(two)
    assert (first is None) == (second is None)
    if first is None or second is None:
        return
    assert (first.seat, first.kind, first.rule, first.prompt) == (
        second.seat,
        second.kind,
        second.rule,
        second.prompt,
    )
    if first.seat == seat:
        assert shown(first) == shown(second)


def names_of(x: Interpreter) -> list[str]:
    """Lists names that a player may ask about."""
    rows = [row.name for kind in x.game.kinds.values() for row in kind.rows]
    return list(
        dict.fromkeys([*rows, *(member for enum in x.game.enums.values() for member in enum.members), "r1c1"])
    )


def reveals(state: State, event: Event | None, seat: int | None) -> bool:
    """Tells whether something unseen came to be seen, as the rules want."""
    if event is None:
        return False
    if event.kind in ("show", "show_fact"):
        return True
    if not event.data or event.kind not in ("move", "lock", "draw", "discard", "keep", "remove"):
        return False
    before, after = event.data[1], event.data[2] if len(event.data) > 2 else NONE
    return not sees(state, before, seat) and sees(state, after, seat)


def passes(labels: list[str], other: list[str], rng: random.Random) -> tuple[int, int] | None:
    """Gives a choice of the same name in both worlds, passing where that can be; None when there is none."""
    if labels[-1] in STOPS and other[-1] in STOPS:
        return len(labels) - 1, len(other) - 1
    both = [label for label in labels if label in other]
    if not both:
        return None
    label = rng.choice(both)
    return labels.index(label), other.index(label)


def play_on(x: Interpreter, one: State, two: State, seat: int | None, rng: random.Random, most: int) -> int:
    """Plays both worlds on, until the seat is asked, something is revealed, or long enough; gives how far."""
    for done in range(most):
        compare_now(x, one, two, seat)
        first, second = x.decision(one), x.decision(two)
        if first is None or second is None or first.seat == seat:
            return done
        pair = passes([c.id for c in first.choices], [c.id for c in second.choices], rng)
        if pair is None:
            return done
        told, told_too = x.apply(one, pair[0]), x.apply(two, pair[1])
        for event, other in zip_longest(told, told_too):
            seen, seen_too = reveals(one, event, seat), reveals(two, other, seat)
            if event is not None and other is not None and seen and seen_too:
                assert event.kind == other.kind and event.text.split()[-1:] == other.text.split()[-1:]
            caught = {one.kind for one in (event, other) if one is not None} - {"defeat"}
            if seen or seen_too or (caught and "defeat" in (event and event.kind, other and other.kind)):
                # Where only one world shows something, or somebody is out in one alone, a rule has answered what
                # nobody saw, as an accusation does, or a step onto a hiding place.
                return done
            assert event is not None and other is not None
            assert (event.kind, event.read_by(seat), event.rule, event.seat) == (
                other.kind, other.read_by(seat), other.rule, other.seat,
            )  # fmt: skip
            assert event.why == other.why
    return most


def player_of(state: State) -> int:
    """Gives who decides in secret."""
    hidden = secret_part.of(state)
    return hidden.player if hidden is not None else NONE


def decides_in_secret(x: Interpreter, state: State, seat: int | None) -> bool:
    """Tells whether another one than a seat decides in secret."""
    asked = x.decision(state)
    return asked is not None and asked.secret and asked.seat != seat


def side_by_side(
    name: str,
    players: int,
    games: int,
    world: Callable[[Interpreter, State, int | None, random.Random], State | None],
) -> None:
    x = traced(name)
    laid, without = 0, 0
    for state, rng in positions(name, players, games, 0.03, first=600):
        for seat in (*range(players), None):
            before = x.snapshot(state)
            other = world(x, state, seat, rng)
            assert x.snapshot(state) == before
            if other is None:
                without += 1
                continue
            laid += 1
            if world is sampled and decides_in_secret(x, state, seat):
                # How far somebody is, nobody else knows: in the world that is drawn, he has just begun.
                assert x.observe(state, seat) == x.observe(other, seat)
                assert player_of(state) == player_of(other)
                continue
            compare_now(x, state, other, seat)
            mine = state.copy()
            mine.rng.state = other.rng.state
            play_on(x, mine, other, seat, rng, 15)
    assert laid, "nothing was laid side by side"
    assert without <= laid * MOST_WITHOUT, f"no other world in {without} cases, one in {laid}"


def dealt(x: Interpreter, state: State, seat: int | None, rng: random.Random) -> State | None:
    """Gives another world; None where none of many can be asked what is asked now."""
    for _ in range(20):
        # What was chosen of a hand and not shown yet may be something else now, for which there is no such question.
        with suppress(RuleError):
            return another_world(state, seat, rng)
    return None


def sampled(x: Interpreter, state: State, seat: int | None, rng: random.Random) -> State:
    if seat is None:
        # In the worlds that somebody draws who has decided in secret, or does so, it begins with what he did.
        hidden = secret_part.of(state)
        begun = {hidden.player, *(part.player for part in hidden.parts)} if hidden is not None else set()
        others = [one for one in range(state.program.layout.players) if one not in begun]
        if not others:
            return state.copy()
        seat = rng.choice(others)
    return x.sample(state, seat, rng.randrange(1 << 30))


@every_amount
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_hidden_facts_have_no_influence(name: str, players: int, games: int) -> None:
    side_by_side(name, players, games, dealt)


@every_amount
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_a_sampled_world_looks_the_same(name: str, players: int, games: int) -> None:
    side_by_side(name, players, games, sampled)


def same_part(state: State, part: secret_part.SecretPart | None) -> bool:
    """Tells whether a secret part is still running."""
    now = secret_part.of(state)
    return now is not None and part is not None and now.start is part.start


def rest_of_secret_part(x: Interpreter, state: State, seat: int, rng: random.Random) -> list[Event]:
    """Has a player decide in secret until it is another one's turn, and gives all that happened."""
    told: list[Event] = []
    part = secret_part.of(state)
    for _ in range(200):
        decision = x.decision(state)
        if decision is None or decision.seat != seat or not same_part(state, part):
            break
        told += x.apply(state, rng.choice(decision.forward))
    return told


@every_secret
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_nothing_of_a_secret_part_is_seen_before_it_ends(name: str, players: int, games: int) -> None:
    """Whatever a player decides in secret, and however often: nobody else can tell, and no bot can."""
    x = traced(name)
    for state, rng in positions(name, players, games, 0.03, first=900):
        asked = x.decision(state)
        if asked is None or not asked.secret:
            continue
        others = [seat for seat in (*range(players), None) if seat != asked.seat]
        before = {seat: x.observe(state, seat) for seat in others}
        ways = []
        for _ in range(2):
            mine = state.copy()
            told = rest_of_secret_part(x, mine, asked.seat, random.Random(rng.random()))
            ways.append((mine, told))
        if not all(same_part(mine, secret_part.of(state)) for mine, _ in ways):
            continue  # the part has ended
        nexts = [x.decision(mine) for mine, _ in ways]
        seats = {decision.seat for decision in nexts if decision is not None}
        assert len(seats) == 1
        for seat in others:
            one, other = (x.observe(mine, seat) for mine, _ in ways)
            assert one == other
            assert seat in seats or one == before[seat]  # who is next has begun a part of his own
            first, second = ([e.read_by(seat) for e in told if e.read_by(seat)] for _, told in ways)
            assert first == second
        for seat in range(players):
            if seat != asked.seat:
                first, second = (x.snapshot(x.sample(mine, seat, 3)) for mine, _ in ways)
                assert first == second


@every_secret
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_how_far_somebody_is_in_secret_makes_no_difference(name: str, players: int, games: int) -> None:
    """The worlds that the others draw are the same whatever he has decided of his part, or nothing."""
    x = silent(name)
    for state, rng in positions(name, players, games, 0.03, first=950):
        asked = x.decision(state)
        if asked is None or not asked.secret:
            continue
        further = state.copy()
        x.apply(further, rng.choice(asked.forward))
        if not same_part(further, secret_part.of(state)) or player_of(further) != player_of(state):
            continue
        for seat in range(players):
            if seat not in (asked.seat, player_of(state)):
                first, second = (x.snapshot(x.sample(one, seat, 3)) for one in (state, further))
                assert first == second


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_a_sampled_world_is_a_world(name: str, players: int) -> None:
    """It depends on nothing hidden but the seed, holds what its owner cells say, and can be played to the end."""
    x = silent(name)
    for state, rng in positions(name, players, 1, 0.05, first=700):
        seat = rng.randrange(players)
        world = x.sample(state, seat, 9)
        known = secret_part.undecided(
            state, seat
        )  # what others have decided in secret they are yet to decide
        layout = state.program.layout
        for (place, _owner), number in layout.place_of.items():
            if place in x.game.places and x.game.places[place].owner == "player":
                for thing in world.contents[number]:
                    assert (
                        world.cells[layout.owner_cell + thing]
                        == known.cells[layout.owner_cell + known.contents[number][0]]
                    )
        assert sorted(map(len, world.contents)) == sorted(map(len, known.contents))
        assert [len(things) for things in world.contents] == [len(things) for things in known.contents]
        assert all(thing in world.contents[place] for thing, place in enumerate(world.where) if place != NONE)
        assert world.rng.state != state.rng.state
        for _ in range(20):
            if not x.count(world):
                break
            x.apply(world, rng.randrange(x.count(world)))


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_a_sampled_world_reaches_every_hidden_spot(name: str, players: int) -> None:
    """A thing that is not seen may lie in every place where such things lie."""
    x = silent(name)
    state, _ = x.initial(Setting(players, 1))
    for _ in range(6):
        if x.count(state):
            x.apply(state, 0)
    hidden = [p for p, things in enumerate(state.contents) if things and not sees(state, p, 0)]
    layout = state.program.layout

    def sort_of(thing: int) -> tuple[str, int, int]:
        return layout.kind_of[thing].name, layout.born_to[thing], layout.parent_of[thing]

    first = layout.alike_cell
    unknown = {p: [t for t in state.contents[p] if not knowledge.knows(state, 0, t)] for p in hidden}
    # Of what was shuffled alike more is known; what the seat has seen it remembers.
    free = [t for things in unknown.values() for t in things if first == NONE or not state.cells[first + t]]
    needed = {t: min(2, sum(sort_of(t) in map(sort_of, unknown[p]) for p in hidden)) for t in free}
    found: dict[int, set[int]] = {thing: set() for thing in free}
    for seed in range(200):
        world = x.sample(state, 0, seed)
        for place in hidden:
            for thing in world.contents[place]:
                if thing in found:
                    found[thing].add(place)
        if all(len(found[thing]) >= many for thing, many in needed.items()):
            break
    else:
        assert not {thing for thing, many in needed.items() if len(found[thing]) < many}


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_reasons_tell_nothing_hidden(name: str, players: int) -> None:
    x = traced(name)
    names = names_of(x)
    for state, rng in positions(name, players, 1, 0.03, first=800):
        assert state.question is not None
        other = another_world(state, state.question.seat, rng)
        for text in rng.sample(names, min(12, len(names))):
            assert x.why_not(state, text) == x.why_not(other, text), text


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_a_view_shows_no_unseen_thing(name: str, players: int) -> None:
    """Straight from the view: things in places that a seat does not see appear nowhere in it."""
    x = traced(name)
    rows = {
        row.name for kind in compiled(name).game.kinds.values() for row in kind.rows if len(kind.rows) > 1
    }  # type: ignore[union-attr]
    for state, _ in positions(name, players, 1, 0.05, first=900):
        layout = state.program.layout
        for seat in (*range(players), None):
            seen, unseen = set(), set()
            for place, things in enumerate(state.contents):
                for thing in things:
                    # What a seat has seen there it remembers, and is shown.
                    known = sees(state, place, seat) or knowledge.knows(state, seat, thing)
                    words = {layout.kind_of[thing].rows[layout.row_of[thing]].name}
                    (seen if known else unseen).update(words & rows)
            text = repr(list(x.observe(state, seat).places)) + repr(
                [(player.things, player.places) for player in x.observe(state, seat).players]
            )
            assert not [word for word in unseen - seen if repr(word) in text]
