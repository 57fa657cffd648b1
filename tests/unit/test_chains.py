"""Steps that follow one another are told as one."""

from gekido_dsl.play.chains import chained, ways_joined


def test_steps_of_one_value_are_one_step() -> None:
    assert list(chained(["HP: 10 → 9", "HP: 9 → 8", "HP: 5 → 4", "Stock: 4 → 3"])) == [
        "HP: 10 → 9 → 8",
        "HP: 5 → 4",
        "Stock: 4 → 3",
    ]


def test_steps_of_one_way_are_one_way() -> None:
    told = [
        "moves to r1c2",
        "moves to r1c3",
        "pushed at 670",
        "moves to r1c4",
        "goes to Deck",
        "moves to r1c5",
    ]
    assert list(ways_joined(told)) == [
        "moves to r1c2, r1c3",
        "pushed at 670",
        "moves to r1c4",
        "goes to Deck",
        "moves to r1c5",
    ]


def test_a_step_that_says_where_it_begins_goes_on_from_there() -> None:
    told = ["moves from r1c1 to r1c2", "moves from r1c2 to r1c3", "moves from r5c5 to r1c4", "moves to r1c5"]
    assert list(ways_joined(told)) == [
        "moves from r1c1 to r1c2, r1c3",
        "moves from r5c5 to r1c4",
        "moves to r1c5",
    ]
