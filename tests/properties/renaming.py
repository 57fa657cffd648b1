"""Gives every name that an author chose another one, in the rules and in the tables, and changes nothing else.

A name is renamed by its spelling, so names that are spelled alike stay so; plurals follow their singular. Texts in
quotes get another wording; drawings of a board and names of files stay. Scenarios and comments are left out.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from gekido_dsl.compilation import Compilation
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.source import MemoryProvider

LANGUAGE_NAMES = frozenset({"Turn"})
"""Capitalised words of the language itself."""
TEXT_COLUMNS = frozenset(
    {"Text", "Question", "Default", "Alternatives", "Reason", "Ruling", "Source", "Reconstructed", "Copies"}
)
SIGN_COLUMNS = frozenset({"sign", "name"})
"""What a sign looks like, and what it is called for readers."""
LANGUAGE_COLUMNS = TEXT_COLUMNS | SIGN_COLUMNS | {"Name", "Option", "Answers", "edge"}
"""Columns of tables that the language gives."""
BUILT_IN_LOCALS = frozenset(
    [
        "damage",
        "source",
        "window",
        "player",
        "game",
        "first",
        "second",
        "next",
        "last",
        "highest",
        "lowest",
        "origin",
    ]
)

_SYLLABLES = [c + v for c in "bdfgklmnprtvz" for v in "aeiou"]


def _word(number: int) -> str:
    """Makes a word that is no word, with an ending whose plural is an s."""
    letters = ""
    number += len(_SYLLABLES)
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        letters += _SYLLABLES[digit]
    return f"q{letters}b"


def spellings(game: m.Game) -> list[str]:
    """Lists every name that the author chose, each once."""
    found: list[str] = [decl.name for decl in game.declarations()]
    for enum in game.enums.values():
        found += enum.members
    for option in game.options.values():
        found += option.answers.members
    for kind in game.kinds.values():
        found += [*kind.fields, *(row.name for row in kind.rows), kind.column]
        found += kind.faces.members if isinstance(kind.faces, m.Enum) else ()
        for fact in kind.fields.values():
            found += _members(fact)
    for phase in game.phases.values():
        found += phase.fields
        for fact in phase.fields.values():
            found += _members(fact)
    for patterns in game.patterns.values():
        found += [pattern.name for pattern in patterns.patterns]
    found += [end.name for end in game.ends if end.name != m.GAME_END]
    return [
        name for name in dict.fromkeys(found) if name and name[:1].isupper() and name not in LANGUAGE_NAMES
    ]


def _members(fact: m.Field) -> Iterable[str]:
    enum = getattr(fact.type, "enum", None)
    return enum.members if enum is not None else ()


PATCHES = ("add", "change", "remove", "replace")
ADDRESSED = ("after", "before", "under", "of", *PATCHES)
"""Words before the first words of a line, by which a variant says which line of its base it means."""


@dataclass
class Renaming:
    """New names by old ones."""

    names: dict[str, str]
    locals: dict[str, str]
    texts: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)

    def text(self, old: str) -> str:
        """Gives another wording, the same each time."""
        return self.texts.setdefault(old, f"wording {len(self.texts) + 1}")


def choose(compilations: Iterable[Compilation], written: Collection[str]) -> Renaming:
    """Makes up a fresh name for each; a spelling that is the plural of another gets its plural."""
    names = list(
        dict.fromkeys(name for c in compilations if c.game is not None for name in spellings(c.game))
    )
    sources = dict.fromkeys(name for c in compilations if c.game is not None for name in c.game.sources)
    known = set(names)
    # Of what is counted one may be spoken of, too: Chips, and 1 Chip.
    words = {piece.text for text in written for line in logical_lines(text)[0] for piece in line.pieces}
    single = [name[:-1] for name in names if name.endswith("s")]
    names += [name for name in single if name in words - known and f"{name}s" == plural(name)]
    plurals = {plural(name): name for name in names if plural(name) != name}
    made: dict[str, str] = {}
    for number, name in enumerate(name for name in names if name not in plurals):
        words = [_word(number * 4 + k) for k in range(1 + number % 3)]
        made[name] = " ".join(word.capitalize() for word in words)
    for many, one in plurals.items():
        if one not in made:
            made[one] = plural(made[plurals[one]])
        made[many] = plural(made[one])
    assert known <= made.keys()
    boards = (board for c in compilations if c.game is not None for board in c.game.boards.values())
    for kind in (
        kind for board in boards for kind in board.sides
    ):  # they are called by their kind and number
        made |= {row.name: f"{made[kind.name]} {row.name.rpartition(' ')[2]}" for row in kind.rows}
    locals_ = {}
    for text in written:
        for line in logical_lines(text)[0]:
            for at, piece in enumerate(line.pieces[:-2]):
                if (
                    piece.text == "as"
                    and line.pieces[at + 1].text == "the"
                    and line.pieces[at + 2].kind == "word"
                ):
                    locals_.setdefault(line.pieces[at + 2].text, f"w{_word(len(locals_))}")
    for word in BUILT_IN_LOCALS:
        locals_.pop(word, None)
    return Renaming(made, locals_, sources={name: f"Q{k}" for k, name in enumerate(sources)})


# ---------------------------------------------------------------- rules


def rename_rules(text: str, renaming: Renaming) -> str:
    """Renames a file of rules."""
    lines = logical_lines(text)[0]
    made, skipping = [], False
    for number, line in enumerate(lines):
        if line.indent == 0:
            skipping = line.pieces[0].text == "scenario" or _uses_left_out(line)
        if not skipping:
            drawing = _is_drawing(lines, number)
            made.append(" " * line.indent + _rename_line(line, renaming, drawing))
    return "\n".join(made) + "\n"


def _uses_left_out(line: Line) -> bool:
    return line.pieces[0].text == "use" and "scenario" in line.pieces[-1].text


def _is_drawing(lines: list[Line], number: int) -> bool:
    """Tells whether a line draws a row of a board, or says what a sign stands for."""
    if lines[number].pieces[0].kind != "string":
        return False
    while lines[number].indent:
        number -= 1
    return lines[number].pieces[0].text == "board"


def _rename_line(line: Line, renaming: Renaming, drawing: bool) -> str:
    made = ""
    for at, piece in enumerate(line.pieces):
        new = _rename_piece(line.pieces, at, renaming, drawing)
        glued = piece.kind == "poss" or piece.text in (",", ":", ")") or made.endswith("(")
        made += new if glued or not made else f" {new}"
    return made


def _rename_piece(pieces: tuple[Piece, ...], at: int, renaming: Renaming, drawing: bool) -> str:
    piece = pieces[at]
    before = pieces[at - 1].text if at else ""
    match piece.kind:
        case "name":
            return _rename_name(pieces, at, renaming)
        case "string" if pieces[0].text in PATCHES and before in ADDRESSED:
            (words,) = logical_lines(piece.text[1:-1])[0]
            return f'"{_rename_line(words, renaming, drawing)}"'
        case "string" if (
            not drawing
            and before not in ("use", "from", "changes")
            and pieces[0].text != "drawn"
            and set(piece.text[1:-1]) - {"#", "."}
        ):
            return f'"{renaming.text(piece.text[1:-1])}"'
        case "cite":
            return _rename_cite(piece.text, renaming.sources)
        case "word" if before == "the" and piece.text in renaming.locals:
            if (
                at + 1 < len(pieces)
                and pieces[at + 1].kind == "name"
                and pieces[at - 2 if at > 1 else 0].text != "as"
            ):
                return piece.text
            return renaming.locals[piece.text]
    return piece.text


def _rename_name(pieces: tuple[Piece, ...], at: int, renaming: Renaming) -> str:
    text = pieces[at].text
    before = pieces[at - 1] if at else None
    if before is not None and before.text == "source":
        return renaming.sources.get(text, text)
    if text in ("Effect", "Effects"):  # also the name of a type of the language
        owned = before is not None and (before.kind == "poss" or before.text == "its")
        declared = at + 1 < len(pieces) and pieces[at + 1].text == ":" and at == 0
        return renaming.names.get(text, text) if owned or declared else text
    return renaming.names.get(text, text)


def _rename_cite(text: str, sources: Mapping[str, str]) -> str:
    return re.sub(r"[^\W\d]\w*", lambda word: sources.get(word.group(), word.group()), text)


# ---------------------------------------------------------------- tables


def rename_table(text: str, renaming: Renaming) -> str:
    """Renames the columns, names and values of a table."""
    rows = [_rename_row(row, renaming) for row in yaml.safe_load(text)]
    made: str = yaml.safe_dump(rows, sort_keys=False, allow_unicode=True, width=1000)
    return made


def _rename_row(value: Any, renaming: Renaming) -> Any:
    match value:
        case dict():
            return {
                (key if key in LANGUAGE_COLUMNS else renaming.names.get(key, key)): (
                    _rename_text(key, one, renaming)
                    if key in TEXT_COLUMNS | SIGN_COLUMNS
                    else _rename_row(one, renaming)
                )
                for key, one in value.items()
            }
        case list():
            return [_rename_row(one, renaming) for one in value]
        case str():
            return renaming.names.get(value, value)
    return value


def _rename_text(column: str, value: Any, renaming: Renaming) -> Any:
    if column in SIGN_COLUMNS:
        return value
    if column == "Source":
        return _rename_cite(value, renaming.sources)
    return renaming.text(value) if column in ("Text", "Question", "Reason") else value


def rename_sheet(text: str, renaming: Renaming) -> str:
    """Renames the headers, names and values of a spreadsheet."""
    out = io.StringIO()
    for row in csv.reader(io.StringIO(text)):
        csv.writer(out, lineterminator="\n").writerow([renaming.names.get(cell, cell) for cell in row])
    return out.getvalue()


# ---------------------------------------------------------------- rulesets


def renamed(
    folder: str, compilation: Compilation, others: Iterable[Compilation] = ()
) -> tuple[MemoryProvider, Renaming]:
    """Renames a whole ruleset; gives its files, named from a folder, and the new names by the old ones.

    Args:
        folder: where the files lie, with a final `/`.
        others: rulesets that it is made from, whose names count too.
    """
    every = [compilation, *others]
    rules = {source.name: source.text for one in every for source, _ in one.files}
    tables = {source.name: source.text for one in every for source in one.tables}
    renaming = choose(every, rules.values())
    files = {path: rename_rules(text, renaming) for path, text in rules.items()}
    files |= {
        path: (rename_sheet if path.endswith(".csv") else rename_table)(text, renaming)
        for path, text in tables.items()
    }
    return MemoryProvider({path.removeprefix(folder): text for path, text in files.items()}), renaming
