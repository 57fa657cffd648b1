"""The pages that a server writes itself: the host's tables, the links of one, and where one sits down.

Invariants:
    Every text is escaped; no page has a script or a style of its own. What they look like is in `web/static/host.css`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from gekido_dsl.server import qr


def page(title: str, heading: str, body: str, *, narrow: bool = False) -> str:
    """Writes a whole page.

    Args:
        narrow: whether there is so little on it that it is a column.
    """
    look = "host narrow-page" if narrow else "host"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">'
        '<link rel="stylesheet" href="/static/table.css"><link rel="stylesheet" href="/static/host.css"></head>\n'
        f'<body><header class="host-bar"><h1>{escape(heading)}</h1></header><main class="{look}">{body}</main>'
        "</body></html>\n"
    )


def plain(title: str, text: str) -> str:
    """Writes a page that says one thing."""
    return page(title, title, f'<p class="intro">{escape(text)}</p>', narrow=True)


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the host's page lists it."""

    id: str
    title: str
    stands: str
    """How far the match is."""
    seats: Sequence[str]
    """Who sits there, in words."""
    opens: bool = True
    """Whether it can be read, and so opened."""


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
    lines = [_row(row, k) for row in rows]
    listed = f'<ul class="rows">{"".join(lines)}</ul>' if lines else "<p>There is no table yet.</p>"
    return page(
        offer.title,
        offer.title,
        f'<section class="card"><h2>Tables</h2>{listed}</section><section class="card"><h2>New table</h2>'
        f'<form method="post" action="/tables?key={k}">{_fields(offer)}'
        f'<button class="primary">Make the table</button></form>'
        f'<p class="quiet">There may be {most} tables at a time.</p></section>',
    )


def _row(row: Row, key: str) -> str:
    table, name = escape(row.id), f"{escape(row.title)} {escape(row.id)}"
    opened = (
        f'<a class="name" href="/tables/{table}?key={key}">{name}</a>'
        if row.opens
        else f"<span>{name}</span>"
    )
    return (
        f'<li>{opened}<span>{escape(row.stands)}</span><span class="who">{escape(", ".join(row.seats))}</span>'
        f'<form method="post" action="/tables/{table}/close?key={key}">'
        f'<button class="quiet-button" aria-label="Close table {table}">Close</button></form></li>'
    )


def _fields(offer: Offer) -> str:
    numbers = "".join(f"<option>{number}</option>" for number in offer.players)
    fields = [f'<label>Players <select name="players">{numbers}</select></label>']
    kinds = "".join(
        f'<option value="{escape(kind)}">{escape(name)}</option>' for kind, name in offer.kinds.items()
    )
    for seat in range(1, max(offer.players, default=1) + 1):
        fields.append(f'<label>Seat {seat} <select name="seat{seat}">{kinds}</select></label>')
    rulings = [
        f'<label>{escape(name)} <select name="option{number}">'
        f"{''.join(f'<option>{escape(answer)}</option>' for answer in answers)}</select></label>"
        for number, (name, answers) in enumerate(offer.options.items())
    ]
    folded = (
        f'<details><summary>Options of the game</summary><div class="fields">{"".join(rulings)}</div></details>'
        if rulings
        else ""
    )
    return f'<div class="fields">{"".join(fields)}</div>{folded}'


def links(
    title: str, table: str, found: Sequence[tuple[str, str]], key: str, own: str, taken: Sequence[int]
) -> str:
    """Writes the links of a table, each with its code.

    Args:
        found: who a link is for, and the link.
        own: leads to the table itself, for the host.
        taken: seats that somebody has, which can be freed.
    """
    k = escape(key, quote=True)
    free = "".join(
        f'<button class="quiet-button" name="seat" value="{seat}">Free the seat of player {seat + 1}</button> '
        for seat in taken
    )
    freeing = (
        f'<form method="post" action="/tables/{escape(table)}/free?key={k}"><h2>Somebody lost their page?</h2>'
        "<p>Show them the code of their seat again. Or free the seat: its old page and code open nothing then, and "
        f"whoever opens the first link can sit down there.</p><p>{free}</p></form>"
        if taken
        else ""
    )
    codes = "".join(
        f'<li class="card{"" if at else " everybody"}"><h2>{escape(who)}</h2>{qr.svg(link)}'
        f'<a href="{escape(link, quote=True)}">{escape(link)}</a></li>'
        for at, (who, link) in enumerate(found)
    )
    return page(
        f"{title} {table}",
        f"{title}, table {table}",
        f'<p><a href="/?key={escape(key, quote=True)}">All tables</a></p>'
        f'<p><a class="primary" href="{escape(own, quote=True)}">Go to the table</a></p>'
        "<p>Who opens the first link, or points a camera at its code, sits down where they like. Each of the others "
        f'is the key to one seat: give it to nobody else.</p><ul class="codes">{codes}</ul>{freeing}',
    )


def seats(
    title: str, table: str, found: Sequence[tuple[int, str, bool]], had: Sequence[int], key: str
) -> str:
    """Writes the page on which one sits down.

    Args:
        found: a seat, who is there, and whether it is free.
        had: seats at which this browser sat.
    """
    k = escape(key, quote=True)
    lines = [
        f'<li><button name="seat" value="back:{seat}">{_disc(seat)}'
        f"Go back to your seat: player {seat + 1}</button></li>"
        for seat in had
    ]
    lines += [
        f'<li><button name="seat" value="{seat}">{_disc(seat)}Sit down as player {seat + 1}</button></li>'
        if free
        else f"<li><p>{_disc(seat)}Player {seat + 1}: {escape(who)}</p></li>"
        for seat, who, free in found
        if seat not in had
    ]
    away = not had and any(not free and who == "away" for _, who, free in found)
    back = (
        "<p>If you sat here before, use the same browser as then: it remembers your seat. "
        "Otherwise the host has a code for each seat, and can free it.</p>"
    )
    return page(
        title,
        title,
        f'<p class="intro">Which seat is yours?</p>{back if away else ""}'
        f'<form method="post" action="/t/{escape(table)}/join?key={k}"><ul class="sit">{"".join(lines)}'
        f'<li><button class="watch" name="seat" value="watch">Watch</button></li></ul></form>',
        narrow=True,
    )


def _disc(seat: int) -> str:
    return f'<span class="disc-of seat{seat % 12 + 1}" aria-hidden="true">{seat + 1}</span>'
