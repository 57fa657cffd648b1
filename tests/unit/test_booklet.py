"""Booklets hold the whole book, with page references that are right, and nothing in a text can run anything."""

import re
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from gekido_dsl import book, printing
from gekido_dsl.cli import pdf
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.printing import html
from gekido_dsl.printing.books import data
from gekido_dsl.printing.content import Setter
from gekido_dsl.printing.folding import sides
from gekido_dsl.printing.gray import grayed_svg
from gekido_dsl.printing.legible import LEAST_PT, smallest_mm
from gekido_dsl.printing.sorts import sorts
from gekido_dsl.printing.svg import paper, size_mm
from gekido_dsl.printing.typeset import missing

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
POINTS_PER_MM = 72 / 25.4
SIZES = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4)}
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="gdl" width="20mm" height="10mm" viewBox="0 0 20 10">'
    '<rect class="ink" width="20" height="10"/></svg>'
)


def compiled(name: str) -> Compilation:
    path = RULESETS / name
    return load(path.name, FolderProvider(path.parent, library=RULESETS))


def read(made: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(made))


def words(made: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in read(made).pages)


def booklet(*chapters: str, **more: object) -> printing.Typeset:
    texts = [printing.Text(f"book/c{at}.md", f"c{at}", text) for at, text in enumerate(chapters)]
    pictures = {"book/pictures/one.svg": SVG}
    return printing.booklet("A Game", [printing.Part("Rulebook", texts)], pictures, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", printing.BOOK_PAPERS)
def test_pages_have_the_size_and_fonts_of_their_own(size: str) -> None:
    made = read(booklet("# One\n\nText and *more* of **it**, `code`.", paper=size).pdf)
    for page in made.pages:
        sides = tuple(round(float(side) / POINTS_PER_MM, 1) for side in page.mediabox[2:])
        assert sides == SIZES[size]
        for font in page.get("/Resources", {}).get("/Font", {}).values():
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert any(key.startswith("/FontFile") for key in descriptor)
    assert made.metadata is not None and made.metadata.title == "A Game"


def test_a_reference_names_the_page_where_it_leads() -> None:
    filler = "\n\n".join("Many words. " * 60 for _ in range(12))
    made = read(
        booklet(f"# One\n\nSee [the end](c1.md#last).\n\n{filler}", "# Two\n\n## Last { #last }\n\nHere.").pdf
    )
    texts = [" ".join(page.extract_text().split()) for page in made.pages]
    there = next(at for at, text in enumerate(texts, 1) if "Here." in text)
    named = re.search(r"See the end \(page (\d+)\)", " ".join(texts))
    assert named is not None and int(named[1]) == there > 4
    assert re.search(rf"Last[ .]*{there}\b", texts[1])
    assert [one["/Title"] for one in made.outline if not isinstance(one, list)] == ["One", "Two"]


def test_a_reference_to_its_own_page_or_to_nothing_names_none() -> None:
    said = words(
        booklet("# One\n\nSee [above](#one) and [nowhere](gone.md#x) and [rule](../reference/a.md#b).").pdf
    )
    assert "See above and nowhere and rule." in said


def test_rules_beneath_a_passage_need_the_reference() -> None:
    chapter = printing.Text(
        "book/a.md", "A", "# A\n\nText.\n\nRules: [Attack](../reference/rules.md#attack)\n{ .book-rules }\n"
    )
    rules = printing.Text("reference/rules.md", "Rules", "# Rules\n\n### Attack { #attack }\n\nDone.")
    alone = printing.booklet("G", [printing.Part("Rulebook", [chapter])], {})
    both = printing.booklet(
        "G", [printing.Part("Rulebook", [chapter]), printing.Part("Reference", [rules], reference=True)], {}
    )
    assert "Attack" not in words(alone.pdf)
    assert re.search(r"Rules: Attack \(page \d+\)", words(both.pdf))
    assert re.search(r"Index Attack [. ]*\d+", words(both.pdf))


EVERYTHING = """# All { #all }

1. one
2. two
    - inner *text*

| Name | Much |
|:---|---:|
| A | 1 |
| B with [a link](#all) | 2 |

> Said **so**.

!!! note "Mind this"
    Inside.

Term
:   Its meaning.

```gdl
phase Play
  draw 1 Card
```

Text with a footnote[^1], a<br>break and &amp; a sign.

[^1]: The note.

<details><summary>More</summary><p>Folded.</p></details>

<details markdown="1"><summary>For a program</summary>

```mermaid
flowchart TD
```

</details>

![A picture](pictures/one.svg "What it shows")

Left ![A picture](pictures/one.svg) right.

---
"""


def test_everything_that_markdown_has_is_set() -> None:
    said = words(booklet(EVERYTHING).pdf)
    for text in (
        "one", "two", "inner text", "Name Much", "B with a link", "Said so.", "Mind this", "Inside.", "Term",
        "Its meaning.", "phase Play", "draw 1 Card", "The note.", "& a sign", "More", "Folded.", "What it shows",
        "Left", "right.",
    ):  # fmt: skip
        assert text in said, text
    assert "flowchart" not in said and "For a program" not in said
    assert "{" not in said and "[^1]" not in said


HOSTILE = r"""# #panic() $x$ *b* "q" \\ @ref <lab>

#set page(fill: red) #read("/etc/passwd") $ 1/0 $ @label `#eval("1")` \u{41} // comment /* more */ #let x = 1

| #a | $b$ |
|---|---|
| @c | ]#d[ |

![x](pictures/one.svg "#panic()")
"""


def test_nothing_in_a_text_can_run_anything() -> None:
    said = words(booklet(HOSTILE).pdf)
    for text in ("#panic() $x$", '#read("/etc/passwd")', "$ 1/0 $", '#eval("1")', "// comment", "]#d["):
        assert text in said, text


def test_a_reference_leads_into_an_admonition() -> None:
    filler = "\n\n".join("Many words. " * 60 for _ in range(12))
    made = words(
        booklet(f"# One\n\nSee [below](#deep).\n\n{filler}\n\n!!! note\n\n    ## Deep {{ #deep }}\n").pdf
    )
    assert re.search(r"See below \(page \d+\)", " ".join(made.split()))


def test_each_admonition_in_another_is_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    set_one = Setter._division
    monkeypatch.setattr(Setter, "_division", lambda self, one: seen.append(one) or set_one(self, one))
    booklet("# One\n\n" + "".join(f"{'    ' * deep}!!! note\n\n" for deep in range(18)))
    assert len(seen) == 18


def test_long_words_and_wide_tables_stay_on_the_page() -> None:
    long = "Very" + "long" * 60
    table = "|" + "|".join(f" Column {at} " for at in range(12)) + "|\n|" + "---|" * 12 + "\n"
    table += "|" + "|".join(f" value number {at} " for at in range(12)) + "|\n"
    made = booklet(f"# {long}\n\n{long}\n\n{table}\n\n`{long}`")
    assert len(read(made.pdf).pages) >= 3


def test_the_same_book_has_the_same_bytes() -> None:
    assert booklet(EVERYTHING).pdf == booklet(EVERYTHING).pdf


@pytest.mark.dear
def test_a_player_aid_is_one_page_as_long_as_it_can_be() -> None:
    def aid(text: str, size: str = "a4") -> printing.Typeset:
        return printing.aid("G", printing.Text("book/aid.md", "Player aid", text), {}, paper=size)

    for number in (3, 40, 200):
        made = aid("# Player aid\n\n" + "".join(f"- point {at} of the list\n" for at in range(number)))
        assert len(read(made.pdf).pages) == 1, number
        assert f"point {number - 1} of" in words(made.pdf)
        assert made.warnings == ()
    long = aid("# Player aid\n\n" + "Many words. " * 9000, "a5")
    assert len(read(long.pdf).pages) > 1
    assert any("too long for a page" in warning for warning in long.warnings)


@pytest.mark.parametrize("name", ["classics/pig.gdl", pytest.param("gekido.gdl", marks=pytest.mark.slow)])
def test_the_book_of_a_ruleset_is_whole(name: str) -> None:
    made = compiled(name)
    said = words(pdf.booklet(made, "a5", {}))
    flat = said.replace("- ", "").replace(" ", "")
    for chapter in book.write(made).chapters:
        tree = html.read(chapter.markdown)
        for heading in tree.elements("h1", "h2"):
            assert heading.words().replace(" ", "").replace("-", "") in flat.replace("-", "")


GAMES = sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("*.gdl")) + sorted(
    path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("classics/*.gdl")
)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.in_turn(4)
def test_every_shipped_book_can_be_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = compiled(name)
    alone, both = (read(pdf.booklet(made, "a5", {}, reference=reference)) for reference in (False, True))
    assert 4 <= len(alone.pages) < len(both.pages)
    assert len(read(pdf.aid(made, "a4", {})).pages) == 1
    # A5 is small for an aid with pictures in it.
    told = capsys.readouterr().err.splitlines()
    assert [one for one in told if "the player aid is too long for a page" not in one] == []


def test_pictures_for_screens_are_printed_as_on_light_ones() -> None:
    screen = SVG.replace(
        "<rect",
        "<style>svg.gdl{--gdl-ink:#123456;}@media (prefers-color-scheme:dark){svg.gdl{--gdl-ink:#ffffff;}}"
        ".gdl .ink{fill:var(--gdl-ink)}</style><rect",
        1,
    )
    printed = paper(screen)
    assert ".gdl .ink{fill:#123456}" in printed
    assert "var(" not in printed and "@media" not in printed
    assert grayed_svg(printed) != printed
    assert size_mm(screen) == (20, 10)
    assert size_mm("no drawing <svg") is None


def test_pictures_stand_in_the_text_as_drawings() -> None:
    given = data(
        "G",
        [printing.Part("R", [printing.Text("book/a.md", "A", EVERYTHING)])],
        {"book/pictures/one.svg": SVG},
    )
    assert len(given["pictures"]) == 1
    held = [one for block in given["parts"][0]["texts"][0] for one in block.get("blocks", ())]
    assert [one["block"] for one in held].count("figure") == 1


def art(svg: str) -> str:
    coded = b64encode(svg.encode()).decode("ascii")
    return f'<svg xmlns="http://www.w3.org/2000/svg"><image x="1" href="data:image/svg+xml;base64,{coded}"/></svg>'


def test_artwork_loses_its_colours_with_the_drawing() -> None:
    made = grayed_svg(art('<svg><path fill="#c2402a" stroke="#0f0" style="fill:rgb(255, 0, 0)"/></svg>'))
    held = b64decode(re.search(r"base64,([^\"]*)", made)[1]).decode()  # type: ignore[index]
    assert held == '<svg><path fill="#646464" stroke="#969696" style="fill:#4c4c4c"/></svg>'
    assert "filter" not in made


@pytest.mark.parametrize("inner", ['<path fill="red"/>', '<g style="stop-color: gold"/>'])
def test_artwork_with_names_of_colours_is_seen_through_a_filter(inner: str) -> None:
    made = grayed_svg(art(f"<svg>{inner}</svg>"))
    assert made.count('filter="url(#gdl-gray)"') == 1 and made.count('id="gdl-gray"') == 1
    assert made.index("<defs>") < made.index("<image")


def test_photographs_are_seen_through_a_filter() -> None:
    made = grayed_svg(
        '<svg width="9"><image href="data:image/png;base64,AAAA"/><image href="data:image/jpeg;base64,AA"/></svg>'
    )
    assert made.count('filter="url(#gdl-gray)"') == 2 and made.count('id="gdl-gray"') == 1


def test_sheets_can_be_folded_in_the_order_of_the_pages() -> None:
    assert sides(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    assert sides(5) == [(0, 1), (2, 0), (0, 3), (4, 5)]
    laid = sides(39)
    assert sorted(page for side in laid for page in side if page) == list(range(1, 40)) and len(laid) == 20
    folded = [(laid[at][1], laid[at + 1][0], laid[at + 1][1], laid[at][0]) for at in range(0, len(laid), 2)]
    front = [page for sheet in folded for page in sheet[:2]]
    assert front == list(range(1, 21))


@pytest.mark.parametrize(("paper", "size"), [("a4", (297.0, 210.0)), ("letter", (279.4, 215.9))])
def test_a_folded_booklet_has_two_pages_to_a_side(paper: str, size: tuple[float, float]) -> None:
    pages = booklet("# One\n\nFirst words.", "# Two\n\nLast words.")
    made = read(printing.folded("A Game", pages, paper).pdf)
    number = len(read(pages.pdf).pages)
    assert len(made.pages) == -(-number // 4) * 2
    for page in made.pages:
        assert tuple(round(float(side) / POINTS_PER_MM, 1) for side in page.mediabox[2:]) == size


def test_a_mark_behind_a_paragraph_is_for_screens() -> None:
    mark = "[X](../reference/a.md#x){ #p--1 .book-mark }"
    text = printing.Text("book/a.md", "A", f"# A\n\n**Example: one** {mark}\n\nTwo. {mark}\n\n{mark}\n")
    blocks = data("T", [printing.books.Part("Rulebook", [text])], {})["parts"][0]["texts"][0]
    told = [block["text"] for block in blocks if block["block"] == "paragraph"]
    assert told == [[{"run": "strong", "text": ["Example: one"]}], ["Two. "]]


@pytest.mark.parametrize(
    ("open", "close"),
    [
        ("_a ", "b_ "),
        ("_a **b ", "c** d_ "),
        ("<blockquote>", "</blockquote>"),
        ("<table><tr><td>", "</td></tr></table>"),
        ("<ul><li>", "</li></ul>"),
    ],
)
def test_what_lies_too_deep_to_be_set_is_set_as_its_words(open: str, close: str) -> None:
    made = printing.books.booklet(
        "B",
        [
            printing.books.Part(
                "P", [printing.content.Text("a.md", "A", f"# A\n\n{open * 60}deep{close * 60}")]
            )
        ],
        {},
    )
    assert "deep" in words(made.pdf)


def test_a_sign_that_no_font_has_is_found_among_many_that_have_one() -> None:
    known = [chr(number) for number in range(0x410, 0x450)] + list("äöüßéèàçñ–“”…×→↑★●▲■◆")
    assert missing([*known, "\U0001f409"]) == ["\U0001f409"]
    assert missing(known) == []


def test_a_drawing_stands_so_large_that_its_smallest_letters_can_be_read() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="gdl" width="100mm" height="50mm" viewBox="0 0 100 50">'
        '<text font-size="4" x="1" y="5">Large</text><g transform="translate(0 20) scale(0.5)">'
        '<text font-size="5" x="1" y="5">Small</text><text font-size="1" x="1" y="9"> </text></g></svg>'
    )
    assert smallest_mm(svg, 100) == 2.5
    given = data(
        "G", [printing.Part("R", [printing.Text("b/a.md", "A", "# A\n\n![x](p.svg)\n")])], {"b/p.svg": svg}
    )
    held = (one for block in given["parts"][0]["texts"][0] for one in (block, *block.get("blocks", ())))
    figure = next(one for one in held if "least" in one and "picture" in one)
    assert figure["least"] == pytest.approx(LEAST_PT * 25.4 / 72 / 2.5, abs=0.001)


def test_the_cover_says_for_how_many_how_long_by_whom_and_which() -> None:
    cover = printing.Cover(
        facts=["For 2 players", "20–30 minutes"], credits=["Design: Ann"], edition="Version 2.1 · May"
    )
    said = read(booklet("# One\n\nText.", cover=cover).pdf).pages[0].extract_text()
    for text in ("A Game", "For 2 players", "20–30 minutes", "Design: Ann", "Version 2.1", "May"):
        assert text in said, text


def test_a_template_takes_the_place_of_ours() -> None:
    own = "#let data = json(bytes(sys.inputs.data))\nMine: #data.title, #data.parts.len() part"
    assert "Mine: A Game, 1 part" in words(booklet("# One\n\nText.", template=own).pdf)
    with pytest.raises(printing.WrongTemplate):
        booklet("# One", template="#nothing-of-this-name")


def test_what_panels_show_among_their_parts_is_not_printed_as_cards_again() -> None:
    game = compiled("gekido.gdl").game
    assert game is not None
    made = sorts(game)
    assert made["Power"] == () and made["Tech Card"] == ("cards",) and "panels" in made["Bot"]
