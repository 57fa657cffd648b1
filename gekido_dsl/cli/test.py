"""`gdl test`: run the examples written in rulesets, and report each that does not come out as it says."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click

from gekido_dsl import cache, scenario
from gekido_dsl.cli import output, settings
from gekido_dsl.cli.pace import pace_options
from gekido_dsl.cli.paths import Ruleset, files_of, find, is_data, is_ruleset, of_path, owners, read_path
from gekido_dsl.diagnostics import Diagnostic, Severity, has_errors
from gekido_dsl.diagnostics.render.place import counted, place
from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.ground.pace import Pace
from gekido_dsl.insight import changes
from gekido_dsl.insight.coverage import Part
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.scenario import ScenarioResult

_EPILOG = """\b
Examples:
  gdl test my-game.gdl
  gdl test rulesets
  gdl test gekido -k "Four of a Kind"
  gdl test gekido --claims --time 0
"""


@dataclass(slots=True)
class _Tested:
    """The examples of one ruleset."""

    name: str
    results: Sequence[ScenarioResult]
    errors: Sequence[Diagnostic]
    """Why nothing could be run; empty when it could."""
    seconds: float
    not_played: Sequence[Part] = ()
    """What a variant adds that no example plays."""

    @property
    def failures(self) -> list[ScenarioResult]:
        return [each for each in self.results if not each.passed]


@click.command("test", short_help="Run the examples in rulesets as tests.", epilog=_EPILOG)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-k", "pattern", metavar="TEXT", help="Run only examples or claims whose title contains this text."
)
@click.option("--claims", is_flag=True, help="Test the claims of the rulesets by playing many games.")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    help="Maximum number of games for each claim.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="Maximum seconds for each claim; 0 for no limit.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(50, 99.99),
    default=95.0,
    show_default=True,
    help="Confidence level of each verdict, in percent.",
)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="[SEAT=]BOT",
    help=f"Who plays for claims: {', '.join(settings.PLAYER_KINDS[1:])}; {settings.TRUSTED} by default.",
)
@click.option(
    "--random-setup",
    is_flag=True,
    help="Make all choices before the first turn at random, for every claim and not only those `given a random setup`.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Random seed for claims.",
)
@click.option("--jobs", type=click.IntRange(1), help="Number of processes for claims.")
@pace_options
@output.format_option("text", "json", "junit")
@output.output_option
@output.color_option
def command(
    paths: tuple[str, ...],
    pattern: str | None,
    claims: bool,
    games: int,
    seconds: float,
    confidence: float,
    seats: tuple[str, ...],
    random_setup: bool,
    seed: int,
    jobs: int | None,
    pace: Pace,
    form: str,
    target: Path | None,
    colour: str,
) -> int:
    """Run the examples in rulesets as tests and report each one that fails.

    PATH is a ruleset, a folder to search for rulesets, or a shipped game. For a variant, the report also lists the
    rules it adds that no example plays.

    With --claims, the claims of the rulesets are tested instead: each one holds, fails, or stays undecided. The exit
    code is 1 if any claim fails, and 4 if none fails but some are undecided.
    """
    rulesets = _rulesets(paths)
    if claims:
        from gekido_dsl.cli import claiming

        effort = claiming.Effort(games, seconds, confidence / 100, seats, random_setup, seed, jobs, pace)
        written, code, summary = claiming.check(rulesets, pattern, effort, form)
        output.result(written, target)
        output.note(summary)
        return code
    progress = output.Progress("rulesets", len(rulesets))
    tested = []
    for number, ruleset in enumerate(rulesets):
        tested.append(_run(ruleset, pattern))
        progress.at(number + 1)
    progress.done()
    failed = sum(len(each.failures) for each in tested)
    total = sum(len(each.results) for each in tested)
    broken = sum(bool(each.errors) for each in tested)
    if pattern is not None and not total and not broken:
        raise click.BadParameter(f"no example has `{pattern}` in its title", param_hint="'-k'")
    ink = form == "text" and (output.coloured(colour) if target is None else colour == "always")
    output.result(_rendered(tested, form, ink), target, colour=ink)
    _summarise(total, failed, broken, len(tested))
    return 1 if failed or broken else 0


def _rulesets(paths: Sequence[str]) -> list[Ruleset]:
    """Finds the rulesets that were named; a part stands for those that use it."""
    found: dict[str, Ruleset] = {}
    for argument in paths:
        path = Path(argument)
        if not path.exists():
            found[argument] = find(argument)
            continue
        for file in files_of([argument]):
            alone = not is_data(file) and is_ruleset(read_path(file))
            whole = [file] if alone else owners(file) if path.is_file() else []
            if not whole and path.is_file():
                output.note(f"{file.as_posix()} is used by no ruleset near it; nothing is tested")
            found |= {each.as_posix(): of_path(each) for each in whole}
    return list(found.values())


def _run(ruleset: Ruleset, pattern: str | None) -> _Tested:
    begun_s = time.monotonic()
    made = cache.load(ruleset.name, ruleset.provider)
    name = ruleset.argument
    if made.game is None or has_errors(made.diagnostics):
        errors = [found for found in made.diagnostics if found.severity is Severity.ERROR]
        return _Tested(name, (), errors, time.monotonic() - begun_s)
    interpreter = Interpreter(made.game)
    if made.base is not None and pattern is None:
        interpreter.reached = [0] * len(Blocks(made.game).every)
    results = scenario.run(made, pattern, interpreter=interpreter)
    left = changes.not_played(made, interpreter.reached) if interpreter.reached and results else []
    return _Tested(name, results, (), time.monotonic() - begun_s, left)


def _rendered(tested: Sequence[_Tested], form: str, ink: bool) -> str:
    match form:
        case "json":
            return json.dumps(_data(tested), ensure_ascii=False, indent=2) + "\n"
        case "junit":
            return _junit(tested)
        case _:
            return "".join(_text(each, ink) for each in tested)


def _summarise(total: int, failed: int, broken: int, rulesets: int) -> None:
    tested = rulesets - broken
    said = []
    if tested:
        failures = f", {failed} failed" if failed else ""
        said.append(f"{counted(total - failed, 'example')} passed{failures} in {counted(tested, 'ruleset')}")
    if broken:
        said.append(f"{counted(broken, 'ruleset')} with errors {'was' if broken == 1 else 'were'} not tested")
    output.note("; ".join(said))


def _where(result: ScenarioResult) -> str:
    if result.span is None:
        return ""
    at = place(result.span)
    return f"{at.file}:{at.line}"


def _text(tested: _Tested, ink: bool) -> str:
    green, red, reset = ("\x1b[32m", "\x1b[1;31m", "\x1b[0m") if ink else ("", "", "")
    passed = f"{len(tested.results) - len(tested.failures)} of {len(tested.results)}"
    lines = [f"{tested.name}: {passed if tested.results else 'no examples'}\n"]
    if tested.errors:
        lines = [f"{tested.name}: has errors, so its examples were not run\n"]
        lines.append(output.drawn(tested.errors, colour=ink))
    for result in tested.results:
        if result.passed:
            lines.append(f"  {green}passed{reset}  {result.title}\n")
            continue
        lines.append(f"  {red}failed{reset}  {result.title}\n")
        lines += [f"          {line}\n" for line in result.message.splitlines()]
        if _where(result):
            lines.append(f"          at {_where(result)}\n")
    if tested.not_played:
        lines.append("  No example plays what the variant adds here:\n")
        # A line that many parts are written for, as one of bids, is named once.
        first = {(part.file, part.line): part for part in reversed(tested.not_played)}
        lines += [f"    {part.file}:{part.line}  {part.told}\n" for part in reversed(first.values())]
    return "".join(lines)


def _data(tested: Sequence[_Tested]) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "passed": sum(len(each.results) - len(each.failures) for each in tested),
        "failed": sum(len(each.failures) for each in tested),
        "rulesets": [
            {
                "name": each.name,
                "errors": [found.message for found in each.errors],
                "scenarios": [
                    {
                        "title": result.title,
                        "passed": result.passed,
                        "message": result.message,
                        "where": _where(result),
                        "events": [event.text for event in result.events if event.text],
                    }
                    for result in each.results
                ],
                "not_played": [
                    {"what": part.told, "where": f"{part.file}:{part.line}"} for part in each.not_played
                ],
            }
            for each in tested
        ],
    }


def _junit(tested: Sequence[_Tested]) -> str:
    root = ElementTree.Element(
        "testsuites",
        name="gdl test",
        tests=str(sum(len(each.results) for each in tested)),
        failures=str(sum(len(each.failures) for each in tested)),
        errors=str(sum(bool(each.errors) for each in tested)),
    )
    for each in tested:
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=each.name,
            tests=str(len(each.results) or bool(each.errors)),
            failures=str(len(each.failures)),
            errors=str(int(bool(each.errors))),
            time=f"{each.seconds:.3f}",
        )
        if each.errors:
            case = ElementTree.SubElement(
                suite, "testcase", classname=each.name, name="the ruleset has errors"
            )
            error = ElementTree.SubElement(case, "error", message=each.errors[0].message)
            error.text = output.drawn(each.errors, colour=False)
        for result in each.results:
            case = ElementTree.SubElement(suite, "testcase", classname=each.name, name=result.title)
            if not result.passed:
                failure = ElementTree.SubElement(case, "failure", message=result.message)
                failure.text = "\n".join(
                    [result.message, *(event.text for event in result.events if event.text)]
                )
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
