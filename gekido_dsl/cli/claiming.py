"""The claims of rulesets are tested by playing, and what came of it is written."""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from xml.etree import ElementTree

from gekido_dsl import simulate
from gekido_dsl.cli import loading, output, settings, simulating
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.simulating import Asked, Simulation
from gekido_dsl.cli.stopping import politely_stopped, tell_of_death
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.diagnostics.render.place import counted, place
from gekido_dsl.ground.pace import Pace
from gekido_dsl.insight import claims, comparing, verdicts
from gekido_dsl.insight.claims import ClaimChunk, Counting, Counts, Result, Shown, Tested, Verdict
from gekido_dsl.model import nodes as m
from gekido_dsl.simulate import Chunk, Run

FINE: Final = 0
FAILS: Final = 1
NOT_SETTLED: Final = 4
"""Nothing fails, and something is not settled."""
_INTERRUPTED: Final = 130
_ENOUGH: Final = 40


@dataclass(frozen=True, slots=True)
class Effort:
    """How claims are tested."""

    games: int
    """At most, for each claim."""
    seconds: float
    """For each claim; 0 is for ever."""
    confidence: float
    seats: tuple[str, ...]
    random_setup: bool
    """For all claims, not only for those that say so."""
    seed: int
    jobs: int | None
    pace: Pace


@dataclass(frozen=True, slots=True)
class Answer:
    """What games show of a claim."""

    result: Result
    asked: Asked
    """How they were played."""
    seconds: float
    """How long they took."""
    late: bool
    """Whether there was no time for more."""

    @property
    def needed(self) -> int:
        """About how many games would settle what is not settled; 0 if nothing is left, or no number would."""
        return self.result.games + self.result.more if self.result.more else 0

    @property
    def manner(self) -> tuple[str, ...]:
        """Says who plays, and who sets up if it is not the players."""
        who = f"{' and '.join(dict.fromkeys(self.asked.seats))} players"
        return (who, "set up at random") if self.asked.random_setup else (who,)


@dataclass(frozen=True, slots=True)
class Answered:
    """The claims of a ruleset, and what games show of them."""

    name: str
    answers: tuple[Answer, ...]


def check(
    rulesets: Sequence[Ruleset], pattern: str | None, effort: Effort, form: str
) -> tuple[str, int, str]:
    """Tests the claims of rulesets.

    Returns:
        what came of it, written, the exit code, and a summary.
    """
    answered: list[Answered] = []
    executors = Executors()
    stopped = False
    for ruleset in rulesets:
        made = loading.compiled(ruleset)
        game = loading.game_of(made)
        answers = []
        for number, claim in enumerate(game.claims):
            if stopped or (pattern is not None and pattern.casefold() not in claim.name.casefold()):
                continue
            testing = _Testing(ruleset, game, number, effort, executors)
            answers.append(testing.go())
            stopped = testing.stopped
        answered.append(Answered(ruleset.argument, tuple(answers)))
    every = [answer for one in answered for answer in one.answers]
    found = [answer.result.verdict for answer in every]
    broken = any(answer.result.failed for answer in every)
    if stopped:
        code = _INTERRUPTED
    elif Verdict.FAILS in found or broken:
        code = FAILS
    else:
        code = NOT_SETTLED if Verdict.OPEN in found else FINE
    said = [f"{found.count(one)} {one.value}" for one in Verdict if one in found]
    summary = f"{counted(len(found), 'claim')}{': ' if said else ''}{', '.join(said)}"
    if not stopped and (way := _way_on(every, effort)):
        summary += f"\n{way}"
    match form:
        case "json":
            told = _data(answered, effort, executors)
            return json.dumps(told, ensure_ascii=False, indent=2) + "\n", code, summary
        case "junit":
            return _junit(answered), code, summary
        case _:
            return "".join(_text(one) for one in answered), code, summary


class _Testing:
    """The test of one claim."""

    def __init__(
        self, ruleset: Ruleset, game: m.Game, number: int, effort: Effort, executors: Executors
    ) -> None:
        self.claim = game.claims[number]
        self.effort = effort
        self.stopped = False
        options = [f"{option}={answer}" for option, answer in self.claim.options.items()]
        players = self.claim.players or game.least_players
        self.simulation: Simulation = simulating.new(
            ruleset,
            players,
            effort.seats,
            options,
            effort.seed,
            effort.games,
            claims.follows(self.claim),
            None,
            settings.TRUSTED,
            effort.random_setup or self.claim.random_setup,
        )
        self.simulation.executors = executors
        self._number = number

    def go(self) -> Answer:
        """Plays until there is a verdict, or it is enough."""
        looks = comparing.looks(self.effort.games)
        ends = [look.stop for look in looks]
        waiting: dict[int, ClaimChunk] = {}
        gathered, at, looked, done = Counts(), 0, 0, False
        players = self.simulation.asked.setting.players
        result = claims.judge(self.claim, gathered, players, self.effort.confidence)
        progress = output.Progress(
            f"games for “{self.claim.name}”", self.effort.games, limit_s=self.effort.seconds
        )
        begun_s = time.monotonic()

        def keep(chunk: Chunk) -> None:
            nonlocal at, looked, done, result
            assert isinstance(chunk, ClaimChunk)
            self.simulation.executors.say(chunk.by)
            waiting[chunk.first] = chunk
            while not done and at in waiting:
                ready = waiting.pop(at)
                gathered.merge(ready.counts)
                at = ready.end
                if at == ends[looked]:
                    looked += 1
                    result = claims.judge(self.claim, gathered, players, self.effort.confidence)
                    done = result.verdict is not Verdict.OPEN
            progress.at(at)

        def over() -> bool:
            return done or stop.asked or 0 < self.effort.seconds < time.monotonic() - begun_s

        with politely_stopped() as stop:
            experiment = replace(self.simulation.experiment(), maker=Counting(self._number, self.effort.pace))
            run = Run(experiment, looks, keep, time.perf_counter, True, tell_of_death, over)
            try:
                self._play(run)
            except KeyboardInterrupt:
                stop.asked = True
            except simulate.WorkersDie:
                output.note(
                    "processes that play games die again and again, maybe for want of memory: try --jobs 1"
                )
            finally:
                progress.done()
            self.stopped = stop.asked
        if not done:
            result = claims.judge(self.claim, gathered, players, self.effort.confidence)
        late = not done and at < self.effort.games
        return Answer(result, self.simulation.asked, time.monotonic() - begun_s, late)

    def _play(self, run: Run) -> None:
        games = self.effort.games
        jobs = self.effort.jobs or (min(os.cpu_count() or 1, games) if games >= _ENOUGH else 1)
        if jobs == 1:
            run.here(simulate.made(run.experiment, lambda: loading.game_of(self.simulation.compilation)))
            return
        from gekido_dsl.cli import workers

        asked = self.simulation.experiment()
        random = simulate.policies_of(asked) is None
        if asked.kind != "interpreter" and random and asked.kept and not simulate.is_kept(asked):
            # Made once, it is there for all processes.
            simulate.made(asked, lambda: loading.game_of(self.simulation.compilation))
        run.over(workers.processes(jobs))


# ---------------------------------------------------------------- writing


def _way_on(answers: Sequence[Answer], effort: Effort) -> str:
    """Says what settles the claims that are not settled; empty where there are none, or nothing does."""
    left = [one for one in answers if one.late or one.needed]
    words = ["--time 0"] if any(one.late for one in left) else []
    most = max((one.needed for one in left), default=0)
    words += [f"--games {verdicts.rounded(most)}"] if most > effort.games else []
    if not words:
        return ""
    said = f"{' '.join(words)} plays until it knows"
    if all(one.needed for one in left):
        seconds = sum(one.seconds * one.needed / one.result.games for one in left)
        said += f", which takes about {output.duration(max(seconds, 1))}"
    if any(settings.effort(bot) is not None for one in left for bot in one.asked.seats):
        said += "; --seat greedy is quicker, but plays worse"
    return said


def _text(one: Answered) -> str:
    if not one.answers:
        return f"{one.name}: no claims\n"
    common = [said for said in one.answers[0].manner if all(said in other.manner for other in one.answers)]
    lines = [f"{one.name}: {', '.join([counted(len(one.answers), 'claim'), *common])}\n"]
    for answer in one.answers:
        result = answer.result
        how = [f"{result.games:,} games", *(said for said in answer.manner if said not in common)]
        lines.append(f"  {result.verdict.value:<11}  {result.claim.name} ({', '.join(how)})\n")
        if result.failed:
            lines.append(f"               {result.failed:,} games with a rule error, not counted\n")
        for line in result.lines:
            if line.verdict is Verdict.HOLDS and result.verdict is Verdict.HOLDS:
                continue
            lines.append(f"    {line.verdict.value:<11}  {line.line.text}\n")
            if line.verdict is Verdict.HOLDS:
                continue
            worst = [shown for shown in line.shown if shown.verdict is line.verdict]
            lines += [f"                 {_told(line, shown)}\n" for shown in worst]
            at = place(line.line.span)
            lines.append(f"                 at {at.file}:{at.line}\n")
        if result.verdict is Verdict.OPEN and result.more:
            lines.append(f"    about {verdicts.rounded(result.more):,} games more would settle it\n")
    return "".join(lines)


def _told(line: Tested, shown: Shown) -> str:
    who = f"{shown.name}: " if shown.name else ""
    if not shown.of:
        return f"{who}never seen"
    if line.line.kind == "mean":
        return f"{who}{shown.value:,.1f} {line.line.unit} ({shown.low:,.1f} to {shown.high:,.1f})"
    values = [f"{100 * one:.1f}" for one in (shown.value, shown.low, shown.high)]
    return f"{who}{values[0]} of 100 ({values[1]} to {values[2]})"


def _data(answered: Sequence[Answered], effort: Effort, executors: Executors) -> dict[str, Any]:
    return {
        "schema_version": 2,
        "confidence": effort.confidence,
        "seed": effort.seed,
        "executor": executors.field,
        "rulesets": [
            {
                "name": one.name,
                "claims": [_claim(answer) for answer in one.answers],
            }
            for one in answered
        ],
    }


def _claim(answer: Answer) -> dict[str, Any]:
    result, asked = answer.result, answer.asked
    return {
        "title": result.claim.name,
        "players": asked.setting.players,
        "seats": list(asked.seats),
        "random_setup": asked.random_setup,
        "options": dict(asked.setting.options),
        "verdict": result.verdict.value,
        "games": result.games,
        "rule_error_games": result.failed,
        "more_games": result.more,
        "lines": [_line(line) for line in result.lines],
    }


def _line(line: Tested) -> dict[str, Any]:
    at = place(line.line.span)
    return {
        "text": line.line.text,
        "where": f"{at.file}:{at.line}",
        "verdict": line.verdict.value,
        "shown": [
            {
                "name": shown.name,
                "value": round(shown.value, 6),
                "low": round(shown.low, 6),
                "high": round(shown.high, 6),
                "of": shown.of,
                "verdict": shown.verdict.value,
                "more_games": shown.more,
            }
            for shown in line.shown
        ],
    }


def _junit(answered: Sequence[Answered]) -> str:
    results = [answer.result for one in answered for answer in one.answers]
    root = ElementTree.Element(
        "testsuites",
        name="gdl test --claims",
        tests=str(len(results)),
        failures=str(sum(result.verdict is Verdict.FAILS for result in results)),
        skipped=str(sum(result.verdict is Verdict.OPEN for result in results)),
    )
    for one in answered:
        suite = ElementTree.SubElement(root, "testsuite", name=one.name, tests=str(len(one.answers)))
        for answer in one.answers:
            result = answer.result
            case = ElementTree.SubElement(suite, "testcase", classname=one.name, name=result.claim.name)
            properties = ElementTree.SubElement(case, "properties")
            ElementTree.SubElement(properties, "property", name="manner", value=", ".join(answer.manner))
            if result.verdict is not Verdict.HOLDS:
                told = [
                    f"{line.line.text}: {_told(line, shown)}"
                    for line in result.lines
                    for shown in line.shown
                    if shown.verdict is result.verdict
                ]
                sort = "failure" if result.verdict is Verdict.FAILS else "skipped"
                ElementTree.SubElement(case, sort, message=told[0]).text = "\n".join(told)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
