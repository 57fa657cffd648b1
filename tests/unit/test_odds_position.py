"""The chances from a position of a match, held against what happens when the match goes on."""

import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from statistics import fmean

import pytest
from pattern_odds import Odds

from gekido_dsl import api
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.cli.main import main
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.ground.patterns import table_of
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.standing import reports, stack
from gekido_dsl.interpreter.state import State
from gekido_dsl.model.types import NONE
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.report import PartReport
from gekido_dsl.odds.scope import NotExact
from gekido_dsl.odds.text import percent, text
from gekido_dsl.rng import Rng
from gekido_dsl.source import MemoryProvider
from gekido_dsl.table.answers import odds, odds_told


class Followed:
    """Matches played by chance, with the chances from each position."""

    def __init__(self, path: str) -> None:
        game = api.read(path).game
        self.game = game
        self.executor = Interpreter(game, trace=False)
        (self.part,) = finding.parts(game)
        self.aims = finding.aims(game, self.part)
        self.chances = Chances(game, self.part, {})

    def at(self, aim: finding.Aim, state: State) -> float:
        return self.chances.at(aim, state, stack(state))

    def positions(self, seed: int, most: int) -> Iterator[State]:
        """Gives the positions of a match in which dice decide."""
        chosen = random.Random(seed)
        state, _ = self.executor.initial(Setting(2, seed))
        for _ in range(most):
            if state.question is None:
                return
            try:
                self.at(self.aims[0], state)
                yield state
            except NotExact:
                pass
            decision = self.executor.decision(state)
            assert decision is not None
            self.executor.apply(state, chosen.randrange(len(decision.choices)))


@pytest.mark.slow
def test_decisions_lead_to_the_best_of_what_they_lead_to() -> None:
    """A situation is worth the best of what its choices lead to, and a roll what its outcomes are on average."""
    followed = Followed("gekido")
    executor = followed.executor
    chosen = rolled = 0
    for state in followed.positions(3, 110):
        rule = state.frames[-1].code.name
        decision = executor.decision(state)
        assert decision is not None
        if rule not in ("Declare", "Roll", "Reroll") or (rule == "Reroll" and rolled > 2):
            continue
        for aim in (followed.aims[0], *followed.aims[3:]):
            worth = followed.at(aim, state)
            after = []
            # To stop rolling is worth no more: it ends the attack as the dice lie.
            for choice in range(1 if rule == "Reroll" else len(decision.choices)):
                averaged = []
                again = rule == "Reroll" and choice == 0
                for seed in range(100 if again else 1):
                    copy = state.copy()
                    if again:
                        copy.rng = Rng(seed)
                    executor.apply(copy, choice)
                    try:
                        averaged.append(followed.at(aim, copy))
                    except NotExact:
                        break  # The attack is over, or something else is asked first.
                if not averaged:
                    break
                after.append(fmean(averaged))
            else:
                if rule == "Reroll":
                    rolled += 1
                    assert max(after) == pytest.approx(worth, abs=0.12)
                else:
                    chosen += 1
                    assert max(after) == pytest.approx(worth)
    assert chosen > 5 and rolled


@pytest.mark.parametrize("seed", [5, 7])
@pytest.mark.quick_in_turn(2)
def test_what_is_being_carried_out_is_counted(seed: int) -> None:
    """In the middle of a power, a card or a tile it is the best, for another player the least, of what is chosen."""
    followed = Followed("gekido")
    executor, chosen, seen = followed.executor, random.Random(seed), set()
    state, _ = executor.initial(Setting(2, seed))
    while (decision := executor.decision(state)) is not None:
        inner, roller = state.frames[-1].code, state.frames[1].locals[0]
        if inner.decl is not None and getattr(inner.decl, "word", "") == "effect":
            for aim in (followed.aims[0], followed.aims[4]):
                try:
                    worth, after = followed.at(aim, state), []
                    for choice in range(len(decision.choices)):
                        copy = state.copy()
                        copy.rng = Rng(1)
                        executor.apply(copy, choice)
                        after += [followed.at(aim, copy)] if copy.rng.state == Rng(1).state else []
                except NotExact:
                    break  # Nothing that dice decide, or somebody else's symbol counts.
                if len(after) == len(decision.choices):
                    assert worth == pytest.approx((max if decision.seat == roller else min)(after))
                    seen.add((inner.name, decision.seat == roller))
        executor.apply(state, chosen.randrange(len(decision.choices)))
    assert len(seen) > 3


def test_what_was_chosen_to_be_rolled_again_counts() -> None:
    """Dice are chosen one after the other: with each the chance is the best of what can still be chosen."""
    followed = Followed("classics/thirteen_rolls")
    aim = next(one for one in followed.aims if (one.name, one.kind) == ("Large Straight", "test"))
    executor = followed.executor
    state, _ = executor.initial(Setting(2, 2))
    before, seen = followed.at(aim, state), []
    executor.apply(state, 0)  # roll again
    for _ in range(3):
        decision = executor.decision(state)
        assert decision is not None
        worth, after = followed.at(aim, state), []
        for choice, one in enumerate(decision.choices):
            copy = state.copy()
            executor.apply(copy, choice)
            after += [followed.at(aim, copy)] if one.label != "Done" else []
        assert worth >= max(after) or worth == pytest.approx(max(after))
        seen.append(worth)
        executor.apply(state, 0)
    assert before == seen[0] > seen[-1]


@pytest.mark.slow
def test_it_is_told_from_the_beginning_of_the_part_to_its_last_decision() -> None:
    executor = Interpreter(api.read("gekido").game, trace=False)
    chosen, told = random.Random(1), {}
    state, _ = executor.initial(Setting(2, 5))
    while (decision := executor.decision(state)) is not None:
        names = [one.code.name for one in state.frames]
        if "Attack" in names:
            told.setdefault(names[2], []).append(bool(reports(state, ["Two Pairs"])))
        if names[2:3] == ["Strike"]:
            assert odds_told(executor.odds(state)) == {
                "refused": "No roll of the dice decides anything here."
            }
        executor.apply(state, chosen.randrange(len(decision.choices)))
    assert all(told["Acquire Target"]) and all(told["Brace"]) and not any(told["Strike"])


@pytest.mark.slow
def test_after_the_first_roll_it_is_as_patterns_alone_say() -> None:
    followed = Followed("gekido")
    (patterns,) = followed.game.patterns.values()
    seen = 0
    for state in followed.positions(5, 200):
        layout = state.layout
        here = state.contents[layout.place_of["Pool", NONE]]
        if state.frames[-1].code.name != "Declare" or state.contents[layout.place_of["Locked", NONE]]:
            continue
        free = [state.cells[layout.face_cell + die] for die in here]
        phase = followed.game.phases["Attack"]
        most, rolls = (state.cells[layout.field_cell[id(phase), name]] for name in ("Most Rolls", "Rolls"))
        if len(free) != 5:
            continue
        for aim in followed.aims:
            if patterns.patterns[aim.value].never is not None:
                continue
            quick = Odds(table_of(patterns), aim.value, range(6), 5, NONE, False, 1)
            known = state.cells[layout.field_cell[id(phase), "Command"]]
            if known == NONE:
                seen += 1
                assert followed.at(aim, state) == pytest.approx(quick.chance([], free, most - rolls))
    assert seen


def test_when_to_hold_from_here() -> None:
    followed = Followed("classics/pig")
    (phase,) = (one for one in followed.game.phases.values() if "Pot" in one.fields)
    for state in followed.positions(1, 60):
        pot = state.cells[state.layout.field_cell[id(phase), "Pot"]]
        worth = followed.at(followed.aims[0], state)
        assert worth == pytest.approx(pot) if pot >= 20 else worth > pot


def test_of_a_saved_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "match.jsonl"
    made = api.read("classics/thirteen_rolls")
    session = made.match(players=2, seed=7)
    saved.write_text("\n".join(session.log) + "\n", encoding="utf-8")
    assert main(["odds", "thirteen_rolls", "--position", str(saved), "--pattern", "Large Straight"]) == 0
    said = capsys.readouterr().out
    assert "from here on" in said and "Large Straight" in said
    assert main(["odds", "thirteen_rolls", "--position", str(saved), "--rolls", "2"]) == 2
    assert "leave them out" in capsys.readouterr().err
    assert main(["odds", "thirteen_rolls", "--position", str(tmp_path / "none.jsonl")]) == 2


def played(path: str, *choices: str, seed: int = 1) -> tuple[Interpreter, State]:
    """Plays until each choice is offered in its turn, taking the first of all others."""
    executor = Interpreter(api.read(path).game, trace=False)
    state, _ = executor.initial(Setting(2, seed))
    for wanted in choices:
        for _ in range(200):
            decision = executor.decision(state)
            assert decision is not None
            found = [number for number, one in enumerate(decision.choices) if one.label == wanted]
            executor.apply(state, found[0] if found else 0)
            if found:
                break
        else:
            raise AssertionError(wanted)
    return executor, state


def test_only_what_was_chosen_still_counts() -> None:
    executor, state = played("gekido", "Three Of A Kind", seed=5)
    found = executor.odds(state)
    assert [name for name, _ in found.rows] == ["Three Of A Kind"]
    assert found.notes[0] == "Three Of A Kind was chosen, so nothing else counts."


@pytest.mark.dear
def test_what_cannot_be_chosen_any_more_is_not_told() -> None:
    executor, state = played(
        "classics/thirteen_rolls", "Keep all dice", "Full House", "Keep all dice", "Chance"
    )
    found = executor.odds(state)
    names = [name for name, _ in found.rows]
    assert "Full House" not in names and "Chance" in names and len(names) == 12
    assert "No longer available: Full House." in found.notes


@pytest.mark.parametrize("path", [pytest.param("gekido", marks=pytest.mark.slow), "classics/pig"])
@pytest.mark.dear
def test_every_place_tells_the_same(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table and the command, the interpreter and compiled code; and beside a choice stands the same chance."""
    pytest.importorskip("wasmtime")
    made = api.read(path)
    session = made.match(players=2, seed=5)
    compiled = CompiledExecutor(made.game)
    other, _ = compiled.initial(Setting(2, 5))
    chosen, told = random.Random(2), 0
    while session.decision is not None and told < 4:
        found = session.executor.odds(session.state)
        assert compiled.odds(other) == found
        beside = session.executor.amounts(session.state)
        assert compiled.amounts(other) == beside
        rows = dict(found.rows)
        for choice, words in zip(session.decision.choices, beside, strict=True):
            if words.endswith(" likely") and found.rows:
                assert words.endswith(f"{rows[choice.label]} likely")
        if found.rows:
            told += 1
            answer = odds_told(odds(made.compilation, session)())
            assert answer["lines"] == [*(f"{name}: {words}" for name, words in found.rows), *found.notes]
            saved = tmp_path / "match.jsonl"
            saved.write_text("\n".join(session.log) + "\n", encoding="utf-8")
            assert main(["odds", path, "--position", str(saved), "--format", "json"]) == 0
            (part,) = json.loads(capsys.readouterr().out)["parts"]
            counted = {name: percent(by["0"]) for name, by in part["chances"].items() if by["0"]}
            assert counted.items() >= {(name, words) for name, words in rows.items() if words.endswith("%")}
            assert counted.keys() <= rows.keys()
        number = chosen.randrange(len(session.decision.choices))
        session.choose(number)
        compiled.apply(other, number)
    assert told


HIDDEN = """edition 1

game "Cups"
  players 2

die Cube of 1 to 6, 2 of them

pool Cup of Cubes, seen by nobody
box Bag: all Cubes

patterns Hand of Cubes in Cup
  Pair: 2 alike

kind Mark, 1 for each player
  Points: 0 to 9, starts 0

turn of each player
  Play

phase Play
  move all Cubes of Bag to Cup
  roll all Cubes of Cup
  repeat up to 2 times
    choose one
      "Again"
        roll all Cubes of Cup
      "Stop"
        stop
  my Mark's Points gains 1

the game ends when my Mark's Points is 2
  all players win
"""


def test_nothing_is_told_of_dice_that_lie_hidden() -> None:
    for seen in ("", ", seen by nobody"):
        made = load("game.gdl", MemoryProvider({"game.gdl": HIDDEN.replace(", seen by nobody", seen)}))
        assert made.game is not None, [one.message for one in made.diagnostics]
        executor = Interpreter(made.game, trace=False)
        state, _ = executor.initial(Setting(2, 1))
        found = executor.odds(state)
        assert bool(found.rows) is not bool(seen), found
        assert not seen or found.notes == ("It cannot be counted: some of the dice lie hidden.",)


def test_what_can_no_longer_come_about_is_said_once() -> None:
    followed = Followed("gekido")
    aims = followed.aims[:3]
    chances = {aim.name: {0: chance} for aim, chance in zip(aims, (0.25, 0.0, 0.0), strict=True)}
    part = PartReport(followed.part.name, followed.part.die, 0, 0, aims, [0], chances, now=True)
    said = " ".join(text([part], followed.game).split())
    assert f"No longer possible: {aims[1].name}, {aims[2].name}." in said
    assert "0%" not in said.replace("25.0%", "")


NESTED = """edition 1

game "Second Thoughts"
  players 2

die Cube of 1 to 3, 3 of them
kind Card, 40 of them
kind Mark, 1 for each player
  Points: 0 to 9, starts 0

box Bag: all Cubes
pool Cup of Cubes
deck Deck: all Cards, shuffled
pile Heap of Cards
hand Hand of each player of Cards

patterns Roll of Cubes in Cup
  Alike: 3 alike

turn of each player
  Play

phase Play
  each player
    draw 2 Cards
  move all Cubes of Bag to Cup
  open Before
  roll all Cubes of Cup
  do Ponder
  do Ponder
  open After
  my Mark's Points gains 1

rule Ponder
  choose one
    "Again"
      reroll a Cube of Cup, asking "Which is rolled again?"
      open Help
    "Keep"
      stop

window Before
  first me: at most 1 of Wave

window Help
  first each other player: at most 1 of Nudge
  then me: at most 1 of Nudge or Wave

window Answer
  first each other player: at most 1 of Wave

window After
  first me: at most 1 of Wave

action Nudge: a Card of my Hand
  discard it
  open Answer
  reroll a Cube of Cup, asking "Which is nudged?"

action Wave: a Card of my Hand
  discard it

the game ends when my Mark's Points is 4
  all players win
"""
LOOPED = NESTED.replace("  do Ponder\n  do Ponder\n", "  repeat up to 2 times\n    do Ponder\n")
HIDING = NESTED.replace(
    '  discard it\n  open Answer\n  reroll a Cube of Cup, asking "Which is nudged?"\n',
    '  open Answer\n  reroll a Cube of Cup, asking "Which is nudged?"\n  discard it\n',
)


def alike(dice: tuple[int, ...], times: int) -> float:
    """Gives the chance that three dice end alike, when one may be rolled again so many times."""
    return max([float(len(set(dice)) == 1), *(again(dice, one, times - 1) for one in range(3 * bool(times)))])


def again(dice: tuple[int, ...], one: int, times: int) -> float:
    """Gives the chance when one of them is rolled again now, and one may be so many times after that."""
    return fmean(alike((*dice[:one], face, *dice[one + 1 :]), times) for face in (1, 2, 3))


@pytest.mark.parametrize("source", [NESTED, LOOPED, HIDING])
@pytest.mark.quick_in_turn(3)
def test_it_is_told_by_where_all_that_runs_leads(source: str) -> None:
    """A rule that runs twice, a loop around it, windows before, in and after it, and what is used in them."""
    made = load("game.gdl", MemoryProvider({"game.gdl": source}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    executor = Interpreter(made.game, trace=False)
    chosen, seen, left, roller = random.Random(3), set(), 2, 0
    state, _ = executor.initial(Setting(2, 1))
    while (decision := executor.decision(state)) is not None:
        cup = state.contents[state.layout.place_of["Cup", NONE]]
        dice = tuple(state.cells[state.layout.face_cell + die] for die in cup)
        names = tuple(one.code.name for one in state.frames[2:])
        found = executor.odds(state)
        told = dict(found.rows).get("Alike", "0%")
        if names == ("Before",):
            left, roller = 2, decision.seat
            expected = fmean(alike(roll, 2) for roll in product((1, 2, 3), repeat=3))
        elif names == ("After",):
            assert not found.rows and not found.notes
            expected = 0.0
        elif names == ("Ponder",):
            menu = decision.choices[0].label == "Again"
            left -= menu
            expected = alike(dice, left + 1) if menu else max(again(dice, one, left) for one in range(3))
        elif names == ("Ponder", "Help"):
            over = source != LOOPED and not left  # no statement is left that rolls or asks
            expected = 0.0 if over else alike(dice, left)
        else:
            own = state.frames[4].locals[0] == roller
            expected = (max if own else min)(again(dice, one, left) for one in range(3))
            assert not found.rows or found.notes[0].startswith("Nudge is being carried out, and counted")
            assert ("another player" in found.notes[0]) is not own or source == HIDING
        if source == HIDING and names[3:] == ("Answer",):
            expected = 0.0
            assert found.notes == (
                "It cannot be counted: Nudge is being carried out, and it depends on a Card that "
                "lies hidden; ask again after that.",
            )
        assert told == percent(expected), (names, dice, left)
        seen.add((names, left, decision.seat == roller))
        executor.apply(state, chosen.randrange(len(decision.choices)))
    assert {(one[0], one[2]) for one in seen if "Nudge" in one[0]} == {
        ((*("Ponder", "Help", "Nudge"), *more), own) for more in ((), ("Answer",)) for own in (True, False)
    }
    assert {0, 1} == {left for names, left, _ in seen if names == ("Ponder", "Help")}
