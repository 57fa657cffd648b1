"""A ruleset becomes what a page needs to play it; see `carried`."""

import json
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl import cache, store
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.model.walk import declarations, nodes
from gekido_dsl.play.kinds import GREEDY, PERSON, PLANNER, RANDOM, SEARCH, labelled
from gekido_dsl.scenario.lesson import lessons
from gekido_dsl.source import SourceProvider
from gekido_dsl.standalone.carried import Carried, MemoryStore, loads
from gekido_dsl.table import Table, Viewer, opened

KINDS: Final = labelled(PERSON, GREEDY, PLANNER, f"{SEARCH}:1s", RANDOM)
"""Who may play a seat in a page."""
ROOM: Final = 250_000
"""Compressed bytes that modules for bots may take in a page."""
WORK: Final = 14_000
"""How much may be compiled for them, in nodes; a declaration counts as ten more. Gekido for four players is 4,600."""
STEPS: Final = 300_000
"""How many steps of set-ups are played to see what a match asks for, over all numbers of players."""


Told = Mapping[str, Mapping[str, str]]
"""By the code of a language: what texts of a game are in it."""


@dataclass(frozen=True)
class Carriage:
    """A game as a page brings it along."""

    about: dict[str, Any]
    """What the page says before Python is there: title, numbers of players, options, who may play."""
    content: bytes
    """What the page hands to `unpacked`."""
    not_compiled: str = ""
    """Why bots do not search in the page, as far as it was tried; empty where they can."""


def load(name: str, provider: SourceProvider) -> Compilation:
    """Loads a game with its look; both from the store of this process, where they are there."""
    made = cache.load(name, provider)
    if made.game is not None:
        vars(made)["look"] = cache.look(made, name, provider)
    return made


def carriage(
    name: str,
    provider: SourceProvider,
    version: str,
    seats: Sequence[str] = (),
    modules: bool = False,
    told: Told | None = None,
    playtest: Sequence[str] | None = None,
    language: str = "",
) -> Carriage:
    """Packs a game without errors.

    Args:
        version: of the program that the page brings along.
        seats: who plays at first.
        modules: whether what bots that search need goes along, compiled; without, the page compiles it.
        told: by the code of a language, what players read of the game in it.
        playtest: the questions of a playtest; None where the page keeps nothing of people.
        language: the one that the page speaks where a reader has chosen none; without it, that of the browser.
    Raises:
        ValueError: it has errors.
    """
    carried = Carried(provider)
    here, of_here = store.current(), store.version()
    with store.kept_in(here or MemoryStore({}), lambda: of_here or version):
        cache.hand_on(name, provider, carried, carried.key_store, version)
    with store.kept_in(carried.key_store, lambda: version):
        made = load(name, carried)
        if made.game is None:
            raise ValueError(f"{name} has errors")
        _asked_once(name, carried)
        why = _compiled(made, carried) if modules else ""
    asked = None if playtest is None else list(playtest)
    head = {"name": name, "version": version, "told": told or {}, "playtest": asked}
    content = json.dumps(head).encode() + b"\n" + carried.dumps()
    about = {"told": _of_start(made, told or {}), "playtest": playtest is not None, "language": language}
    return Carriage(about_of(made, seats) | about, content, why)


def about_of(made: Compilation, seats: Sequence[str]) -> dict[str, Any]:
    """Tells what a page says of a game before a match begins."""
    game = made.game
    assert game is not None
    return {
        "title": safe(game.title),
        "identity": made.identity,
        "players": [game.least_players, game.most_players],
        "options": {name: list(answers) for name, answers in made.option_names.items()},
        "kinds": [{"kind": kind, "label": label} for kind, label in KINDS.items()],
        "seats": list(seats),
        "lessons": len(lessons(game)),
    }


def _of_start(made: Compilation, told: Told) -> dict[str, dict[str, str]]:
    """Gives what a page says of a game before a match begins, in other languages."""
    assert made.game is not None
    texts = [
        made.game.title,
        *made.option_names,
        *(one for all_ in made.option_names.values() for one in all_),
    ]
    return {code: {one: known[one] for one in texts if one in known} for code, known in told.items()}


def _asked_once(name: str, carried: Carried) -> None:
    """Asks for everything that a match asks for, so that it is there."""
    made = load(name, carried)
    assert made.game is not None
    executor = made.executor()
    for players in range(made.game.least_players, made.game.most_players + 1):
        with suppress(RuleError):
            begun = opened(made, Setting(players, 0, {}), executor=executor)
            Table(made, begun).shown(Viewer(plays=frozenset({0})))
        if executor.effort > STEPS:
            return


def identified(made: Compilation) -> tuple[str, ...]:
    """Gives what modules of a game are kept under; nothing where nothing is kept."""
    version = store.version()
    return (version, made.identity) if version is not None else ()


def _compiled(made: Compilation, carried: Carried) -> str:
    """Compiles what a bot that searches needs, for every number of players as far as there is room.

    Options are as they are when nobody changes them; for others the page compiles by itself.

    Returns:
        why it cannot be compiled; empty where it can.
    """
    # A page imports this module, too, and compiles nothing at its start.
    from gekido_dsl.backend.executor import CompiledExecutor
    from gekido_dsl.backend.who_plays import NotCompiled, compiling

    game = made.game
    assert game is not None
    room, work, why = ROOM, WORK, ""
    listed = declarations(game)
    size = sum(10 + sum(1 for _ in nodes(one)) for one in listed)
    for players in range(game.least_players, game.most_players + 1):
        work -= size
        if work < 0:
            break
        before = set(carried.kept)
        # What cannot be compiled here, the page plays without.
        try:
            with suppress(RuleError), compiling():
                executor = CompiledExecutor(game, trace=True, searches=True, kept=identified(made))
                executor.plan(Setting(players, 0, {})).searcher  # noqa: B018
        except NotCompiled as problem:
            why = why or str(problem)
        added = {key: content for key, content in carried.kept.items() if key not in before}
        room -= sum(len(zlib.compress(content)) for content in added.values())
        if room < 0:
            for key in added:
                del carried.kept[key]
            break
    return why


def unpacked(content: bytes) -> Compilation:
    """Gives the game that was packed, and has this process ask its store."""
    line, _, rest = content.partition(b"\n")
    found, carried = json.loads(line), loads(rest)
    version = found["version"]
    store.keep_in(carried.key_store, lambda: version)
    return load(found["name"], carried)


def playtest_in(content: bytes) -> list[str] | None:
    """Gives the questions of the playtest that a packed game is; None where it is none."""
    found = json.loads(content.partition(b"\n")[0]).get("playtest")
    return None if found is None else [str(one) for one in found]


def told_in(content: bytes) -> Told:
    """Gives what players read of a game that was packed, in other languages."""
    return dict(json.loads(content.partition(b"\n")[0])["told"])
