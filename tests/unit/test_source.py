"""Sources, spans and the providers that read them."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider
from gekido_dsl.source import MemoryProvider, ReadFailure, Source, Span, join_name

MIXED = Source("mixed.gdl", "one\r\ntwo\rthree\n\n決着🎲!")


def kind(result: Source | ReadFailure) -> str:
    return result.kind if isinstance(result, ReadFailure) else f"read {result.name}"


@pytest.mark.parametrize(
    ("line0", "text"), [(0, "one"), (1, "two"), (2, "three"), (3, ""), (4, "決着🎲!")], ids=str
)
def test_every_kind_of_line_end_ends_a_line(line0: int, text: str) -> None:
    assert MIXED.line_count == 5
    assert MIXED.line(line0) == text


def test_other_separators_are_ordinary_characters() -> None:
    assert Source("a", "a\u2028b\x0bc\x85d\x0ce").line_count == 1


def test_positions_count_code_points_from_zero() -> None:
    assert MIXED.position(0) == (0, 0)
    assert MIXED.position(MIXED.text.index("two")) == (1, 0)
    assert MIXED.position(MIXED.text.index("!")) == (4, 3)
    assert MIXED.position(len(MIXED.text)) == (4, 4)


def test_a_final_line_end_opens_an_empty_line() -> None:
    source = Source("a", "x\n")
    assert source.line_count == 2
    assert source.position(2) == (1, 0)
    assert source.line(1) == ""


def test_an_empty_text_has_one_line() -> None:
    source = Source("a", "")
    assert (source.line_count, source.line(0), source.position(0)) == (1, "", (0, 0))
    assert source.whole.text == ""


@pytest.mark.parametrize("offset", [-1, 22])
def test_an_offset_outside_the_text_is_misuse(offset: int) -> None:
    with pytest.raises(ValueError, match="outside"):
        Source("a", "x" * 21).position(offset)


def test_a_column_past_its_line_is_the_end_of_the_line() -> None:
    assert MIXED.offset(0, 99) == 3
    assert MIXED.offset(99, 0) == len(MIXED.text)
    with pytest.raises(ValueError, match="negative"):
        MIXED.offset(0, -1)


@given(st.text(alphabet="ab\r\n決🎲\u0301", max_size=30))
def test_offset_inverts_position_wherever_it_is_not_inside_a_line_end(text: str) -> None:
    source = Source("a", text)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":
            assert source.offset(*source.position(offset)) == offset


@given(st.text(alphabet="ab\r\n決", max_size=30))
def test_lines_are_those_of_universal_newlines(text: str) -> None:
    source = Source("a", text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [source.line(line0) for line0 in range(source.line_count)] == lines


def test_a_span_is_half_open() -> None:
    span = Span(MIXED, 0, 3)
    assert span.text == "one"
    assert (span.start_position, span.end_position) == ((0, 0), (0, 3))
    assert Span(MIXED, 2, 2).text == ""


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (2, 1), (0, 4)])
def test_a_span_lies_inside_its_text(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Span(Source("a", "abc"), start, end)


def test_cover_holds_both_spans() -> None:
    assert MIXED.span(8, 10).cover(MIXED.span(1, 3)) == MIXED.span(1, 10)
    assert MIXED.span(0, 9).cover(MIXED.span(1, 3)) == MIXED.span(0, 9)
    with pytest.raises(ValueError, match="no span covers"):
        MIXED.span(0, 1).cover(Source("other.gdl", "one").span(0, 1))


def test_spans_are_places() -> None:
    before, after = Source("a", "abc"), Source("a", "abd")
    assert before != after
    assert before.span(0, 2) == after.span(0, 2)
    assert hash(before.span(0, 2)) == hash(after.span(0, 2))
    assert before.span(0, 2) != Source("b", "abc").span(0, 2)
    assert before.span(0, 2) != before.span(0, 3)
    assert before.span(0, 2) != (0, 2)


def test_a_text_is_not_shown_by_repr() -> None:
    assert "secret" not in repr(Source("a", "secret").span(0, 2)) + repr(Source("a", "secret"))


@pytest.mark.parametrize(
    ("name", "relative_to", "result"),
    [
        ("b.gdl", None, "b.gdl"),
        ("b.gdl", "sub/a.gdl", "sub/b.gdl"),
        ("../b.gdl", "sub/a.gdl", "b.gdl"),
        ("./x//y/../b.gdl", None, "x/b.gdl"),
        ("..", "sub/a.gdl", ""),
    ],
)
def test_names_are_seen_from_the_file_that_wrote_them(
    name: str, relative_to: str | None, result: str
) -> None:
    assert join_name(name, relative_to) == result


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../b.gdl", "outside"),
        ("a/../../b.gdl", "outside"),
        ("/etc/passwd", "outside"),
        ("C:/b.gdl", "outside"),
        ("lib\\b.gdl", "missing"),
        ("b\0.gdl", "missing"),
    ],
)
def test_names_that_mean_something_else_elsewhere_are_refused(name: str, expected: str) -> None:
    result = join_name(name, None)
    assert isinstance(result, ReadFailure)
    assert result.kind == expected


def test_memory_provider() -> None:
    provider = MemoryProvider({"game.gdl": "game", "lib/grid.gdl": "grid"})
    found = provider.read("../game.gdl", "lib/grid.gdl")
    assert found == Source("game.gdl", "game")
    assert kind(provider.read("lib", None)) == "directory"
    assert kind(provider.read("", None)) == "directory"
    assert kind(provider.read("grid.gdl", None)) == "missing"
    assert kind(provider.read("../x.gdl", None)) == "outside"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ruleset's folder beside a library and a file that is neither's."""
    for name, text in {
        "game/game.gdl": "game",
        "game/sub/part.gdl": "part",
        "game/both.gdl": "own",
        "library/grid.gdl": "grid",
        "library/deep/face.gdl": "face",
        "library/both.gdl": "shipped",
        "secret.gdl": "secret",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def provider(folder: Path) -> FolderProvider:
    return FolderProvider(folder / "game", limit_bytes=100, library=folder / "library")


def test_a_file_is_named_by_the_path_given(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert kind(FolderProvider(Path("game")).read("sub/part.gdl", None)) == "read game/sub/part.gdl"
    assert kind(FolderProvider(Path("game")).read("../game.gdl", "game/sub/part.gdl")) == "read game/game.gdl"
    monkeypatch.chdir(folder / "game")
    assert kind(FolderProvider(Path(".")).read("sub/part.gdl", None)) == "read sub/part.gdl"
    assert kind(FolderProvider(Path(".")).read("../game.gdl", "sub/part.gdl")) == "read game.gdl"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../secret.gdl", "outside"),
        ("sub/../../secret.gdl", "outside"),
        ("nothing.gdl", "missing"),
        ("game.gdl/part.gdl", "missing"),
        ("x" * 5000, "missing"),
        ("sub", "directory"),
        ("", "directory"),
    ],
    ids=lambda value: value[:20],
)
def test_reading_is_confined_to_the_folder(provider: FolderProvider, name: str, expected: str) -> None:
    assert kind(provider.read(name, None)) == expected


def test_absolute_paths_are_outside_even_if_they_lead_inside(folder: Path, provider: FolderProvider) -> None:
    assert kind(provider.read((folder / "game/game.gdl").as_posix(), None)) == "outside"


def test_links_that_leave_the_folder_are_outside(folder: Path, provider: FolderProvider) -> None:
    (folder / "game/link.gdl").symlink_to(folder / "secret.gdl")
    (folder / "game/up").symlink_to(folder)
    (folder / "game/inner.gdl").symlink_to("sub/part.gdl")
    assert kind(provider.read("link.gdl", None)) == "outside"
    assert kind(provider.read("up/secret.gdl", None)) == "outside"
    assert kind(provider.read("up/nothing.gdl", None)) == "outside"
    assert kind(provider.read("inner.gdl", None)).endswith("game/inner.gdl")


def test_a_folder_whose_name_begins_alike_is_outside(folder: Path, provider: FolderProvider) -> None:
    (folder / "game2").mkdir()
    (folder / "game2/x.gdl").write_text("x", encoding="utf-8")
    (folder / "game/beside").symlink_to(folder / "game2")
    assert kind(provider.read("beside/x.gdl", None)) == "outside"
    assert kind(provider.read("x.gdl", (folder / "game2/x.gdl").as_posix())) == "outside"


def test_links_in_a_circle_are_a_failure(folder: Path, provider: FolderProvider) -> None:
    (folder / "game/a.gdl").symlink_to("b.gdl")
    (folder / "game/b.gdl").symlink_to("a.gdl")
    assert kind(provider.read("a.gdl", None)) == "missing"


def test_a_folder_reached_by_a_link_is_still_the_rulesets_own(folder: Path) -> None:
    (folder / "alias").symlink_to(folder / "game")
    assert kind(FolderProvider(folder / "alias").read("game.gdl", None)).endswith("alias/game.gdl")


def test_a_pipe_is_not_opened(folder: Path, provider: FolderProvider) -> None:
    os.mkfifo(folder / "game/pipe.gdl")
    assert kind(provider.read("pipe.gdl", None)) == "directory"


def test_the_library_is_asked_second(provider: FolderProvider) -> None:
    own = provider.read("both.gdl", None)
    assert isinstance(own, Source)
    assert own.text == "own"
    assert provider.read("grid.gdl", None) == Source(f"{LIBRARY_PREFIX}grid.gdl", "grid")
    assert provider.read("deep/face.gdl", None) == Source(f"{LIBRARY_PREFIX}deep/face.gdl", "face")
    assert provider.read(f"{LIBRARY_PREFIX}both.gdl", None) == Source(f"{LIBRARY_PREFIX}both.gdl", "shipped")


def test_the_library_sees_only_itself(provider: FolderProvider) -> None:
    assert kind(provider.read("../both.gdl", "<library>/deep/face.gdl")) == "read <library>/both.gdl"
    assert kind(provider.read("game.gdl", "<library>/grid.gdl")) == "missing"
    assert kind(provider.read("../game/game.gdl", "<library>/grid.gdl")) == "outside"


def test_without_a_library_nothing_is_shipped(folder: Path) -> None:
    provider = FolderProvider(folder / "game")
    assert kind(provider.read("grid.gdl", None)) == "missing"
    assert kind(provider.read("<library>/grid.gdl", None)) == "missing"


def test_the_limit_is_the_largest_size_read(folder: Path, provider: FolderProvider) -> None:
    (folder / "game/fits.gdl").write_bytes(b"x" * 100)
    (folder / "game/large.gdl").write_bytes(b"x" * 101)
    assert isinstance(provider.read("fits.gdl", None), Source)
    result = provider.read("large.gdl", None)
    assert isinstance(result, ReadFailure)
    assert result.kind == "too-large"
    assert "101" in result.reason
    assert "100" in result.reason


def test_a_file_over_the_limit_is_not_opened(
    folder: Path, provider: FolderProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "game/large.gdl").write_bytes(b"x" * 101)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("opened"))
    assert kind(provider.read("large.gdl", None)) == "too-large"


@pytest.mark.parametrize(
    ("data", "expected", "words"),
    [
        (b"game \xff", "not-utf8", "byte 5 (0xff)"),
        (b"\xef\xbb\xbfgame \xe6\xb1", "not-utf8", "byte 8 (0xe6)"),
        ("game".encode("utf-16"), "not-utf8", "UTF-16"),
        (b"\x89PNG\0\0", "binary", "byte 4"),
    ],
)
def test_what_is_not_text_is_refused(
    folder: Path, provider: FolderProvider, data: bytes, expected: str, words: str
) -> None:
    (folder / "game/bad.gdl").write_bytes(data)
    result = provider.read("bad.gdl", None)
    assert isinstance(result, ReadFailure)
    assert result.kind == expected
    assert words in result.reason


def test_a_byte_order_mark_is_dropped_and_line_ends_are_kept(folder: Path, provider: FolderProvider) -> None:
    (folder / "game/bom.gdl").write_bytes("\ufeff決着\r\n".encode())
    result = provider.read("bom.gdl", None)
    assert isinstance(result, Source)
    assert result.text == "決着\r\n"


def test_permission_is_a_failure(
    folder: Path, provider: FolderProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert kind(provider.read("game.gdl", None)) == "permission"
