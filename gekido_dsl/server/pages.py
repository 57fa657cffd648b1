"""The pages that a server writes itself: the host's tables, the links of one, and where one sits down.

Invariants:
    Every text is escaped; no page has a script or a style of its own. What they look like is in `web/static/host.css`,
    and what one of them does by itself in `web/static/turn.js`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import urlencode

from gekido_dsl.languages import SHIPPED, authored, joined, now, plural, text
from gekido_dsl.server import qr
from gekido_dsl.server.clock import BOT, LEAVE, MATCH, MOVE
from gekido_dsl.server.series import GAMES, LOSER, ROTATE, TEAMS, Series

_FREEING: Final = text(
    "Show them the code of their seat again. Or free the seat: its old page and code open nothing then, and "
    "whoever opens the first link can sit down there."
)
CHANGED: Final = {
    ROTATE: text("All move on by one seat after each game."),
    LOSER: text("Whoever lost sits first in the next game."),
}
"""What is told of how people change seats between games."""
_DAY_S: Final = 86_400
_TURN_S: Final = 30
"""So often a page asks whose turn it is where it may have no scripts; `turn.js` asks as often."""
_SPANS_S: Final = (60, 120, 300, 600, 1_800, 3_600, _DAY_S, 3 * _DAY_S)
"""How long clocks may be set to."""
_LINKS: Final = text(
    "Who opens the first link, or points a camera at its code, sits down where they like. The link of a player "
    "is the key to that seat: give it to nobody else. The last three show what is open and give no seat."
)
_GUESTS: Final = text(
    "Who opens this link sees the tables that are shown to guests, sits down at free seats and looks on at others. "
    "It opens nothing else."
)
_BACK: Final = text(
    "If you sat here before, use the same browser as then: it remembers your seat. "
    "Otherwise the host has a code for each seat, and can free it."
)


def page(title: str, heading: str, body: str, *, narrow: bool = False, key: str = "", head: str = "") -> str:
    """Writes a whole page.

    Args:
        narrow: whether there is so little on it that it is a column.
        key: what opens it, so that it can be opened in another language.
        head: what stands in its head besides.
    """
    look = "host narrow-page" if narrow else "host"
    return (
        f'<!doctype html>\n<html lang="{now().code}" dir="{now().direction}"><head><meta charset="utf-8">'
        f"<title>{escaped(title)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">'
        '<link rel="stylesheet" href="/static/table.css"><link rel="stylesheet" href="/static/host.css">'
        f"{head}</head>\n"
        f'<body><header class="host-bar"><h1>{escaped(heading)}</h1>{_languages(key)}</header>'
        f'<main class="{look}">{body}</main>'
        "</body></html>\n"
    )


def _languages(key: str) -> str:
    """Offers the page in other languages."""
    if not key:
        return ""
    links = " ".join(
        f'<span lang="{one.code}" aria-current="true">{escape(one.name)}</span>'
        if one.code == now().code
        else f'<a href="?{escape(urlencode({"key": key, "language": one.code}))}" lang="{one.code}" '
        f'hreflang="{one.code}">{escape(one.name)}</a>'
        for one in SHIPPED
    )
    return f'<nav class="languages quiet" aria-label="{escaped(text("Language"))}">{links}</nav>'


def plain(title: str, said: str) -> str:
    """Writes a page that says one thing."""
    return page(title, title, f'<p class="intro">{escaped(said)}</p>', narrow=True)


def turn(title: str, told: str, moment: str, link: str) -> str:
    """Writes the page that says whose turn it is; its title says so as well.

    Args:
        link: leads to the table.
    """
    return page(
        f"{now().of(told)} · {title}",
        title,
        f'<div role="status"><p class="intro"><b>{escaped(told)}</b></p><p class="quiet">{escaped(moment)}</p></div>'
        f'<p><a class="primary" href="{escape(link, quote=True)}">{escaped(text("Go to the table"))}</a></p>',
        narrow=True,
        head='<script type="module" src="/static/turn.js"></script>'
        f'<noscript><meta http-equiv="refresh" content="{_TURN_S}"></noscript>',
    )


def escaped(said: str) -> str:
    """Writes a sentence in the language of the reader."""
    return escape(now().of(said))


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
    all_are_people: bool = True
    """Whether every seat may be a person's: people can change them between games."""


def lobby(rows: Iterable[Row], offer: Offer, key: str, most: int, guests: str) -> str:
    """Writes the page of whoever runs the server.

    Args:
        guests: leads to the page of tables that guests see.
    """
    k = escape(key, quote=True)
    lines = [_row(row, k) for row in rows]
    listed = f'<ul class="rows">{"".join(lines)}</ul>' if lines else paragraph(text("There is no table yet."))
    return page(
        offer.title,
        offer.title,
        f'<section class="card"><h2>{escaped(text("Tables"))}</h2>{listed}</section>'
        f'<section class="card"><h2>{escaped(text("New table"))}</h2>'
        f'<form method="post" action="/tables?key={k}">{_fields(offer)}'
        f'<button class="primary">{escaped(text("Make the table"))}</button></form>'
        + paragraph(
            plural("There may be {count} table at a time.", "There may be {count} tables at a time.", most),
            "quiet",
        )
        + "</section>"
        f'<section class="card"><h2>{escaped(text("For guests"))}</h2>{paragraph(_GUESTS)}'
        f'<p><a href="{escape(guests, quote=True)}">{escape(guests)}</a></p>'
        f'<p><a href="/players?key={k}">{escaped(text("Players and how they did"))}</a></p></section>',
        key=key,
    )


def paragraph(said: str, look: str = "") -> str:
    return f'<p class="{look}">{escaped(said)}</p>' if look else f"<p>{escaped(said)}</p>"


def _row(row: Row, key: str) -> str:
    table, name = escape(row.id), f"{escape(row.title)} {escape(row.id)}"
    opened = (
        f'<a class="name" href="/tables/{table}?key={key}">{name}</a>'
        if row.opens
        else f"<span>{name}</span>"
    )
    return (
        f'<li>{opened}<span>{escaped(row.stands)}</span><span class="who">{escaped(joined(", ", row.seats))}</span>'
        f'<form method="post" action="/tables/{table}/close?key={key}">'
        f'<button class="quiet-button" aria-label="{escaped(text("Close table {table}", table=row.id))}">'
        f"{escaped(text('Close'))}</button></form></li>"
    )


def _fields(offer: Offer) -> str:
    numbers = "".join(f"<option>{number}</option>" for number in offer.players)
    fields = [f'<label>{escaped(text("Players"))} <select name="players">{numbers}</select></label>']
    kinds = "".join(
        f'<option value="{escape(kind)}">{escaped(name)}</option>' for kind, name in offer.kinds.items()
    )
    for seat in range(1, max(offer.players, default=1) + 1):
        fields.append(
            f"<label>{escaped(text('Seat {number}', number=seat))} "
            f'<select name="seat{seat}">{kinds}</select></label>'
        )
    rulings = [
        f'<label>{escaped(authored(name, "option"))} <select name="option{number}">'
        f"{''.join(f'<option>{escape(answer)}</option>' for answer in answers)}</select></label>"
        for number, (name, answers) in enumerate(offer.options.items())
    ]
    folded = (
        f"<details><summary>{escaped(text('Options of the game'))}</summary>"
        f'<div class="fields">{"".join(rulings)}</div></details>'
        if rulings
        else ""
    )
    return f'<div class="fields">{"".join(fields)}</div>{_time()}{_games(offer)}{folded}'


def _choice(name: str, title: str, answers: Mapping[str, str]) -> str:
    listed = "".join(f'<option value="{value}">{escaped(said)}</option>' for value, said in answers.items())
    return f'<label>{escaped(title)} <select name="{name}">{listed}</select></label>'


def _games(offer: Offer) -> str:
    """Asks how many games are played, in which teams, and whether people change seats between them."""
    players = max(offer.players, default=1)
    games = {str(count): plural("{count} game", "{count} games", count) for count in GAMES}
    teams = {
        str(count): plural("{count} team", "{count} teams, whose seats take turns", count)
        if count
        else text("no teams")
        for count in TEAMS
        if not count or players >= 2 * count
    }
    return (
        f'<details><summary>{escaped(text("Several games, teams"))}</summary><div class="fields">'
        + _choice("games", text("Games of the match"), games)
        + (_choice("teams", text("Teams"), teams) if len(teams) > 1 else "")
        + (
            _choice(
                "changes",
                text("Seats between games"),
                {
                    "": text("everybody stays"),
                    ROTATE: text("all move on by one"),
                    LOSER: text("whoever lost sits first"),
                },
            )
            if offer.all_are_people and players > 1
            else ""
        )
        + "</div></details>"
    )


def _time() -> str:
    """Asks how long people may think, and how much later those see it who look on."""
    spans = {
        str(seconds): plural("{count} minute", "{count} minutes", seconds // 60)
        if seconds < _DAY_S
        else plural("{count} day", "{count} days", seconds // _DAY_S)
        for seconds in _SPANS_S
    }
    return (
        f'<details><summary>{escaped(text("Time"))}</summary><div class="fields">'
        + _choice(
            "per",
            text("Clocks"),
            {"": text("none"), MOVE: text("for each choice"), MATCH: text("for the whole match")},
        )
        + _choice("seconds", text("How long"), spans)
        + _choice(
            "zero",
            text("At zero"),
            {BOT: text("a bot takes the choice"), LEAVE: text("a bot takes the seat")},
        )
        + _choice(
            "delay",
            text("Those who look on see it"),
            {
                "0": text("at once"),
                "60": text("a minute later"),
                "300": text("five minutes later"),
            },
        )
        + _choice(
            "guests",
            text("Guests see the table"),
            {"yes": text("yes"), "no": text("no, only who has its link")},
        )
        + "</div></details>"
    )


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
        f'<button class="quiet-button" name="seat" value="{seat}">'
        f"{escaped(text('Free the seat of player {number}', number=seat + 1))}</button> "
        for seat in taken
    )
    freeing = (
        f'<form method="post" action="/tables/{escape(table)}/free?key={k}">'
        f"<h2>{escaped(text('Somebody lost their page?'))}</h2>"
        f"{paragraph(_FREEING)}<p>{free}</p></form>"
        if taken
        else ""
    )
    codes = "".join(
        f'<li class="card{"" if at else " everybody"}"><h2>{escaped(who)}</h2>{qr.svg(link)}'
        f'<a href="{escape(link, quote=True)}">{escape(link)}</a></li>'
        for at, (who, link) in enumerate(found)
    )
    return page(
        f"{title} {table}",
        text("{game}, table {table}", game=title, table=table),
        f'<p><a href="/?key={escape(key, quote=True)}">{escaped(text("All tables"))}</a></p>'
        f'<p><a class="primary" href="{escape(own, quote=True)}">{escaped(text("Go to the table"))}</a></p>'
        f'{paragraph(_LINKS)}<ul class="codes">{codes}</ul>{freeing}',
        key=key,
    )


def seats(
    title: str,
    table: str,
    found: Sequence[tuple[int, str, bool]],
    had: Sequence[int],
    key: str,
    series: Series,
) -> str:
    """Writes the page on which one sits down.

    Args:
        found: a seat, who is there, and whether it is free.
        had: seats at which this browser sat.
        series: the games of the match.
    """
    k = escape(key, quote=True)
    lines = [
        f'<li><button name="seat" value="back:{seat}">{_disc(seat)}'
        f"{escaped(text('Go back to your seat: player {number}', number=seat + 1))}</button></li>"
        for seat in had
    ]
    lines += [
        f'<li><button name="seat" value="{seat}">{_disc(seat)}'
        f"{escaped(text('Sit down as player {number}', number=seat + 1))}</button></li>"
        if free
        else f"<li><p>{_disc(seat)}{escaped(text('Player {number}: {who}', number=seat + 1, who=who))}</p></li>"
        for seat, who, free in found
        if seat not in had
    ]
    away = not had and any(not free and who == "away" for _, who, free in found)
    back = paragraph(_BACK)
    return page(
        title,
        title,
        f'<p class="intro">{escaped(text("Which seat is yours?"))}</p>{_told(series)}{back if away else ""}'
        f'<form method="post" action="/t/{escape(table)}/join?key={k}">'
        f'<p class="own-name"><label>{escaped(text("What the others call you"))} '
        f'<input type="text" name="name" maxlength="24" autocomplete="nickname"></label></p>'
        f'<ul class="sit">{"".join(lines)}'
        f'<li><button class="watch" name="seat" value="watch">{escaped(text("Watch"))}</button></li></ul></form>',
        narrow=True,
        key=key,
    )


def _told(series: Series) -> str:
    """Tells whoever comes in how many games are played, and who sits where in the next one."""
    if series.games == 1:
        return ""
    told = [plural("The match has {count} game.", "The match has {count} games.", series.games)]
    told += [CHANGED[series.changes]] if series.changes in CHANGED else []
    return "".join(paragraph(one) for one in told)


def _disc(seat: int) -> str:
    return f'<span class="disc-of seat{seat % 12 + 1}" aria-hidden="true">{seat + 1}</span>'
