"""Parts become one page in HTML that stands alone: light and dark, on a telephone and on paper."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from gekido_dsl.drawing.svg import Picture, document
from gekido_dsl.drawing.theme import SCREEN

_STYLE: Final = """\
:root{--paper:#fff;--ink:#1f2430;--quiet:#5d6675;--rule:#d9dfe9;--tint:#eef1f6;--accent:#b3401f;--good:#2f6b3c;
--bad:#9c2b18;--missed:#fbe3dc;--part:#fdf3d2}
@media (prefers-color-scheme:dark){:root{--paper:#14161b;--ink:#e9ecf2;--quiet:#a9b2c3;--rule:#353e50;--tint:#1d222d;
--accent:#ff9a76;--good:#8fd19e;--bad:#ff9a8a;--missed:#47231c;--part:#453a16}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:68rem;margin:0 auto;padding:1rem clamp(.9rem,3vw,2rem) 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:.6rem 0 .2rem}h2{font-size:1.2rem;line-height:1.25;margin:2.2rem 0 .6rem;
padding-top:.7rem;border-top:1px solid var(--rule)}h3{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.5rem 0;max-width:46rem}p.quiet,figcaption,caption{color:var(--quiet);font-size:.9rem}
.warning{padding:.6rem .9rem;background:var(--tint);border-left:4px solid var(--accent)}
dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:1rem 0}
dl.facts div{background:var(--tint);padding:.6rem .8rem;border-radius:.3rem}
dl.facts dt{color:var(--quiet);font-size:.85rem}
dl.facts dd{margin:0;font-size:1.35rem;line-height:1.3;font-variant-numeric:tabular-nums}
dl.facts dd small{display:block;font-size:.8rem;color:var(--quiet)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.4rem 2rem;
align-items:start}
figure{margin:0}figure h3{margin:.2rem 0 .4rem}figure svg{display:block;width:100%;height:auto;max-width:34rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums;margin:.4rem 0}
th,td{padding:.22rem .6rem;border-bottom:1px solid var(--rule);text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left;padding-left:0}thead th{color:var(--quiet);font-weight:600}
caption{text-align:left;padding-bottom:.3rem}details{margin:.6rem 0}summary{cursor:pointer}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.85rem}
pre{background:var(--tint);padding:.6rem .8rem;overflow-x:auto;border-radius:.3rem}code{overflow-wrap:anywhere}
@media print{:root{--paper:#fff;--ink:#000;--quiet:#444;--rule:#bbb;--tint:#f3f3f3}
figure,dl.facts div{break-inside:avoid}}
"""


def page(title: str, parts: Iterable[str], *, style: str = "") -> str:
    """Makes a page of its parts.

    Args:
        style: more rules for how it looks.
    """
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}{SCREEN.sheet}\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def heading(level: int, text: str) -> str:
    """Writes a heading."""
    return f"<h{level}>{escape(text)}</h{level}>"


def paragraph(text: str, look: str = "") -> str:
    """Writes a paragraph of plain text."""
    return f"<p{_class(look)}>{escape(text)}</p>"


def warning(text: str) -> list[str]:
    """Gives a paragraph that warns, as a sentence; nothing without a text."""
    return [paragraph(f"{text[0].upper()}{text[1:]}.", "warning")] if text else []


def command(text: str) -> str:
    """Writes a command as it is typed."""
    return f"<pre><code>{escape(text)}</code></pre>"


def facts(rows: Iterable[tuple[str, str, str]]) -> str:
    """Writes single numbers side by side: what it is, the number, and a note."""
    made = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}{_small(note)}</dd></div>"
        for name, value, note in rows
    )
    return f'<dl class="facts">{made}</dl>'


def charts(pictures: Iterable[Picture]) -> str:
    """Puts charts side by side, each with its title."""
    made = "".join(
        f"<figure><h3>{escape(one.title)}</h3>{document(one, alone=False)}</figure>" for one in pictures
    )
    return f'<div class="charts">{made}</div>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """Writes a table of plain texts; its first column names what the others tell of."""
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table>{told}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def folded(summary: str, parts: Iterable[str]) -> str:
    """Hides parts until somebody asks for them."""
    return f"<details><summary>{escape(summary)}</summary>{''.join(parts)}</details>"


def _class(look: str) -> str:
    return f' class="{look}"' if look else ""


def _small(note: str) -> str:
    return f"<small>{escape(note)}</small>" if note else ""
