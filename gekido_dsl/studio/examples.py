"""The examples of a ruleset in the studio: run, put on the table, and made of its position.

Invariants:
    A run ends with its last example, or when another one begins or the rules are others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.insight.changes import not_played
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.language.examples import examples
from gekido_dsl.model import nodes as m
from gekido_dsl.play.session import Session
from gekido_dsl.scenario import run_one
from gekido_dsl.scenario.opening import FromExample, NoPosition
from gekido_dsl.studio import new_example
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.studio.text_positions import place
from gekido_dsl.table import PERSON

TOLD_S: Final = 0.25
"""How often it is told how far a run is."""


@dataclass
class Run:
    """Examples that are run one after the other, and how those came out that have been run."""

    number: int
    made: Compilation
    chosen: Sequence[m.Scenario]
    whole: bool = False
    """Whether they are all that there are."""
    results: list[dict[str, Any]] = field(default_factory=list)
    not_played: Sequence[dict[str, Any]] = ()
    """What a variant adds and nothing has played, once all have run."""
    _told: int = 0

    def news(self) -> dict[str, Any]:
        """Writes what has come out since it was told last."""
        told, self._told = self._told, len(self.results)
        return {
            "examples": {
                "run": self.number, "done": len(self.results), "of": len(self.chosen), "results": self.results[told:],
                "passed": sum(one["passed"] for one in self.results),
            }
        }  # fmt: skip

    def answer(self) -> dict[str, Any]:
        """Writes how all of them came out."""
        stopped = len(self.results) < len(self.chosen)
        return {"results": self.results, "stopped": stopped, "not_played": self.not_played}


class Examples:
    """The examples of one ruleset, with how they came out by its rules as they are on the table."""

    def __init__(self, live: LiveRuleset) -> None:
        """Begins with none run."""
        self._live = live
        self._passed: dict[str, bool] = {}
        self._run = 0
        self._executor: tuple[Compilation, Interpreter] | None = None
        self._games: tuple[Any, Mapping[Any, int]] = None, {}
        """The identity of the rules that many games were played by, and how often they began each block."""

    def forget(self) -> None:
        """Takes up that the rules are others: nothing is known of them, and what runs ends."""
        self._passed, self._run = {}, self._run + 1

    def list(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists the examples, with how they came out."""
        found: list[dict[str, Any]] = []
        game = self._live.newest.game
        runs = {one.name for one in game.scenarios} if game is not None else None
        for source, _ in self._live.newest.files:
            found += [
                {"title": one.title, "passed": self._passed.get(one.title), **place(one.title_span)}
                for one in examples(source)
                if runs is None or one.title in runs  # a variant has none of its base's
            ]
        return {"examples": found, "can_make": self._live.drafts.own}

    def chosen(self, asked: Mapping[str, Any]) -> "Run":
        """Begins a run of all examples, or of one.

        Raises:
            Refused: there is none of the title.
        """
        made, title = self._live.made, asked.get("title")
        assert made.game is not None
        chosen = [one for one in made.game.scenarios if title is None or one.name == title]
        if title is not None and not chosen:
            raise Refused("There is no such example in the game on the table.")
        self._run += 1
        return Run(self._run, made, chosen, title is None)

    def goes_on(self, run: "Run") -> bool:
        """Tells whether something of a run is left, and nothing has ended it."""
        return self._run == run.number and len(run.results) < len(run.chosen)

    def one(self, run: "Run") -> None:
        """Runs the next example of a run."""
        one = run.chosen[len(run.results)]
        if self._executor is None or self._executor[0] is not run.made:
            self._executor = run.made, run.made.executor()
            if run.made.base is not None:
                self._executor[1].reached = [0] * len(Blocks(self._executor[1].game).every)
        came = run_one(self._executor[1], one)
        where = place(came.span) if came.span is not None else {}
        run.results.append({"title": one.name, "passed": came.passed, "text": came.message, **where})
        if self._run == run.number:
            self._passed[one.name] = came.passed
        if run.whole and len(run.results) == len(run.chosen):
            run.not_played = self._not_played(*self._executor)

    def take(self, made: Compilation, reached: Mapping[Any, int]) -> None:
        """Takes up what many games have played.

        Args:
            reached: how often each block was begun.
        """
        self._games = made.identity, reached

    def _not_played(self, made: Compilation, interpreter: Interpreter) -> Sequence[dict[str, Any]]:
        """Lists what a variant adds that no example began, and no game of the last simulation."""
        if not interpreter.reached:
            return ()
        identity, games = self._games
        played = games if identity == made.identity else {}
        reached = [
            times + played.get((*block,), 0)
            for block, times in zip(Blocks(interpreter.game).every, interpreter.reached, strict=True)
        ]
        return [{"text": one.told, "name": one.file, "line": one.line} for one in not_played(made, reached)]

    def make(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes the example of the position on the table, and says at the end of which file it goes.

        Raises:
            Refused: it cannot be made.
        """
        text, name, left_out = new_example.made(self._live, str(asked.get("title") or ""))
        return {"text": text, "name": name, "left_out": left_out}

    def play(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Puts the position of an example on the table.

        Raises:
            Refused: there is none of the title, or nothing can be played from there.
        """
        game, title = self._live.made.game, asked.get("title")
        assert game is not None
        one = next((each for each in game.scenarios if each.name == title), None)
        if one is None:
            raise Refused("There is no such example in the game on the table.")
        options = {name: game.options[name].answers.members[k] for name, k in one.options.items()}
        setting = Setting(one.players or game.least_players, self._live.rules.seed(), options)
        header = self._live.rules.header(setting, [PERSON] * setting.players)
        try:
            self._live.lay(Session(FromExample(game, one), header))
        except NoPosition as error:
            raise Refused(f"Nothing can be played from there: {error}.") from error
        return {}
