"""Every ruleset on a page is checked: what a reader copies has to work.

A fenced `gdl` block is a whole ruleset when it begins with `edition`; then it has to compile and to play. Any
other block is a fragment: the comment `<!-- in: NAME -->` before it names the ruleset that it belongs to, in
`tests/docs_hosts/` first, in `rulesets/` after that. Declarations of the fragment take the place of those of
the same name, or are added; its scenarios are run. `<!-- wrong: slug -->` says which finding a block gives.
`<!-- file: NAME -->` makes a block a file that what follows on a page can name, `<!-- add: NAME -->` adds it
to one that is shipped. `<!-- house: NAME -->` shows a file that `test_house.py` tests.
"""

import importlib.util
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Diagnostic, Severity
from gekido_dsl.engine import Setting
from gekido_dsl.grammar import words
from gekido_dsl.grammar.words import ADJECTIVES
from gekido_dsl.model.kernel.act import VERBS
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.operators import RECORDS
from gekido_dsl.model.nodes import OPERATORS
from gekido_dsl.model.sentences import WORDS
from gekido_dsl.model.sentences.frames import usage
from gekido_dsl.rng import Rng
from gekido_dsl.source import ReadFailure, Source, join_name
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.heads import HEADS
from gekido_dsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parent.parent
HOSTS = (ROOT / "tests" / "docs_hosts", ROOT / "rulesets")
NOT_CALLED = {"unreachable-phase"}
"""A fragment shows a rule and not the place that calls it."""
ONE_OF_A_SORT = (s.Edition, s.Game, s.Turn, s.Setup, s.Aim)
DECISIONS = 3000
"""How many decisions a random match on a page may have."""

_BLOCK = re.compile(r"((?:^<!--[^\n]*-->\n+)*)^```(gdl|yaml)\n(.*?)^```", flags=re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"<!-- (in|wrong|file|add|house): (\S+) -->")


@dataclass(frozen=True)
class Block:
    """A block of a page, with what the comments before it say."""

    page: str
    number: int
    language: str
    text: str
    marks: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.page}-{self.number}"

    @property
    def whole(self) -> bool:
        return self.text.startswith("edition")


class Pages:
    """Reads the files of a page, then those of the hosts and of the shipped rulesets."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = files

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        full = join_name(name, relative_to)
        if isinstance(full, ReadFailure):
            return full
        if full in self._files:
            return Source(full, self._files[full])
        for folder in HOSTS:
            if (folder / full).is_file():
                return Source(full, (folder / full).read_text(encoding="utf-8"))
        return ReadFailure("there is no such file", "missing")


def pages() -> list[Path]:
    return [
        ROOT / "README.md",
        ROOT / "docs" / "index.md",
        *sorted((ROOT / "docs" / "language").glob("*.md")),
        ROOT / "docs" / "start.md",
        *sorted((ROOT / "docs" / "tutorial").glob("*.md")),
        *sorted((ROOT / "docs" / "howto").glob("*.md")),
        ROOT / "gekido_dsl" / "language" / "cookbook.md",
    ]


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    files: dict[str, str] = {}
    for match in _BLOCK.finditer(text):
        marks = dict(_MARK.findall(match[1]))
        if "file" in marks:
            files[marks["file"]] = match[3]
        if "add" in marks:
            shipped = Pages({}).read(marks["add"], None)
            assert isinstance(shipped, Source)
            files[marks["add"]] = f"{shipped.text}\n{match[3]}"
        name = page.relative_to(ROOT).as_posix()
        found.append(Block(name, len(found) + 1, match[2], match[3], marks, dict(files)))
    return found


def gdl_blocks() -> list[Block]:
    every = [block for page in pages() for block in blocks_of(page) if block.language == "gdl"]
    return [block for block in every if "house" not in block.marks]


def key(declaration: s.Declaration) -> object:
    """What a declaration has in common with the one whose place it takes; None for none."""
    if isinstance(declaration, ONE_OF_A_SORT):
        return type(declaration)
    if isinstance(declaration, s.GameEnd):
        return type(declaration), declaration.condition
    name = declaration.kind if isinstance(declaration, s.Damage) else getattr(declaration, "name", None)
    if isinstance(declaration, s.Exception_) or not isinstance(name, s.Name):
        return None
    return type(declaration), name.text


def joined(host: str, fragment: str) -> str:
    """Puts a fragment into its host."""
    keys = {key(one) for one in parsed(fragment)} - {None}
    for declaration in reversed(parsed(host)):
        if key(declaration) in keys:
            host = host[: declaration.span.start] + host[declaration.span.end :]
    return f"{host}\n{fragment}"


def parsed(text: str) -> tuple[s.Declaration, ...]:
    outcome = parse(Source("page.gdl", text))
    return outcome.value.declarations if outcome.value is not None else ()


def compiled(block: Block) -> Compilation:
    text = block.text
    if not block.whole:
        assert "in" in block.marks, "a fragment needs a comment such as <!-- in: arena -->"
        host = Pages({}).read(f"{block.marks['in']}.gdl", None)
        assert isinstance(host, Source), f"no ruleset is called {block.marks['in']}"
        text = joined(host.text, text)
    return load("page.gdl", Pages({**block.files, "page.gdl": text}))


def errors(block: Block, compilation: Compilation) -> list[str]:
    left_out = set() if block.whole else NOT_CALLED
    return [
        told(one)
        for one in compilation.diagnostics
        if one.severity is Severity.ERROR and one.code.slug not in left_out
    ]


def told(found: Diagnostic) -> str:
    where = found.span.text.splitlines()[0] if found.span is not None and found.span.text else ""
    return f"{found.code.slug}: {found.message} ({where})"


def play(compilation: Compilation, seed: int) -> bool:
    """Plays a random match; tells whether it came to its end."""
    executor = compilation.executor()
    game = compilation.game
    assert game is not None
    state, _ = executor.initial(Setting(min(max(2, game.least_players), game.most_players), seed))
    rng = Rng(seed)
    for _ in range(DECISIONS):
        number = executor.count(state)
        if number == 0:
            return executor.outcome(state) is not None
        executor.apply(state, rng.below(number))
    return False


@pytest.mark.parametrize("block", gdl_blocks(), ids=str)
def test_block_compiles_or_is_wrong_as_it_says(block: Block) -> None:
    compilation = compiled(block)
    if "wrong" in block.marks:
        slugs = [one.code.slug for one in compilation.diagnostics]
        assert block.marks["wrong"] in slugs, [told(one) for one in compilation.diagnostics]
    else:
        assert errors(block, compilation) == []


@pytest.mark.parametrize(
    "block", [block for block in gdl_blocks() if block.whole and "wrong" not in block.marks], ids=str
)
def test_whole_ruleset_has_no_findings_and_plays_to_its_end(block: Block) -> None:
    compilation = compiled(block)
    assert [told(one) for one in compilation.diagnostics] == []
    assert all(play(compilation, seed) for seed in (1, 2, 3))


@pytest.mark.parametrize(
    "block", [b for b in gdl_blocks() if "\nscenario" in "\n" + b.text and "wrong" not in b.marks], ids=str
)
@pytest.mark.dear
def test_scenarios_of_a_block_come_out_as_they_say(block: Block) -> None:
    results = scenario.run(compiled(block))
    assert [(one.title, one.message) for one in results if not one.passed] == []


@pytest.mark.parametrize("block", [b for b in gdl_blocks() if b.marks.get("in") == "gekido"], ids=str)
@pytest.mark.quick_in_turn(6)
def test_a_change_to_gekido_has_no_findings_and_plays_to_its_end(block: Block) -> None:
    compilation = compiled(block)
    assert [told(one) for one in compilation.diagnostics] == []
    assert play(compilation, 1)


@pytest.mark.parametrize("host", sorted(HOSTS[0].glob("*.gdl")), ids=lambda path: path.stem)
def test_host_of_fragments_plays_to_its_end(host: Path) -> None:
    compilation = load(host.name, Pages({}))
    assert [told(one) for one in compilation.diagnostics if one.severity is Severity.ERROR] == []
    assert all(play(compilation, seed) for seed in (1, 2, 3))


def test_every_page_of_the_language_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    missing = [
        page.name
        for page in (ROOT / "docs" / "language").glob("*.md")
        if f"language/{page.name}" not in navigation
    ]
    assert missing == []


def listed(page: str, heading: str) -> set[str]:
    """Finds the names in the first column of the tables under a heading."""
    text = (ROOT / page).read_text(encoding="utf-8")
    part = re.split(rf"^## {heading}\n", text, flags=re.MULTILINE)[1]
    part = re.split(r"^## ", part, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", part, flags=re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_kernel_page_lists_every_operator() -> None:
    assert listed("docs/design/kernel.md", "Operators") == OPERATORS


def kernel_page() -> Any:
    spec = importlib.util.spec_from_file_location("kernel_page", ROOT / "tools" / "kernel_page.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_kernel_page_is_made_from_the_records() -> None:
    """`python tools/kernel_page.py` makes it, and the verbs of the reference card."""
    made = kernel_page()
    on_the_card = made.CARD.read_text(encoding="utf-8")
    assert made.card(on_the_card) == on_the_card
    text = made.PAGE.read_text(encoding="utf-8")
    assert made.page(text) == text
    assert listed("docs/design/kernel.md", "Verbs") == set(VERBS)


def missing_on_the_card(text: str) -> list[str]:
    """Lists what the reference card lacks: a word of an operator, event or declaration, or what goes with verbs."""
    said = set(re.findall(r"[a-z]+", text))
    written = [phrase for one in RECORDS.values() for phrase in re.findall(r"`([^`]*)`", one.phrase)]
    written += [event.english.format("") for event in EVENTS.values()]
    written += [*HEADS, *ADJECTIVES, *(prep for word in WORDS for prep in usage(word).preps)]
    wanted = {word for phrase in written for word in re.findall(r"(?<![A-Za-z])[a-z]+(?![A-Za-z])", phrase)}
    return sorted(word for word in wanted if not {word, f"{word}s"} & said)


def test_reference_card_has_every_operator_event_and_declaration() -> None:
    text = (ROOT / "docs/language/reference-card.md").read_text(encoding="utf-8")
    assert missing_on_the_card(text) == []
    assert missing_on_the_card(text.replace("within", "").replace("| suffers damage", "|")) == ["within"]
    shown = re.search(r"^Adjectives: ([a-z ]+)\.", text, re.MULTILINE)
    assert shown is not None and set(shown[1].split()) == set(ADJECTIVES)


def test_sentences_page_lists_every_verb() -> None:
    verbs = set(words.VERBS.values())
    assert listed("docs/language/sentences.md", "The verbs") == verbs
    assert verbs == WORDS
