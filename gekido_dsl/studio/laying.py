"""Spaces of a board are laid by hand in the studio: where they lie now, and the edits that write where they go.

Invariants:
    A theme of the designer's own is changed where it says where a space lies; all else of it stays as it is written.
    Where there is none, one is begun, and named in the rules.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from gekido_dsl.diagnostics import Edit
from gekido_dsl.drawing import boards, laying
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.engine.spots import of_space
from gekido_dsl.files import LIBRARY_PREFIX
from gekido_dsl.language.table_cells import written
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Source
from gekido_dsl.studio.asked import number_in, text_in
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.studio.text_positions import place
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables import columns, yaml
from gekido_dsl.tables.cells import Cell

_SECTION: Final = "spaces"
_MOST_NEW: Final = 100


def laid(live: LiveRuleset) -> dict[str, Any]:
    """Lists the boards whose spaces can be laid by hand, and where each of them lies.

    `per` says how many of the numbers go into one unit of the picture.
    """
    made, session = live.made, live.table.session
    assert made.game is not None
    look, found = made.look.value or PLAIN, []
    shown = {one.name: one for one in session.executor.observe(session.state_after(0), None).boards}
    for name, board in made.game.boards.items() if live.drafts.own else ():
        whole = boards.whole(shown[name], look) if name in shown and laying.can_be_laid(board) else None
        if whole is None:
            continue
        left, top, wide = laying.measured(board)
        spots = look.spots.get(name)
        now = laying.usual(board)
        if spots is not None:
            now = {space: (left + x * wide, top + y * wide) for space, (x, y) in spots.items()}
        spaces = {
            " ".join(of_space(name, space)): {"name": space, "at": [round(x), round(y)]}
            for space, (x, y) in now.items()
        }
        bounds = [round(one) for one in laying.bounds(board)]
        found.append({"name": name, "per": wide / whole, "bounds": bounds, "spaces": spaces})
    return {"boards": found}


def lay(live: LiveRuleset, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Gives the edits that lay a space elsewhere, and the theme that has to be there first, if it is a new one.

    Raises:
        Refused: there is no such space, or nothing can be written here.
    """
    board, space = _asked(live, asked)
    left, top, right, bottom = (round(one) for one in laying.bounds(board))
    line = f"[{number_in(asked, 'across', left, right, left)}, {number_in(asked, 'down', top, bottom, top)}]"
    drafts = live.drafts
    themes = [one for one in live.newest.syntax if isinstance(one, s.Theme)]
    own = [one for one in themes if not one.span.source.name.startswith(LIBRARY_PREFIX)]
    if own:
        source = drafts.source(_beside(own[-1]))
        return {"edits": [_told(source, *_edit(source, board.name, space, line))]}
    main = drafts.source(drafts.main)
    header = next((one for one in live.newest.syntax if isinstance(one, s.Game)), None)
    if header is None or header.span.source.name != main.name:
        raise Refused("The rules have no header that a theme could be named after.")
    name = _new_name(live)
    at = len(main.text[: header.span.end].rstrip())
    text = f"# How the pictures look.\n\n{_SECTION}:\n  {_key(board.name)}:\n    {_key(space)}: {line}\n"
    return {"new": {"name": name, "text": text}, "edits": [_told(main, at, at, f'\n\ntheme from "{name}"')]}


def _asked(live: LiveRuleset, asked: Mapping[str, Any]) -> tuple[m.Board, str]:
    game = live.made.game
    assert game is not None
    board, space = game.boards.get(text_in(asked, "board")), text_in(asked, "space")
    if board is None or not laying.can_be_laid(board) or space not in laying.usual(board):
        raise Refused("There is no such space that could be laid elsewhere.")
    if not live.drafts.own:
        raise Refused("This game is only read here; make it yours first.")
    return board, space


def _beside(theme: s.Theme) -> str:
    return (PurePosixPath(theme.span.source.name).parent / theme.file).as_posix()


def _new_name(live: LiveRuleset) -> str:
    """Finds a name for a theme that no file has."""
    folder = PurePosixPath(live.drafts.main).stem
    known = {one.name for one in live.drafts.files()}
    names = (f"{folder}/theme{'' if at < 2 else f'-{at}'}.yaml" for at in range(1, _MOST_NEW))
    found = next((one for one in names if one not in known), None)
    if found is None:
        raise Refused("There are too many themes beside these rules.")
    return found


def _told(source: Source, start: int, end: int, text: str) -> dict[str, Any]:
    one = Edit(source.span(start, end), text)
    return {**place(one.span), "text": one.replacement}


def _edit(source: Source, board: str, space: str, line: str) -> tuple[int, int, str]:
    """Says what of a theme is written anew: from where to where, and what.

    Raises:
        Refused: it cannot be read, or what would have to be changed stands in one line.
    """
    root = yaml.parse(source).value
    if root is None or root.holds_damage or not (root.value is None or isinstance(root.value, Mapping)):
        raise Refused(f"{source.name} has errors; mend them first.")
    entry = f"{_key(space)}: {line}"
    section = _inside(root, _SECTION)
    if section is None or not section.value:
        gap = "" if not source.text or source.text.endswith("\n") else "\n"
        if section is None:
            text = f"{gap}{_SECTION}:\n  {_key(board)}:\n    {entry}\n"
            return len(source.text), len(source.text), text
        return section.span.start, section.span.end, f"\n  {_key(board)}:\n    {entry}"
    held = _inside(section, board)
    if held is None:
        return _after(source, section, f"{_key(board)}:", f"  {entry}")
    if not held.value and not isinstance(held.value, int):
        margin = _margin(source, section.key_spans[board].start)
        return held.span.start, held.span.end, f"\n{margin}  {entry}"
    here = _inside(held, space)
    if here is not None:
        blank = "" if source.text[here.span.start - 1 : here.span.start].isspace() else " "
        return here.span.start, here.span.end, blank + line
    if held.span.text.startswith("{"):
        last = list(held.value.values())[-1] if isinstance(held.value, Mapping) and held.value else None
        at = held.span.start + 1 if last is None else last.span.end
        return at, at, entry if last is None else f", {entry}"
    return _after(source, held, entry)


def _inside(cell: Cell, name: str) -> Cell | None:
    return cell.value.get(name) if isinstance(cell.value, Mapping) else None


def _after(source: Source, held: Cell, *lines: str) -> tuple[int, int, str]:
    """Puts lines behind the last entry of a map that is written over several lines."""
    if held.span.text.startswith("{") or not isinstance(held.value, Mapping):
        raise Refused(f"Write `{_SECTION}` of {source.name} over several lines first.")
    margin = _margin(source, held.key_spans[next(iter(held.value))].start)
    last = held.value[list(held.value)[-1]]
    end = max(last.span.end, held.key_spans[list(held.value)[-1]].end)
    at = source.text.find("\n", len(source.text[:end].rstrip()))
    at = len(source.text) if at < 0 else at
    return at, at, "".join(f"\n{margin}{one}" for one in lines)


def _margin(source: Source, at: int) -> str:
    """Gives how far a key is indented."""
    return " " * (at - source.text.rfind("\n", 0, at) - 1)


def _key(name: str) -> str:
    return written(name, columns.TextColumn(), inside=True)
