"""Of what a careful editor would mark after a change, nearly all is found, and little is marked without need."""

import pytest
from editor_marks import changes, measure

MARKS = changes()


@pytest.mark.parametrize("change", MARKS, ids=[str(one["name"]).replace(" ", "-") for one in MARKS])
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_what_is_stale_is_found(change: dict[str, object]) -> None:
    done = measure(change)
    assert not done.broken, "the change breaks the ruleset: choose another"
    known = set(change.get("missed", ()))  # type: ignore[call-overload]
    known_more = set(change.get("more", ()))  # type: ignore[call-overload]
    assert done.missed <= known, f"an editor would mark {sorted(done.missed - known)}"
    assert done.too_many <= known_more, f"no editor would mark {sorted(done.too_many - known_more)}"
