"""`gdl docs` writes what it is asked for, and nothing of anybody else's; what mkdocs makes of it is whole."""

import os
import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gekido_dsl import pages
from gekido_dsl.cli.main import main
from gekido_dsl.pages.places import joined

ROOT = Path(__file__).resolve().parent.parent
BAD = 'edition 1\ngame "Broken"\n  players 2\n'


def test_docs_writes_a_site_beside_the_ruleset_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["docs", "pig"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "Open pig-rules/index.html" in said.err
    assert (tmp_path / "pig-rules" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.slow
def test_docs_writes_a_project_for_mkdocs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "site"
    assert main(["docs", "gekido", "-o", str(folder), "--format", "mkdocs"]) == 0
    assert (folder / "mkdocs.yml").is_file()
    assert (folder / "docs" / "index.md").read_text(encoding="utf-8").startswith("# Gekido")
    assert (folder / "docs" / "book" / "attack.md").is_file()
    assert (folder / "docs" / "reference" / "turn.md").is_file()
    worker = (folder / "docs" / "assets" / "iframe-worker.js").read_text(encoding="utf-8")
    assert worker == pages.frame_worker()
    assert "mkdocs build" in capsys.readouterr().err


@pytest.mark.dear
def test_rules_lead_to_their_lines_and_back(tmp_path: Path) -> None:
    assert main(["docs", "gekido_duel", "-o", str(tmp_path)]) == 0
    known = {
        page.relative_to(tmp_path).as_posix(): page.read_text(encoding="utf-8")
        for page in tmp_path.rglob("*.html")
    }
    lines = {name: (ROOT / "rulesets" / path).read_text().splitlines() for name, path in (
        ("source/gekido-gdl.html", "gekido.gdl"), ("source/gekido-tiles-yaml.html", "gekido/tiles.yaml"))}  # fmt: skip
    back = 0
    for name, text in lines.items():
        for number, line in enumerate(text, start=1):
            shown = re.search(
                rf'<div id="L{number}"><a[^>]*>{number}</a><code>(.*?)</code>(.*?)</div>', known[name]
            )
            assert shown is not None and unescape(re.sub("<.*?>", "", shown[1])).strip() == line.strip()
            for goal, anchor in re.findall(r'href="\.\./(reference/[^"#]+)#([^"]+)"', shown[2]):
                assert f'id="{anchor}"' in known[goal]
                back += 1
                if line.startswith("- Name") or re.match("rule|phase|kind", line):
                    assert re.search(rf'href="\.\./{re.escape(name)}#L{number}"', known[goal]), line
    assert back > 60
    assert 'class="kd"' in known["source/gekido-gdl.html"]
    assert 'href="../source/gekido-duel-gdl.html#L' in known["reference/changes.html"]


@pytest.mark.parametrize(("form", "suffix"), [("markdown", ".md"), ("html", ".html")])
@pytest.mark.quick_in_turn(2)
def test_docs_writes_a_single_file(form: str, suffix: str, tmp_path: Path) -> None:
    assert main(["docs", "pig", "-o", str(tmp_path), "--format", form]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"pig-rules{suffix}"]
    named = tmp_path / "mine" / f"rules{suffix}"
    assert main(["docs", "pig", "-o", str(named), "--format", form]) == 0
    assert named.read_bytes() == (tmp_path / f"pig-rules{suffix}").read_bytes()
    assert main(["docs", "pig", "-o", str(named), "--format", form]) == 2
    assert main(["docs", "pig", "-o", str(named), "--format", form, "--force"]) == 0


def test_docs_touches_no_file_that_it_did_not_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "rules"
    assert main(["docs", "pig", "-o", str(folder)]) == 0
    listed = folder / ".gdl-docs"
    listed.write_text(listed.read_text() + "reference/gone.html\n../outside.txt\n")
    (folder / "reference" / "gone.html").write_text("of an earlier time")
    (tmp_path / "outside.txt").write_text("mine")
    assert main(["docs", "pig", "-o", str(folder)]) == 0, "its own folder is written again"
    assert not (folder / "reference" / "gone.html").exists()
    assert (tmp_path / "outside.txt").read_text() == "mine"
    (folder / "mine.txt").write_text("mine")
    capsys.readouterr()
    assert main(["docs", "pig", "-o", str(folder)]) == 2
    assert "mine.txt" in capsys.readouterr().err
    assert main(["docs", "pig", "-o", str(folder), "--force"]) == 0
    assert (folder / "mine.txt").read_text() == "mine"


def test_docs_refuses_a_ruleset_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = tmp_path / "broken.gdl"
    ruleset.write_text(BAD)
    assert main(["docs", str(ruleset), "-o", str(tmp_path / "out")]) == 1
    assert "error[" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_docs_writes_no_book_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = tmp_path / "pig.gdl"
    text = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")
    ruleset.write_text(text.replace("\ndie ", '\nbook from "book.md"\n\ndie ', 1), encoding="utf-8")
    (tmp_path / "book.md").write_text("# Pig\n\n{{Nonsense}}\n", encoding="utf-8")
    assert main(["docs", str(ruleset), "-o", str(tmp_path / "out")]) == 1
    assert "book.md:3:3" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


class Page(HTMLParser):
    """What a built page links to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif tag == "a" and name == "href" and value:
                self.links.append(value)
            elif name in ("src", "href") and value:
                self.loads.append(value)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["gekido", "gekido_duel"])
@pytest.mark.in_turn(2)
def test_the_site_builds_and_every_link_resolves(game: str, tmp_path: Path) -> None:
    pytest.importorskip("material")
    folder = tmp_path / game
    assert main(["docs", game, "-o", str(folder), "--format", "mkdocs"]) == 0
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(folder / "mkdocs.yml")],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
    )
    assert built.returncode == 0, built.stderr
    made = folder / "site"
    pages = {
        path.relative_to(made).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(made.rglob("*.html"))
    }
    pages.pop("404.html", None)
    assert len(pages) >= 13
    for name, page in pages.items():
        for load in page.loads:
            assert not re.match(r"(https?:)?//", load), f"{name} loads {load}"
        for link in page.links:
            goal, _, anchor = link.partition("#")
            if re.match(r"(https?:)?//", goal):
                assert "squidfunk.github.io" in goal, f"{name} links to {link}"
                continue
            goal = joined(name, goal) if goal not in ("", ".") else name
            assert goal in pages, f"{name} links to {link}"
            assert not anchor or anchor in pages[goal].ids or anchor == "__skip", f"{name} links to {link}"


@pytest.mark.parametrize(
    ("form", "suffix"), [([], ".html"), (["--format", "markdown"], ".md"), (["--format", "html"], ".html")]
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_docs_writes_the_player_aid_alone(form: list[str], suffix: str, tmp_path: Path) -> None:
    assert main(["docs", "gekido", "--aid", "-o", str(tmp_path), *form]) == 0
    (made,) = tmp_path.iterdir()
    assert made.name == f"gekido-aid{suffix}"
    text = made.read_text(encoding="utf-8")
    assert "An attack in brief" in text and "](" not in text and "What is in the box" not in text


def test_a_game_whose_author_wrote_no_aid_has_one(tmp_path: Path) -> None:
    assert main(["docs", "pig", "--aid", "-o", str(tmp_path / "aid.md"), "--format", "markdown"]) == 0
    text = (tmp_path / "aid.md").read_text(encoding="utf-8")
    assert "On your turn:" in text and "**Hold**" in text and "wins" in text


@pytest.mark.slow
def test_the_book_follows_the_options_that_are_chosen(tmp_path: Path) -> None:
    told = []
    for answer in ("after-the-attack", "end-of-turn"):
        made = tmp_path / f"{answer}.md"
        asked = ["--option", f"lock-reset={answer}", "--format", "markdown", "-o", str(made)]
        assert main(["docs", "gekido", *asked]) == 0
        told.append(made.read_text(encoding="utf-8").partition("Options at a glance")[0])
    assert told[0] != told[1]
    assert main(["docs", "gekido", "--option", "lock-reset=never", "-o", str(tmp_path / "x")]) == 2


@pytest.mark.dear
def test_a_single_markdown_file_links_only_within_itself(tmp_path: Path) -> None:
    assert main(["docs", "gekido", "--format", "markdown", "-o", str(tmp_path / "one.md")]) == 0
    text = (tmp_path / "one.md").read_text(encoding="utf-8")
    assert not re.findall(r"\]\([^)]*\.(?:md|svg)[^)]*\)", text)
    places = set(re.findall(r'<a id="([^"]+)"></a>', text))
    lost = {goal for goal in re.findall(r"\]\(#([^)]+)\)", text) if goal not in places}
    assert lost == set()


@pytest.mark.parametrize("form", ["html", "markdown", "mkdocs"])
def test_every_form_leads_from_a_rule_to_its_lines(form: str, tmp_path: Path) -> None:
    target = tmp_path / "made"
    assert main(["docs", "pig", "-o", str(target), "--format", form]) == 0
    lines = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines, start=1) if line.startswith("turn "))
    if form == "mkdocs":
        told = (target / "docs/reference/turn.md").read_text(encoding="utf-8")
        source = (target / "docs/source/pig-gdl.md").read_text(encoding="utf-8")
        goal, place = f"../source/pig-gdl.md#L{at}", f'id="L{at}"'
        assert 'href="../reference/turn.html#the-turn"' in source
    else:
        told = source = target.read_text(encoding="utf-8")
        goal = f"#source-pig-gdl-L{at}"
        place = f'id="{goal[1:]}"'
        assert ("](#the-turn)" if form == "markdown" else 'href="#the-turn"') in source[source.index(place) :]
    assert goal in told
    assert "turn" in re.sub("<.*?>", " ", source[source.index(place) :])[:300]


@pytest.mark.dear
def test_every_link_of_the_one_text_leads_to_a_place_of_it(tmp_path: Path) -> None:
    target = tmp_path / "gekido.md"
    assert main(["docs", "gekido", "-o", str(target), "--format", "markdown"]) == 0
    text = target.read_text(encoding="utf-8")
    places = re.findall(r'<a id="([^"]+)"', text)
    assert len(places) == len(set(places))
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(links) > 3_000
    assert [link for link in links if link.removeprefix("#") not in set(places)] == []
    assert not re.findall(r"\{ [.#]", text)


def test_every_block_of_code_of_the_documentation_begins_as_builders_read_it() -> None:
    """What follows the language is a name with a value: anything else makes a paragraph of the whole block."""
    wrong = []
    for page in sorted((ROOT / "docs").rglob("*.md")):
        opened = ""
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            fence = re.match(r" *(`{3,}|~{3,})(.*)", line)
            if fence is None:
                continue
            if opened and fence[1].startswith(opened) and not fence[2].strip():
                opened = ""
            elif not opened:
                opened = fence[1]
                if not re.fullmatch(r"\s*[\w-]*( \w+=\"[^\"]*\")*\s*", fence[2]):
                    wrong.append(f"{page.relative_to(ROOT).as_posix()}:{number}")
    assert wrong == []
