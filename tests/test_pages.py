"""Every page that `gdl docs` writes is whole: well formed, every link leads somewhere, nothing from elsewhere."""

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gekido_dsl import pages
from gekido_dsl.cli import loading, paths
from gekido_dsl.pages import markup, rulebook
from gekido_dsl.pages.code import GdlLexer
from gekido_dsl.pages.places import joined

ROOT = Path(__file__).resolve().parent.parent
ALL = sorted(inside for name, inside in paths.shipped().items() if f"{name}.gdl" == inside)
QUICK = ["gekido.gdl", "classics/pig.gdl"]
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
CLOSED = ("object-src", "frame-src", "form-action", "base-uri")
LOADING = {"src", "srcset", "poster", "data", "action", "formaction"}


class Page(HTMLParser):
    """Reads a page: its places, links and headings, what it loads, and what is wrong with its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.levels: list[int] = []
        self.landmarks: list[str] = []
        self.policy = ""
        self.scripts: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.wrong.append(f"an attribute of <{tag}> twice at {self.getpos()}")
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag in ("main", "header", "nav"):
            self.landmarks.append(tag)
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = str(given["content"])
        if given.get("id"):
            self.ids.append(str(given["id"]))
            self.places.add(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if tag in ("link", "use", "image") and given.get("href"):
            self.loads.append(str(given["href"]))
        self.loads += [str(value) for name, value in attrs if name in LOADING and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> within {self.open[-3:]} at {self.getpos()}")
            if tag in self.open:
                while self.open.pop() != tag:
                    pass
        else:
            self.open.pop()


@lru_cache(maxsize=2)
def content(inside: str) -> pages.Content:
    return rulebook.content(loading.compiled(paths.of_shipped(inside, inside), whole=True), sources=True)


def games() -> list[object]:
    return [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in ALL]


def digest(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def check(files: Mapping[str, str]) -> None:
    """Finds what is wrong with finished pages."""
    read = {name: Page(text) for name, text in files.items() if name.endswith(".html")}
    wrong: list[str] = []
    for name, page in read.items():
        wrong += [f"{name}: {each}" for each in page.wrong]
        wrong += [f"{name}: id {each} twice" for each, times in Counter(page.ids).items() if times > 1]
        wrong += [f"{name}: {each} is let in" for each in CLOSED if f"{each} 'none'" not in page.policy]
        wrong += [
            f"{name}: a script is not let in" for each in page.scripts if digest(each) not in page.policy
        ]
        if page.levels.count(1) != 1:
            wrong.append(f"{name}: {page.levels.count(1)} headings of the first level")
        if page.landmarks.count("main") != 1 or page.landmarks.count("header") != 1:
            wrong.append(f"{name}: landmarks {page.landmarks}")
        for load in page.loads:
            if not load.startswith(("data:", "#")) and joined(name, load) not in files:
                wrong.append(f"{name}: loads {load}")
        for link in page.links:
            if re.match("[a-z]+:|//", link):
                wrong.append(f"{name}: leads elsewhere, to {link}")
                continue
            path, _, anchor = link.partition("#")
            goal = read.get(joined(name, path)) if path else page
            if goal is None:
                wrong.append(f"{name}: no page {link}")
            elif anchor and anchor not in goal.places:
                wrong.append(f"{name}: no place {link}")
    assert wrong == []


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=() if one == "classics/pig.gdl" else pytest.mark.slow) for one in ALL]
)
@pytest.mark.in_turn(3)
def test_every_page_of_a_site_is_whole(game: str) -> None:
    made = content(game)
    files = pages.site(made)
    check(files)
    assert files == pages.site(made), "the same content gives the same files"
    assert not [name for name, text in files.items() if str(ROOT) in text or "<library>" in text]
    rows = json.loads(files["assets/search.js"].removeprefix("window.gdlSearch=").removesuffix(";\n"))
    read = {name: Page(text).places for name, text in files.items() if name.endswith(".html")}
    for address, title, *_ in rows:
        path, _, anchor = address.partition("#")
        assert path in files and title
        assert not anchor or anchor in read[path]


@pytest.mark.parametrize("game", games())
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_the_quick_reader_of_the_reference_reads_it_as_the_whole_one_does(game: str) -> None:
    whole, quick = markup.reader(), markup.reader(generated=True)
    for page in content(game).reference:
        assert quick.reset().convert(page.markdown) == whole.reset().convert(page.markdown), page.slug


@pytest.mark.parametrize("game", games())
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_the_single_page_is_whole_and_needs_no_other(game: str) -> None:
    check({"index.html": pages.one_file(content(game))})


def small(**given: object) -> pages.Content:
    chapter = pages.Page(
        pages.BOOK,
        "play",
        "Play",
        "# Play\n\n## Rolling\n\nRoll the die.\n\n"
        '![The "board"](pictures/board.svg "As it lies")\n\n```gdl\nrule Roll\n  roll Die\n```\n\n'
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n"
        "Rules: [Roll](../reference/rules.md#rule-roll)\n{ .book-rules }\n",
    )
    rules = pages.Page(
        pages.REFERENCE, "rules", "Rules", "# Rules\n\n## Roll { #rule-roll }\n\nA <a id='x'></a> & b.\n"
    )
    drawn = '<svg class="gdl" viewBox="0 0 1 1"><style>.a{}</style><g id="a"/><use href="#a"/></svg>'
    told = {"rule-roll": [pages.Told("Rolling", "play", "rolling")]}
    values: dict[str, object] = {
        "chapters": (chapter,),
        "reference": (rules,),
        "pictures": {"book/pictures/board.svg": drawn},
        "told": told,
        "facts": ("For 2 players",),
    }
    return pages.Content("Dice & Co", **{**values, **given})  # type: ignore[arg-type]


def test_book_and_reference_lead_to_one_another() -> None:
    files = pages.site(small())
    check(files)
    assert '<a href="../reference/rules.html#rule-roll">Roll</a>' in files["book/play.html"]
    assert '<a href="../book/play.html#rolling">Rolling</a>' in files["reference/rules.html"]
    whole = pages.one_file(small())
    check({"index.html": whole})
    assert 'href="#rule-roll"' in whole and 'href="#book-rolling"' in whole


def test_a_picture_becomes_a_figure_with_a_caption_and_words_for_those_who_do_not_see_it() -> None:
    play = pages.site(small())["book/play.html"]
    assert '<figure class="picture"><svg aria-label="The &quot;board&quot;" class="gdl"' in play
    assert "<figcaption>As it lies</figcaption></figure>" in play
    assert '<g id="d1-a"/><use href="#d1-a"/>' in play
    assert ".a{}" not in play


def test_a_drawing_with_a_look_of_its_own_is_kept_apart() -> None:
    other = "<?xml version='1.0'?><svg viewBox='0 0 1 1'><style>p{color:red}</style></svg>"
    play = pages.site(small(pictures={"book/pictures/board.svg": other}))["book/play.html"]
    assert 'src="data:image/svg+xml;base64,' in play and "color:red" not in play


def test_code_is_coloured_and_tables_scroll_in_a_box_of_their_own() -> None:
    play = pages.site(small())["book/play.html"]
    assert '<span class="kd">rule</span> <span class="nc">Roll</span>' in play
    assert '<div class="table"><table>' in play


def test_the_cells_of_a_table_without_room_on_a_phone_say_their_column() -> None:
    def html(head: str, row: str) -> str:
        line = "|-" * head.count("|") + "|"
        return markup.body(markup.reader(), f"{head}|\n{line}\n{row}|\n", lambda _: None, []).html

    text = "long " * 20
    wide = html('|A|B|C|D|"E"', f"|1|2|3|4|{text}")
    assert '<div class="table stacked">' in wide
    assert '<td data-name="A">1</td>' in wide and '<td data-name="&quot;E&quot;">long' in wide
    assert "stacked" in html("|A|B|C|D", f"|{'word ' * 4}|{'word ' * 4}|{'word ' * 4}|4")
    assert "data-name" not in html("|A|B|C|D|E", "|1|2|3|4|5") + html("|A|B|C", f"|1|2|{text}")


def test_a_site_without_a_book_is_its_reference() -> None:
    files = pages.site(small(chapters=()))
    check(files)
    assert "In the rulebook" not in files["reference/rules.html"]


def test_the_aid_stands_alone_too() -> None:
    text = "# Aid\n\n## The turn\n\nSee [rolling](play.md#rolling).\n\nRules: [Roll](x.md)\n{ .book-rules }\n"
    made = small(aid=pages.Page(pages.BOOK, "aid", "Aid", text))
    files = pages.site(made)
    check(files)
    assert 'href="book/play.html#rolling"' in files["aid.html"]
    assert "x.md" not in files["aid.html"] and 'href="aid.html"' in files["index.html"]
    check({"index.html": pages.one_file(made)})
    repeated = pages.Page(pages.BOOK, "aid", "Aid", "## Rolling\n\nAs in the chapter.\n")
    check({"index.html": pages.one_file(small(aid=repeated))})
    alone = pages.aid(made)
    check({"index.html": alone})
    assert "See rolling." in alone


def test_signs_of_html_in_titles_are_only_signs() -> None:
    rules = pages.Page(pages.REFERENCE, "rules", "<b>&", "Text.\n")
    files = pages.site(small(chapters=(), reference=(rules,), told={}))
    check(files)
    assert "<b>" not in files["reference/rules.html"]
    assert "</script" not in files["assets/search.js"]


# ---------------------------------------------------------------- the colours of code


def every_source() -> list[Path]:
    return sorted((ROOT / "rulesets").rglob("*.gdl"))


def test_the_lexer_for_pygments_cuts_every_ruleset_as_the_language_does() -> None:
    from gekido_dsl.grammar.lexer import comments, logical_lines

    for path in every_source():
        text = path.read_text(encoding="utf-8")
        found = list(GdlLexer().get_tokens_unprocessed(text))
        assert "".join(value for _, _, value in found) == text
        assert all(text.startswith(value, at) for at, _, value in found)
        coloured = {
            (at, value) for at, kind, value in found if not value.isspace() and "Comment" not in str(kind)
        }
        lines, _ = logical_lines(text)
        assert coloured == {(piece.start, piece.text) for line in lines for piece in line.pieces}
        said = [(at, at + len(value)) for at, kind, value in found if "Comment" in str(kind)]
        assert said == comments(text)


def test_no_word_of_the_language_is_taken_for_an_authors_own() -> None:
    from pygments.token import Error, Name

    from gekido_dsl.grammar import literals, parser

    assert literals() == {word for word in parser().literals if word.isalpha()}
    for word in literals():
        ((_, kind, _),) = GdlLexer().get_tokens_unprocessed(word)
        assert kind not in (Name.Variable, Error), word


def test_pygments_finds_the_lexer_by_its_name() -> None:
    from pygments.lexers import get_lexer_by_name

    assert isinstance(get_lexer_by_name("gdl"), GdlLexer)


# ---------------------------------------------------------------- what can be read


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})", block))


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", [r":root \{(.*?)\}", r'\[data-md-color-scheme="slate"\] \{(.*?)\}'])
def test_every_colour_of_text_stands_out_from_every_ground(look: str) -> None:
    """The least contrast is that of WCAG 2.2, level AA."""
    text = pages.site(small())["assets/site.css"]
    found = re.search(look, text, re.DOTALL)
    assert found is not None
    named = colours(found[1])
    for ground in ("paper", "tint", "raised"):
        for ink in ("ink", "quiet", "accent", "word", "verb", "value", "text"):
            light, dark = sorted((luminance(named[ground]), luminance(named[ink])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, f"{ink} on {ground}"


def test_dark_is_the_same_whoever_chose_it() -> None:
    text = pages.site(small())["assets/site.css"]
    system = re.search(r':root:not\(\[data-md-color-scheme="default"\]\) \{(.*?)\}', text, re.DOTALL)
    reader = re.search(r':root\[data-md-color-scheme="slate"\] \{(.*?)\}', text, re.DOTALL)
    assert system is not None and reader is not None
    assert colours(system[1]) == colours(reader[1]) != {}


def test_the_search_finds_what_is_declared_in_the_files_of_a_ruleset() -> None:
    text = "# of a game\nrule Roll\n  roll Die  # all\n\n  stop\nrule Rest\n"
    table = "- Name: Ace\n  Worth: 3\n"
    sources = (pages.SourceFile("my.gdl", "my", text), pages.SourceFile("cards.yaml", "cards", table))
    files = pages.site(small(sources=sources))
    rows = json.loads(files["assets/search.js"].removeprefix("window.gdlSearch=").removesuffix(";\n"))
    assert [row[1:] for row in rows if row[3] == 2] == [
        ["rule Roll", "my.gdl", 2, "roll Die stop"],
        ["rule Rest", "my.gdl", 2, ""],
        ["Name: Ace", "cards.yaml", 2, "Worth: 3"],
    ]
    assert [row[0] for row in rows if row[3] == 2][1].endswith("#L6")


def test_the_passage_at_hand_can_be_seen_in_the_contents() -> None:
    """The script marks it with the class that signs beside headings have, which are seen only under the pointer."""
    style = pages.site(small())["assets/site.css"]
    rules = re.findall(r"([^{}]*)\{([^{}]*)\}", style)
    hidden = [selector.strip() for selector, rule in rules if "here" in selector and "opacity: 0" in rule]
    assert hidden and all(selector.startswith(":is(h2") for selector in hidden)


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ('<meta http-equiv="refresh" content="0; url=https://example.org">', ""),
        ('<base href="https://example.org">', ""),
        ('<link rel="stylesheet" href="a.css">', ""),
        ("<script>x()</script>", ""),
        ("<style>p { display: none }</style>", ""),
        ('<iframe src="a.html"></iframe>', ""),
        ('<input name="b"><button>c</button>', "c"),
        ('<a href="javascript:x()" onclick="x()">b</a>', "<a>b</a>"),
        ('<a href="data:text/html,x">b</a>', "<a>b</a>"),
        ('<a href="b.md#c" class="d">b</a>', '<a href="b.md#c" class="d">b</a>'),
        ('<span style="position: fixed">b</span>', "<span>b</span>"),
        ('<abbr title="b">c</abbr>', '<abbr title="b">c</abbr>'),
        ("<kbd>b</kbd><br><sub>c</sub>", "<kbd>b</kbd><br><sub>c</sub>"),
    ],
)
def test_html_of_a_book_that_acts_or_leads_away_is_left_out(written: str, left: str) -> None:
    made = markup.body(markup.reader(), f"a {written}\n\n<div>{written}</div>\n", lambda _: None, []).html
    assert made.split("\n") == [f"<p>a {left}</p>", f"<div>{left}</div>"]


def test_columns_of_a_table_keep_their_way() -> None:
    made = markup.body(markup.reader(), "| a |\n| --: |\n| b |\n", lambda _: None, []).html
    assert 'style="text-align: right;"' in made
