"""Every paragraph of a written passage gets a mark that leads to the rules that it tells of.

Invariants:
    Text is only added: behind a paragraph, an item or a quotation in its last line, behind anything else on a line of
    its own, which has the class `book-mark`.
    A mark leads to a place of the reference, and has an id that no other place of the book has.
    Headings, pictures, comments and what defines footnotes or abbreviations have no mark.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

T = TypeVar("T")
Sort = Literal["text", "list", "whole", "none"]
"""What is marked in its last line; item by item; behind it; not at all."""

MARK_CLASS: Final = "book-mark"
MARK: Final = re.compile(
    r"[ ]?\[(?P<name>[^\]\n]*)\]\((?P<href>[^)\s]*)\)\{ (?:#(?P<id>[\w-]+) )?\.book-mark \}"
)
"""A mark as it is written."""
_ALONE: Final = re.compile(r"\n\n(?=\[[^\]\n]*\]\([^)\s]*\)\{ (?:#[\w-]+ )?\.book-mark \})")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HTML: Final = re.compile(
    r"<(details|div|figure|section|aside|table|ul|ol|dl|blockquote|p|pre)\b", re.IGNORECASE
)
_ITEM: Final = re.compile(r"(?:[-*+]|\d+[.)]) ")
_IMAGES: Final = re.compile(r"(?:!\[[^\]]*\]\([^)]*\)(?:\{[^{}]*\})?\s*)+(?:\{[^{}]*\}\s*)?")
_LOOK: Final = re.compile(r"\{:?[^{}]*\}\s*")
_SILENT: Final = ("#", "[^", "*[")


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines that belong together, from one line up to another."""

    sort: Sort
    start: int
    end: int


def marked(body: str, told: Callable[[str], Sequence[T]], mark: Callable[[Sequence[T]], str]) -> str:
    """Puts marks into the Markdown beneath a heading.

    Args:
        told: tells what a text tells of by itself; maybe nothing.
        mark: writes the mark of a text that tells of this.
    """
    lines = body.split("\n")
    made: list[tuple[Block, str]] = []
    for block in blocks(lines):
        if block.sort == "list":
            made += _items(lines, block, told, mark)
        elif block.sort != "none":
            made.append((block, mark(told("\n".join(lines[block.start : block.end])))))
    alone: dict[int, list[str]] = {}
    for block, text in made:
        if text and block.sort == "text":
            _behind(lines, block.start, block.end, text)
        elif text:
            alone.setdefault(block.end, []).extend(("", text))
    whole = [part for at, line in enumerate(lines) for part in (*alone.get(at, ()), line)]
    return "\n".join([*whole, *alone.get(len(lines), ())])


def without_marks(text: str) -> str:
    """Takes the marks out of Markdown."""
    return MARK.sub("", _ALONE.sub("", text))


def _items(
    lines: Sequence[str],
    block: Block,
    told: Callable[[str], Sequence[T]],
    mark: Callable[[Sequence[T]], str],
) -> Iterator[tuple[Block, str]]:
    """Marks every item of a list if each says something of its own; else the list behind its last item."""
    starts = [number for number in range(block.start, block.end) if _ITEM.match(lines[number])]
    items = []
    for start, end in zip(starts, [*starts[1:], block.end], strict=True):
        while end > start + 1 and not lines[end - 1].strip():
            end -= 1
        items.append(Block("text" if _ends_as_text(lines, start, end) else "whole", start, end))
    texts = ["\n".join(lines[item.start : item.end]) for item in items]
    own = [tuple(told(text)) for text in texts]
    if all(item.sort == "text" for item in items) and all(own) and len(set(own)) == len(own):
        yield from ((item, mark(keys)) for item, keys in zip(items, own, strict=True))
        return
    whole = mark(told("\n".join(texts)))
    yield (items[-1] if items[-1].sort == "text" else Block("whole", block.start, block.end)), whole


def _ends_as_text(lines: Sequence[str], start: int, end: int) -> bool:
    """Tells whether something can be written behind the last line of an item."""
    last = lines[end - 1].strip()
    fenced = sum(1 for line in lines[start:end] if _FENCE.match(line.lstrip())) % 2
    ends = last.startswith(("|", "```", "~~~", "<", "!["))
    return not fenced and not ends and not _LOOK.fullmatch(last)


def _behind(lines: list[str], start: int, end: int, made: str) -> None:
    """Writes something behind the last line of a text, before the line that gives it its look."""
    last = end - 1
    if last > start and _LOOK.fullmatch(lines[last].strip()):
        last -= 1
    lines[last] = f"{lines[last].rstrip()} {made}"


def blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Cuts Markdown into what stands one below the other, blank lines left out."""
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        sort, end = _block(lines, at)
        yield Block(sort, at, end)
        at = end


def _block(lines: Sequence[str], at: int) -> tuple[Sort, int]:
    """Tells what begins at a line, and where it ends."""
    first = lines[at]
    fence = _FENCE.match(first)
    html = _HTML.match(first)
    if fence is not None:
        closed = (n for n in range(at + 1, len(lines)) if lines[n].strip().startswith(fence[1]))
        return "whole", next(closed, len(lines) - 1) + 1
    if html is not None:
        return "whole", _element(lines, at, html[1])
    if first.startswith("<!--"):
        ends = (n for n in range(at, len(lines)) if "-->" in lines[n])
        return "none", next(ends, len(lines) - 1) + 1
    if _ITEM.match(first):
        return "list", _deep(lines, at, lambda line: _ITEM.match(line) is not None)
    if first.startswith(("!!!", "???")):
        return "whole", _deep(lines, at, lambda _: False)
    end = at
    while end < len(lines) and lines[end].strip():
        end += 1
        if first.startswith("#"):
            break
    text = "\n".join(lines[at:end])
    if first.startswith(("[^", "*[")):
        return "none", _deep(lines, at, lambda _: False)
    if first.startswith(_SILENT) or _IMAGES.fullmatch(text) or _LOOK.fullmatch(text.strip()):
        return "none", end
    if first.startswith("|") or (
        end > at + 1 and re.fullmatch(r"[\s|:-]*-[\s|:-]*\|[\s|:-]*", lines[at + 1])
    ):
        return "whole", end
    if any(line.startswith(":") for line in lines[at + 1 : end]) or (
        end + 1 < len(lines) and lines[end + 1].startswith(":   ")
    ):
        return "whole", _deep(lines, at, lambda line: line.startswith(":"))
    return "text", end


def _deep(lines: Sequence[str], at: int, goes_on: Callable[[str], bool]) -> int:
    """Finds the end of what goes on after blank lines as long as lines are indented, or go on with it."""
    end = number = at + 1
    while number < len(lines):
        line = lines[number]
        before = lines[number - 1].strip()
        if line.strip():
            if not before and not line.startswith(("  ", "\t")) and not goes_on(line):
                break
            end = number + 1
        number += 1
    return end


def _element(lines: Sequence[str], at: int, tag: str) -> int:
    """Finds the end of an HTML element that begins a line."""
    depth = 0
    for number in range(at, len(lines)):
        depth += len(re.findall(rf"<{tag}\b", lines[number], re.IGNORECASE))
        depth -= len(re.findall(rf"</{tag}>", lines[number], re.IGNORECASE))
        if depth <= 0:
            return number + 1
    return len(lines)
