"""Diagnostics: codes, explain pages, suggestions, suppression, and every output format."""

import json as json_reader
import re
import unicodedata
from importlib import resources
from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from gekido_dsl.diagnostics import (
    Code,
    Diagnostic,
    Edit,
    Label,
    Outcome,
    Severity,
    codes,
    explain,
    has_errors,
    in_reading_order,
)
from gekido_dsl.diagnostics.ignore import split_ignored
from gekido_dsl.diagnostics.reading import unreadable
from gekido_dsl.diagnostics.render import github, human, json, junit, sarif
from gekido_dsl.diagnostics.suggest import did_you_mean, nearest
from gekido_dsl.source import ReadFailure, ReadFailureKind, Source, Span

ERROR = codes.UNKNOWN_WORD
WARNING = Code("dull-rule", Severity.WARNING, "a rule changes nothing")
NOTE = Code("fun-fact", Severity.NOTE, "a fact")

GAME = Source("rulesets/game.gdl", "game tiny\nstat health = 20\nlose when heatlh <= 0\n")
LIBRARY = Source("rulesets/lib/bots.gdl", "# bots\n\nstat health of each bot = 6")


def at(source: Source, text: str, occurrence: int = 0) -> Span:
    start = -1
    for _ in range(occurrence + 1):
        start = source.text.index(text, start + 1)
    return source.span(start, start + len(text))


def found(*labels: Label, code: Code = ERROR, message: str = "no stat is called `heatlh`") -> Diagnostic:
    return Diagnostic(code, message, labels)


def drawing(*labels: Label, width_columns: int = 100) -> list[str]:
    """The lines of the excerpt, without the headline."""
    return human.draw(found(*labels), width_columns=width_columns).splitlines()[1:]


TWO_FILES = Diagnostic(
    ERROR,
    "no stat is called `heatlh`",
    (Label(at(GAME, "heatlh"), "not declared"), Label(at(LIBRARY, "health"), "a stat of each bot")),
    help="did you mean `health`?",
    edits=(Edit(at(GAME, "heatlh"), "health"),),
    notes=("a stat is declared before it is used",),
)


class TestDiagnostic:
    def test_the_first_label_is_where_to_look(self) -> None:
        assert TWO_FILES.span == at(GAME, "heatlh")
        assert found().span is None

    def test_an_outcome_is_ok_with_a_value_and_no_error(self) -> None:
        assert Outcome(1).ok
        assert Outcome(0, (found(code=WARNING),)).ok
        assert not Outcome(1, (found(code=WARNING), found())).ok
        assert not Outcome(None).ok

    def test_only_an_error_is_an_error(self) -> None:
        assert not has_errors([found(code=WARNING), found(code=NOTE)])
        assert has_errors([found(code=WARNING), found()])

    def test_reading_order(self) -> None:
        first, second = found(Label(at(GAME, "game"))), found(Label(at(GAME, "stat")))
        other, nowhere = found(Label(at(LIBRARY, "stat"))), found()
        assert in_reading_order([other, second, first, nowhere]) == (nowhere, first, second, other)


class TestCodes:
    def test_a_slug_is_registered_once(self) -> None:
        with pytest.raises(ValueError, match="twice"):
            codes.code("syntax-error", Severity.ERROR, "again")
        assert codes.ALL["syntax-error"] is codes.SYNTAX_ERROR

    @pytest.mark.parametrize("slug", ["", "Unknown", "two words", "two_words", "-a", "a-", "../a"])
    def test_a_slug_is_in_kebab_case(self, slug: str) -> None:
        with pytest.raises(ValueError, match="kebab"):
            codes.code(slug, Severity.ERROR, "bad")
        assert slug not in codes.ALL

    def test_summaries_are_clauses(self) -> None:
        for each in codes.ALL.values():
            assert each.summary and not each.summary[0].isupper() and not each.summary.endswith("."), each

    def test_each_code_has_its_page_and_each_page_its_code(self) -> None:
        folder = resources.files(explain.__name__)
        pages = {entry.name.removesuffix(".md") for entry in folder.iterdir() if entry.name.endswith(".md")}
        assert pages == set(codes.ALL)

    @pytest.mark.parametrize("slug", list(codes.ALL))
    def test_a_page_has_a_title_and_says_why(self, slug: str) -> None:
        page = explain.page(slug)
        assert page is not None
        assert page.startswith("# ")
        assert "\n## Why it matters\n" in page

    @pytest.mark.parametrize(
        "slug", ["no-such-code", "", "../explain/syntax-error", "syntax-error.md", "a\0"]
    )
    def test_an_unknown_page_is_none(self, slug: str) -> None:
        assert explain.page(slug) is None

    @pytest.mark.parametrize("kind", get_args(ReadFailureKind))
    def test_each_read_failure_becomes_a_diagnostic(self, kind: ReadFailureKind) -> None:
        named = unreadable("bots.yaml", ReadFailure("it is so", kind), at(GAME, "tiny"))
        assert named.message == "`bots.yaml` cannot be read: it is so"
        assert named.code is codes.ALL[named.code.slug]
        assert named.span == at(GAME, "tiny")
        assert unreadable("bots.yaml", ReadFailure("it is so", kind)).labels == ()


class TestSuggest:
    KNOWN = ("health", "hand_limit", "Structure", "card", "damage", "die", "hp")

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("heatlh", "health"),  # a swap is one change
            ("helth", "health"),
            ("damaeg", "damage"),
            ("HEALTH", "health"),
            ("structure", "Structure"),
            ("HandLimit", "hand_limit"),
            ("cards", "card"),
            ("struct", "Structure"),
            ("Hp", "hp"),
        ],
    )
    def test_nearest_comes_first(self, name: str, expected: str) -> None:
        assert nearest(name, self.KNOWN)[:1] == (expected,)

    @pytest.mark.parametrize("name", ["", "_", "xyz", "do", "hq", "potato", "health"])
    def test_nothing_is_suggested_for_a_name_that_is_far_or_known(self, name: str) -> None:
        assert nearest(name, self.KNOWN) == ()
        assert did_you_mean(name, self.KNOWN) is None

    def test_plurals_of_several_kinds(self) -> None:
        assert nearest("bodies", ["body"]) == ("body",)
        assert nearest("boxes", ["box"]) == ("box",)
        assert nearest("enemy", ["enemies"]) == ("enemies",)

    def test_equally_near_names_keep_their_order(self) -> None:
        assert nearest("row", ["now", "how", "cow", "low"], limit=2) == ("now", "how")
        assert nearest("row", ["how", "now", "how"]) == ("how", "now")

    def test_case_beats_a_change(self) -> None:
        assert nearest("Lock", ["clock", "lock"]) == ("lock", "clock")

    def test_other_scripts(self) -> None:
        assert nearest("決着場所", ["決着場面"]) == ("決着場面",)

    def test_wording(self) -> None:
        assert did_you_mean("heatlh", ["health"]) == "did you mean `health`?"
        assert did_you_mean("row", ["how", "now"]) == "did you mean `how` or `now`?"
        assert did_you_mean("row", ["how", "now", "low"]) == "did you mean `how`, `now` or `low`?"

    def test_the_work_is_bounded(self) -> None:
        def endless() -> Any:
            number = 0
            while True:
                yield f"name{number}"
                number += 1

        assert nearest("nam0", endless())
        assert nearest("x" * 100_000, ["x" * 100_001, "y"])


class TestHuman:
    def test_the_whole_of_a_diagnostic_in_two_files(self) -> None:
        assert human.render([TWO_FILES]) == (
            "error[unknown-word]: no stat is called `heatlh`\n"
            " --> rulesets/game.gdl:3:11\n"
            "  |\n"
            "3 | lose when heatlh <= 0\n"
            "  |           ^^^^^^ not declared\n"
            "  |\n"
            " ::: rulesets/lib/bots.gdl:3:6\n"
            "  |\n"
            "3 | stat health of each bot = 6\n"
            "  |      ------ a stat of each bot\n"
            "note: a stat is declared before it is used\n"
            "help: did you mean `health`?\n"
            "\n"
            "Found 1 error\n"
        )

    def test_a_diagnostic_without_a_place(self) -> None:
        assert human.draw(Diagnostic(ERROR, "nothing to read", help="name a file")) == (
            "error[unknown-word]: nothing to read\nhelp: name a file\n"
        )

    @pytest.mark.parametrize(
        ("kinds", "expected"),
        [
            ([], "Found no problems"),
            ([ERROR], "Found 1 error"),
            ([ERROR, WARNING, ERROR], "Found 2 errors, 1 warning"),
            ([NOTE, WARNING, WARNING], "Found 2 warnings, 1 note"),
        ],
    )
    def test_summary(self, kinds: list[Code], expected: str) -> None:
        assert human.summary([found(code=kind) for kind in kinds]) == expected
        assert human.render([found(code=kind) for kind in kinds]).endswith(expected + "\n" if kinds else "")

    def test_several_labels_on_one_line(self) -> None:
        source = Source("a.gdl", "move from here to there")
        labels = (
            Label(at(source, "there"), "far"),
            Label(at(source, "from"), "a"),
            Label(at(source, "here"), "b"),
        )
        assert drawing(*labels) == [
            " --> a.gdl:1:19",
            "  |",
            "1 | move from here to there",
            "  |      ---- ----    ^^^^^ far",
            "  |      |    |",
            "  |      |    b",
            "  |      a",
        ]

    def test_labels_that_overlap_get_rows_of_their_own(self) -> None:
        source = Source("a.gdl", "lose when it is so")
        labels = (Label(at(source, "it"), "this"), Label(at(source, "when it is so"), "in this condition"))
        assert drawing(*labels)[2:] == [
            "1 | lose when it is so",
            "  |           ^^ this",
            "  |      ------------- in this condition",
        ]

    def test_lines_between_labels(self) -> None:
        source = Source("a.gdl", "one\ntwo\nthree\nfour\nfive\nsix")
        lines = drawing(Label(at(source, "one")), Label(at(source, "three")), Label(at(source, "six")))
        assert lines[2:] == [
            "1 | one",
            "  | ^^^",
            "2 | two",
            "3 | three",
            "  | -----",
            "...",
            "6 | six",
            "  | ---",
        ]

    def test_a_label_over_several_lines_shows_its_ends(self) -> None:
        source = Source("a.gdl", "phase A:\r\n  roll\r\n  lock\r\n  move\r\nend")
        label = Label(source.span(0, source.text.index("end")), "this phase")
        assert drawing(label)[2:] == [
            "1 | phase A:",
            "  | ^^^^^^^^",
            "...",
            "4 |   move",
            "  |   ^^^^ this phase",
        ]

    def test_the_end_of_the_text_gets_a_caret(self) -> None:
        source = Source("a.gdl", "game")
        assert drawing(Label(source.span(4, 4), "more was expected"))[-1] == "  |     ^ more was expected"
        empty = Source("a.gdl", "")
        assert drawing(Label(empty.whole, "empty"))[1:] == ["  |", "1 |", "  | ^ empty"]

    def test_wide_characters_and_tabs(self) -> None:
        source = Source("a.gdl", "\tphase 決着e\u0301 next Reveel")
        lines = drawing(Label(at(source, "Reveel")), Label(at(source, "決着")))
        assert lines[0] == " --> a.gdl:1:18"
        assert lines[2] == "1 |     phase 決着e\u0301 next Reveel"
        assert lines[3] == "  |           ----       ^^^^^^"

    def test_the_gutter_fits_the_largest_line_number(self) -> None:
        source = Source("a.gdl", "\n" * 99 + "x")
        lines = drawing(Label(at(source, "x")), Label(at(LIBRARY, "bots")))
        assert lines[0] == "   --> a.gdl:100:1"
        assert "100 | x" in lines
        assert "  1 | # bots" in lines

    @pytest.mark.parametrize("filler", ["abcdefghi ", "決着", "\t", "e\u0301", "🎲"])
    @pytest.mark.parametrize("place", ["start", "middle", "end"])
    def test_a_long_line_is_cut_around_its_label(self, filler: str, place: str) -> None:
        before = 0 if place == "start" else 500
        after = 0 if place == "end" else 500
        source = Source("a.gdl", filler * before + " HERE " + filler * after)
        lines = drawing(Label(at(source, "HERE")), width_columns=60)
        excerpt, marks = lines[2], lines[3]
        assert shown_width(excerpt) <= 60
        column = shown_width(excerpt[: excerpt.index("HERE")])
        assert marks == "  |" + " " * (column - 3) + "^^^^"
        assert ("…" in excerpt[: excerpt.index("HERE")]) == (place != "start")
        assert excerpt.endswith("…") == (place != "end")

    def test_a_label_longer_than_the_screen_is_cut(self) -> None:
        source = Source("a.gdl", "a " * 400)
        excerpt, marks = drawing(Label(source.whole), width_columns=40)[2:]
        assert len(excerpt) == 40 and excerpt.endswith("…")
        assert marks.startswith("  | ^^^") and len(marks) <= 40

    def test_another_label_on_a_cut_line_stays_on_the_screen(self) -> None:
        source = Source("a.gdl", "first " + "x" * 500 + " second " + "y" * 500)
        lines = drawing(
            Label(at(source, "second"), "here"), Label(at(source, "first"), "there"), width_columns=50
        )
        assert all(len(line) <= 60 for line in lines)
        assert any("there" in line for line in lines)

    def test_a_ruleset_cannot_repaint_the_terminal(self) -> None:
        source = Source("a\x1b[2J.gdl", "say \x1b[31m \u202e txet \x07 here")
        drawn = human.render([found(Label(at(source, "here"), "l\x1b\n"), message="m \x1b[1m\r\nmore")])
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", drawn)
        assert "m �[1m more" in drawn

    def test_colour_changes_nothing_but_colour(self) -> None:
        plain = human.render([TWO_FILES, found(code=WARNING)])
        coloured = human.render([TWO_FILES, found(code=WARNING)], colour=True)
        assert "\x1b" not in plain
        assert "\x1b[1;31m" in coloured
        assert "\x1b[1;33m" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain

    def test_a_very_long_line_is_drawn_quickly(self) -> None:
        source = Source("a.gdl", "x" * 1_000_000 + "y")
        assert drawing(Label(at(source, "y")))[-1].endswith("^")


def shown_width(text: str) -> int:
    """Terminal columns, counted apart from the code under test."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def test_json() -> None:
    written = json_reader.loads(json.render([TWO_FILES, found(code=WARNING)]))
    assert written["schema_version"] == 1
    assert written["summary"] == {"errors": 1, "warnings": 1, "notes": 0}
    first, second = written["diagnostics"]
    assert (first["code"], first["severity"]) == ("unknown-word", "error")
    assert first["labels"][0] == {
        "file": "rulesets/game.gdl",
        "start": {"line": 3, "column": 11, "offset": 37},
        "end": {"line": 3, "column": 17, "offset": 43},
        "text": "not declared",
    }
    assert first["labels"][1]["file"] == "rulesets/lib/bots.gdl"
    assert first["edits"][0]["replacement"] == "health"
    assert (second["labels"], second["help"], second["notes"], second["edits"]) == ([], None, [], [])


class TestSarif:
    def run(self, *diagnostics: Diagnostic) -> Any:
        log = json_reader.loads(sarif.render(diagnostics, version="0.1.0"))
        assert log["version"] == "2.1.0"
        assert log["$schema"].startswith("https://")
        (run,) = log["runs"]
        return run

    def test_required_fields(self) -> None:
        run = self.run(
            TWO_FILES, found(Label(at(GAME, "stat")), code=WARNING), found(Label(at(GAME, "game")))
        )
        assert run["columnKind"] == "unicodeCodePoints"
        assert run["automationDetails"]["id"]
        driver = run["tool"]["driver"]
        assert (driver["name"], driver["version"]) == ("gdl", "0.1.0")
        assert [rule["id"] for rule in driver["rules"]] == ["unknown-word", "dull-rule"]
        for rule in driver["rules"]:
            assert rule["shortDescription"]["text"] and rule["help"]["text"]
        assert driver["rules"][0]["help"]["markdown"] == explain.page("unknown-word")
        for result in run["results"]:
            assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in ("error", "warning", "note")
            assert result["message"]["text"]
            assert result["partialFingerprints"]["primaryLocationLineHash"]
            for location in [*result["locations"], *result.get("relatedLocations", [])]:
                artifact = location["physicalLocation"]["artifactLocation"]
                assert artifact["uriBaseId"] in run["originalUriBaseIds"]
                assert not artifact["uri"].startswith("/")
                region = location["physicalLocation"]["region"]
                assert region["startLine"] >= 1 and region["startColumn"] >= 1

    def test_places_are_counted_from_one(self) -> None:
        (result,) = self.run(TWO_FILES)["results"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region == {"startLine": 3, "startColumn": 11, "endLine": 3, "endColumn": 17}
        (related,) = result["relatedLocations"]
        assert related["physicalLocation"]["artifactLocation"]["uri"] == "rulesets/lib/bots.gdl"
        (change,) = result["fixes"][0]["artifactChanges"]
        assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "health"}}]

    def test_a_finding_without_a_place_is_a_notification(self) -> None:
        run = self.run(found(message="nothing to read"))
        assert run["results"] == []
        (invocation,) = run["invocations"]
        assert invocation["executionSuccessful"] is False
        assert "othing to read" in invocation["toolConfigurationNotifications"][0]["message"]["text"]

    def test_names_are_encoded(self) -> None:
        source = Source("my games/決.gdl", "x")
        (result,) = self.run(found(Label(source.whole)))["results"]
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == "my%20games/%E6%B1%BA.gdl"

    def test_a_fingerprint_outlives_lines_added_above(self) -> None:
        lower = Source(GAME.name, "# a comment\n" + GAME.text)

        def prints(*diagnostics: Diagnostic) -> list[str]:
            results = self.run(*diagnostics)["results"]
            return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]

        here = found(Label(at(GAME, "heatlh")))
        assert prints(here) == prints(found(Label(at(lower, "heatlh"))))
        assert prints(here) != prints(found(Label(at(GAME, "health"))))
        assert len(set(prints(here, here))) == 2


class TestJunit:
    def parsed(self, *diagnostics: Diagnostic, files: tuple[str, ...] = ()) -> ElementTree.Element:
        return ElementTree.fromstring(junit.render(diagnostics, files=files).encode())

    def test_errors_fail_and_warnings_pass(self) -> None:
        root = self.parsed(
            TWO_FILES, found(Label(at(GAME, "stat")), code=WARNING), found(), files=("clean.gdl",)
        )
        assert (root.get("tests"), root.get("failures")) == ("4", "2")
        suites = {suite.get("name"): suite for suite in root}
        assert list(suites) == ["clean.gdl", "rulesets/game.gdl", "gdl"]
        game = suites["rulesets/game.gdl"]
        assert (game.get("tests"), game.get("failures")) == ("2", "1")
        failed, passed = game
        failure = failed.find("failure")
        assert failure is not None
        assert failure.get("message") == "no stat is called `heatlh`"
        assert failed.get("line") == "3"
        assert passed.find("failure") is None
        assert passed.find("system-out") is not None
        assert len(suites["clean.gdl"]) == 1

    def test_what_xml_cannot_hold_is_replaced(self) -> None:
        source = Source("a\x00<&>.gdl", "x\ufffe")
        root = self.parsed(found(Label(source.whole, "l\x0b"), message='"<\x1b\ud800&>"'))
        failure = root.find(".//failure")
        assert failure is not None
        assert failure.get("message") == '"<��&>"'


class TestGithub:
    def test_commands(self) -> None:
        lines = github.render([TWO_FILES, found(code=WARNING), found(code=NOTE)]).splitlines()
        assert lines == [
            "::error file=rulesets/game.gdl,line=3,col=11,endLine=3,endColumn=17,title=gdl (unknown-word)"
            "::no stat is called `heatlh`%0Anot declared%0Arulesets/lib/bots.gdl:3:6: a stat of each bot"
            "%0Anote: a stat is declared before it is used%0Ahelp: did you mean `health`?",
            "::warning title=gdl (dull-rule)::no stat is called `heatlh`",
            "::notice title=gdl (fun-fact)::no stat is called `heatlh`",
        ]

    def test_a_ruleset_cannot_give_commands(self) -> None:
        source = Source("a,b:c%.gdl\n::stop-commands::x", "100%")
        written = github.render(
            [found(Label(source.whole, "at\r\n::error::x"), message="50%\n::set-env name=A::b")]
        )
        assert written.count("\n") == 1
        assert "file=a%2Cb%3Ac%25.gdl%0A%3A%3Astop-commands%3A%3Ax,line=1" in written
        assert "::50%25 ::set-env" in written

    def test_columns_end_only_on_the_same_line(self) -> None:
        assert "endColumn" not in github.render([found(Label(GAME.whole))])


class TestIgnore:
    def ignored(self, text: str, code: Code = WARNING) -> bool:
        """Whether a finding at `HERE` is ignored."""
        kept, ignored = split_ignored([found(Label(at(Source("a.gdl", text), "HERE")), code=code)])
        assert len(kept) + len(ignored) == 1
        return bool(ignored)

    @pytest.mark.parametrize(
        "text",
        [
            "HERE # gdl: ignore[dull-rule] it is meant",
            "HERE #gdl:ignore[dull-rule]",
            "# gdl: ignore[dull-rule] it is meant\nHERE",
            "  # gdl: ignore[dull-rule]\r\n  HERE",
            "HERE # gdl: ignore[fun-fact, dull-rule] both",
            'HERE "a # b" # gdl: ignore[dull-rule]',
        ],
    )
    def test_a_comment_on_the_line_or_alone_before_it(self, text: str) -> None:
        assert self.ignored(text)

    @pytest.mark.parametrize(
        "text",
        [
            "HERE",
            "HERE # gdl: ignore[fun-fact]",
            "HERE # gdl: ignore[]",
            "HERE # gdl: ignore",
            "rule # gdl: ignore[dull-rule] this one\nHERE",
            "# gdl: ignore[dull-rule]\n\nHERE",
            "HERE\n# gdl: ignore[dull-rule]",
            'HERE "# gdl: ignore[dull-rule]"',
        ],
    )
    def test_other_comments_do_nothing(self, text: str) -> None:
        assert not self.ignored(text)

    def test_an_error_is_kept_with_a_note(self) -> None:
        source = Source("a.gdl", "HERE # gdl: ignore[unknown-word]")
        kept, ignored = split_ignored([found(Label(at(source, "HERE")))])
        assert ignored == ()
        assert kept[0].notes == ("an error cannot be ignored by a comment",)

    def test_what_has_no_place_is_kept(self) -> None:
        assert split_ignored([found(code=WARNING)]) == ((found(code=WARNING),), ())

    def test_order_is_kept(self) -> None:
        source = Source("a.gdl", "one\ntwo # gdl: ignore[dull-rule]\nthree")
        each = [found(Label(at(source, word)), code=WARNING) for word in ("three", "two", "one")]
        assert split_ignored(each) == ((each[0], each[2]), (each[1],))
