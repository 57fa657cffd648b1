"""What has been made ready of a game, and who shares it."""

import threading

from gekido_dsl.compilation import load
from gekido_dsl.interpreter import Interpreter, ready
from gekido_dsl.source import MemoryProvider

OPTIONS = [f"Option {letter}" for letter in "ABCDEFG"]
TEXT = f"""edition 1
game "Options"
  players 1 to 2
  limit 3 turns
{"".join(f"option {name} is Plain {name} or Wild {name}{chr(10)}" for name in OPTIONS)}
turn of each player
  Play
phase Play
{"".join(f"  stop if {name} is Wild {name}{chr(10)}" for name in OPTIONS)}  the first player wins
"""


def game() -> Interpreter:
    made = load("options.gdl", MemoryProvider({"options.gdl": TEXT}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return Interpreter(made.game)


def answers(number: int) -> dict[str, int]:
    return {name: number >> at & 1 for at, name in enumerate(OPTIONS)}


def test_the_oldest_program_makes_room() -> None:
    x = game()
    first, second = x.program(2, answers(0)), x.program(2, answers(1))
    assert first.layout is second.layout
    assert first.layout is x._teller().program(2, answers(2)).layout
    for number in range(3, ready.MOST + 1):
        x.program(2, answers(number))
    assert x.program(2, answers(1)) is second
    assert x.program(2, answers(0)) is not first


class Slow(int):
    """A number of players at which another table asks for many programs, each time a dictionary looks it up."""

    table: Interpreter
    looked_up = 0

    def __hash__(self) -> int:
        self.looked_up += 1
        if self.looked_up > 1:
            for number in range(ready.MOST):
                self.table.program(2, answers(1 + number))
        return hash(int(self))


def test_a_program_is_not_lost_while_it_is_asked_for() -> None:
    x = game()
    players = Slow(1)
    players.table = x.silent()
    wanted = x.program(1, answers(0))
    assert x.program(players, answers(0)) is wanted
    players.looked_up = 1
    assert x.program(players, answers(0)).layout.players == 1
    assert x.program(2, answers(1)).layout.players == 2


def test_executors_of_a_game_ask_programs_of_their_own() -> None:
    """Each may run in a thread of its own, as tables and bots do, and a program remembers what it was just asked."""
    made = load("options.gdl", MemoryProvider({"options.gdl": TEXT}))
    first, second = (made.executor().program(2, answers(0)) for _ in range(2))
    assert first.evaluator is not second.evaluator
    assert first.layout is second.layout


def test_a_program_is_made_once_for_several_threads() -> None:
    x = game()
    made: list[object] = []
    gate = threading.Barrier(4)

    def ask() -> None:
        gate.wait()
        made.append(x.program(2, answers(5)))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4 and len(set(map(id, made))) == 1
