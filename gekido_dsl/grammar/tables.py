"""The grammar becomes the tables that the parser goes by: what to do in each state with each terminal.

Lark makes them, which takes a second or more. They are therefore kept in `tables.json` beside the grammar, and made
anew only if that file is of another grammar. `python tools/parser_tables.py` writes it.

Invariants:
    The grammar is LALR(1) without a single conflict: Lark is told to refuse one.
    States are numbered in the order in which they are come to from the first one, names taken alphabetically; so the
    same grammar gives the same tables, whatever the version of Lark.
    Whoever wrote the file, it is read as data: numbers and names.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final

END: Final = "$END"
"""The terminal after the last one of a declaration."""
_FORM: Final = 2
"""What the file of the tables looks like; another form has another number."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to read something, as Lark has it."""

    origin: str
    """What is read."""
    parts: tuple[tuple[str, bool], ...]
    """What it is made of, with whether a word or sign is left out of the tree."""
    alias: str | None
    """What the tree is called, where that is not its origin."""
    all_tokens: bool
    """Whether nothing is left out."""
    single: bool
    """Whether a tree with one thing in it is that thing."""
    order: int


@dataclass(frozen=True, slots=True)
class Tables:
    """What a parser goes by."""

    rules: tuple[Rule, ...]
    literals: dict[str, str]
    """The terminal of each word and sign that the grammar spells out."""
    end: int
    """The state in which a declaration is over."""
    _reached_by: list[str]
    """By state: the terminal or rule that leads to it."""
    _goes: list[list[int]]
    """By state: those that follow it."""
    _reduces: list[list[tuple[int, list[str]]]]
    """By state: rules that are complete there, with the terminals after which they are."""
    _rows: dict[int, dict[str, int]] = field(default_factory=dict)

    def row(self, state: int) -> dict[str, int]:
        """Gives what happens in a state by what comes next: the next state, or ~n for rule n, which is complete."""
        made = self._rows.get(state)
        if made is None:
            made = {self._reached_by[after]: after for after in self._goes[state]}
            for rule, terminals in self._reduces[state]:
                made.update(dict.fromkeys(terminals, ~rule))
            self._rows[state] = made
        return made

    def written(self, grammar: str) -> str:
        """Gives the text of the file that `read` reads."""
        symbols = sorted(
            {
                *self._reached_by,
                *(name for rule in self.rules for name in (rule.origin, *(part for part, _ in rule.parts))),
                *self.literals.values(),
                END,
            }
        )
        number = {symbol: at for at, symbol in enumerate(symbols)}
        lists: dict[tuple[int, ...], int] = {}

        def listed(values: Iterable[int]) -> int:
            return lists.setdefault(tuple(values), len(lists))

        goes = [listed(after) for after in self._goes]
        reduces = [
            [each for rule, names in row for each in (rule, listed(number[name] for name in names))]
            for row in self._reduces
        ]
        parts: dict[str, Any] = {
            "form": _FORM,
            "grammar": fingerprint(grammar),
            "symbols": symbols,
            "literals": dict(sorted(self.literals.items())),
            "rules": [
                [
                    number[one.origin],
                    [number[part] for part, _ in one.parts],
                    [int(out) for _, out in one.parts],
                    one.alias,
                    int(one.all_tokens),
                    int(one.single),
                    one.order,
                ]
                for one in self.rules
            ],
            "end": self.end,
            "lists": [list(one) for one in lists],
            "reached_by": [number[name] for name in self._reached_by],
            "goes": goes,
            "reduces": reduces,
        }
        lines = [
            f"{json.dumps(key)}: {json.dumps(part, separators=(',', ':'))}" for key, part in parts.items()
        ]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def grammar() -> str:
    """Gives the text of the grammar."""
    return files(__package__).joinpath("gdl.lark").read_text(encoding="utf-8")


def fingerprint(text: str) -> str:
    """Identifies a grammar."""
    return hashlib.sha256(text.encode()).hexdigest()


def read(text: str, of: str) -> Tables | None:
    """Reads the file of the tables; None if it is none, or of another grammar.

    Args:
        of: the grammar.
    """
    try:
        said = json.loads(text)
        if said["form"] != _FORM or said["grammar"] != fingerprint(of):
            return None
        symbols, lists = said["symbols"], said["lists"]
        rules = tuple(
            Rule(
                symbols[origin],
                tuple((symbols[part], bool(left_out)) for part, left_out in zip(parts, out, strict=True)),
                alias,
                bool(all_tokens),
                bool(single),
                order,
            )
            for origin, parts, out, alias, all_tokens, single, order in said["rules"]
        )
        names: dict[int, list[str]] = {}
        reduces: list[list[tuple[int, list[str]]]] = []
        for row in said["reduces"]:
            found = []
            for rule, at in zip(row[::2], row[1::2], strict=True):
                if at not in names:
                    names[at] = [symbols[one] for one in lists[at]]
                found.append((rule, names[at]))
            reduces.append(found)
        reached_by = [symbols[one] for one in said["reached_by"]]
        return Tables(
            rules, said["literals"], said["end"], reached_by, [lists[at] for at in said["goes"]], reduces
        )
    except (ValueError, LookupError, TypeError):
        return None


def made(text: str) -> Tables:
    """Has Lark make the tables of a grammar.

    Raises:
        lark.exceptions.LarkError: it is no grammar, or has a conflict.
    """
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Stands where Lark wants a lexer."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Any]:
            raise NotImplementedError("tokens are fed, not lexed")

    built = Lark(text, parser="lalr", lexer=NoLexer, strict=True, maybe_placeholders=False)
    conf: Any = built.parse_interactive().parser_state.parse_conf
    rules: dict[Any, int] = {rule: at for at, rule in enumerate(sorted(built.rules, key=_order))}
    number = {conf.start_state: 0}
    reached_by = ["$START"]
    goes: list[list[int]] = []
    reduces: list[list[tuple[int, list[str]]]] = []
    waiting = [conf.start_state]
    for state in waiting:  # which grows
        after: list[int] = []
        complete: dict[int, list[str]] = {}
        for name, (action, leads_to) in sorted(conf.states[state].items()):
            if action.name == "Shift":
                if leads_to not in number:
                    number[leads_to] = len(number)
                    reached_by.append(str(name))
                    waiting.append(leads_to)
                after.append(number[leads_to])
            else:
                complete.setdefault(rules[leads_to], []).append(str(name))
        goes.append(after)
        reduces.append(sorted(complete.items()))
    literals = {one.pattern.value: one.name for one in built.terminals if one.pattern.type == "str"}
    return Tables(tuple(map(_rule, rules)), literals, number[conf.end_state], reached_by, goes, reduces)


def _order(rule: Any) -> tuple[str, ...]:
    return (rule.origin.name, str(rule.alias or ""), *(symbol.name for symbol in rule.expansion))


def _rule(rule: Any) -> Rule:
    return Rule(
        str(rule.origin.name),
        tuple((str(symbol.name), bool(symbol.is_term and symbol.filter_out)) for symbol in rule.expansion),
        None if rule.alias is None else str(rule.alias),
        bool(rule.options.keep_all_tokens),
        bool(rule.options.expand1),
        int(rule.order),
    )
