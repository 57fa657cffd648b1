"""Terminals become a tree, one at a time: Lark parses, by the tables of the grammar.

Lark's parser is made of the tables instead of the text of the grammar; a test compares it with what Lark makes of that.
"""

from collections.abc import Callable
from typing import Any

from lark.exceptions import UnexpectedToken
from lark.grammar import NonTerminal, RuleOptions, Terminal
from lark.grammar import Rule as LarkRule
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import ParseTableBase, Reduce, Shift
from lark.parsers.lalr_parser_state import ParseConf, ParserState

from gekido_dsl.grammar.tables import END, Rule, Tables
from gekido_dsl.grammar.tree import Token, Tree

_START = "start"
Row = dict[str, tuple[Any, Any]]


class _Rows(dict[int, Row]):
    """What happens in each state by what comes next, as Lark writes it; made when a state is first come to."""

    def __init__(self, tables: Tables, rules: list[LarkRule]) -> None:
        super().__init__()
        self._tables, self._rules = tables, rules

    def __missing__(self, state: int) -> Row:
        row = {
            name: (Shift, action) if action >= 0 else (Reduce, self._rules[~action])
            for name, action in self._tables.row(state).items()
        }
        self[state] = row
        return row


class _Numbered(LarkRule):
    """A rule of which there is one alone: Lark looks it up at each reduction, and would compare all its parts."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _symbol(name: str, left_out: bool) -> Terminal | NonTerminal:
    return Terminal(name, filter_out=left_out) if name.isupper() else NonTerminal(name)


def _lark_rule(rule: Rule) -> LarkRule:
    options = RuleOptions(keep_all_tokens=rule.all_tokens, expand1=rule.single)
    parts = [_symbol(*part) for part in rule.parts]
    return _Numbered(NonTerminal(rule.origin), parts, rule.order, rule.alias, options)


def configured(tables: Tables) -> "ParseConf[int]":
    """Makes Lark's parser of tables."""
    rules = [_lark_rule(rule) for rule in tables.rules]
    builder: Any = ParseTreeBuilder
    makers = builder(rules, Tree).create_callback()
    callbacks = {rule: _placing(make) for rule, make in makers.items()}
    table: Any = ParseTableBase
    return ParseConf(table(_Rows(tables, rules), {_START: 0}, {_START: tables.end}), callbacks, _START)


def _placing(make: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """Has trees know where they stand; Lark would note lines and columns as well."""

    def placed(read: list[Any]) -> Any:
        made = make(read)
        if type(made) is Tree:
            made.placed(read)
        return made

    return placed


class Parse:
    """A declaration on its way."""

    __slots__ = ("_state",)

    def __init__(self, parser: "ParseConf[int]") -> None:
        # Tokens are fed, so there is no lexer.
        self._state: ParserState[int] = ParserState(parser, None)  # type: ignore[arg-type]

    @property
    def accepted(self) -> Row:
        """What may come next, of which some may turn out wrong after what is complete was put together."""
        return self._state.parse_conf.states[self._state.position]

    def takes(self, name: str) -> bool:
        """Tells whether a terminal can come next, after what is complete was put together."""
        conf, states = self._state.parse_conf, list(self._state.state_stack)
        while (found := conf.states[states[-1]].get(name)) is not None:
            action, leads_to = found
            if action is Shift:
                return True
            if leads_to.expansion:
                del states[-len(leads_to.expansion) :]
            states.append(conf.states[states[-1]][leads_to.origin.name][1])
            if name == END and states[-1] == conf.end_state:
                return True
        return False

    def expected(self) -> set[str]:
        """Lists the terminals that can come next."""
        return {name for name in self.accepted if name.isupper() and self.takes(name)}

    def feed(self, token: Token) -> bool:
        """Takes the next terminal, or tells that it cannot come here."""
        try:
            self._state.feed_token(token)
        except UnexpectedToken:
            return False
        return True

    def finish(self) -> Tree | None:
        """Gives the tree of everything that was taken; None if more has to come."""
        try:
            tree = self._state.feed_token(Token(END, ""), is_end=True)
        except UnexpectedToken:
            return None
        assert isinstance(tree, Tree)
        return tree
