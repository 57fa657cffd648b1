"""Orders by several numbers, ranks, ends of `gains` and `loses`, loops that are left, a thing for each combination."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.engine import Setting
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Ranks"
  players 4
  limit 9 turns

values Suit: Clubs, Hearts
kind Seat, 1 for each player
  Score: 0 or more, starts 0
  Coins: 0 to 20, starts 3
kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: 2 to 4
die Number Die of 1 to 6, 3 of them
box Tray: all Number Dice
deck Pack: all Cards
hand Hand of each player, of Cards
pile Heap of Cards

turn of each player
  Play

phase Play
  choose one
    "Go on"
      do Go
    "Draw"
      draw 1 Card
    "Roll"
      roll all Number Dice
      discard a Card of my Hand
        otherwise stop

rule Go
  BODY

the game ends when Pack is empty
  all players rank by my Seat's Score, highest first, then by my Seat's Coins, lowest first

amount Purse of a Seat
  starts at its Coins
  add 20

the Worth of a Card is its Rank
exception to Worth when its Suit is Hearts
  the Worth of a Card is its Rank plus 10
"""


def compiled(body: str, more: str = "") -> Compilation:
    text = GAME.replace("BODY", body.replace("\n", "\n  ")) + more
    return load("ranks.gdl", MemoryProvider({"ranks.gdl": text}))


def passes(body: str, *lines: str, given: tuple[str, ...] = ()) -> None:
    """Plays the first turn, and asks what holds then."""
    start = (*given, "given the turn of the first player", 'when the first player chooses "Go on"')
    steps = "".join(f"  {line}\n" for line in (*start, *lines))
    made = compiled(body, f'\nscenario "it"\n{steps}')
    assert made.game is not None, [one.message for one in made.diagnostics]
    (result,) = run(made)
    assert result.passed, result


SCORES = tuple(
    f"given (the {player} player)'s Seat's {fact} is {number}"
    for player, score, coins in (("first", 3, 1), ("second", 5, 2), ("third", 5, 1), ("fourth", 5, 1))
    for fact, number in (("Score", score), ("Coins", coins))
)


@pytest.mark.parametrize(
    ("phrase", "held"),
    [
        ("the highest player by my Seat's Score", "second third fourth"),
        ("the highest player by my Seat's Score, then by my Seat's Coins", "second"),
        ("the highest player by my Seat's Score, then the lowest by my Seat's Coins", "third fourth"),
        ("the lowest player by my Seat's Coins, then the highest by my Seat's Score", "third fourth"),
        ("the lowest player by my Seat's Score, then by my Seat's Coins", "first"),
        ("the lowest player by its Seat's Coins, then by its Seat's Score", "first"),
    ],
)
def test_players_are_compared_by_one_number_after_the_other(phrase: str, held: str) -> None:
    lines = [
        f"then (the {player} player)'s Seat's Coins is {20 if player in held else coins}"
        for player, coins in (("first", 1), ("second", 2), ("third", 1), ("fourth", 1))
    ]
    body = f"each other player\n  stop if my Seat's Coins is 19\neach ({phrase})\n  set my Seat's Coins to 20"
    passes(body, *lines, given=SCORES)


def test_things_are_compared_by_one_number_after_the_other() -> None:
    passes(
        "each Seat by its Score, highest first, then by its Coins, lowest first\n"
        "  its Coins gains my Seat's Coins\n"
        "  set (the first player)'s Seat's Coins to its Coins",
        # third: 1 + 1, fourth: 1 + 2, second: 2 + 3, first: 5 + 5
        "then (the first player)'s Seat's Coins is 10",
        "then (the third player)'s Seat's Coins is 2",
        "then (the fourth player)'s Seat's Coins is 3",
        "then (the second player)'s Seat's Coins is 5",
        given=SCORES,
    )


@pytest.mark.parametrize(
    ("phrase", "ranks"),
    [
        ("the rank of it by my Seat's Score", (4, 1, 1, 1)),
        ("the rank of it by my Seat's Score, lowest first", (1, 2, 2, 2)),
        ("the rank of it by my Seat's Score, then by my Seat's Coins", (4, 1, 2, 2)),
        (
            "the rank of it by my Seat's Score, highest first, then by my Seat's Coins, lowest first",
            (4, 3, 1, 1),
        ),
    ],
)
def test_a_rank_counts_who_has_more(phrase: str, ranks: tuple[int, ...]) -> None:
    body = f"each player as the one\n  set my Seat's Coins to ({phrase.replace('it', 'the one')}) plus 10"
    given = tuple(line for line in SCORES if "then by" in phrase or "Coins" not in line)
    body = "\n".join(
        f"choose a number from ({phrase.replace('it', f'the {player} player')}) to "
        f"({phrase.replace('it', f'the {player} player')}) as the {player[:2]}"
        for player in ("first", "second", "third", "fourth")
    ) + "".join(
        f"\nset (the {player} player)'s Seat's Coins to the {player[:2]}"
        for player in ("first", "second", "third", "fourth")
    )
    lines = [f"when the first player chooses {rank}" for rank in ranks]
    names = ("first", "second", "third", "fourth")
    lines += [
        f"then (the {player} player)'s Seat's Coins is {rank}"
        for player, rank in zip(names, ranks, strict=True)
    ]
    passes(body, *lines, given=given)


def test_the_end_ranks_all() -> None:
    made = compiled("each player\n  stop if my Seat's Coins is 19\nmove all Cards of Pack to Heap")
    text = "".join(f"  {line}\n" for line in SCORES)
    made = compiled(
        "move all Cards of Pack to Heap",
        f'\nscenario "it"\n{text}  given the turn of the first player\n'
        '  when the first player chooses "Go on"\n  then the third player wins\n  then the fourth player wins\n',
    )
    assert made.game is not None, [one.message for one in made.diagnostics]
    (result,) = run(made)
    assert result.passed, result
    body = "\n".join(
        f"set (the {player} player)'s Seat's Score to {score}\nset (the {player} player)'s Seat's Coins to {coins}"
        for player, score, coins in (("first", 3, 1), ("second", 5, 2), ("third", 5, 1), ("fourth", 5, 1))
    )
    x = compiled(body + "\nmove all Cards of Pack to Heap").executor()
    state, _ = x.initial(Setting(4, 1))
    events = x.apply(state, 0)
    outcome = x.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (4, 3, 1, 1)
    assert outcome.finished
    assert x.outcome(x.restore(x.snapshot(state))) == outcome
    assert [one.text for one in events if "number" in one.text or "wins" in one.text] != []


@pytest.mark.parametrize(
    ("sentence", "coins"),
    [
        ("my Seat's Coins gains 9, up to 10", 10),
        ("my Seat's Coins gains 2, up to 10", 5),
        ("my Seat's Coins gains 9, up to 2", 3),
        ("my Seat's Coins loses 9, down to 1", 1),
        ("my Seat's Coins loses 1, down to 0", 2),
        ("my Seat's Coins loses 9, down to 8", 3),
        ("my Seat's Coins gains 9, up to my Seat's Coins plus 1 if my Seat's Coins is 3", 4),
    ],
)
def test_a_number_goes_as_far_as_its_end(sentence: str, coins: int) -> None:
    made = compiled(sentence)
    assert codes.RANGE_MAY_BE_LEFT not in [one.code for one in made.diagnostics]
    passes(sentence, f"then (the first player)'s Seat's Coins is {coins}")


@pytest.mark.parametrize(
    ("body", "score"),
    [
        ("each 1 to 4 as the row\n  skip if the row is 2\n  my Seat's Score gains the row", 8),
        ("each 1 to 4 as the row\n  stop if the row is 3\n  my Seat's Score gains the row", 3),
        ("each number from my Seat's Coins to 5 as the row\n  my Seat's Score gains the row", 12),
        ("each number from 3 to my Seat's Coins minus 1 as the row\n  my Seat's Score gains the row", 0),
        (
            "each 1 to 2 as the row\n  each 1 to 3 as the column\n    skip if the column is 2\n"
            "    my Seat's Score gains 1",
            4,
        ),
        (
            "each 1 to 2 as the row\n  each 1 to 3 as the column\n    skip each row if the column is 2\n"
            "    my Seat's Score gains 1",
            2,
        ),
        (
            "each 1 to 2 as the row\n  each 1 to 3 as the column\n    stop each row if the column is 2\n"
            "    my Seat's Score gains 1",
            1,
        ),
        (
            "repeat up to 3 times\n  each Number Die\n    skip repeat if my Seat's Score is 2\n"
            "    my Seat's Score gains 1",
            2,
        ),
        (
            "repeat up to 3 times\n  each Number Die\n    stop each Number Die if it is it\n"
            "  my Seat's Score gains 1",
            3,
        ),
        ("repeat up to 3 times\n  skip if my Seat's Score is 1\n  my Seat's Score gains 1", 1),
    ],
)
def test_rounds_are_left_and_loops_are_left(body: str, score: int) -> None:
    passes(body, f"then (the first player)'s Seat's Score is {score}")


@pytest.mark.parametrize("verb", ["stop", "skip", "stop repeat", "skip repeat"])
def test_who_acted_before_acts_again_when_a_block_is_left(verb: str) -> None:
    passes(
        f'repeat up to 1 times\n  the second player may "Leave"\n    {verb}\nmy Seat\'s Score gains 1',
        'when the second player chooses "Leave"',
        "then (the first player)'s Seat's Score is 1",
        "then (the second player)'s Seat's Score is 0",
    )


def test_a_player_who_acts_in_a_loop_that_is_left_acts_no_more() -> None:
    passes(
        "each 1 to 2 as the row\n  each player\n    skip each row if my Seat's Coins is 9\n"
        "    set my Seat's Coins to 9\n"
        "my Seat's Score gains 1",
        "then (the first player)'s Seat's Score is 1",
        "then (the first player)'s Seat's Coins is 9",
        "then (the second player)'s Seat's Coins is 9",
    )


@pytest.mark.parametrize("body", ["skip", "stop repeat", "stop each Card", "stop each row", "skip Pack"])
def test_a_loop_that_is_not_there_cannot_be_left(body: str) -> None:
    made = compiled(f"each Number Die\n  set it to 1\n{body}".replace("set it to 1", "turn it to 1"))
    assert [one.code for one in made.diagnostics if one.code.severity.value == "error"] == [
        codes.WRONG_SENTENCE
    ]


def test_there_is_a_thing_for_each_combination() -> None:
    made = compiled("draw 1 Card")
    assert made.game is not None
    rows = made.game.kinds["Card"].rows
    assert [row.name for row in rows] == [
        f"{suit} {rank}" for suit in ("Clubs", "Hearts") for rank in (2, 3, 4)
    ]
    assert [(row.values["Suit"], row.values["Rank"], row.copies) for row in rows][3] == (1, 2, 1)
    passes(
        "choose a number from 1 to 2 as the count\ndiscard the count Cards of my Hand\n  otherwise stop\n"
        "my Seat's Score gains the sum of Cards of Heap by Worth",
        'when the first player chooses 2, "Hearts 3", Clubs 2',
        "then (the first player)'s Seat's Score is 15",
        "then Heap is Clubs 2, Hearts 3",
        "then the first player's Hand is Hearts 4",
        given=("given the first player's Hand is Hearts 3, Clubs 2, Hearts 4",),
    )


def test_chance_picks_one_of_the_equals_alone() -> None:
    made = compiled(
        "choose the highest player by my Seat's Coins, then at random as the lucky\n"
        "set the lucky's Seat's Coins to 9"
    )
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    chosen = set()
    for seed in range(40):
        state, _ = x.initial(Setting(4, seed))
        x.apply(state, 0)
        first = state.program.layout.field_cell[id(made.game.kinds["Seat"]), "Coins"]
        coins = state.cells[first : first + 4]
        assert sorted(coins) == [3, 3, 3, 9]
        chosen.add(coins.index(9))
    assert chosen == {0, 1, 2, 3}


def test_chance_puts_equals_in_order() -> None:
    body = (
        "each Seat by its Coins, lowest first, then at random\n"
        "  its Coins gains 1 if my Seat's Coins is less than 9\n  set my Seat's Score to its Coins\n"
        'each player by my Seat\'s Coins, highest first, then at random\n  may "Take"\n    stop'
    )
    made = compiled(body)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    asked = set()
    for seed in range(40):
        state, _ = x.initial(Setting(4, seed))
        x.apply(state, 0)
        decision = x.decision(state)
        assert decision is not None
        asked.add(decision.seat)
    assert asked == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "body",
    [
        "my Seat's Score gains 1 if (the highest player by my Seat's Coins, then at random)'s Seat's Coins is 1",
        "(the highest player by my Seat's Coins, then at random) draws 1 Card",
        "each (the highest Seat by its Coins, then at random)\n  its Coins gains 1, up to 9",
        "my Seat's Coins gains 1, down to 0",
        "my Seat's Coins loses 1, up to 0",
        "draw 1 Card, up to 3",
    ],
)
def test_what_cannot_be_said_so_is_found(body: str) -> None:
    assert [one.code.slug for one in compiled(body).diagnostics if one.code.severity.value == "error"]


def test_the_highest_at_random_may_win() -> None:
    x = compiled("the highest player by my Seat's Coins, then at random wins").executor()
    winners = set()
    for seed in range(40):
        state, _ = x.initial(Setting(4, seed))
        x.apply(state, 0)
        outcome = x.outcome(state)
        assert outcome is not None
        assert len(outcome.winners) == 1
        winners |= set(outcome.winners)
    assert winners == {0, 1, 2, 3}


def test_a_property_is_asked_with_several() -> None:
    more = (
        "\nvalues Way: North, East, South, West, clockwise\n"
        "the Far of a Seat for a Card for 1 to 9 as the side towards a Way is the side\n"
        "amount Cost of a Seat for a Card for 1 to 9 as the side towards a Way\n"
        "  starts at its Far for the Card for the side towards the Way\n"
        "  add the Card's Rank if the Way is East\n"
    )
    body = (
        "choose a Card of my Hand\n  otherwise stop\n"
        "my Seat's Score gains my Seat's Cost for the Card for 5 towards East\n"
        "my Seat's Score gains my Seat's Cost for the Card for 2 towards North"
    )
    steps = (
        "  given the first player's Hand is Hearts 4\n  given the turn of the first player\n"
        "  when the first player chooses \"Go on\", Hearts 4\n  then (the first player)'s Seat's Score is 11\n"
    )
    made = compiled(body, f'{more}\nscenario "it"\n{steps}')
    assert made.game is not None, [one.message for one in made.diagnostics]
    (result,) = run(made)
    assert result.passed, result


def test_a_combination_of_one_field_is_called_by_its_kind() -> None:
    text = GAME.replace("BODY", "draw 1 Card").replace(
        "kind Card, 1 for each Suit and Rank", "kind Card, 2 for each Rank"
    )
    text = text.replace("  Suit: a Suit\n", "").replace("when its Suit is Hearts", "when its Rank is 3")
    text = text.replace("values Suit: Clubs, Hearts\n", "")
    made = load("ranks.gdl", MemoryProvider({"ranks.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    rows = made.game.kinds["Card"].rows
    assert [(row.name, row.copies) for row in rows] == [("Card 2", 2), ("Card 3", 2), ("Card 4", 2)]


@pytest.mark.parametrize(("drawn", "sign"), [('\n  drawn as "♣♥"', "♥"), ("", None)])
def test_a_combination_shows_the_signs_of_its_values(drawn: str, sign: str | None) -> None:
    text = GAME.replace("BODY", "draw 1 Card").replace("Clubs, Hearts\n", f"Clubs, Hearts{drawn}\n")
    made = load(
        "ranks.gdl",
        MemoryProvider({"ranks.gdl": text.replace("turn of", "setup\n  draw 1 Card into Heap\n\nturn of")}),
    )
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(4, 3))
    (heap,) = [one for one in x.observe(state, None).places if one.name == "Heap"]
    assert heap.things is not None
    (card,) = heap.things
    assert card.glyph == (sign if card.name.startswith("Hearts") else sign and "♣")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("some Card's Worth is at least 14", True),
        ("some Card's Worth is at least 15", False),
        ("every Card's Worth is at least 2", True),
        ("every Card's Worth is at least 3", False),
        ("no Card's Worth is 5", True),
        ("no Card's Worth is 13", False),
        ("every player's Seat's Coins is at least 3", True),
        ("some player's Seat's Coins is more than 3", True),
        ("every player's Seat's Coins is 3", False),
        ("no player's Seat's Purse is 23", False),
        ("some player's Seat's Purse is 24", True),
        ("some player's Seat's Purse is its Seat's Purse", True),
        ("every other player's Seat's Coins is 3", True),
    ],
)
def test_what_is_asked_of_some_or_of_every_one(condition: str, holds: bool) -> None:
    passes(
        f"if {condition}\n  my Seat's Score gains 1",
        f"then (the first player)'s Seat's Score is {int(holds)}",
        given=("given the first player's Seat's Coins is 4",),
    )


@pytest.mark.parametrize(
    ("condition", "help"),
    [
        ("any Card's Rank is 3", "write `some`"),
        ("all Cards' Rank is 3", "write `every`"),
        ("each Card's Rank is 3", "write `every`"),
        ("the Rank of some Card is 3", "put the owner first"),
        ("the Rank of every Card is 3", "put the owner first"),
        ("my Cards' Rank is at least 3", "`some Card's Value is ...`"),
    ],
)
def test_words_for_some_and_every_one_are_told(condition: str, help: str) -> None:
    made = compiled(f"if {condition}\n  my Seat's Score gains 1")
    assert [one for one in made.diagnostics if help in (one.help or "")], made.diagnostics
