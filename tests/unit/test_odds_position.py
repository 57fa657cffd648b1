"""The chances from a position of a match, held against what happens when the match goes on."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from gekido_dsl import api
from gekido_dsl.cli.main import main
from gekido_dsl.engine import Setting
from gekido_dsl.ground.odds import Odds
from gekido_dsl.ground.patterns import table_of
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model.types import NONE
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.position import Running
from gekido_dsl.odds.report import PartReport
from gekido_dsl.odds.scope import NotExact
from gekido_dsl.odds.text import text
from gekido_dsl.rng import Rng


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
        stack = [
            Running(one.code.decl, one.code.spans[min(one.step, len(one.code.spans) - 1)], one.locals)
            for one in state.frames
        ]
        return self.chances.at(aim, state, stack)

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
        for aim in (followed.aims[0], followed.aims[3], followed.aims[5]):
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


def test_what_can_no_longer_come_about_is_said_once() -> None:
    followed = Followed("gekido")
    aims = followed.aims[:3]
    chances = {aim.name: {0: chance} for aim, chance in zip(aims, (0.25, 0.0, 0.0), strict=True)}
    part = PartReport(followed.part.name, followed.part.die, 0, 0, aims, [0], chances, now=True)
    said = " ".join(text([part], followed.game, thrown=False).split())
    assert f"No longer possible from here: {aims[1].name}, {aims[2].name}." in said
    assert "0%" not in said.replace("25.0%", "")
