"""A phrase of the language in a directive becomes a value that is fixed before a match.

Invariants:
    A phrase means what it means in a rule; every finding stands at its place in the Markdown file.
    What chance or play decides, or what is not the same for every number of players, has no value here.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.grammar import GrammarError, parse_declaration
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Lasts
from gekido_dsl.model.row_words import value_words
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import INT, ListType, SetType, ThingType, Type, UnknownType, item
from gekido_dsl.rulesdoc.markdown import joined
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build import Builder
from gekido_dsl.syntax.unexpected import not_expected

_LOOSE: Final = (Lasts.PLACED, Lasts.MATCH)
"""For how long operators give the same that ask how a match stands, or who asks."""
_DEPTH: Final = 40


class Phrases:
    """Works out phrases for one ruleset and a set of options."""

    def __init__(self, compilation: Compilation, options: Mapping[str, str]) -> None:
        self._compilation = compilation
        self._options = dict(options)

    def value(self, written: Span, players: Iterable[int] = ()) -> "tuple[Type, object] | Diagnostic":
        """Works out what a phrase is.

        Args:
            written: where it stands.
            players: the numbers of players that it must be the same for; those of the game when none are given.
        """
        tree = _parsed(written)
        if isinstance(tree, Diagnostic):
            return tree
        draft = self._compilation.draft
        before = len(draft.index.found)
        expr = draft.phrases.expr(tree, Scope(acting=False))
        found = draft.index.found[before:]
        del draft.index.found[before:]
        if found:
            return found[0]
        lost = next((one for one in walk.inside(expr) if isinstance(one.type, UnknownType)), None)
        if lost is not None:
            # A variant took it away, which is no finding of the phrase itself.
            message = f"nothing in the ruleset is called `{lost.span.text}`"
            return Diagnostic(codes.UNKNOWN_NAME, message, (Label(lost.span, "not declared"),))
        loose = _loose(expr, _DEPTH)
        if loose is not None:
            return _not_fixed(written, loose)
        return self._worked_out(written, expr, list(players))

    def of_amount(self, amount: m.Amount) -> int | None:
        """Gives the number that an amount always is; None when a match decides it."""
        expr = m.ops.Amount(INT, amount.name_span, ref=amount)
        if amount.subject is not None or _loose(expr, _DEPTH) is not None:
            return None
        got = self._worked_out(amount.name_span, expr, [])
        return got[1] if not isinstance(got, Diagnostic) and isinstance(got[1], int) else None

    def holds(self, condition: m.Expr) -> bool:
        """Tells whether a condition holds by the options alone; one that a match decides does not."""
        if _loose(condition, _DEPTH) is not None:
            return False
        got = self._worked_out(condition.span, condition, [])
        return not isinstance(got, Diagnostic) and got[1] == "yes"

    def _worked_out(
        self, written: Span, expr: m.Expr, players: list[int]
    ) -> "tuple[Type, object] | Diagnostic":
        game = self._compilation.game
        assert game is not None
        values: dict[int, object] = {}
        for number in players or range(game.least_players, game.most_players + 1):
            try:
                state = self._compilation.shared_executor.blank(Setting(number, 0, self._options))
                program = state.program
                value = program.evaluator.make(expr)(state, [0, *[-1] * 60])
                values[number] = self._said(program.layout.things, expr.type, value)
            except RuleError as error:
                return Diagnostic(
                    codes.WRONG_DIRECTIVE,
                    f"`{written.text}` cannot be worked out: {error.message}",
                    (Label(written, "this phrase"),),
                )
        first = next(iter(values.values()))
        if any(value != first for value in values.values()):
            told = ", ".join(f"{value} with {number}" for number, value in values.items())
            return Diagnostic(
                codes.WRONG_DIRECTIVE,
                f"`{written.text}` is not the same for every number of players: {told}",
                (Label(written, "which?"),),
                "put it between `{{only with 2 players}}` and `{{end}}`, once for each number",
            )
        return expr.type, first

    def _said(self, things: Mapping[str, object], kind: Type, value: object) -> object:
        """Gives a number as it is, and anything else in words."""
        game = self._compilation.game
        assert game is not None
        one = item(kind)
        if isinstance(value, list | tuple):
            inner = kind.item if isinstance(kind, SetType | ListType) else one
            parts = [str(self._said(things, inner, each)) for each in value]
            return joined(list(dict.fromkeys(parts))) or "nothing"
        if isinstance(kind, ThingType) and isinstance(value, int) and value >= 0:
            known = things.get(kind.kind.name)
            place = value - known.start if isinstance(known, range) else value
            rows = [row.name for row in kind.kind.rows for _ in range(max(row.copies, 1))]
            return rows[place] if 0 <= place < len(rows) else kind.kind.name
        if isinstance(value, bool):
            return "yes" if value else "no"
        said = value_words(game, kind, value)
        return int(said) if said.lstrip("-").isdigit() else said


def _parsed(written: Span) -> "s.Expr | Diagnostic":
    """Reads a phrase at its place."""
    source, start = written.source, written.start
    lines, broken = logical_lines(written.text)
    if broken:
        error = broken[0]
        return Diagnostic(
            codes.WRONG_DIRECTIVE,
            f"`{written.text}` does not read as a phrase of the language",
            (
                Label(
                    source.span(start + error.start, start + max(error.end, error.start + 1)),
                    "not expected here",
                ),
            ),
        )
    if len(lines) != 1:
        return Diagnostic(
            codes.WRONG_DIRECTIVE, "the braces hold no name and no phrase", (Label(written, "nothing here"),)
        )

    def at(kind: str, text: str, place: int = start) -> Piece:
        return Piece(kind, text, place, place)

    moved = tuple(Piece(one.kind, one.text, one.start + start, one.end + start) for one in lines[0].pieces)
    head = Line(0, (at("word", "amount"), at("name", "Value")), start, start)
    body = Line(2, (at("word", "starts"), at("word", "at"), *moved), start, written.end)
    try:
        tree = parse_declaration([head, body])
    except GrammarError as error:
        found = not_expected(source, error, Line(0, moved, start, written.end), first_of_block=False)
        return Diagnostic(
            codes.WRONG_DIRECTIVE,
            f"`{written.text}` does not read as a phrase of the language",
            tuple(label for label in found.labels),
            "write a name of the ruleset, or a phrase such as `number of ...` or `X's Y`",
        )
    amount: s.Amount = Builder(source).build(tree)
    return amount.lines[0].operand


def _loose(expr: m.Expr, depth: int) -> m.Expr | None:
    """Finds what is not fixed before a match; None when everything is."""
    if expr.record.lasts in _LOOSE or depth == 0:
        return expr
    if isinstance(expr, m.ops.Field) and expr.ref.kept:
        return expr
    inner: list[m.Expr] = list(expr.args)
    if isinstance(expr, m.ops.Amount):
        if expr.ref.exceptions:
            return expr
        inner += [one for line in expr.ref.lines for one in (line.operand, line.condition) if one is not None]
    elif isinstance(expr, m.ops.Property | m.ops.Defined) and isinstance(expr.ref, m.Property | m.Definition):
        if expr.ref.exceptions:
            return expr
        inner.append(expr.ref.value if isinstance(expr.ref, m.Property) else expr.ref.test)
    for one in inner:
        found = _loose(one, depth - 1)
        if found is not None:
            return found if found is not one or one in expr.args else expr
    return None


def _not_fixed(written: Span, loose: m.Expr) -> Diagnostic:
    inside = loose.span.source == written.source and written.start <= loose.span.start <= written.end
    labels = [Label(loose.span if inside else written, "known only in a match")]
    if not inside:
        labels.append(Label(loose.span, "this is what decides it"))
    return Diagnostic(
        codes.WRONG_DIRECTIVE,
        f"`{written.text}` is not fixed before a match",
        tuple(labels),
        "say it in words, or write `{{name of ...}}` for the name alone",
    )
