"""The pages that a server writes itself: the host's tables, the links of one, and where one sits down.

Invariants:
    Every text is escaped; no page has a script or a style of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from gekido_dsl.server import qr

CSS: Final = """\
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; }
a { color: LinkText; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid GrayText; vertical-align: top; }
form { margin: 0; } td form { display: inline; } summary { padding: .6rem 0; cursor: pointer; }
label { display: block; margin: .6rem 0; }
select, input, button { font: inherit; padding: .45rem .7rem; min-height: 2.75rem; }
button { cursor: pointer; }
ul.codes { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; padding: 0; }
ul.codes li { max-width: 16rem; border: 1px solid GrayText; border-radius: .5rem; padding: .8rem; }
ul.codes svg { width: 100%; height: auto; }
code { overflow-wrap: anywhere; }
.quiet { opacity: .8; }
ul.seats { list-style: none; padding: 0; } ul.seats li { margin: .5rem 0; }
ul.seats button { width: 100%; text-align: left; }
"""


def page(title: str, body: str) -> str:
    """Writes a whole page."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/host.css"></head>\n<body><main>{body}</main></body></html>\n'
    )


def plain(title: str, text: str) -> str:
    """Writes a page that says one thing."""
    return page(title, f"<h1>{escape(title)}</h1><p>{escape(text)}</p>")


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the host's page lists it."""

    id: str
    title: str
    stands: str
    """How far the match is."""
    seats: Sequence[str]
    """Who sits there, in words."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a new table may be."""

    title: str
    players: Sequence[int]
    kinds: Mapping[str, str]
    """Who may play a seat, and what they are called."""
    options: Mapping[str, Sequence[str]]


def lobby(rows: Iterable[Row], offer: Offer, key: str, most: int) -> str:
    """Writes the page of whoever runs the server."""
    k = escape(key, quote=True)
    lines = [
        f'<tr><td><a href="/tables/{escape(row.id)}?key={k}">{escape(row.title)} {escape(row.id)}</a></td>'
        f"<td>{escape(row.stands)}</td><td>{escape(', '.join(row.seats))}</td>"
        f'<td><form method="post" action="/tables/{escape(row.id)}/close?key={k}">'
        f'<button aria-label="Close table {escape(row.id)}">Close</button></form></td></tr>'
        for row in rows
    ]
    listed = (
        "<table><thead><tr><th>Table</th><th>Match</th><th>Seats</th><th></th></tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>"
        if lines
        else "<p>There is no table yet.</p>"
    )
    return page(
        offer.title,
        f"<h1>Tables of {escape(offer.title)}</h1>{listed}<h2>New table</h2>"
        f'<form method="post" action="/tables?key={k}">{_fields(offer)}'
        f'<button>Make the table</button></form><p class="quiet">There may be {most} tables at a time.</p>',
    )


def _fields(offer: Offer) -> str:
    numbers = "".join(f"<option>{number}</option>" for number in offer.players)
    fields = [f'<label>Players <select name="players">{numbers}</select></label>']
    kinds = "".join(
        f'<option value="{escape(kind)}">{escape(name)}</option>' for kind, name in offer.kinds.items()
    )
    for seat in range(1, max(offer.players, default=1) + 1):
        fields.append(f'<label>Seat {seat} <select name="seat{seat}">{kinds}</select></label>')
    if offer.options:
        fields.append("<details><summary>Options</summary>")
    for number, (name, answers) in enumerate(offer.options.items()):
        known = "".join(f"<option>{escape(answer)}</option>" for answer in answers)
        fields.append(f'<label>{escape(name)} <select name="option{number}">{known}</select></label>')
    if offer.options:
        fields.append("</details>")
    return "".join(fields)


def links(title: str, table: str, found: Sequence[tuple[str, str]], key: str, own: str) -> str:
    """Writes the links of a table, each with its code.

    Args:
        found: who a link is for, and the link.
        own: leads to the table itself, for the host.
    """
    codes = "".join(
        f"<li><strong>{escape(who)}</strong>{qr.svg(link)}<br>"
        f'<a href="{escape(link, quote=True)}"><code>{escape(link)}</code></a></li>'
        for who, link in found
    )
    return page(
        f"{title} {table}",
        f'<p><a href="/?key={escape(key, quote=True)}">All tables</a></p>'
        f"<h1>{escape(title)}, table {escape(table)}</h1>"
        f'<p><a href="{escape(own, quote=True)}">Go to the table</a></p>'
        "<p>Who opens the first link, or points a camera at its code, sits down where they like. Each of the others "
        f'is the key to one seat: give it to nobody else.</p><ul class="codes">{codes}</ul>',
    )


def seats(title: str, table: str, found: Sequence[tuple[int, str, bool]], key: str) -> str:
    """Writes the page on which one sits down.

    Args:
        found: a seat, who is there, and whether it is free.
    """
    k = escape(key, quote=True)
    lines = [
        f'<li><button name="seat" value="{seat}">Sit down as player {seat + 1}</button></li>'
        if free
        else f"<li>Player {seat + 1}: {escape(who)}</li>"
        for seat, who, free in found
    ]
    away = any(not free and who == "away" for _, who, free in found)
    back = (
        "<p>If you sat here before, open the same page as then: it is in the history of your browser. "
        "The host has a code for each seat, too.</p>"
    )
    return page(
        title,
        f'<h1>{escape(title)}</h1>{back if away else ""}<form method="post" action="/t/{escape(table)}/join?key={k}">'
        f'<ul class="seats">{"".join(lines)}<li><button name="seat" value="watch">Watch</button></li></ul></form>',
    )
