"""Who sits next to whom, and what is passed on at once."""

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

PASS = """edition 1

game "Pass"
  players 4, partners opposite

kind Card from "cards.yaml", 8 of them
  Rank: 1 to 8
deck Pack: all Cards
hand Hand of each player, of Cards
hand Passing of each player, of Cards

setup
  deal 2 Cards to all players into Hands

turn of each player
  Pass

phase Pass
  choose one
    "Pass"
      each player
        move 1 Card of my Hand to my Passing
          otherwise stop
      together move each Card that is in a Passing to its owner's left neighbour's Hand
    "Leave"
      eliminate me
    "Say"
      announce "left" for my left neighbour
      announce "right" for my partner's right neighbour
      announce "next" for the next player
      announce "previous" for the previous player
    "Next"
      the next player leads
    "Previous"
      the previous player leads
    "Partner"
      my partner leads

the game ends when the number of remaining players is 1
  all remaining players win
"""
CARDS = "".join(f"- {{Name: C{number}, Rank: {number}, Copies: 1}}\n" for number in range(1, 9))


def play(*choices: str) -> tuple[Interpreter, State, list[str]]:
    """Plays choices by their labels, the first one where a card is asked for, and gives what was announced and led."""
    made = load("pass.gdl", MemoryProvider({"pass.gdl": PASS, "cards.yaml": CARDS}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(4, 1))
    told = []
    for wanted in choices:
        decision = x.decision(state)
        assert decision is not None
        events = x.apply(state, [choice.label for choice in decision.choices].index(wanted))
        while (decision := x.decision(state)) is not None and decision.choices[0].label.startswith("C"):
            events += x.apply(state, 0)
        told += [event.text for event in events if event.kind in ("announce", "turn")]
    return x, state, told


def hands(state: State) -> list[list[str]]:
    """Gives the names of the cards in each hand."""
    layout = state.program.layout
    return [
        [layout.name_of(card) for card in state.contents[layout.place_of["Hand", player]]]
        for player in range(4)
    ]


def test_cards_are_passed_to_the_left_at_once() -> None:
    _, state, _ = play()
    before = hands(state)
    _, state, _ = play("Pass")
    after = hands(state)
    for player in range(4):
        kept, came = before[player][1:], before[player - 1][:1]
        assert after[player] == kept + came
    owners = state.program.layout.owner_cell
    for player in range(4):
        place = state.program.layout.place_of["Hand", player]
        assert all(state.cells[owners + card] == player for card in state.contents[place])


def test_neighbours_are_those_who_remain() -> None:
    _, _, told = play("Say", "Leave", "Say", "Leave", "Say")
    spoken = [line for line in told if "turn" not in line]
    assert spoken[:4] == ["Player 2: left", "Player 2: right", "Player 2: next", "Player 4: previous"]
    assert spoken[4:8] == ["Player 4: left", "Player 4: right", "Player 4: next", "Player 1: previous"]
    assert spoken[8:] == ["Player 3: left", "Player 1: right", "Player 3: next", "Player 3: previous"]


def test_who_leads_is_seen_from_the_one_who_says_so() -> None:
    _, _, told = play("Next", "Next", "Previous", "Partner")
    assert [line[7] for line in told] == ["2", "3", "2", "4"]
