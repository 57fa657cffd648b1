"""Terminals become a tree, one at a time, by the tables of the grammar.

Trees are those that Lark makes of the same grammar, which a test compares: words and signs are left out unless a rule
is marked with `!`, rules with `?` where they hold one thing, and what begins with `_` is put into what is around it.
"""

from gekido_dsl.grammar.tables import END, Rule, Tables
from gekido_dsl.grammar.tree import Token, Tree


class Parse:
    """A declaration on its way."""

    __slots__ = ("_rules", "_states", "_tables", "_values")

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._rules = tables.rules
        self._states = [0]
        self._values: list[Tree | Token] = []

    @property
    def accepted(self) -> dict[str, int]:
        """What may come next, of which some may turn out wrong after what is complete was put together."""
        return self._tables.row(self._states[-1])

    def takes(self, name: str) -> bool:
        """Tells whether a terminal can come next, after what is complete was put together."""
        tables, states = self._tables, list(self._states)
        while (action := tables.row(states[-1]).get(name)) is not None:
            if action >= 0:
                return True
            rule = self._rules[~action]
            if rule.size:
                del states[-rule.size :]
            states.append(tables.row(states[-1])[rule.origin])
            if name == END and states[-1] == tables.end:
                return True
        return False

    def expected(self) -> set[str]:
        """Lists the terminals that can come next."""
        return {name for name in self.accepted if name.isupper() and self.takes(name)}

    def feed(self, token: Token) -> bool:
        """Takes the next terminal, or tells that it cannot come here."""
        row, states, rules, name = self._tables.row, self._states, self._rules, token.type
        while (action := row(states[-1]).get(name)) is not None:
            if action >= 0:
                states.append(action)
                self._values.append(token)
                return True
            self._reduce(rules[~action])
        return False

    def finish(self) -> Tree | None:
        """Gives the tree of everything that was taken; None if more has to come."""
        while (action := self.accepted.get(END)) is not None and action < 0:
            self._reduce(self._rules[~action])
            if self._states[-1] == self._tables.end:
                tree = self._values[-1]
                assert isinstance(tree, Tree)
                return tree
        return None

    def _reduce(self, rule: Rule) -> None:
        states, values = self._states, self._values
        parts: list[Tree | Token] = []
        if rule.size:
            parts = values[-rule.size :]
            del states[-rule.size :], values[-rule.size :]
        states.append(self._tables.row(states[-1])[rule.origin])
        values.append(_made(rule, parts))


def _made(rule: Rule, parts: list[Tree | Token]) -> Tree | Token:
    """Puts together what a rule has read."""
    if rule.kept is None:
        children = parts
    else:
        children = []
        for at in rule.kept:
            part = parts[at]
            if at in rule.spread and isinstance(part, Tree):
                children += part.children
            else:
                children.append(part)
    if rule.single and len(children) == 1:
        only = children[0]
        if isinstance(only, Token):
            return only
        tree = only
    else:
        tree = Tree(rule.name, children)
    for part in parts:
        start = part.start_pos if isinstance(part, Token) else part.outer_start
        if start >= 0:
            break
    else:
        return tree
    for part in reversed(parts):
        end = part.end_pos if isinstance(part, Token) else part.outer_end
        if end >= 0:
            break
    else:
        return tree
    if tree.start_pos < 0:
        tree.start_pos, tree.end_pos = start, end
    tree.outer_start, tree.outer_end = start, end
    return tree
