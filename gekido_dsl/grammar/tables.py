"""The grammar becomes the tables that the parser goes by: what to do in each state with each terminal.

Lark makes them, which takes a second or more. They are therefore kept in `tables.json` beside the grammar, and made
by Lark only if that file is of another grammar. `python tools/parser_tables.py` writes it anew.

Invariants:
    The grammar is LALR(1) without a single conflict: Lark is told to refuse one.
    States are numbered in the order in which they are come to from the first one, names taken alphabetically; so the
    same grammar gives the same tables, and neither they nor their meaning depend on the version of Lark.
    Whoever wrote the file, it is read as data: numbers and names.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, Final

from gekido_dsl.data import dataclass, field

END: Final = "$END"
"""The terminal after the last one of a declaration."""
_FORM: Final = 1
"""What the file of the tables looks like; another form has another number."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to read something."""

    origin: str
    """What is read."""
    size: int
    """How many things it is made of."""
    name: str
    """What the tree is called."""
    kept: tuple[int, ...] | None
    """Which of the things are in the tree; None for all of them."""
    spread: frozenset[int]
    """Which of them are in it with what they are made of, not as trees of their own."""
    single: bool
    """Whether a tree with one thing in it is that thing."""


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
            {*self._reached_by, *(rule.origin for rule in self.rules), *self.literals.values(), END}
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
                    one.size,
                    one.name,
                    None if one.kept is None else list(one.kept),
                    sorted(one.spread),
                    int(one.single),
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
                size,
                name,
                None if kept is None else tuple(kept),
                frozenset(spread),
                bool(single),
            )
            for origin, size, name, kept, spread, single in said["rules"]
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
    """Takes over what Lark does with the parts of a rule: signs and words are left out, and so on."""
    options = rule.options
    kept = tuple(
        at
        for at, symbol in enumerate(rule.expansion)
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    )
    spread = frozenset(
        at for at in kept if not rule.expansion[at].is_term and rule.expansion[at].name.startswith("_")
    )
    return Rule(
        str(rule.origin.name),
        len(rule.expansion),
        str(rule.alias or options.template_source or rule.origin.name),
        None if len(kept) == len(rule.expansion) and not spread else kept,
        spread,
        bool(options.expand1 and not rule.alias),
    )
