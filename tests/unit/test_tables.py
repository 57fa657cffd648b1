"""Tables: strict YAML with places, columns, JSON Schemas, and the words for what does not fit."""

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from gekido_dsl.diagnostics import Diagnostic, codes, explain, in_reading_order
from gekido_dsl.source import Source
from gekido_dsl.tables import (
    BoolColumn,
    Cell,
    ChoiceColumn,
    Column,
    DrawingColumn,
    EffectColumn,
    EffectSpec,
    IntColumn,
    ListColumn,
    MapColumn,
    RowsColumn,
    Table,
    TextColumn,
    check,
    effect_parts,
    expected,
    json_schema,
    parse,
    read,
)
from gekido_dsl.tables.yaml import DEPTH_LIMIT, FINDINGS_LIMIT, NODE_LIMIT, SIZE_LIMIT

BAD = Path(__file__).parents[1] / "corpus" / "tables" / "bad"
CASES = sorted(BAD.glob("*.yaml"))

EFFECTS = (
    EffectSpec("Flip"),
    EffectSpec("Draw", ((1, 3),)),
    EffectSpec("Paint", (("Red", "Green"),)),
    EffectSpec("Boost", ((1, 6), ("Attack", "Defense"))),
)
CARDS = Table(
    "Tech Card",
    (
        Column("Colour", ChoiceColumn(("Red", "Green", "Gray")), text="Who may play it."),
        Column("Strength", IntColumn(0, 6), required=False),
        Column("Effect", EffectColumn(EFFECTS, optional=True), required=False),
        Column("Tags", ListColumn(2, ChoiceColumn(("Fast", "Slow"))), required=False),
        Column("Cost", MapColumn(("Hit", "Miss"), IntColumn(0, 9)), required=False),
        Column(
            "Powers",
            RowsColumn((Column("Power", TextColumn()), Column("Maximum", IntColumn(1, 5))), 4),
            required=False,
        ),
        Column("Partner", ChoiceColumn(("Overload", "Surge"), optional=True), required=False),
        Column("Secret", BoolColumn(), required=False),
        Column("Shape", DrawingColumn(), required=False),
        Column("Votes", MapColumn(("Yes", "No"), IntColumn(0, 9)), required=False),
    ),
)
FULL = """\
- Name: Overload
  Colour: Red
  Strength: 3
  Effect: {Boost: [2, Attack]}
  Tags: [Fast, Slow]
  Cost: {Hit: 1, Miss: 2}
  Powers:
    - {Power: Flip A Die, Maximum: 3}
    - Power: Reroll
      Maximum: 2
  Partner: none
  Secret: true
  Text: Hit harder.
  Source: GB p13
  Reconstructed: true
- {Name: Surge, Colour: Gray, Effect: Flip, Tags: [], Partner: Overload}
"""


def table_for(text: str) -> Table:
    """The table of cards, with the total that a comment of the file says."""
    total = re.search(r"^# .* (\d+) of them$", text, re.MULTILINE)
    return replace(CARDS, total=int(total.group(1))) if total else CARDS


def slugs(found: tuple[Diagnostic, ...]) -> list[str]:
    return [diagnostic.code.slug for diagnostic in found]


def value_of(cell: Cell) -> Any:
    if isinstance(cell.value, tuple):
        return [value_of(inner) for inner in cell.value]
    if isinstance(cell.value, Mapping):
        return {key: value_of(inner) for key, inner in cell.value.items()}
    return cell.value


def tree(text: str) -> Cell:
    outcome = parse(Source("t.yaml", text))
    assert outcome.value is not None and not outcome.diagnostics
    return outcome.value


@pytest.fixture(params=["c", "python"])
def either_reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test with PyYAML's reader in C and with the one in Python, all there is in a browser."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML is built without libyaml")


class TestCorpus:
    @pytest.mark.usefixtures("either_reader")
    @pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
    def test_is_reported_where_it_says(self, path: Path) -> None:
        text = path.read_bytes().decode("utf-8")
        wanted = re.match(r"# expect: ([a-z-]+) (\d+):(\d+)\r?\n", text)
        assert wanted is not None
        outcome = read(table_for(text), Source(path.name, text))
        found = in_reading_order(outcome.diagnostics)
        assert found and found[0].span is not None
        line0, column0 = found[0].span.start_position
        assert (found[0].code.slug, line0 + 1, column0 + 1) == (
            wanted[1],
            int(wanted[2]),
            int(wanted[3]),
        )
        assert set(slugs(found)) == {wanted[1]}
        assert path.stem.startswith(wanted[1].replace("-", "_"))
        assert len(found) == 1 or path.stem == "yaml_alias_bomb"

    def test_has_a_case_for_each_code_and_keeps_its_line_ends(self) -> None:
        named = {path.read_text(encoding="utf-8").split()[2] for path in CASES}
        assert {slug for slug in codes.ALL if slug.startswith(("yaml-", "cell-"))} <= named
        assert {"unknown-column", "missing-column", "row-duplicate", "table-total"} <= named
        for path in CASES:
            assert (b"\r\n" in path.read_bytes()) == path.stem.endswith("_crlf")


EXPLAINED = [
    slug
    for slug in codes.ALL
    if slug.startswith(("yaml-", "cell-"))
    or slug in ("unknown-column", "missing-column", "row-duplicate", "table-total")
]


class TestExplainPages:
    @pytest.mark.parametrize("slug", EXPLAINED)
    def test_wrong_is_wrong_and_right_is_right(self, slug: str) -> None:
        page = explain.page(slug)
        assert page is not None
        wrong, right = re.findall(
            r"^## (?:Wrong|Right)\n\n```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL
        )
        assert set(slugs(read(table_for(wrong), Source("w.yaml", wrong)).diagnostics)) == {slug}
        assert read(table_for(right), Source("r.yaml", right)).diagnostics == ()

    def test_pages_are_packaged(self) -> None:
        assert resources.files(explain.__name__).joinpath("table-total.md").is_file()


class TestScalars:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("7", 7),
            ("-3", -3),
            ("2.50", 2.5),
            ("true", True),
            ("false", False),
            ("null", None),
            ("~", None),
            ("", None),
            ("017", "017"),
            ("1:30", "1:30"),
            ("1_000", "1_000"),
            ("0x1F", "0x1F"),
            ("1e3", "1e3"),
            (".inf", ".inf"),
            ("2024-01-01", "2024-01-01"),
            ("9" * 19, "9" * 19),
            ('"no"', "no"),
            ("'5'", "5"),
            ("nothing", "nothing"),
            ("a#b", "a#b"),
        ],
    )
    @pytest.mark.usefixtures("either_reader")
    def test_is_a_value_of_json_or_text(self, text: str, value: object) -> None:
        [cell] = tree(f"- {text}\n").value  # type: ignore[misc, union-attr]
        assert cell.value == value and type(cell.value) is type(value)
        assert cell.span.text == text

    @pytest.mark.parametrize("word", ["yes", "No", "ON", "off", "y", "N", "True", "FALSE"])
    def test_ambiguous_word_is_refused_as_value_and_key(self, word: str) -> None:
        for text in (f"- {word}", f"- {{{word}: 1}}", f"- [{word}]"):
            assert slugs(parse(Source("t.yaml", text)).diagnostics) == ["yaml-boolean"]
            quoted = text.replace(word, f'"{word}"')
            assert parse(Source("t.yaml", quoted)).diagnostics == ()

    def test_ambiguous_word_is_not_reported_twice(self) -> None:
        outcome = read(CARDS, Source("t.yaml", "- Name: No\n  Colour: on\n  Strength: off\n"))
        assert slugs(outcome.diagnostics) == ["yaml-boolean"] * 3
        assert outcome.value is not None and outcome.value[0].name == "No"

    @pytest.mark.usefixtures("either_reader")
    @pytest.mark.parametrize("escape", [r"\0", r"\e[31m", r"\ud800", r"\UFFFFFFFF", r"\u2028", r"\u202e"])
    def test_what_cannot_be_seen_cannot_be_escaped_either(self, escape: str) -> None:
        assert slugs(parse(Source("t.yaml", f'- "{escape}"\n')).diagnostics) == ["yaml-syntax"]

    @pytest.mark.usefixtures("either_reader")
    def test_an_endless_version_is_no_exception(self) -> None:
        text = f"%YAML 1.{'9' * 5000}\n---\n- a\n"
        assert slugs(parse(Source("t.yaml", text)).diagnostics) == ["yaml-syntax"]


class TestPlaces:
    TEXT = (
        "# first\r\n- Name: '\U0001f916 e\u0301'   # a comment\r\n  Tags: [ Fast , {a: b} ]\r\n"
        "  Long: one\r\n    two  \r\n  Block: |\r\n    three\r\n    four\r\n\r\n  Empty:\r\n"
        "  Rows:\r\n  - 1\r\n  -\r\n\r\n# last\r\n"
    )

    @pytest.mark.usefixtures("either_reader")
    def test_spans_cover_what_is_written(self) -> None:
        [row] = tree(self.TEXT).value  # type: ignore[misc, union-attr]
        assert {key: cell.span.text for key, cell in row.value.items()} == {
            "Name": "'\U0001f916 e\u0301'",
            "Tags": "[ Fast , {a: b} ]",
            "Long": "one\r\n    two",
            "Block": "|\r\n    three\r\n    four",
            "Empty": "",
            "Rows": "- 1\r\n  -",
        }
        assert all(span.text == key for key, span in row.key_spans.items())
        assert row.value["Tags"].value[1].span.text == "{a: b}"
        assert row.value["Empty"].span.start == self.TEXT.index("Empty:") + len("Empty:")
        assert row.span.text == self.TEXT[self.TEXT.index("Name") : self.TEXT.index("\r\n\r\n# last")]
        assert tree(self.TEXT).span.start == self.TEXT.index("- Name")
        assert row.value["Long"].value == "one two" and row.value["Block"].value == "three\nfour\n"

    def test_duplicate_key_labels_both_places_and_keeps_the_first(self) -> None:
        text = "- a: 1\n  b: 2\n  a: 3\n"
        outcome = parse(Source("t.yaml", text))
        [found] = outcome.diagnostics
        assert [label.span.start for label in found.labels] == [text.rindex("a"), text.index("a")]
        assert outcome.value is not None and value_of(outcome.value) == [{"a": 1, "b": 2}]

    def test_range_label_covers_what_is_too_many(self) -> None:
        text = "- Name: A\n  Colour: Red\n  Tags: [Fast, Slow, Fast, Slow]\n"
        [found] = read(CARDS, Source("t.yaml", text)).diagnostics
        assert found.span is not None and found.span.text == "Fast, Slow"

    def test_edits_repair(self) -> None:
        text = "- Name: 7\n  Color: Rde\n  Strength: '3'\n  Effect: Fllip\n"
        for _ in range(2):
            found = read(CARDS, Source("t.yaml", text)).diagnostics
            edits = [edit for diagnostic in found for edit in diagnostic.edits]
            for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
                text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
        assert text == '- Name: "7"\n  Colour: Red\n  Strength: 3\n  Effect: Flip\n'
        assert read(CARDS, Source("t.yaml", text)).ok


class TestBounds:
    @pytest.mark.usefixtures("either_reader")
    @pytest.mark.parametrize(
        "text",
        [
            "[" * 900_000,
            "{a: " * 200_000,
            "[\n" * 400_000,
            "- " * 400_000,
            "? " * 400_000,
            "".join(" " * depth + "a:\n" for depth in range(1200)),
            "- {a: 1}\n" * 2000 + "- " + "[" * 2000,
        ],
        ids=["brackets", "braces", "lines", "dashes", "keys", "indents", "late"],
    )
    @pytest.mark.quick_in_turn(3)
    def test_depth_is_limited_without_recursion(self, text: str) -> None:
        assert slugs(parse(Source("t.yaml", text)).diagnostics)[-1] == "too-deep"

    def test_the_deepest_that_is_allowed_is_read(self) -> None:
        assert parse(Source("t.yaml", "[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT)).ok

    def test_nodes_are_limited(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert NODE_LIMIT <= 200_000
        monkeypatch.setattr("gekido_dsl.tables.yaml.NODE_LIMIT", 1_000)
        assert parse(Source("t.yaml", "[" + "1," * 900 + "1]")).diagnostics == ()
        outcome = parse(Source("t.yaml", "[" + "1," * 1_000 + "1]"))
        assert slugs(outcome.diagnostics) == ["file-too-large"]

    def test_size_is_limited(self) -> None:
        outcome = parse(Source("t.yaml", "#" * (SIZE_LIMIT + 1)))
        assert outcome.value is None and slugs(outcome.diagnostics) == ["file-too-large"]

    @pytest.mark.parametrize(
        "row",
        [
            "- {Name: on, Colour: Rde}\n",
            "- {a: a, b: &x *x, a: 2}\n",
            "- @\n",
            "- 7\n",
            "- {" + "q: 1, " * 9 + "}\n",
        ],
    )
    @pytest.mark.dear
    def test_findings_are_limited(self, row: str) -> None:
        outcome = read(CARDS, Source("t.yaml", row * 2000))
        assert len(outcome.diagnostics) == FINDINGS_LIMIT

    @pytest.mark.parametrize("row", ["- [a\n", "- 'a\n", "- a: b\n c\n"])
    def test_attempts_after_errors_are_limited(self, row: str) -> None:
        assert 0 < len(read(CARDS, Source("t.yaml", row * 20_000)).diagnostics) <= FINDINGS_LIMIT

    def test_a_row_with_endless_mistakes_is_left_out(self) -> None:
        text = (
            "- Name: A\n  Colour: Red\n- Name: B\n  Colour: Red\n  Tags: [" + "x, " * 9000 + "x]\n- Name: C\n"
        )
        outcome = read(CARDS, Source("t.yaml", text))
        assert len(outcome.diagnostics) == FINDINGS_LIMIT
        assert outcome.value is not None and [row.name for row in outcome.value] == ["A"]

    @pytest.mark.usefixtures("either_reader")
    def test_goes_on_after_an_error_of_syntax(self) -> None:
        text = (
            "- Name: A\n  Colour: Red\n- Name: B: C\n- Name: D\n  Colour: Red\n- Name: E\n  Tags: [Fast\n"
            "- Name: F\n  Colour: Rde\n- Name: 'G\n"
        )
        outcome = read(replace(CARDS, total=46), Source("t.yaml", text))
        assert slugs(outcome.diagnostics) == ["yaml-syntax", "yaml-syntax", "cell-value", "yaml-syntax"]
        assert outcome.value is not None and [row.name for row in outcome.value] == ["A", "D", "F"]

    def test_rows_under_a_key_survive_an_error_of_syntax(self) -> None:
        outcome = read(CARDS, Source("t.yaml", "rows:\n- Name: A\n  Colour: Red\n- Name: 'B\n"))
        assert slugs(outcome.diagnostics) == ["yaml-syntax"]
        assert outcome.value is not None and [row.name for row in outcome.value] == ["A"]


TURNING = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
LETTERS = st.characters(
    exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"], exclude_characters="\ufeff" + TURNING
)
TEXTS = st.text(LETTERS, max_size=20).map(partial(unicodedata.normalize, "NFC"))
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=15,
)


class TestLaws:
    @given(JSON_VALUES)
    def test_json_is_read_as_json(self, value: Any) -> None:
        text = json.dumps([value], indent=1, ensure_ascii=False)
        cell = tree(text)
        assert value_of(cell) == [value]
        for inner in cell.value:  # type: ignore[union-attr]
            assert json.loads(inner.span.text) == value  # type: ignore[union-attr]

    @given(st.text(alphabet=" \n\r\t-:?,[]{}#&*!|>%@`'\"\\.~<ayon017\u00e9\U0001f916", max_size=60))
    def test_any_text_gives_an_outcome_and_both_readers_agree(self, text: str) -> None:
        source = Source("t.yaml", text)
        outcome = read(CARDS, source)
        assert outcome.value is not None or outcome.diagnostics
        with pytest.MonkeyPatch.context() as patch:
            in_c = parse(source)
            patch.delattr(yaml, "CSafeLoader", raising=False)
            in_python = parse(source)
        if not in_c.diagnostics and not in_python.diagnostics:
            assert in_c.value == in_python.value

    @given(JSON_VALUES)
    def test_check_agrees_with_the_schema(self, value: Any) -> None:
        for rows in (value, [value], [{"Name": "A", "Colour": "Red", "Effect": value}], {"rows": [value]}):
            cell = tree(json.dumps(rows, ensure_ascii=False))
            valid = Draft202012Validator(json_schema(CARDS)).is_valid(rows)
            found = set(slugs(check(CARDS, cell, cell.span.source).diagnostics)) - {"row-duplicate"}
            assert valid == (not found)


class TestRows:
    @pytest.mark.parametrize("text", [FULL, "$schema: x\nrows:\n" + FULL], ids=["list", "map"])
    def test_holds_what_the_file_says(self, text: str) -> None:
        outcome = read(CARDS, Source("t.yaml", text))
        assert outcome.ok and outcome.value is not None
        first, second = outcome.value
        assert (first.name, first.copies, first.text, first.cite, first.reconstructed) == (
            "Overload",
            1,
            "Hit harder.",
            "GB p13",
            True,
        )
        assert {key: value_of(cell) for key, cell in first.values.items()} == {
            "Colour": "Red",
            "Strength": 3,
            "Effect": {"Boost": [2, "Attack"]},
            "Tags": ["Fast", "Slow"],
            "Cost": {"Hit": 1, "Miss": 2},
            "Powers": [{"Power": "Flip A Die", "Maximum": 3}, {"Power": "Reroll", "Maximum": 2}],
            "Partner": None,
            "Secret": True,
        }
        assert first.name_span.text == "Overload"
        assert (second.text, second.cite, second.reconstructed) == (None, None, False)
        assert "Strength" not in second.values

    def test_a_cell_that_does_not_fit_is_left_out_and_its_row_kept(self) -> None:
        outcome = read(CARDS, Source("t.yaml", "- {Name: A, Colour: Rde, Strength: 2}\n- {Colour: Red}\n"))
        assert slugs(outcome.diagnostics) == ["cell-value", "missing-column"]
        assert outcome.value is not None
        assert [(row.name, list(row.values)) for row in outcome.value] == [("A", ["Strength"])]

    def test_effects_come_apart(self) -> None:
        text = "[Flip, {Draw: 2}, {Boost: [2, Attack]}, null, 7, {a: 1, b: 2}]"
        cells: Any = tree(text).value
        parts = [effect_parts(cell) for cell in cells]
        assert [(part[0], [value.value for value in part[1]]) for part in parts if part] == [
            ("Flip", []),
            ("Draw", [2]),
            ("Boost", [2, "Attack"]),
        ]
        assert parts[3:] == [None, None, None]

    def test_names_may_repeat_where_the_table_says_so(self) -> None:
        text = "- {Name: A, Colour: Red}\n- {Name: A, Colour: Gray}\n"
        assert read(replace(CARDS, duplicates=True), Source("t.yaml", text)).ok

    def test_total_counts_copies_and_lists_rows(self) -> None:
        ruleset = Source("g.gdl", 'kind Tech Card from "t.yaml", 4 of them\n')
        table = replace(CARDS, total=4, declared_at=ruleset.whole)
        text = "- {Name: A, Colour: Red, Copies: 2}\n- {Name: B, Colour: Red}\n"
        [found] = read(table, Source("t.yaml", text)).diagnostics
        assert found.code is codes.TABLE_TOTAL and "3" in found.message and "4" in found.message
        assert found.notes == ("copies: `A` 2, `B` 1",)
        assert [label.span.source.name for label in found.labels] == ["t.yaml", "g.gdl"]
        assert read(replace(table, total=3), Source("t.yaml", text)).ok

    def test_total_is_not_compared_when_a_row_is_in_doubt(self) -> None:
        text = "- {Name: A, Colour: Red, Copies: many}\n"
        assert slugs(read(replace(CARDS, total=4), Source("t.yaml", text)).diagnostics) == ["cell-type"]

    def test_a_misspelt_column_is_not_missing_too(self) -> None:
        text = "- {Name: A, Color: Red, Cost: {Hti: 1, Miss: 2}}\n"
        found = read(CARDS, Source("t.yaml", text)).diagnostics
        assert slugs(found) == ["unknown-column", "cell-value"]
        assert [diagnostic.help for diagnostic in found] == ["did you mean `Colour`?", "did you mean `Hit`?"]

    def test_names_that_are_not_known_are_not_reported(self) -> None:
        table = Table("Slot", (Column("Power", ChoiceColumn(())),))
        assert read(table, Source("t.yaml", "- {Name: A, Power: anything}\n")).ok
        assert slugs(read(table, Source("t.yaml", "- {Name: A, Power: 7}\n")).diagnostics) == ["cell-type"]

    def test_a_declared_column_hides_the_one_that_every_table_has(self) -> None:
        table = Table("Card", (Column("Text", IntColumn(0, 9)), Column("Name", IntColumn(0, 9))))
        outcome = read(table, Source("t.yaml", "- {Name: A, Text: 7}\n"))
        assert outcome.ok and outcome.value is not None
        assert (outcome.value[0].name, outcome.value[0].text) == ("A", None)
        assert outcome.value[0].values["Text"].value == 7
        Draft202012Validator.check_schema(json_schema(table))

    def test_another_column_may_hold_the_names(self) -> None:
        table = Table("Card", (Column("Name", TextColumn()),), names_column="Title")
        outcome = read(table, Source("t.yaml", "- {Title: A, Name: B}\n"))
        assert outcome.ok and outcome.value is not None and outcome.value[0].name == "A"


class TestSchema:
    def test_is_a_schema_with_a_description_for_each_column(self) -> None:
        schema = json_schema(replace(CARDS, total=46))
        Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema
        assert "$id" not in json.dumps(schema)
        row = schema["$defs"]["row"]
        assert (
            row["properties"]["Colour"]["description"] == "Who may play it. One of `Red`, `Green` and `Gray`."
        )
        assert all(column["description"] for column in row["properties"].values())
        assert row["required"] == ["Name", "Colour"] and row["additionalProperties"] is False
        assert "Copies" in row["properties"]
        assert "Copies" not in json_schema(CARDS)["$defs"]["row"]["properties"]

    def test_a_table_without_effects_still_has_a_schema(self) -> None:
        table = Table("Card", (Column("Effect", EffectColumn(())),))
        Draft202012Validator.check_schema(json_schema(table))
        assert slugs(read(table, Source("t.yaml", "- {Name: A, Effect: Flip}\n")).diagnostics) == [
            "cell-value"
        ]

    @pytest.mark.parametrize(
        ("column", "words"),
        [
            (IntColumn(0, 6), "a whole number from 0 to 6"),
            (IntColumn(3, 3), "the whole number 3"),
            (ChoiceColumn(("A", "B"), optional=True), "one of `A` and `B`, or none"),
            (ListColumn(4, EffectColumn(())), "a list of at most 4, each an effect"),
            (ChoiceColumn(tuple("ABCDEFGHIJ")), "one of `A`, `B`, `C`, `D`, `E`, `F`, `G`, `H` and 2 more"),
        ],
    )
    def test_words_for_a_column(self, column: Any, words: str) -> None:
        assert expected(column) == words


def test_importing_tables_imports_neither_yaml_nor_jsonschema() -> None:
    program = "import sys, gekido_dsl.tables; print({'yaml', 'jsonschema'} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "set()"
