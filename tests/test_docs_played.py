"""Every example of the pages is played: each rule that it shows is begun, and each of its questions offers something.

Only then does a reader see what a rule does: a question that never offers anything is passed over in silence. The
rules of a fragment get a turn of their own in their host: before it goes on, the player picks one of them.
"""

import re
from functools import cache

import pytest
from test_language_docs import Block, Pages, compiled, errors, gdl_blocks, joined, parsed

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.rng import Rng
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s

MATCHES = 24
"""How many matches an example gets to show all of it."""
DECISIONS = 400
WHOLE = frozenset({"phase", "rule", "action", "trigger", "each", "repeat", "way", "if"})
"""Blocks that each begin at least once; what stands below an `otherwise` need not happen."""


def shown() -> list[Block]:
    """Lists the examples that are right, those that change a shipped game left out: they are played by its tests."""
    return [one for one in gdl_blocks() if "wrong" not in one.marks and one.marks.get("in") != "gekido"]


def given(param: s.Param, number: int) -> tuple[str, str]:
    """Says what chooses a value for a rule, if one has to be chosen, and what the value is called then."""
    match param.type:
        case s.RefType(name=name):
            kind = "player" if name is None else name.text
            return f"choose a {kind} as the one{number}", f"the one{number}"
        case s.RangeType(low=low):
            return "", str(max(low or 0, 1))
        case _:
            raise NotImplementedError(f"no test gives a rule {param.span.text}")


def calls(fragment: str) -> str:
    """Writes a phase in which the player picks one of the rules of a fragment."""
    ways = ""
    for rule in parsed(fragment):
        if not isinstance(rule, s.Procedure) or rule.word != "rule":
            continue
        values = [given(param, number) for number, param in enumerate(rule.params)]
        told = [value for (_, value), param in zip(values, rule.params, strict=True) if param.said == "with"]
        call = f"do {rule.name.text}" + (f" with {' and '.join(told)}" if told else "")
        for (_, value), param in zip(values, rule.params, strict=True):
            call += f" {param.said} {value}" if param.said != "with" else ""
        ways += f'    "{rule.name.text}"\n'
        ways += "".join(f"      {chosen}\n        otherwise stop\n" for chosen, _ in values if chosen)
        ways += f"      {call}\n"
    return f"phase Shown\n  choose one\n{ways}" if ways else ""


def staged(block: Block) -> tuple[Compilation, range]:
    """Compiles an example so that all of it comes up; gives where it stands in the text."""
    if block.whole:
        return compiled(block), range(len(block.text))
    host = Pages({}).read(f"{block.marks['in']}.gdl", None)
    assert isinstance(host, Source)
    text = joined(host.text, block.text)
    phase = calls(block.text)
    if phase:
        # Before the first phase of the host, and after it, when what it sets out is there.
        first = re.compile(r"^(turn of each player.*\n)(  .*\n)", flags=re.MULTILINE)
        text = first.sub(r"\1  Shown\n\2  Shown\n", text, count=1)
        text = f"{text}\n{phase}"
    start = text.index(block.text)
    made = load("page.gdl", Pages({**block.files, "page.gdl": text}))
    assert errors(block, made) == []
    return made, range(start, start + len(block.text))


def questions(game: m.Game, where: range) -> dict[int, str]:
    """Lists what an example asks players, by where it stands."""
    found = {}
    for decl in walk.declarations(game):
        for body in walk.bodies(decl):
            for one in walk.statements(body):
                asks = isinstance(one, m.Menu) or (
                    isinstance(one, m.Sentence)
                    and one.decision is not None
                    and not all(slot.random for slot in one.decision.slots)
                )
                if asks and one.span.source.name == "page.gdl" and one.span.start in where:
                    found[one.span.start] = one.span.text.splitlines()[0]
    return found


def begun(game: m.Game, reached: list[int], where: range) -> list[str]:
    """Lists the blocks of an example that no match came to."""
    blocks = Blocks(game)
    return [
        f"{block.what} {block.name}: {spans[0].text.splitlines()[0]}"
        for block, spans, times in zip(blocks.every, blocks.spans, reached, strict=True)
        if not times
        and block.what in WHOLE
        and spans[0].source.name == "page.gdl"
        and spans[0].start in where
    ]


@cache
def missed(block_number: int) -> list[str]:
    """Plays an example until all of it was seen; lists what was not."""
    block = shown()[block_number]
    made, where = staged(block)
    game = made.game
    if game is None:
        return ["no game"]
    asked, interpreter = questions(game, where), Interpreter(game)
    interpreter.reached = [0] * len(Blocks(game).every)
    left: list[str] = []
    for seed in range(MATCHES):
        rng = Rng(seed)
        players = game.least_players + seed % (game.most_players - game.least_players + 1)
        options = {
            name: option.answers.members[seed % len(option.answers.members)]
            for name, option in game.options.items()
        }
        state, _ = interpreter.initial(Setting(players, seed, options))
        for _ in range(DECISIONS):
            decision = interpreter.decision(state)
            if decision is None:
                break
            if decision.span is not None and not all(one.declines for one in decision.choices):
                asked.pop(decision.span.start, None)
            try:
                interpreter.apply(state, rng.below(len(decision.choices)))
            except RuleError:
                break
        left = [f"never offers: {one}" for one in asked.values()] + begun(game, interpreter.reached, where)
        if not left:
            break
    return left


@pytest.mark.parametrize("number", range(len(shown())), ids=[str(one) for one in shown()])
@pytest.mark.quick_in_turn(5)
def test_all_of_an_example_comes_up(number: int) -> None:
    assert missed(number) == []
