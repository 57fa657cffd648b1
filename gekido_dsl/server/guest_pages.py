"""The pages for guests of a server: the tables that are open to them, and how players did in matches that are over.

Invariants:
    Nothing of a match that goes on is told but who sits there and whether it is over.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from gekido_dsl.languages import text
from gekido_dsl.server.pages import escaped, page, paragraph
from gekido_dsl.server.results import Standing


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table as guests see it."""

    id: str
    seats: Sequence[tuple[str, bool]]
    """Who sits at each, and whether it is free."""
    stands: str
    """Whether it waits for players, goes on or is over."""
    sit: str
    """Leads to where one sits down; empty where no seat is free."""
    watch: str


def open_tables(title: str, tables: Iterable[OpenTable], key: str) -> str:
    """Writes the page of the tables that guests may come to."""
    rows = [_row(title, one) for one in tables]
    listed = f'<ul class="rows">{"".join(rows)}</ul>' if rows else paragraph(text("There is no table yet."))
    return page(
        title,
        title,
        f'<section class="card"><h2>{escaped(text("Tables"))}</h2>{listed}</section>'
        f'<p><a class="quiet-button" href="/lobby?key={escape(key, quote=True)}">{escaped(text("Look again"))}</a></p>'
        f'<p><a href="/players?key={escape(key, quote=True)}">{escaped(text("Players and how they did"))}</a></p>',
        key=key,
    )


def _row(title: str, table: OpenTable) -> str:
    seats = "".join(
        f'<span class="at-seat">{number + 1}: {escaped(text("free") if free else who)}</span>'
        for number, (who, free) in enumerate(table.seats)
    )
    name = f"{escape(title)} {escape(table.id)}"
    sit = (
        f'<a class="primary" href="{escape(table.sit, quote=True)}" '
        f'aria-label="{escaped(text("Sit down at table {table}", table=table.id))}">{escaped(text("Sit down"))}</a>'
        if table.sit
        else ""
    )
    return (
        f'<li><span class="name">{name}</span><span>{escaped(table.stands)}</span><span class="who">{seats}</span>'
        f'{sit}<a href="{escape(table.watch, quote=True)}" '
        f'aria-label="{escaped(text("Watch table {table}", table=table.id))}">{escaped(text("Watch"))}</a></li>'
    )


def players(title: str, standings: Sequence[Standing], key: str, *, host: bool) -> str:
    """Writes the page of how players did.

    Args:
        host: whether it is that of the host, who can forget players.
    """
    k = escape(key, quote=True)
    heads = [
        text("Player"),
        text("Matches"),
        text("Won"),
        text("Share won"),
        text("Average place"),
        text("Last played"),
    ]
    head = "".join(f'<th scope="col">{escaped(one)}</th>' for one in heads)
    forget = f'<th scope="col">{escaped(text("Forget"))}</th>' if host else ""
    rows = "".join(_player(one, k, host) for one in standings)
    table = (
        f'<div class="scrolled" tabindex="0" role="group" aria-label="{escaped(text("Players and how they did"))}">'
        f'<table class="standings"><thead><tr>{head}{forget}</tr></thead><tbody>{rows}</tbody></table></div>'
        if standings
        else paragraph(text("Nobody with a name has finished a match here yet."))
    )
    back = "/" if host else "/lobby"
    return page(
        title,
        title,
        f'<p><a href="{back}?key={k}">{escaped(text("All tables"))}</a></p>'
        f'<section class="card"><h2>{escaped(text("Players and how they did"))}</h2>{table}'
        + paragraph(
            text(
                "Players count by the names that they give at tables, bots by their level. Everything here is kept on "
                "the machine of the host alone."
            ),
            "quiet",
        )
        + "</section>",
        key=key,
    )


def _player(one: Standing, key: str, host: bool) -> str:
    cells = [
        str(one.matches),
        str(one.won),
        f"{100 * one.won / one.matches:.0f} %",
        f"{one.places / one.matches:.1f}",
        one.last,
    ]
    who = escaped(one.name) if one.is_person else f"{escaped(one.name)} <small>{escaped(text('bot'))}</small>"
    forget = (
        f'<td><form method="post" action="/players?key={key}"><button class="quiet-button" name="forget" '
        f'value="{escape(one.name, quote=True)}" aria-label="{escaped(text("Forget {player}", player=one.name))}">'
        f"{escaped(text('Forget'))}</button></form></td>"
        if host and one.is_person
        else "<td></td>"
        if host
        else ""
    )
    return f'<tr><th scope="row">{who}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}{forget}</tr>'
