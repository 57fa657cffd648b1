"""Of what a careful editor would mark after a change, nearly all is found, and little is marked without need."""

import pytest
from editor_marks import changes, measure

MARKS = changes()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            one,
            id=str(one["name"]).replace(" ", "-"),
            marks=pytest.mark.slow if one.get("apart") == "later" else (),
        )
        for one in MARKS
    ],
)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_what_is_stale_is_found(change: dict[str, object]) -> None:
    done = measure(change)
    assert not done.broken, "the change breaks the ruleset: choose another"
    known = set(change.get("missed", ()))  # type: ignore[call-overload]
    known_more = set(change.get("more", ()))  # type: ignore[call-overload]
    assert done.missed <= known, f"an editor would mark {sorted(done.missed - known)}"
    assert done.too_many <= known_more, f"no editor would mark {sorted(done.too_many - known_more)}"


def test_what_is_missed_and_what_is_too_much_is_little() -> None:
    """Of those that the program was made with: at least 95 of 100 are found, and at most 10 of 100 are too many."""
    known = changes(apart=False)
    wanted = sum(len(one["marks"]) for one in known)
    assert len(known) == 40
    assert sum(len(one.get("missed", ())) for one in known) <= 0.05 * wanted
    assert sum(len(one.get("more", ())) for one in known) <= 0.1 * wanted
