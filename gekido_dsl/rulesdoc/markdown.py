"""Text becomes Markdown that says exactly that text, on a site and on a code host alike.

Invariants:
    Nothing that an author wrote is read as Markdown or as HTML.
    A list is indented by four spaces a level, which every reader of Markdown understands.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

_CODES: Final = {ord(sign): f"&#{ord(sign)};" for sign in "\\`*_{}[]<>|~$"} | {ord("&"): "&amp;"}
_LEADING: Final = frozenset("#+-=:!?.0123456789>\"'")


def escape(text: str) -> str:
    """Writes a text on one line, signs that mean something to Markdown or HTML as codes."""
    joined = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return joined.translate(_CODES)


def alone(text: str) -> str:
    """Escapes a text that begins a line, where more signs mean something."""
    escaped = escape(text)
    if not escaped or escaped[0] not in _LEADING:
        return escaped
    digits = len(escaped) - len(escaped.lstrip("0123456789"))
    if digits:
        following, rest = escaped[digits : digits + 1], escaped[digits + 1 :]
        return f"{escaped[:digits]}&#{ord(following)};{rest}" if following in (".", ")") else escaped
    return f"&#{ord(escaped[0])};{escaped[1:]}"


def slug(text: str) -> str:
    """Writes a name as part of an address: small letters, digits and hyphens, whatever the alphabet."""
    parts: list[str] = []
    for sign in unicodedata.normalize("NFKD", text).casefold():
        if unicodedata.combining(sign):
            continue
        if sign.isascii():
            parts.append(sign if sign.isalnum() else "-")
        elif sign.isalnum():
            parts.append(f"u{ord(sign):x}")
        else:
            parts.append("-")
    return "-".join(part for part in "".join(parts).split("-") if part) or "x"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Writes a table; heads and cells are Markdown without line ends."""
    lines = [_row(heads), _row(["---"] * len(heads)), *(_row(row) for row in rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("\n", " ") or " " for cell in cells) + " |"


def listed(lines: Iterable[tuple[int, str]], *, numbered: bool) -> str:
    """Writes lines, each with its depth, as a nested list."""
    mark = "1. " if numbered else "- "
    return "\n".join(" " * (4 * depth) + mark + text for depth, text in lines)


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Joins parts as English does: `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def counted(number: int, one: str, several: str = "") -> str:
    """Writes a number with its noun."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def fenced(lines: Sequence[str], language: str) -> str:
    """Writes lines as they are, as code of a language."""
    fence = "```"
    while any(fence in line for line in lines):
        fence += "`"
    return "\n".join((f"{fence}{language}", *lines, fence))


def folded(summary: str, text: str) -> str:
    """Puts text behind a line that opens it; the line may hold code in backquotes."""
    parts = summary.split("`")
    told = "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
    return f'<details markdown="1">\n<summary>{told}</summary>\n\n{text}\n\n</details>'


def preformatted(lines: Sequence[str]) -> str:
    """Writes lines as they are."""
    fence = "```"
    while any(fence in line for line in lines):
        fence += "`"
    return "\n".join((f"{fence}text", *lines, fence))
