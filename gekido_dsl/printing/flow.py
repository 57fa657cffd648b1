"""Blocks of a text become what stays together in a book: a heading with its picture, an example with its title.

Invariants:
    Every block stands in the result once, in the order in which it was written.
    What floats is whole in itself, so that the text around it can go on before it.
"""

from collections.abc import Sequence
from typing import Any, Final

Block = dict[str, Any]

_DRAWN: Final = ("figure", "gallery")
_WORDS: Final = 60
"""Up to how many words a paragraph goes with the picture that it stands beneath, where nothing else does."""


def grouped(blocks: Sequence[Block]) -> list[Block]:
    """Puts pictures and wide tables together with what names them, as blocks of their own."""
    made: list[Block] = []
    at = 0
    while at < len(blocks):
        end = _end(blocks, at)
        if end == at:
            made.append(blocks[at])
            at += 1
        else:
            made.append({"block": "together", "blocks": list(blocks[at:end])})
            at = end
    return made


def _end(blocks: Sequence[Block], start: int) -> int:
    """Gives where a group ends that begins here; the start itself where none begins.

    A heading goes with its picture only where nothing else stands beneath it: the text goes on below it otherwise.
    """
    at = start
    while at < len(blocks) and (blocks[at]["block"] in ("heading", "anchor") or _titles(blocks[at])):
        at += 1
    if at == len(blocks) or blocks[at]["block"] not in (*_DRAWN, "table"):
        return start
    end = at + 1
    if not any(one["block"] == "heading" for one in blocks[start:at]):
        return end
    if _ends(blocks, end):
        return end
    if blocks[at]["block"] in _DRAWN and _ends(blocks, end + 1) and _short(blocks[end]):
        return end + 1
    return start


def _ends(blocks: Sequence[Block], at: int) -> bool:
    """Tells whether a section ends here."""
    return at >= len(blocks) or blocks[at]["block"] == "heading"


def _short(block: Block) -> bool:
    return block["block"] == "paragraph" and len(plain(block["text"]).split()) <= _WORDS


def _titles(block: Block) -> bool:
    """Tells whether a paragraph is the title of what follows: it is bold as a whole."""
    if block["block"] != "paragraph":
        return False
    runs = [run for run in block["text"] if not (isinstance(run, str) and not run.strip())]
    return bool(runs) and all(
        isinstance(run, dict) and run.get("run") in ("strong", "anchor") for run in runs
    )


def plain(runs: object) -> str:
    """Gives the words of runs of text."""
    if isinstance(runs, str):
        return runs
    if isinstance(runs, dict):
        return plain(runs.get("text", ""))
    return "".join(map(plain, runs)) if isinstance(runs, list) else ""
