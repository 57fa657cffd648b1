"""What the records declare of verbs, against what the interpreter does: it is watched while it plays small rulesets.

What an act is seen to do must be declared, and what is declared of a verb must be seen somewhere.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.told import TOLD
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.arranging import Arrange
from gekido_dsl.interpreter.state import Code, Program, State
from gekido_dsl.interpreter.verbs import Acts, drawing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.verb import Chance, Knows, Moves, SetsGoing, Then, Verb, Writes

TESTS = Path(__file__).parents[1]
FOLDERS = ("games/verbs", "english", "games/interactions")
RULESETS = [path for folder in FOLDERS for path in sorted((TESTS / folder).glob("*.gdl"))]
DECISIONS = 150
"""So many of each match are enough to see what its rules do."""
JUMPS = {m.acts.Stop, m.acts.Skip}
"""Acts that an executor makes no act of: they are where the program goes on."""


@dataclass
class Seen:
    """What was seen of a verb."""

    writes: set[Writes] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    happens: set[str] = field(default_factory=set)
    sets_going: set[SetsGoing] = field(default_factory=set)
    draws: bool = False
    asks: bool = False
    learned: set[str] = field(default_factory=set)
    """How knowledge changed of what lies where it lay: a thing is shown, places lie alike, a fact is told."""
    lies: bool = False
    """Whether a thing that is no space lies elsewhere, or is another's."""
    ends: bool = False


class Watch:
    """Watches acts one inside the other: what an inner one does is not counted for the outer one."""

    def __init__(self) -> None:
        self.seen: dict[type[m.Act], Seen] = {}
        self._open: list[tuple[type[m.Act], State, Any]] = []
        self._means: dict[int, dict[int, Writes | str]] = {}
        self._played: list[Program] = []
        """Kept, so that no layout gets the number of one before."""

    @contextmanager
    def act(self, sort: type[m.Act], s: State) -> Iterator[None]:
        if s.trying:
            yield
            return
        if self._open:
            self._note(*self._open[-1])
        self._open.append((sort, s, _snapshot(s)))
        try:
            yield
        finally:
            self._note(*self._open.pop())
            if self._open:
                outer, state, _ = self._open.pop()
                self._open.append((outer, state, _snapshot(state)))

    def keep(self, program: Program) -> None:
        """Watches the steps of damage of a program as well, where nothing else stands in for it."""
        self._played.append(program)
        if not program.game.replacements:
            for code in program.damage.values():
                code.steps[:] = [_watched(self, m.acts.Suffer, step) for step in code.steps]

    def _note(self, sort: type[m.Act], s: State, before: Any) -> None:
        seen = self.seen.setdefault(sort, Seen())
        cells, where, contents, rng, pending, frames, told, question, locals_ = before
        layout = s.layout
        if where != s.where[:] or contents != [list(one) for one in s.contents]:
            seen.writes.add(Writes.WHERE)
        counters = {
            number for number, (decl, _) in enumerate(layout.place_names) if isinstance(decl, m.Counter)
        }
        if any(contents[number] != list(s.contents[number]) for number in counters):
            seen.writes.add(Writes.COUNTERS)
        moved = {number for number, place in enumerate(where) if place != s.where[number]}
        seen.lies |= any(layout.kind_of[thing].board is None for thing in moved)
        if cells != s.cells:
            seen.learned |= _learned(layout, cells, s.cells, moved)
            for at in (at for at, (old, new) in enumerate(zip(cells, s.cells, strict=True)) if old != new):
                self._cell(seen, layout, at)
        seen.draws |= rng != s.rng.state
        seen.asks |= s.question is not None and s.question is not question
        seen.asks |= any(isinstance(frame.code.decl, m.Window) for frame in s.frames if frame not in frames)
        for frame in [*s.pending, *s.frames]:
            if not any(frame is one for one in (*pending, *frames)):
                if s.program.by_decl.get(id(frame.code.decl)) is frame.code:
                    self._begun(seen, frame.code.decl)
        if s.log is not None:
            seen.told |= {event.kind for event in s.log[told:]} - {"report"}
        # What is asked of several holds them in locals, too, so that only a verb that says so is looked at.
        if Writes.LOCAL in sort.record.writes and locals_ != frames[-1].locals[1:]:
            seen.writes.add(Writes.LOCAL)

    def _cell(self, seen: Seen, layout: Layout, at: int) -> None:
        """Notes that a cell changed."""
        if id(layout) not in self._means:
            self._means[id(layout)] = _meanings(layout)
        what = self._means[id(layout)][at]
        if isinstance(what, Writes):
            seen.writes.add(what)
        seen.lies |= what is Writes.OWNER
        seen.ends |= at == lay.OVER

    def _begun(self, seen: Seen, decl: m.Decl | None) -> None:
        """Notes what was set going."""
        if isinstance(decl, m.Window):
            seen.sets_going.add(SetsGoing.WINDOW)
            seen.writes.add(Writes.WINDOW)
        elif isinstance(decl, m.Procedure):
            if decl.word in ("trigger", "replacement") and decl.event is not None:
                seen.happens.add(decl.event.kind)
            elif decl.word == "end":
                seen.sets_going.add(SetsGoing.ENDS)
            elif decl.word == "effect":
                seen.sets_going.add(SetsGoing.EFFECTS)
            else:
                seen.sets_going.add(SetsGoing.RULE)


def _learned(layout: Layout, before: list[int], after: list[int], moved: set[int]) -> set[str]:
    """Tells how knowledge changed of things that stay where they are, and of facts that keep their values."""
    found = set()
    same = [thing for thing in range(layout.count) if thing not in moved] if layout.known_cell >= 0 else []
    for old, new in ((before[layout.known_cell + one], after[layout.known_cell + one]) for one in same):
        found |= {"shown"} if new & ~old else set()
    if layout.alike_cell >= 0:
        places = slice(layout.alike_cell, layout.alike_cell + layout.count + 1)
        found |= {"alike"} if before[places] != after[places] else set()
    for key, first in layout.fact_known.items():
        many = next(n for at, n, what in _regions(layout) if at == first and what == "known")
        values = slice(layout.field_cell[key], layout.field_cell[key] + many)
        told = any(after[at] & ~before[at] for at in range(first, first + many))
        found |= {"told"} if told and before[values] == after[values] else set()
    return found


def _snapshot(s: State) -> Any:
    return (
        s.cells[:],
        s.where[:],
        [list(one) for one in s.contents],
        s.rng.state,
        list(s.pending),
        list(s.frames),
        len(s.log) if s.log is not None else 0,
        s.question,
        list(s.frames[-1].locals[1:]) if s.frames else [],
    )


def _meanings(layout: Layout) -> dict[int, Writes | str]:
    """Tells what is written where a cell changes; of one that is not among them, nothing is declared."""
    return {at: what for first, many, what in _regions(layout) for at in range(first, first + many)}


def _regions(layout: Layout) -> list[tuple[int, int, Writes | str]]:
    """Lists what cells mean: from where, how many, and what is written where one changes."""
    count, players = layout.count, layout.players
    found: list[tuple[int, int, Writes | str]] = [
        (layout.owner_cell, count, Writes.OWNER),
        (layout.face_cell, count, Writes.FACE),
        (layout.position_cell, count, Writes.WHERE),
        (layout.out_cell, players, Writes.OUT),
        (lay.LEADS, 1, Writes.NEXT),
        (lay.OVER, 1, Writes.OUT),
        *[(one, 1, Writes.OUT) for one in (lay.ELIMINATED, lay.END, lay.JOINT)],
        (lay.SECRET, 1, "nothing"),
    ]
    sizes = {kind: len(things) for kind, things in layout.things.items()}
    facts = [one for kind in layout.game.kinds.values() for one in kind.fields.values() if one.kept]
    for fact in facts:
        key = (id(fact.owner), fact.name)
        assert isinstance(fact.owner, m.Kind)
        many = layout.index_size(fact.index) * sizes[fact.owner.name]
        if key in layout.field_cell:
            found.append((layout.field_cell[key], many, Writes.FACT))
        if key in layout.fact_known:
            found.append((layout.fact_known[key], many, "known"))
        if key in layout.fact_counted:
            found.append((layout.fact_counted[key], 1, "known"))
    for phase in layout.game.phases.values():
        for fact in phase.fields.values():
            key = (id(phase), fact.name)
            if key in layout.field_cell:
                found.append((layout.field_cell[key], layout.index_size(fact.index), Writes.FACT))
    for link in layout.game.links.values():
        found.append(
            (layout.link_cell[link.name], sizes[link.origin.name] * sizes[link.goal.name], Writes.LINK)
        )
    for cell, number in ((layout.known_cell, count), (layout.alike_cell, count + 1)):
        if cell >= 0:
            found.append((cell, number, "known"))
    found += [(cell, count, Writes.WHERE) for cell in layout.moved_cell.values()]
    for board in layout.game.boards.values():
        size = board.size * (players if board.each_player else 1)
        found.append((layout.at_cell[board.name], size, Writes.WHERE))
    return found


def _watched(watch: Watch, sort: type[m.Act], step: Callable[..., Any], at: int = 0) -> Callable[..., Any]:
    """Gives a step, or a method of one, that is watched."""

    def run(*args: Any) -> Any:
        with watch.act(sort, args[at]):
            return step(*args)

    return run


@pytest.fixture(scope="module")
def seen() -> Iterator[dict[type[m.Act], Seen]]:
    """Plays every ruleset for a while, and gives what each verb was seen to do."""
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:
        make, draw, keep = Acts.make, drawing._draw_step, drawing._keep_step

        def made(self: Acts, sentence: m.Sentence, code: Code) -> Any:
            return _watched(watch, type(sentence.act), make(self, sentence, code))

        def kept(*args: Any) -> Any:
            step = keep(*args)
            for name in ("__call__", "answer"):
                setattr(type(step), name, _watched(watch, m.acts.Draw, getattr(type(step), name), 1))
            return step

        patch.setattr(Acts, "make", made)
        patch.setattr(drawing, "_draw_step", lambda *args: _watched(watch, m.acts.Draw, draw(*args)))
        patch.setattr(drawing, "_keep_step", kept)
        for name in ("__call__", "answer"):
            patch.setattr(Arrange, name, _watched(watch, m.acts.Arrange, getattr(Arrange, name), 1))
        for path in RULESETS:
            play(watch, path)
        yield watch.seen


def play(watch: Watch, path: Path) -> None:
    """Plays the beginning of a match of a ruleset that can be played."""
    loaded = load(path.name, FolderProvider(path.parent))
    game = loaded.game
    if game is None or game.turn is None or any(one.severity is Severity.ERROR for one in loaded.diagnostics):
        return
    for seed in range(1, 9 if path.parent.name == "verbs" else 2):
        _match(watch, game, seed)


def _match(watch: Watch, game: m.Game, seed: int) -> None:
    executor = Interpreter(game)
    rng = random.Random(seed)
    try:
        setting = Setting(game.most_players, seed)
        program = executor.program(setting.players, executor.option_numbers(setting.options))
        watch.keep(program)
        state, _ = executor.initial(setting)
        for _ in range(DECISIONS):
            decision = executor.decision(state)
            if decision is None:
                break
            executor.apply(state, rng.randrange(len(decision.choices)))
    except RuleError:
        pass


def made_known(found: Seen, record: Verb) -> Knows:
    """Tells what a verb was seen to make known."""
    ways = (
        ("alike" in found.learned, Knows.MIXED_ALIKE),
        ("told" in found.learned, Knows.FACT_SHOWN),
        (Writes.FACT in record.writes, Knows.NOTHING),
        (Writes.FACE in found.writes, Knows.FACES),
        (found.draws, Knows.MIXED),
        ("shown" in found.learned and not found.lies, Knows.THINGS_SHOWN),
        ("keep" in found.told, Knows.TO_THE_DRAWER),
        (found.lies, Knows.AS_IT_LIES),
    )
    return next((knows for seen, knows in ways if seen), Knows.NOTHING)


ACTS = sorted(set(get_args(m.AnyAct)) - JUMPS, key=lambda act: act.record.name)


def faults(found: Seen, record: Verb) -> list[str]:
    """Says what was seen and not declared, and what is declared and was not seen."""
    declared = {Writes.FACT if one is Writes.FIELD else one for one in record.writes}
    # A counter is a die that lies there, and a local is a fact, too.
    counted = (
        {Writes.WHERE, Writes.FACE, Writes.COUNTERS, Writes.LOCAL} if Writes.FACT in record.writes else set()
    )
    # `do` runs effects as well as rules.
    also = {SetsGoing.EFFECTS} if record.sets_going is SetsGoing.RULE else set()
    # Rules that stand in for something are few, so that not each of them is seen.
    followed = {kind for kind in record.happens if EVENTS[kind].followed}  # type: ignore[index]
    wrong = {
        "writes": found.writes - declared - counted or declared - found.writes,
        "tells": found.told ^ set(record.tells),
        "happens": found.happens - record.happens or followed - found.happens,
        "sets_going": found.sets_going - also != {record.sets_going} - {SetsGoing.NOTHING},
        "chance": found.draws is not record.chance.draws,
        "asks": found.asks is not record.asks,
        "knows": made_known(found, record) is not record.knows,
        "then": (record.then is Then.END_OF_THE_MATCH)
        is not (found.ends and record.sets_going is not SetsGoing.ENDS),
        "moves": (record.moves is not None) is not (Writes.WHERE in record.writes),
    }
    return [column for column, fault in wrong.items() if fault]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.record.name)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_what_an_act_does_is_what_is_declared(seen: dict[type[m.Act], Seen], act: type[m.Act]) -> None:
    assert faults(seen.get(act, Seen()), act.record) == []


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.record.name)
def test_a_record_with_another_column_is_found(seen: dict[type[m.Act], Seen], act: type[m.Act]) -> None:
    """Each column in turn says less, or more, than the verb does."""
    record, found = act.record, seen.get(act, Seen())
    others: dict[str, list[Any]] = {
        # A local is a fact, too: where a fact is written, it tells nothing that a local is.
        "writes": [
            record.writes - {one}
            for one in record.writes
            if not (one is Writes.LOCAL and Writes.FACT in record.writes)
        ]
        + [record.writes | {Writes.OUT, Writes.LINK}],
        "tells": [record.tells[1:] or ("move",), (*record.tells, "secret")],
        "happens": [record.happens ^ {"enters"}, record.happens ^ {"destroyed"}],
        "sets_going": list(SetsGoing),
        "chance": [Chance.NONE] if record.chance.draws else [Chance.ROLLS],
        "asks": [not record.asks],
        "knows": list(Knows),
        "then": [Then.NEXT if record.then is Then.END_OF_THE_MATCH else Then.END_OF_THE_MATCH],
        "moves": [None if record.moves is not None else Moves(what="things", goal="goal")],
    }
    for column, values in others.items():
        for value in values:
            if value != getattr(record, column):
                assert faults(found, replace(record, **{column: value})), (column, value)


def test_what_is_told_has_a_record() -> None:
    assert {kind for act in ACTS for kind in act.record.tells} <= set(TOLD)
