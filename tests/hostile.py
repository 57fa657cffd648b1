"""Rulesets that grow in one dimension, far beyond any game: each function gives the files of one size."""

from collections.abc import Callable, Mapping

Files = Mapping[str, str | bytes]
MAIN = "a.gdl"


def letters(number: int) -> str:
    """Gives a name of its own to each number."""
    return "K" + "".join(chr(97 + number // 26**place % 26) for place in (3, 2, 1, 0))


def many(count: int, line: str, apart: str = "") -> str:
    """Writes a line for each number: `@` is its name, `%` the next one's, `#` the number."""
    return apart.join(
        line.replace("@", letters(n)).replace("%", letters(n + 1)).replace("#", str(n)) for n in range(count)
    )


def cards(more: str = "", main: str = "", *, count: str = "9", kind: str = "", setup: str = "") -> Files:
    """Gives a game of cards that ends when its deck is empty."""
    return {
        MAIN: f"""edition 1
game "G"
  players 2
kind Card, {count} of them
  Value: 0 to 6, starts 2
{kind}deck Deck: all Cards
hand Hand of each player of Cards, with pile Heap
pile Heap of Cards
{setup}turn of each player
  Main
phase Main
  discard all Cards of my Hand
  draw 1 Card
{main}{more}the game ends when Deck is empty
  nobody wins
"""
    }


def board(size: int, more: str = "", main: str = "", marks: str = "5", ways: int = 8) -> Files:
    """Gives a game on a board that ends when a player has no marks left."""
    return {
        MAIN: f"""edition 1
game "G"
  players 2
kind Square
board Board: {size} by {size} Square, touching in {ways} directions
kind Mark, {marks} for each player
box Supply of each player: all Marks
turn of each player
  Main
phase Main
  put the next Mark of my Supply onto an empty Square
{main}{more}the game ends when my Supply is empty
  nobody wins
"""
    }


def _definitions(n: int) -> Files:
    return cards(
        many(n, "a Card is @ if it is % or it is in Heap or it is %\n")
        + f"a Card is {letters(n)} if some Card that is in Deck is in Heap\n",
        "  discard all Cards of my Hand if some Card is Kaaaa\n",
    )


def _two_each(n: int) -> Files:
    return cards(
        many(n, "a Card is @ if some Card that is in Deck is % or some Card that is in Heap is %\n")
        + f"a Card is {letters(n)} if some Card that is in Deck is in Heap\n",
        "  discard all Cards of my Hand if some Card is Kaaaa\n",
        count="60",
    )


def _amounts(n: int) -> Files:
    return cards(
        many(n, "amount @\n  starts at %\n  add %\n  add %\n") + f"amount {letters(n)}\n  starts at 1\n",
        "  discard all Cards of my Hand if Kaaaa is 1\n",
    )


def _squares(n: int) -> Files:
    return cards(
        many(n, "amount @\n  starts at %\n  multiply by %\n") + f"amount {letters(n)}\n  starts at 3\n",
        "  discard all Cards of my Hand if Kaaaa is 1\n",
    )


def _amounts_of_cards(n: int) -> Files:
    return cards(
        many(n, "amount @ of a Card\n  starts at the sum of Cards of Deck by %\n  add its %\n")
        + f"amount {letters(n)} of a Card\n  starts at its Value\n",
        "  discard all Cards of my Hand if (the sum of Cards of Deck by Kaaaa) is 0\n",
        count="200",
    )


def _properties(n: int) -> Files:
    return cards(
        many(n, "the @ of a Card are its % that are in Deck\n")
        + f"the {letters(n)} of a Card are Cards in Deck\n",
        "  each Card in Deck\n    discard all Cards of my Hand if number of its Kaaaa is 3\n",
        count="100",
    )


def _brackets(n: int) -> Files:
    return cards(main="  discard all Cards of my Hand if " + "(" * n + "Deck is empty" + ")" * n + "\n")


def _products(n: int) -> Files:
    """Each level looks through all cards for each card of the level around it."""
    nested = "its Value is 5"
    for _ in range(n):
        nested = f"number of Cards that are in Deck is more than 0 and some Card is in Deck and ({nested})"
    return cards(
        f"a Card is Big if {nested}\n", "  discard all Cards of my Hand if some Card is Big\n", count="500"
    )


def _pairs(n: int) -> Files:
    """Each definition looks through all cards for each card: all cards to the power of their number."""
    return cards(
        many(n, "a Card is @ for a Card as the peer if some Card is % for the peer\n")
        + f"a Card is {letters(n)} for a Card as the peer if it is in Heap and the peer is in Deck\n",
        "  discard all Cards of my Hand if some Card is Kaaaa for (the next Card of Deck)\n",
        count="500",
    )


def _for_each_other(n: int) -> Files:
    return cards(
        "a Card is Near for a Card as the mate if its Value is the mate's Value and some Card is Far for the mate\n"
        "a Card is Far for a Card as the peer if it is in Heap and the peer is in Deck\n",
        "  each Card in Deck\n    discard all Cards of my Hand if some Card is Near for it\n",
        count=str(n),
    )


def _digits(n: int) -> Files:
    return cards(f"amount Big\n  starts at {'9' * n}\n", "  discard all Cards of my Hand if Big is 1\n")


def _repeat(n: int) -> Files:
    return cards(main=f"  repeat up to {n} times\n    discard all Cards of my Hand\n")


def _numbers(n: int) -> Files:
    return cards(
        main=f"  choose a number from 1 to {n} as the count\n  discard all Cards of my Hand if the count is 2\n"
    )


def _range(n: int) -> Files:
    return cards(
        kind=f"  Gold: 0 to {n}, starts {n}\n", main="  each Card in Deck\n    its Gold loses 1 if possible\n"
    )


def _cards(n: int) -> Files:
    return cards(
        main="  each Card in Deck by its Value, highest first\n    set its Value to 3\n"
        "  move all Cards of Deck to Heap\n  move all Cards of Heap to Deck\n  shuffle Deck\n",
        count=str(n),
    )


def _each_card_moves_all(n: int) -> Files:
    return cards(
        main="  each Card in Deck\n    move all Cards of Deck to Heap\n    move all Cards of Heap to Deck\n",
        count=str(n),
    )


def _each_card_shuffles(n: int) -> Files:
    return cards(main="  each Card in Deck\n    shuffle Deck\n", count=str(n))


def _kinds(n: int) -> Files:
    return cards(many(n, "kind @, 1 of them\n"))


def _fields(n: int) -> Files:
    return cards(kind=many(n, "  @: 0 to 6, starts 1\n"), count="20")


def _rows(n: int) -> Files:
    made = dict(cards(kind=""))
    made[MAIN] = (
        made[MAIN].replace("kind Card, 9 of them", 'kind Card from "a.yaml"').replace(", starts 2", "")
    )
    return made | {"a.yaml": many(n, "- Name: @\n  Value: 3\n")}


def _columns(n: int) -> Files:
    made = dict(_rows(9))
    made[MAIN] = made[MAIN].replace("  Value: 0 to 6\n", "  Value: 0 to 6\n" + many(n, "  @: 0 to 6\n"))
    made["a.yaml"] = "".join(f"- Name: Row {k}\n  Value: 3\n" + many(n, "  @: 1\n") for k in range(3))
    return made


def _bad_rows(n: int) -> Files:
    return dict(_rows(9)) | {"a.yaml": many(n, "- Name: Kaaaa\n  Vlaue: 3\n  Value: @\n")}


def _deep_table(n: int) -> Files:
    return dict(_rows(9)) | {"a.yaml": "- Name: A\n  Value: " + "[" * n + "1" + "]" * n + "\n"}


def _options(n: int) -> Files:
    lines = many(n, "  add 1 if @ is Yes\n  add 2 if @ is No\n")
    return cards(
        many(n, "option @ is Yes or No\n") + "amount Big\n  starts at 0\n" + lines,
        "  discard all Cards of my Hand if Big is 1\n",
    )


def _options_together(n: int) -> Files:
    of_all = " and ".join(f"({letters(k)} is Yes or {letters(k + 1)} is No)" for k in range(n - 1))
    return cards(
        many(n, "option @ is Yes or No\n")
        + f"amount Big\n  starts at 0\n  add 1 if {of_all}\n  add 2 unless {of_all}\n",
        "  discard all Cards of my Hand if Big is 1\n",
    )


def _answers(n: int) -> Files:
    return cards(
        f"option Way is {many(n, '@', ', ')} or Last\namount Big\n  starts at 0\n"
        + many(n, "  add # if Way is @\n"),
        "  discard all Cards of my Hand if Big is 1\n",
    )


def _cases(n: int) -> Files:
    either = " and ".join(f"(its Value is {k % 7} or it is in Heap)" for k in range(n))
    return cards(f"a Card is Big if {either}\n", "  discard all Cards of my Hand if some Card is Big\n")


def _phases(n: int) -> Files:
    made = cards(
        many(n, "phase @\n  do the rest\n").replace("  do the rest\n", "  discard all Cards of my Hand\n")
    )
    steps = many(n, "@", ", ")
    return {MAIN: made[MAIN].replace("  Main\nphase", f"  Main: {steps}\nphase", 1)}


def _steps(n: int) -> Files:
    made = cards(many(n, "phase @\n  discard all Cards of my Hand\n"))
    return {MAIN: made[MAIN].replace("  Main\nphase", "  Main\n" + many(n, "  @\n") + "phase", 1)}


def _rules(n: int) -> Files:
    return cards(
        many(n, "rule @\n  do %\n  do %\n") + f"rule {letters(n)}\n  discard all Cards of my Hand\n",
        "  do Kaaaa\n",
    )


def _effects(n: int) -> Files:
    return cards(many(n, "rule @\n  discard all Cards of my Hand\n"), many(n, "  do @\n"))


def _loops(n: int) -> Files:
    nested = "".join("  " * (k + 1) + "each Card in Deck\n" for k in range(n))
    return cards(main=nested + "  " * (n + 1) + "set its Value to 3\n", count="60")


def _repeats(n: int) -> Files:
    nested = "".join("  " * (k + 1) + "repeat up to 900 times\n" for k in range(n))
    return cards(main=nested + "  " * (n + 1) + "discard all Cards of my Hand\n")


def _statements(n: int) -> Files:
    return cards(main="  discard all Cards of my Hand if some Card is in Heap\n" * n)


def _triggers(n: int) -> Files:
    return board(
        8,
        many(
            n,
            "whenever a Mark enters Squares\n  put the next Mark of my Supply onto the next empty Square if possible\n",
        ),
        marks="30",
    )


def _windows(n: int) -> Files:
    return cards(
        many(n, "window @\n  first me: any number of Act\n")
        + "action Act: a Card of my Hand\n  discard it\n",
        many(n, "  open @\n"),
    )


def _actions(n: int) -> Files:
    acts = many(n, "Act @", " and ")
    return cards(
        f"window Wide\n  first me: any number of {acts}\n"
        + many(n, "action Act @: a Card of my Hand\n  discard it\n"),
        "  open Wide\n",
        count="60",
    )


def _exceptions(n: int) -> Files:
    return cards(
        "a Card is Big if its Value is 3\n"
        + many(n, "exception to Big when number of Cards in Deck is #\n  a Card is Big if its Value is 2\n"),
        "  discard all Cards of my Hand if some Card is Big\n",
    )


def _choices(n: int) -> Files:
    return cards(
        main=f"  draw {min(n, 60)} Cards\n  discard any number of Cards of my Hand\n", count=str(n + 200)
    )


def _menu(n: int) -> Files:
    return cards(main="  choose one\n" + many(n, '    "Do @"\n      discard all Cards of my Hand\n'))


def _rungs(n: int) -> Files:
    rungs = ", else in Heap" * n
    return cards(
        main=f"  draw 2 Cards\n  discard a Card of my Hand\n    must be in Deck{rungs}, else anywhere\n",
        count="60",
    )


def _names(n: int) -> Files:
    name = "K" + "a" * (n - 1)
    return cards(f"kind {name}, 1 of them\npile Last of {name}s\n", f"  move all {name}s to Last\n")


def _unknown(n: int) -> Files:
    return cards(many(n, "kind @, 1 of them\n"), many(n, "  discard all X@\n"))


def _strings(n: int) -> Files:
    made = cards(
        f'text0 "{"x" * n}"\n'.replace("text0", f'rule Told\n  announce "{"y" * n}"\n  #'), "  do Told\n"
    )
    return {MAIN: made[MAIN].replace('game "G"', f'game "{"G" * n}"')}


def _labels(n: int) -> Files:
    return cards(main=f'  choose one\n    "{"x" * n}"\n      stop\n    "{"y" * n}"\n      stop\n')


def _files(n: int) -> Files:
    made = dict(cards(many(n, 'use "@.gdl"\n')))
    return made | {f"{letters(k)}.gdl": f"kind {letters(k)}, 1 of them\n" for k in range(n)}


def _chain_of_files(n: int) -> Files:
    made = dict(cards('use "Kaaaa.gdl"\n'))
    return (
        made
        | {f"{letters(k)}.gdl": f'use "{letters(k + 1)}.gdl"\n' for k in range(n)}
        | {f"{letters(n)}.gdl": "kind X\n"}
    )


def _renamed_files(n: int) -> Files:
    """Each file uses the next, and has another name for what is in it."""

    def used(k: int) -> str:
        return f'use "{letters(k)}.gdl" with New {letters(k)} as Old {letters(k)}\n'

    return dict(cards(used(0))) | {
        f"{letters(k)}.gdl": (used(k + 1) if k < n else "") + f"kind Old {letters(k)}, 1 of them\n"
        for k in range(n + 1)
    }


def _variants(n: int) -> Files:
    made = dict(cards())
    made[f"{letters(n)}.gdl"] = made.pop(MAIN)
    for k in range(n):
        made[f"{letters(k)}.gdl" if k else MAIN] = (
            f'edition 1\ngame "V" changes "{letters(k + 1)}.gdl"\nkind New {letters(k)}, 1 of them\n'
        )
    return made


def _scenarios(n: int) -> Files:
    return cards(
        many(n, 'scenario "@"\n  given player 1\'s turn\n  then Deck is not empty\n').replace(
            "  given player 1's turn\n", ""
        )
    )


def _reports(n: int) -> Files:
    return cards(many(n, 'report @ of each Card, when Main ends\n  "Value": its Value\n'), count="60")


def _size(n: int) -> Files:
    return board(n, many(8, "").strip(), marks="20")


def _track(n: int) -> Files:
    return cards(
        "die Cube of 1 to 6, 9 of them\nbox Shelf: all Cubes\nkind Bot, 1 for each player\n"
        f"track Hull of each Bot: Cubes, up to {n}, from Shelf\n",
        "  roll 1 Cube into my Bot's Hull if possible\n",
    )


def _whole_board(n: int) -> Files:
    return board(
        n,
        "a Square is Open for a Square as the goal if no Square that is next to the goal is next to it\n"
        "a Square is Free if every Square is Open for it or some Square is Open for it\n",
        "  put the next Mark of my Supply onto an empty Square that is Free\n    otherwise stop\n",
    )


def _distances(n: int) -> Files:
    return board(
        n,
        "a Square is Far if every Square is within 10 of it\n"
        "amount Way of a Square for a Square as the goal\n  starts at the distance from it to the goal\n"
        "amount Sum of a Square\n  starts at the sum of Squares by Way for (the last Square)\n",
        "  put the next Mark of my Supply onto an empty Square that is Far\n    otherwise stop\n"
        "  put the next Mark of my Supply onto a Square that is empty if possible\n"
        "  stop if (the highest Square by its Sum) is corner\n",
    )


def _joins(n: int) -> Files:
    return board(
        n,
        "a Square is Big if friendly Marks join left and right and enemy Marks join top and bottom and "
        "friendly Marks make 5 in a row\n",
        "  put the next Mark of my Supply onto an empty Square that is Big\n    otherwise stop\n",
    )


def _links(n: int) -> Files:
    return cards("link Bond from each Card to each other Card: Weak or Strong, starts Weak\n", count=str(n))


def _dice(n: int) -> Files:
    return cards(
        f"die Cube of 1 to 6, {n} of them\nbox Shelf: all Cubes\npool Cup of Cubes\n"
        "patterns Throw of Cubes in Cup\n  Pair: 2 alike and 2 alike and 3 different\n"
        "  Full: 5 different, or 5 alike\n",
        "  move all Cubes of Shelf to Cup\n  roll all Cubes of Cup\n  choose a Throw as the goal\n"
        "  discard all Cards of my Hand if the goal is complete\n",
    )


def _faces(n: int) -> Files:
    return cards(f"die Cube of 1 to {n}, 2 of them\n", "  roll all Cubes\n")


def _marks(n: int) -> Files:
    return cards("", f"  discard all Cards of my Hand [GB {', '.join(f'p{k}' for k in range(1, n))}]\n") | {}


def _lines_of_text(n: int) -> Files:
    return cards("# a line\n" * n)


def _line_of_words(n: int) -> Files:
    return cards(f"values Long: {many(n, '@', ', ')}\n")


def _players(n: int) -> Files:
    return {MAIN: cards()[MAIN].replace("players 2", f"players {n}")}


def _adding(n: int) -> Files:
    return cards(main="  discard all Cards of my Hand if " + "1 plus " * n + "1 is 1\n")


def _ends(n: int) -> Files:
    return cards(many(n, "the game ends when Heap is empty and Deck is empty\n  nobody wins\n"))


def _bounded_places(n: int) -> Files:
    return cards(many(n, "pile @ of Cards\n"), many(n, "  move all Cards of my Hand to @\n"))


def _forever(n: int) -> Files:
    return cards(
        main="  draw 1 Card\n  move all Cards of Heap to Deck\n  move all Cards of my Hand to Deck\n",
        count=str(n),
    )


def _events(n: int) -> Files:
    return cards(main=f'  repeat up to 60000 times\n    announce "{"x" * n}"\n')


def _cards_that_choose(n: int) -> Files:
    return cards(
        main="  draw 4 Cards if possible\n  discard a Card of my Hand that is Dear\n"
        + "    otherwise stop\n",
        more="a Card is Dear if number of Cards that are Alike for it is at least 0\n"
        "a Card is Alike for a Card as the mate if its Value is the mate's Value and it is in Deck\n",
        count=str(n),
    )


def _arranged(n: int) -> Files:
    return cards(
        f"kind Rack, {n} for each player\npool Slot of each Rack, of Cards\n",
        "  draw 4 Cards if possible\n  arrange Cards of my Hand into the Slots of my Racks\n    otherwise stop\n"
        "  discard all Cards in Slots of my Racks\n",
        count="60",
    )


def _rounds_of_players(n: int) -> Files:
    return {
        MAIN: cards(
            main="  each player\n" * 1 + "    each other player\n" * 1 + "      each Card in Deck\n"
            "        set its Value to 3\n",
            count=str(n),
        )[MAIN].replace("players 2", "players 12")
    }


DIMENSIONS: dict[str, tuple[Callable[[int], Files], tuple[int, ...]]] = {
    "definitions": (_definitions, (5, 30, 3_000)),
    "definitions that look through all": (_two_each, (5, 30, 300)),
    "amounts": (_amounts, (10, 30, 1_000)),
    "squares": (_squares, (4, 31, 1_000)),
    "amounts of cards": (_amounts_of_cards, (3, 30)),
    "properties": (_properties, (3, 30)),
    "brackets": (_brackets, (5, 40, 10_000)),
    "products": (_products, (3, 15, 40)),
    "pairs": (_pairs, (1, 2, 4, 20)),
    "each for each other": (_for_each_other, (10, 100, 1_000, 10_000)),
    "digits": (_digits, (9, 10, 5_000, 100_000)),
    "repeat": (_repeat, (10, 100_000, 999_999_999)),
    "numbers to choose from": (_numbers, (10, 1_000, 999_999_999)),
    "range": (_range, (10, 999_999_999)),
    "cards": (_cards, (100, 10_000, 999_999_999)),
    "cards that move all": (_each_card_moves_all, (100, 10_000)),
    "cards that shuffle": (_each_card_shuffles, (100, 10_000)),
    "kinds": (_kinds, (100, 1_000, 9_000)),
    "fields": (_fields, (100, 1_900)),
    "rows": (_rows, (100, 10_000, 40_000)),
    "columns": (_columns, (10, 1_000)),
    "bad rows": (_bad_rows, (10, 10_000)),
    "deep table": (_deep_table, (10, 10_000)),
    "options": (_options, (5, 100, 900)),
    "options together": (_options_together, (5, 25)),
    "answers": (_answers, (5, 500)),
    "cases": (_cases, (5, 25)),
    "phases": (_phases, (10, 300, 3_000)),
    "steps": (_steps, (10, 1_000)),
    "rules": (_rules, (5, 30, 45, 1_000)),
    "effects": (_effects, (10, 1_500)),
    "loops": (_loops, (2, 4, 30)),
    "repeats": (_repeats, (1, 2, 30)),
    "statements": (_statements, (100, 1_900)),
    "triggers": (_triggers, (1, 5, 100)),
    "windows": (_windows, (10, 1_000)),
    "actions": (_actions, (10, 300)),
    "exceptions": (_exceptions, (3, 50, 500)),
    "choices": (_choices, (10, 1_000)),
    "menu": (_menu, (10, 900)),
    "rungs": (_rungs, (5, 500)),
    "names": (_names, (10, 200, 5_000)),
    "unknown names": (_unknown, (10, 1_500)),
    "strings": (_strings, (100, 100_000)),
    "labels": (_labels, (100, 100_000)),
    "files": (_files, (10, 100)),
    "chain of files": (_chain_of_files, (10, 1_000)),
    "renamed files": (_renamed_files, (3, 12, 60)),
    "variants": (_variants, (3, 60, 300)),
    "scenarios": (_scenarios, (10, 3_000)),
    "reports": (_reports, (3, 300)),
    "spaces": (_size, (8, 40, 100_000)),
    "track": (_track, (9, 10_000_000)),
    "whole board": (_whole_board, (6, 20, 40)),
    "distances": (_distances, (6, 20, 40)),
    "joins": (_joins, (6, 40)),
    "links": (_links, (10, 300, 10_000)),
    "dice": (_dice, (9, 60, 5_000)),
    "faces": (_faces, (6, 1_000, 1_001)),
    "citations": (_marks, (5, 5_000)),
    "comments": (_lines_of_text, (10, 100_000)),
    "words of a line": (_line_of_words, (10, 900, 5_000)),
    "players": (_players, (12, 13, 999_999_999)),
    "sums": (_adding, (10, 60, 1_000)),
    "ends": (_ends, (5, 1_000)),
    "places": (_bounded_places, (10, 1_000)),
    "events": (_events, (10, 100_000)),
    "cards to choose from": (_cards_that_choose, (30, 1_000, 3_000)),
    "arranged": (_arranged, (3, 200)),
    "rounds of players": (_rounds_of_players, (20, 5_000)),
    "matches without an end": (_forever, (5, 60)),
}
"""How a ruleset grows, and the sizes that are tried."""
