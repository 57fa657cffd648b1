"""The examples of a ruleset in the studio: run beside the match, put on the table, and made of its position.

Invariants:
    The match on the table waits for no example: they run in a thread and on an executor of their own.
    A run ends with its last example, or when another one begins or the rules are others.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.language.examples import examples
from gekido_dsl.model import nodes as m
from gekido_dsl.play.session import Session
from gekido_dsl.scenario import run_one
from gekido_dsl.scenario.opening import FromExample, NoPosition
from gekido_dsl.server import new_example
from gekido_dsl.server.live_reload import LiveRuleset
from gekido_dsl.server.refusal import Refused
from gekido_dsl.server.text_positions import place
from gekido_dsl.table import PERSON

_TOLD_S: Final = 0.25
"""How often it is told how far a run is."""


class Examples:
    """The examples of one ruleset, with how they came out by its rules as they are on the table."""

    def __init__(self, live: LiveRuleset, tell: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        """Begins with none run.

        Args:
            tell: tells every page how a run goes on.
        """
        self._live = live
        self._tell = tell
        self._passed: dict[str, bool] = {}
        self._run = 0
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="examples")
        self._executor: tuple[Compilation, Interpreter] | None = None

    def forget(self) -> None:
        """Takes up that the rules are others: nothing is known of them, and what runs ends."""
        self._passed, self._run = {}, self._run + 1

    def close(self) -> None:
        """Ends what is under way."""
        self._run += 1
        self._pool.shutdown(wait=False, cancel_futures=True)

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

    async def run(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Runs all examples, or one, and tells of them as they come out.

        Raises:
            Refused: there is none of the title.
        """
        made, title = self._live.made, asked.get("title")
        assert made.game is not None
        chosen = [one for one in made.game.scenarios if title is None or one.name == title]
        if title is not None and not chosen:
            raise Refused("There is no such example in the game on the table.")
        self._run += 1
        number, results, told = self._run, list[dict[str, Any]](), 0
        told_at = time.monotonic()
        loop = asyncio.get_running_loop()
        for one in chosen:
            if self._run != number:
                break
            results.append(await loop.run_in_executor(self._pool, self._run_one, made, one))
            if self._run == number:
                self._passed[one.name] = results[-1]["passed"]
            if time.monotonic() - told_at > _TOLD_S or len(results) == len(chosen):
                said = {
                    "run": number, "done": len(results), "of": len(chosen), "results": results[told:],
                    "passed": sum(one["passed"] for one in results),
                }  # fmt: skip
                await self._tell({"examples": said})
                told, told_at = len(results), time.monotonic()
        return {"results": results, "stopped": len(results) < len(chosen)}

    def _run_one(self, made: Compilation, one: m.Scenario) -> dict[str, Any]:
        if self._executor is None or self._executor[0] is not made:
            self._executor = made, made.executor()
        came = run_one(self._executor[1], one)
        where = place(came.span) if came.span is not None else {}
        return {"title": one.name, "passed": came.passed, "text": came.message, **where}

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
