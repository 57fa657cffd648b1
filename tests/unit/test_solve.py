"""Small games are worth what a second solver says that knows nothing of rulesets, position by position."""

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl import solve as solving
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

CLASSICS = Path(__file__).parent.parent.parent / "rulesets" / "classics"
MANY = 1_000_000
SETTING = Setting(2, 0)

NIM = """edition 1

game "Nim"
  players 2

kind Heap
  Stones: 0 to 9, starts 0

board Table: 1 by 3 Heap, touching in 4 directions

setup
  set r1c1's Stones to 1
  set r1c2's Stones to 2
  set r1c3's Stones to 4

turn of each player
  Taking

phase Taking
  choose a Heap that is Full as the origin, asking "From which heap?"
  set the origin's Stones to a number from 0 to (the origin's Stones minus 1), asking "How many stay?"

a Heap is Full if its Stones is at least 1

the game ends when no Heap is Full
  the player wins
"""

RING = """edition 1

game "Ring"
  players 2

the game has
  Spot: 0 to 6, starts 3

turn of each player
  Moving

phase Moving
  choose one
    "up"
      Spot gains 1
    "down"
      Spot gains -1
    "stay"
      stop

the game ends when Spot is 6
  the first player wins

the game ends when Spot is 0
  the second player wins
"""


def game_of(text: str) -> m.Game:
    made = load("game.gdl", MemoryProvider({"game.gdl": text}))
    assert made.game is not None, [str(one.message) for one in made.diagnostics]
    return made.game


def classic(name: str, *changes: tuple[str, str]) -> str:
    text = (CLASSICS / f"{name}.gdl").read_text(encoding="utf-8").partition("\nscenario ")[0]
    text = "\n".join(line for line in text.splitlines() if not line.startswith("theme from")) + "\n"
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def solved(game: m.Game, most: int = MANY, *, compiled: bool = True, alike: bool = True) -> solving.Solved:
    walk: solving.CompiledWalk | solving.InterpretedWalk
    if compiled:
        walk = solving.CompiledWalk(game, SETTING, alike)
    else:
        walk = solving.InterpretedWalk(Interpreter(game, trace=False), SETTING)
    return solving.solve(walk, most)


# ---------------------------------------------------------------- a second solver


class Second:
    """Knows what a position is worth to the first player, and how far the end is, by going through it all again."""

    def __init__(
        self, after: Callable[[Hashable], list[Hashable]], end: Callable[[Hashable], int | None]
    ) -> None:
        self._after = after
        self._end = end

    def of(self, start: Hashable, seat: Callable[[Hashable], int]) -> dict[Hashable, tuple[int, int | None]]:
        """Values all positions by rounds: who can force an end within so many decisions."""
        found, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            new = (
                [] if self._end(here) is not None else [one for one in self._after(here) if one not in found]
            )
            found.update(new)
            waiting += new
        known: dict[Hashable, tuple[int, int | None]] = {}
        for here in found:
            if (end := self._end(here)) is not None:
                known[here] = end, 0
        far = 0
        while True:
            far += 1
            new_ones: dict[Hashable, tuple[int, int | None]] = {}
            for here in found - set(known):
                side = 1 if seat(here) == 0 else -1
                after = [known.get(one) for one in self._after(here)]
                if any(one is not None and one[0] == side for one in after):
                    new_ones[here] = side, far
                elif all(one is not None and one[0] == -side for one in after):
                    new_ones[here] = -side, far
            if not new_ones:
                break
            known |= new_ones
        return {here: known.get(here, (0, None)) for here in found}


def same(
    one: solving.Solved,
    start: Hashable,
    moves: Callable[[Hashable], Iterable[Hashable]],
    end: Callable[[Hashable], int | None],
    seat: Callable[[Hashable], int],
) -> int:
    """Goes through both side by side, choice by choice, and gives how many positions were compared."""
    second = Second(lambda here: list(moves(here)), end).of(start, seat)
    graph, seen, waiting = one.graph, {(0, start)}, [(0, start)]
    assert graph.complete
    while waiting:
        position, here = waiting.pop()
        verdict, (worth, far) = one.verdict(position), second[here]
        assert verdict.certain and verdict.least == worth, here
        if worth:
            assert verdict.distance == far, here
        if end(here) is not None:
            assert position in graph.ends
            continue
        assert graph.seats[position] == seat(here)
        after = list(zip(graph.after_of(position), moves(here), strict=True))
        waiting += [pair for pair in after if pair not in seen]
        seen |= set(after)
    return len({here for _, here in seen})


# ---------------------------------------------------------------- games


@cache
def tic_tac_toe() -> solving.Solved:
    return solved(game_of(classic("tic_tac_toe")))


def test_noughts_and_crosses_is_a_draw() -> None:
    one = tic_tac_toe()
    assert one.verdict() == solving.Verdict(0, 0, 9, True)
    # 5,478 positions can come up, of which 958 are ends: well known.
    assert len(one.graph) - len(one.graph.ends) == 5_478 - 958
    assert len(one.line()) == 9


def _lines(size: tuple[int, int], length: int) -> list[list[int]]:
    rows, columns = size
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + k * down, column + k * right) for k in range(length)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in line):
                    found.append([r * columns + c for r, c in line])
    return found


def _board_end(lines: list[list[int]]) -> Callable[[Hashable], int | None]:
    def end(board: Hashable) -> int | None:
        assert isinstance(board, str)
        for mark, worth in (("x", 1), ("o", -1)):
            if any(all(board[one] == mark for one in line) for line in lines):
                return worth
        return 0 if "." not in board else None

    return end


def _board_seat(board: Hashable) -> int:
    assert isinstance(board, str)
    return (board.count("x") + board.count("o")) % 2


def _placed(board: Hashable, spots: Iterable[int]) -> list[Hashable]:
    assert isinstance(board, str)
    mark = "xo"[_board_seat(board)]
    return [board[:spot] + mark + board[spot + 1 :] for spot in spots]


def test_noughts_and_crosses_position_by_position() -> None:
    def moves(board: Hashable) -> list[Hashable]:
        return _placed(board, [k for k, mark in enumerate(str(board)) if mark == "."])

    one = tic_tac_toe()
    assert same(one, "." * 9, moves, _board_end(_lines((3, 3), 3)), _board_seat) == 5_478


def test_a_small_connect_four_position_by_position() -> None:
    text = classic("connect_four", ("6 by 7", "3 by 4"), ("Disc, 21", "Disc, 6"), ("make 4", "make 3"))

    def moves(board: Hashable) -> list[Hashable]:
        text = str(board)
        lowest = {k % 4: k for k in range(12) if text[k] == "."}
        return _placed(board, sorted(lowest.values()))

    one = solved(game_of(text))
    assert same(one, "." * 12, moves, _board_end(_lines((3, 4), 3)), _board_seat) > 1_000
    assert one.verdict().least == 1


def test_nim_is_won_by_the_sum_that_carries_nothing() -> None:
    one = solved(game_of(NIM))
    words = solving.Worded(
        one, Interpreter(game_of(NIM)), lambda: Interpreter(game_of(NIM)).initial(SETTING)[0]
    )
    assert one.verdict().least == 1  # 1 xor 2 xor 4 is not 0
    assert [step.choice.id for step in words.line()][:2] == ["r1c3", "3"]
    for position in range(one.graph.opened):
        if position in one.graph.ends:
            continue
        verdict = one.verdict(position)
        assert verdict.certain and verdict.least in (1, -1)


def _sown(houses: int) -> tuple[Callable[[Hashable], list[Hashable]], Callable[[Hashable], int | None]]:
    """Kalah of so many houses as a second set of rules: (seat, seeds) with the stores behind the houses."""
    ring = 2 * houses + 2

    def moves(here: Hashable) -> list[Hashable]:
        assert isinstance(here, tuple)
        seat, seeds = here
        mine = range(seat * (houses + 1), seat * (houses + 1) + houses)
        store, other = mine.stop, ((1 - seat) * (houses + 1) + houses)
        found: list[Hashable] = []
        for house in mine:
            if not seeds[house]:
                continue
            after = list(seeds)
            hand, at, after[house] = after[house], house, 0
            while hand:
                at = (at + 1) % ring
                if at != other:
                    after[at] += 1
                    hand -= 1
            opposite = 2 * houses - at
            if at in mine and after[at] == 1 and after[opposite]:
                after[store] += 1 + after[opposite]
                after[at] = after[opposite] = 0
            found.append((seat if at == store else 1 - seat, tuple(after)))
        return found

    def end(here: Hashable) -> int | None:
        assert isinstance(here, tuple)
        seeds = here[1]
        sides = [seeds[:houses], seeds[houses + 1 : -1]]
        if all(any(side) for side in sides):
            return None
        first, second = sum(sides[0]) + seeds[houses], sum(sides[1]) + seeds[-1]
        return (first > second) - (first < second)

    return moves, end


def test_kalah_of_three_houses_position_by_position() -> None:
    text = classic(
        "kalah",
        ("6 Houses", "3 Houses"),
        ("2 by 8 Pit", "2 by 5 Pit"),
        ('"....... "\n  " ......."', '".... "\n  " ...."'),
        ("starts at 4", "starts at 2"),
    )
    moves, end = _sown(3)
    game = game_of(text)
    start = (0, (2, 2, 2, 0, 2, 2, 2, 0))
    assert same(solved(game), start, moves, end, lambda here: here[0]) > 500  # type: ignore[index]


def test_who_can_stay_never_loses() -> None:
    """Both can always undo what the other did, so that nobody can force an end but from beside it."""
    one = solved(game_of(RING))

    def moves(here: Hashable) -> list[Hashable]:
        assert isinstance(here, tuple)
        seat, spot = here
        return [(1 - seat, spot + step) for step in (1, -1, 0)]

    def end(here: Hashable) -> int | None:
        assert isinstance(here, tuple)
        return {6: 1, 0: -1}.get(here[1])

    assert same(one, (0, 3), moves, end, lambda here: here[0]) == 14  # type: ignore[index]
    assert one.verdict() == solving.Verdict(0, 0, None)
    assert one.line()  # it comes round, and ends there
    assert {one.verdict(position).least for position in range(len(one.graph))} == {1, 0, -1}


def _ending() -> str:
    text = classic("chess", ("8 by 8", "4 by 4"), ("row is 8", "row is 4"))
    board = '  "...k"\n  "...."\n  "...."\n  "R.K."\n'
    text = text[: text.index('  "rnbqkbnr"')] + board + text[text.index('  "K" is a King') :]
    return text.replace("phase Moving", "setup\n  set all Pieces' Unmoved to no\n\nphase Moving")


class KingAndRook:
    """King and rook against king on 16 squares: (seat, king, rook or none, other king), squares as they are read."""

    def beside(self, square: int) -> set[int]:
        row, column = divmod(square, 4)
        near = {(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(row, column)}
        return {4 * r + c for r, c in near if 0 <= r < 4 and 0 <= c < 4}

    def lines(self, rook: int, blocked: set[int]) -> set[int]:
        found = set()
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            row, column = divmod(rook, 4)
            while 0 <= (row := row + down) < 4 and 0 <= (column := column + right) < 4:
                found.add(4 * row + column)
                if 4 * row + column in blocked:
                    break
        return found

    def attacked(self, king: int, rook: int | None, square: int) -> bool:
        return square in self.beside(king) or (rook is not None and square in self.lines(rook, {king}))

    def moves(self, here: Hashable) -> list[Hashable]:
        assert isinstance(here, tuple)
        seat, king, rook, other = here
        if seat == 0:
            moves = [(rook, (1, king, to, other)) for to in sorted(self.lines(rook, {king, other}) - {king})]
            steps = sorted(self.beside(king) - self.beside(other) - {rook, other})
            moves += [(king, (1, to, rook, other)) for to in steps]
            return [after for _, after in sorted(moves, key=lambda move: move[0])]
        found = []
        for to in sorted(self.beside(other) - {king}):
            left = None if to == rook else rook
            if not self.attacked(king, left, to):
                found.append((0, king, left, to))
        return list(found)

    def end(self, here: Hashable) -> int | None:
        assert isinstance(here, tuple)
        seat, king, rook, other = here
        if rook is None:
            return 0
        if self.moves(here):
            return None
        return int(seat == 1 and self.attacked(king, rook, other))


def test_an_ending_of_chess_position_by_position() -> None:
    """Without the counts of moves and of positions, which end it early; nobody has to move for ever."""
    game, rules = game_of(_ending()), KingAndRook()
    kept = [cell for name in ("position", "Quiet Moves") for cell in solving.cells_of(game, 2, name)]
    one = solving.solve(solving.CompiledWalk(game, SETTING, kept=kept), MANY)
    start = (0, 14, 12, 3)
    assert same(one, start, rules.moves, rules.end, lambda here: here[0]) > 3_000  # type: ignore[index]
    assert one.verdict() == solving.Verdict(1, 1, 3, True)


def test_a_fact_that_is_forgotten_stays_as_it_is() -> None:
    text = RING.replace("Spot: 0 to 6, starts 3", "Spot: 0 to 6, starts 3\n  Moves: 5 to 20, starts 5")
    text = text.replace("phase Moving\n", "phase Moving\n  Moves gains 1\n")
    text += "\nthe game ends when Moves is 20\n  nobody wins\n"
    game = game_of(text)
    kept = solving.cells_of(game, 2, "Moves")
    assert len(kept) == 1 and not solving.cells_of(game, 2, "Nothing")
    counted, forgotten = solved(game), solving.solve(solving.CompiledWalk(game, SETTING, kept=kept), MANY)
    assert len(counted.graph) > 5 * len(forgotten.graph) == 5 * len(solved(game_of(RING)).graph)
    assert counted.verdict() == solving.Verdict(0, 0, 15, True) and forgotten.verdict().distance is None
    by_interpreter = solving.InterpretedWalk(Interpreter(game, trace=False), SETTING, kept)
    start = by_interpreter.start()
    moved = by_interpreter.after(start, 0)
    assert [moved.at.cells[cell] for cell in kept] == [start.at.cells[cell] for cell in kept]


def test_a_bot_is_asked_where_it_matters() -> None:
    one = tic_tac_toe()
    positions = solving.mattering(one, 300, 1)
    assert len(set(positions)) == 300 and positions == solving.mattering(one, 300, 1)
    for position in positions:
        kept = [solving.keeps(one, position, k) for k in range(one.graph.choices(position))]
        assert any(kept) and not all(kept)
        best = one.best(position)
        assert best is not None and kept[best]
    few = solved(game_of(RING))
    assert 0 < len(solving.mattering(few, 300, 1)) < 12


@pytest.mark.parametrize("text", [NIM, RING], ids=["nim", "ring"])
def test_the_interpreter_finds_the_same(text: str) -> None:
    """It keeps numbers of turns apart, so that a game without an end has no end to it."""
    game = game_of(text)
    here, there = solved(game), solved(game, 400, compiled=False)
    if there.graph.complete:
        assert here.verdict() == there.verdict()
    least, most = there.verdict().least, there.verdict().most
    assert least <= here.verdict().least <= most


def test_things_that_count_as_one_another_change_no_value() -> None:
    text = classic("tic_tac_toe", ("3 by 3", "2 by 3"), ("Mark, 5", "Mark, 3"), ("make 3", "make 2"))
    game = game_of(text)
    one, other = solved(game), solved(game, alike=False)
    assert len(one.graph) < len(other.graph)
    seen, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        here, there = waiting.pop()
        assert one.verdict(here) == other.verdict(there)
        if there in other.graph.ends:
            continue
        pairs = list(zip(one.graph.after_of(here), other.graph.after_of(there), strict=True))
        waiting += [pair for pair in pairs if pair not in seen]
        seen |= set(pairs)


@pytest.mark.parametrize("most", [1, 10, 100, 400, 700, 1_000])
def test_what_is_certain_early_stays_so(most: int) -> None:
    text = classic("connect_four", ("6 by 7", "3 by 4"), ("Disc, 21", "Disc, 6"), ("make 4", "make 3"))
    whole, part = solved(game_of(text)), solved(game_of(text), most)
    assert whole.graph.complete and not part.graph.complete
    for position in range(len(part.graph)):
        true, here = whole.verdict(position), part.verdict(position)
        assert here.least <= true.least <= here.most
        if here.certain and true.least:
            assert here.distance is not None and true.distance is not None
            assert here.distance >= true.distance
            assert here.distance == true.distance or not here.exact


def test_chance_stops_it() -> None:
    game = game_of(classic("pig"))
    for compiled in (True, False):
        with pytest.raises(solving.Broken) as found:
            solved(game, compiled=compiled)
        assert isinstance(found.value.why, solving.Chance)
        assert str(found.value.why) == "Pig Die"
