"""A ruleset that somebody wrote, with one thing changed: a line, a number, a phrase.

A line is taken out, doubled, or changes places with another one, each with what stands below it; a number becomes
another one; a phrase becomes another one that the same rule of the grammar reads, from the same file.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from gekido_dsl.generated.making import NAME, Made
from gekido_dsl.grammar import GrammarError, parse_declaration
from gekido_dsl.grammar.lexer import Line, logical_lines
from gekido_dsl.grammar.tree import Tree
from gekido_dsl.rng import Rng

_SUFFIX: Final = ".gdl"
_NUMBER: Final = re.compile(r"(?<![\w\"])\d+(?![\w\"])")
_TRIES: Final = 40
_PHRASES: Final = 4
"""How often a phrase is changed, where each other change comes once."""


def mutate(files: Mapping[str, str], seed: int) -> Made:
    """Changes one thing in a ruleset.

    Args:
        files: all its files by their names; its own is called `NAME`.
    """
    rng = Rng(seed)
    written = [name for name in sorted(files) if name.endswith(_SUFFIX)]
    lengths = [len(files[name]) for name in written]
    lengths[written.index(NAME)] = sum(lengths)
    for _ in range(_TRIES):
        at = rng.below(sum(lengths))
        name = next(one for number, one in enumerate(written) if at < sum(lengths[: number + 1]))
        text = _CHANGES[rng.below(len(_CHANGES))](files[name], rng)
        if text is not None and text != files[name]:
            made = {**files, name: text}
            return Made(made.pop(NAME), made)
    return Made(files[NAME], {name: text for name, text in files.items() if name != NAME})


def change_of(before: Mapping[str, str], made: Made) -> str:
    """Says which lines of which file were changed."""
    for name, text in made.all_files().items():
        old, new = before[name].split("\n"), text.split("\n")
        if old == new:
            continue
        begin = next(
            (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
        )
        here = new[begin].strip() if begin < len(new) else "the end"
        there = old[begin].strip() if begin < len(old) else "the end"
        return f"line {begin + 1}{'' if name == NAME else f' of {name}'}: `{there}` became `{here}`"
    return "nothing was changed"


# ---------------------------------------------------------------- lines


def _without(text: str, rng: Rng) -> str | None:
    lines = text.split("\n")
    begin, end = _block(lines, rng)
    return "\n".join(lines[:begin] + lines[end:])


def _doubled(text: str, rng: Rng) -> str | None:
    lines = text.split("\n")
    begin, end = _block(lines, rng)
    return "\n".join(lines[:end] + lines[begin:])


def _swapped(text: str, rng: Rng) -> str | None:
    """Has two lines next to one another, or anywhere at the same depth, change places."""
    lines = text.split("\n")
    begin, end = _block(lines, rng)
    if rng.below(2):
        if end >= len(lines) or _depth(lines[end]) != _depth(lines[begin]):
            return None
        other, last = end, _end(lines, end)
    else:
        other, last = _block(lines, rng)
        if _depth(lines[other]) != _depth(lines[begin]):
            return None
        if other < begin:
            begin, end, other, last = other, last, begin, end
    if other < end:
        return None
    return "\n".join(lines[:begin] + lines[other:last] + lines[end:other] + lines[begin:end] + lines[last:])


def _block(lines: list[str], rng: Rng) -> tuple[int, int]:
    """Draws a line, and gives where it begins and where what stands below it ends."""
    said = [number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    begin = said[rng.below(len(said))]
    return begin, _end(lines, begin)


def _end(lines: list[str], at: int) -> int:
    end = at + 1
    while end < len(lines) and lines[end].strip() and _depth(lines[end]) > _depth(lines[at]):
        end += 1
    return end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# ---------------------------------------------------------------- numbers and phrases


def _number(text: str, rng: Rng) -> str | None:
    found = list(_NUMBER.finditer(text))
    if not found:
        return None
    one = found[rng.below(len(found))]
    number = int(one.group())
    other = (number + 1, max(0, number - 1), 0, 1, number * 2)[rng.below(5)]
    return text[: one.start()] + str(other) + text[one.end() :]


def _phrase(text: str, rng: Rng) -> str | None:
    """Puts a phrase in the place of another one that the same rule of the grammar reads."""
    lines, _ = logical_lines(text)
    found: dict[str, list[tuple[int, int]]] = {}
    for declaration in _declarations(lines):
        try:
            tree = parse_declaration(declaration)
        except GrammarError:
            continue
        for one in tree.subtrees():
            if not one.is_empty and "\n" not in text[one.start_pos : one.end_pos]:
                found.setdefault(_rule(one), []).append((one.start_pos, one.end_pos))
    rules = sorted(name for name, spans in found.items() if len({text[a:b] for a, b in spans}) > 1)
    if not rules:
        return None
    spans = found[rules[rng.below(len(rules))]]
    begin, end = spans[rng.below(len(spans))]
    other = spans[rng.below(len(spans))]
    return text[:begin] + text[other[0] : other[1]] + text[end:]


def _rule(tree: Tree) -> str:
    return str(tree.data)


def _declarations(lines: list[Line]) -> list[list[Line]]:
    found: list[list[Line]] = []
    for line in lines:
        if line.indent == 0 or not found:
            found.append([])
        found[-1].append(line)
    return found


_CHANGES: Final[tuple[Callable[[str, Rng], str | None], ...]] = (
    _without,
    _doubled,
    _swapped,
    _number,
    *[_phrase] * _PHRASES,
)
