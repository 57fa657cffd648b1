"""The player aid becomes plain text, for tables that can show no pages."""

from typing import Final

from gekido_dsl.printing import html
from gekido_dsl.printing.html import Element

_HEADS: Final = frozenset({"h1", "h2", "h3", "h4"})
_BLOCKS: Final = frozenset({"p", "li", "pre", "blockquote", "dt", "dd"})


def plain(markdown: str, *, marked: bool = False) -> str:
    """Gives a text of Markdown as lines, without pictures.

    Args:
        marked: whether headings are set in bold, as Tabletop Simulator writes it.
    """
    lines: list[str] = []
    _write(html.read(markdown), lines, marked)
    made: list[str] = []
    for line in lines:
        if line or (made and made[-1]):
            made.append(line)
    return "\n".join(made).strip()


def _write(one: Element, lines: list[str], marked: bool) -> None:
    for inner in one.inside:
        if isinstance(inner, str):
            continue
        if inner.tag in _HEADS:
            words = _line(inner)
            lines += ["", f"[b]{words}[/b]" if marked else words]
        elif inner.tag == "tr":
            cells = [_line(cell) for cell in inner.elements("td", "th")]
            lines.append(" | ".join(cells))
        elif inner.tag == "li":
            lines.append(f"- {_line(inner)}")
        elif inner.tag in _BLOCKS:
            lines += [_line(inner), ""]
        elif inner.tag != "svg":
            _write(inner, lines, marked)


def _line(one: Element) -> str:
    return " ".join(one.words().split())
