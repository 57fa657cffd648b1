"""A text is split into the same lines whatever was split before it."""

import random
from pathlib import Path

import pytest

from gekido_dsl.grammar import lexer

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    *(
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("rulesets/classics/hearts.gdl", "tests/english/dice.gdl")
    ),
    "kind Card\r\nrule Go, and\r  draw (2 Cards\r\n  stop # not yet\n\tturn\x07 of\n" * 3,
    'rule "half\nrule [never closed\nphase A\n  do B, C and\n  D or\n\nE 1234567890123\n  ((((stop\n',
]


def afresh(text: str) -> tuple[list[lexer.Line], list[lexer.LexError]]:
    made = lexer._go_on(text, lexer._Read("", (), (), ()))
    return [*made.lines], [*made.errors]


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_what_is_typed_into_a_text_is_split_as_if_it_were_new(number: int) -> None:
    chance, text = random.Random(number), TEXTS[number]
    for _ in range(120):
        at = chance.randrange(len(text) + 1)
        typed = chance.choice(
            ["", "\n", "\r", ",", "(", ")", '"', " and", "\n  ", "x", "\t", "12345678901", "\x07"]
        )
        text = text[:at] + typed + text[at + chance.choice([0, 0, 1, 7]) :]
        assert lexer.logical_lines(text) == afresh(text)
        short = text[: chance.randrange(len(text) + 1)]
        assert lexer.logical_lines(short) == afresh(short)


def test_only_what_is_new_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXTS[0]
    lexer.logical_lines(text)
    begun: list[int] = []
    physical = lexer.physical_lines
    monkeypatch.setattr(
        lexer, "physical_lines", lambda text, begin: [begun.append(begin), *physical(text, begin)][1:]
    )
    lexer.logical_lines(f"{text}\nrule Another\n  stop\n")
    lexer.logical_lines(text)
    assert len(begun) == 1 and begun[0] > 0.9 * len(text)


def test_a_caller_may_change_the_lists() -> None:
    lexer.logical_lines(TEXTS[1])[0].clear()
    assert lexer.logical_lines(TEXTS[1]) == afresh(TEXTS[1])
