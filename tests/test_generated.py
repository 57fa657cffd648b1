"""Rulesets that a generator makes reach the whole kernel, and are refused for a reason or go through everything."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from click.testing import CliRunner
from turns import round_number

from gekido_dsl import store
from gekido_dsl.cache.folder import CacheFolder
from gekido_dsl.cli import lockstep
from gekido_dsl.cli.apart import HANG, Runner
from gekido_dsl.cli.generated import seed_of, shrunk
from gekido_dsl.cli.mutated import OfGenerated
from gekido_dsl.cli.paths import find
from gekido_dsl.cli.throughout import LIMIT_S, texts
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.generated import MOST, gauntlet, pairing, pairs, sheets, told, varying
from gekido_dsl.generated.fixtures import FIXTURES, needed
from gekido_dsl.generated.gauntlet import Effort, Fault
from gekido_dsl.generated.making import NAME, Made, make
from gekido_dsl.generated.mutants import change_of, mutate
from gekido_dsl.generated.shrinking import shrink
from gekido_dsl.generated.specimens import OPEN, SENTENCES
from gekido_dsl.language import table_forms
from gekido_dsl.rng import Rng
from gekido_dsl.scenario import ScenarioResult
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).resolve().parent.parent
REACHING = (154, 113, 253, 324, 363, 23, 33, 145, 27, 58)
"""Rulesets that reached every operator and every verb when they were chosen; `SEEDS` go on where the generator has
changed since."""
SEEDS = (*REACHING, *(number * 37 % pairing.CYCLE for number in range(120)))
SEVERAL = range(12, 24)
ACCEPTED = 0.8
"""Of `SEVERAL`."""
NEW = seed_of(round_number() or 0, 0)
"""The first of the rulesets that are new at each commit; `make test-generated` goes on behind them."""
PARTS, PART = 20, 4
"""So many tests put so many rulesets each through everything, about a minute of a processor together."""
SMALL = Effort(matches=2, worlds=6)


def test_a_seed_gives_the_same_ruleset() -> None:
    assert make(7) == make(7)
    assert make(7) != make(8)


def test_a_fault_becomes_small_and_stays_the_same() -> None:
    text = "edition 1\ngame\n  players 2\nphase Main\n  if (a and (b or c))\n    bad word here\n  good\n"
    assert shrink(text, lambda made: "bad" in made) == shrink(text, lambda made: "bad" in made)
    assert shrink(text, lambda made: "bad" in made).split() == ["edition", "1", "game", "phase", "bad"]


def test_a_variant_becomes_small_with_what_it_changes() -> None:
    fault = Fault("lockstep: cells", "")

    class Shows:
        def run(self, files: dict[str, str], seed: int, only: str = "") -> Fault | None:
            return fault if "bad" in files["base.gdl"] and "changes" in files[NAME] else None

    text = 'edition 1\ngame "V" changes "base.gdl"\nchange Quota is 2\n'
    made = Made(
        text, {"base.gdl": "edition 1\ngame\nphase Main\n  good\n  bad word\n", "a.yaml": "- {Name: A}\n"}
    )
    small = shrunk(made, 1, fault, cast("Runner", Shows()))
    assert small.text.split() == ["edition", "1", "game", '"V"', "changes", '"base.gdl"']
    assert small.files == {"base.gdl": "edition 1\ngame\nphase\n  bad\n", "a.yaml": "- {Name: A}\n"}


@pytest.mark.dear
def test_every_operator_and_verb_is_reached() -> None:
    """A verb or an operator that is added needs a production, or this fails."""
    reached = pairs.Reached()
    for seed in SEEDS:
        made = load(NAME, MemoryProvider(make(seed).all_files()))
        if made.model.ok and made.model.value is not None:
            reached.add(made.model.value)
        if not [*pairs.missing(reached)]:
            break
    assert list(pairs.missing(reached)) == []


def test_most_of_what_is_made_is_accepted() -> None:
    accepted = [load(NAME, MemoryProvider(make(seed).all_files())).model.ok for seed in SEVERAL]
    assert sum(accepted) > ACCEPTED * len(SEVERAL)


@pytest.mark.parametrize("seed", range(0, pairing.CYCLE, 44))
def test_drills_write_the_pairs_that_are_planned(seed: int) -> None:
    """All of a cycle do; a few are looked at here."""
    planned = pairing.planned(seed)
    made = load(NAME, MemoryProvider(make(seed).all_files()))
    assert made.model.value is not None
    found = pairs.of_games([made.model.value])
    assert planned.phrases <= found.phrases
    assert planned.nested <= found.nested
    assert planned.following <= found.following


@pytest.mark.parametrize("verb", sorted(set(SENTENCES) - OPEN))
def test_what_leaves_nothing_open_has_no_otherwise(verb: str) -> None:
    """So no pair of such a verb and a statement in its block is well typed."""
    specimen = SENTENCES[verb]
    lines = [FIXTURES[name].text for name in needed(specimen.wants)]
    sentence = specimen.text.replace("{if}", " if the Turn is at least 1") + '\n  otherwise announce "else"'
    text = (
        'edition 1\ngame "G"\n  players 2\n  limit 4 turns\nvalues Way: North, East, South, West, clockwise\n'
        "values Suit: Mauve, Teal\n"
        "kind Stool, 1 for each player\n  Score: 0 to 9, starts 0\n"
        + "".join(f"{one}\n" for one in lines if one)
    ) + (
        "turn of each player\n  Main\nphase Main\n  repeat up to 2 times\n    "
        + sentence.replace("\n", "\n    ")
        + "\nthe game ends when the Turn is at least 3\n  me wins\n"
    )
    codes = {str(one.code.slug) for one in load(NAME, MemoryProvider({NAME: text})).diagnostics}
    assert codes & {"unreached-line", "syntax-error"}, codes


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    """Puts rulesets through everything in a process of its own: nobody has seen them, and one of them may not end."""
    made = Runner(LIMIT_S)
    yield made
    made.end()


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_made_goes_through_everything(part: int, runner: Runner) -> None:
    """Whatever comes of them; others with each commit."""
    for seed in range(NEW + part * PART, NEW + (part + 1) * PART):
        result = runner.run(make(seed).all_files(), seed)
        number = seed - NEW
        repeat = f"gdl lockstep --generated {number + 1} --seed {NEW // MOST} --from {number}"
        assert not isinstance(result, Fault), (repeat, result)


WITH_TABLES = ("runes.yaml", "ports.yaml", "flags.yaml", "charts.yaml", "marks.yaml")


@pytest.mark.parametrize("file", WITH_TABLES)
def test_a_sheet_says_what_the_table_does(file: str) -> None:
    """What the generator has as a sheet is the table that it has in YAML; and each form can be written of it."""
    name = next(name for name, one in FIXTURES.items() if file in one.files)
    of = [FIXTURES[one] for one in needed([name])]
    lines = "\n".join(one.text for one in of if one.text)
    text = 'edition 1\ngame "G"\n  players 2\nvalues Way: North, East, South, West, clockwise\n'
    text += f"values Suit: Mauve, Teal\nkind Stool, 1 for each player\n  Score: 0 to 9, starts 0\n{lines}\n"
    files = {file: held for one in of for file, held in one.files.items()}
    said = []
    for seed in range(6):
        new, others = (text, files) if not seed else sheets.in_sheets(text, {file: files[file]}, Rng(seed))
        made = load(NAME, MemoryProvider({**files, **others, NAME: new}))
        assert made.model.value is not None
        source = next(one for one in made.tables if one.name.startswith(file.removesuffix(".yaml")))
        table = table_forms.tables_for(made, source.name)[0]
        read, found = table_forms.read(table, source)
        assert read is not None, found
        said.append(table_forms.said(table, read.rows))
        if seed < 2:
            sheets.tables_again(made, seed)
    assert said == said[:1] * len(said)


@pytest.mark.parametrize("stage", ["example", "claims"])
def test_what_is_told_of_a_game_is_carried_out(stage: str) -> None:
    """A scenario that is made of a match holds, and games are counted alike for a claim."""
    text = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")
    claim = '\nclaim "It ends"\n  then at most 1 of 10 games are not finished\n'
    assert gauntlet.run({NAME: text + claim}, 3, SMALL, stage) == gauntlet.Agreed(0)


def test_a_module_that_is_kept_is_of_one_ruleset(tmp_path: Path) -> None:
    text = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")
    with store.kept_in(CacheFolder(tmp_path), lambda: "1"):
        for score in ("at least 100", "at least 9"):
            files = {NAME: text.replace("at least 100", score)}
            assert gauntlet.run(files, 3, SMALL, "claims") == gauntlet.Agreed(0)


def test_a_scenario_of_a_match_that_does_not_hold_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = ScenarioResult("", False, "Pot is 1, should be 2", None, (), ())
    monkeypatch.setattr(told.scenario, "run", lambda *_: [failed])
    text = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")
    found = gauntlet.run({NAME: text}, 3, SMALL, "example")
    assert isinstance(found, Fault)
    assert found.kind == "example: the example of a match does not hold"


def test_a_variant_changes_what_is_there() -> None:
    """Each way of a variant to change something is drawn for some of a few rulesets, and nothing else is said."""
    texts = [make(seed).all_files() for seed in range(30)]
    bases = [files.get("base.gdl", files[NAME]) for files in texts]
    begun = {
        line.split()[0] for number, text in enumerate(bases) for line in varying.variant(text, Rng(number))
    }
    assert {"add", "change", "replace", "remove"} <= begun


def test_what_is_refused_is_no_fault() -> None:
    made = make(3)
    broken = {**made.all_files(), NAME: made.text.replace("phase Main", "phase Nowhere")}
    assert isinstance(gauntlet.run(broken, 3, SMALL), gauntlet.Refused)


def test_a_mutant_has_one_thing_changed() -> None:
    files = {NAME: (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")}
    made = [mutate(files, seed) for seed in range(40)]
    assert made == [mutate(files, seed) for seed in range(40)]
    assert all(one.text != files[NAME] for one in made)
    assert len({one.text for one in made}) > 30
    assert all(change_of(files, one).startswith("line ") for one in made)


@pytest.mark.slow
def test_mutants_go_through_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came of them is kept, and a later run goes on after it."""
    monkeypatch.chdir(tmp_path)
    for many in (2, 3):
        command = ["pig", "--mutants", str(many), "--out", "kept.jsonl"]
        result = CliRunner().invoke(lockstep.command, command, standalone_mode=False)
        assert f"\n{many} rulesets: " in f"\n{result.output}", result.output
    lines = [json.loads(line) for line in Path("kept.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["what"], line["number"]) for line in lines] == [
        ("mutants pig", number) for number in range(3)
    ]
    command = ["--generated", "3", "--mutants", "1", "--seed", "5", "--from", "1", "--out", "kept.jsonl"]
    result = CliRunner().invoke(lockstep.command, command, standalone_mode=False)
    assert "repeat: gdl lockstep --generated 3 --mutants 1 --seed 5 --from 1\n" in result.output
    last = Path("kept.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(last)["what"] == "mutants of generated"


def test_mutants_of_generated_rulesets() -> None:
    """Each has a number, and is the ruleset of the run whose turn it is, with one thing changed."""
    of = OfGenerated(3, 5)
    made = [of.mutant(5 * MOST + number) for number in range(6)]
    assert made[4] == of.mutant(5 * MOST + 4)
    assert len({one.text for one in made}) > 3
    assert all(
        one.note.startswith(f"generated ruleset {n % 3} of seed 5, line ") for n, one in enumerate(made)
    )
    assert of.command == "gdl lockstep --generated 3 --mutants"


@pytest.mark.parametrize("name", ["classics/hearts", "gekido"])
@pytest.mark.quick_in_turn(2)
def test_a_shipped_ruleset_finds_all_its_files(name: str) -> None:
    files = texts(find(name))
    made = load(NAME, MemoryProvider(files))
    assert len(files) > 1
    assert not has_errors(made.diagnostics)


def test_what_does_not_end_is_ended() -> None:
    runner = Runner(0.05)
    try:
        assert runner.run(make(1).all_files(), 1) == Fault(HANG, "not done after 0.05 seconds of work")
    finally:
        runner.end()


def test_a_ledger_counts_each_number_once() -> None:
    ledger = _tool("generated_ledger")
    rows = [
        json.dumps({"what": "generated", "seed": 5, "number": number, "result": result, "code": "abc"})
        for number, result in enumerate(
            ["agreed", "agreed", "refused", "fault", "agreed", "refused", "agreed"]
        )
    ]
    runs: list[object] = []
    ledger.add(runs, rows[:5], "c0ffee", "abc")
    ledger.add(runs, rows, "c0ffee", "other")
    assert [str(run) for run in runs] == ["generated | 5 | abc | c0ffee | 0-1 4 6 | 2 5 | 3"]
    assert [str(run) for run in ledger.read("# head\n" + "".join(f"{run}\n" for run in runs))] == [
        str(runs[0])
    ]
    ledger.add(runs, [rows[0].replace("abc", "abd")], "c0ffee", "other")
    assert ledger.summed(runs) == (
        "generated: 8 rulesets, 5 agreed, 2 were refused, 1 showed a fault; the last 4 showed none"
    )


def _tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
