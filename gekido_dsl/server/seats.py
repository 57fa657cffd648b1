"""A browser remembers the seats that it has had, so that whoever lost their page comes back to where they sat.

Invariants:
    A cookie holds keys of seats of one table, is sent to that table's addresses alone, and no script can read it.
    A seat that was freed has another key, so what was remembered of it opens nothing.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gekido_dsl.server.guard import same_key
from gekido_dsl.server.tables import Entry

_COOKIE: Final = "gdl-seats"
_BETWEEN: Final = "."
_MOST: Final = 12
_DAYS: Final = 60


def remembered(request: Request, entry: Entry) -> list[int]:
    """Lists the seats of a table that this browser has had and nobody has freed since."""
    keys = request.cookies.get(_COOKIE, "").split(_BETWEEN)[:_MOST]
    known = entry.keys.get("seats", ())
    return [seat for seat, key in enumerate(known) if any(same_key(key, one) for one in keys)]


def remember(request: Request, answer: Response, entry: Entry, seat: int) -> None:
    """Has the browser remember a seat."""
    seats = [seat, *(one for one in remembered(request, entry) if one != seat)][:_MOST]
    answer.set_cookie(
        _COOKIE, _BETWEEN.join(entry.keys["seats"][one] for one in seats),
        max_age=_DAYS * 86_400, path=f"/t/{entry.id}/", secure=request.state.secure, httponly=True, samesite="lax",
    )  # fmt: skip
