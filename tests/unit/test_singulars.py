"""What one of several is called, where a list of rows counts them."""

import pytest

from gekido_dsl.model.english import plural, singular


@pytest.mark.parametrize(
    "one",
    [
        "Engine",
        "Pocket Watch",
        "Brush",
        "Fox",
        "Brass",
        "House",
        "Prize",
        "Spy",
        "Tie",
        "Wolf",
        "Sheaf",
        "Die",
        "Market Hall",
        "Old Hero",
        "Werewolf",
        "Swordsman",
        "Talisman",
        "Human",
        "Person",
        "Piano",
        "Quiz",
        "Oasis",
    ],
)
def test_one_of_several(one: str) -> None:
    assert singular(plural(one)) == one


@pytest.mark.parametrize("name", ["Red", "Glass", "Bus", "Iris"])
def test_a_name_that_is_no_plural(name: str) -> None:
    assert singular(name) == name


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Hero", "Heroes"),
        ("Piano", "Pianos"),
        ("Werewolf", "Werewolves"),
        ("Horseman", "Horsemen"),
        ("Human", "Humans"),
        ("Talisman", "Talismans"),
        ("Person", "People"),
    ],
)
def test_several_of_one(one: str, many: str) -> None:
    assert plural(one) == many
