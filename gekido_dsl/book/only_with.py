"""`{{only with ...}}` and `{{end}}`: what stands under an option's answer, for some numbers of players, or only in
games that have something: a variant may remove it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gekido_dsl.book.naming import Naming
from gekido_dsl.book.nodes import Directive
from gekido_dsl.diagnostics import Diagnostic, Label, codes, suggest
from gekido_dsl.source import Span

BEGIN: Final = "only with"
END: Final = "end"
_PLAYERS: Final = re.compile(r"(?P<low>\d+)(?: (?P<more>or more)| to (?P<high>\d+))? players?")
_ANSWER: Final = re.compile(r"(?P<option>.+?) is (?P<not>not )?(?P<answers>.+)")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch that stands only under a condition."""

    begin: Directive
    end: Directive
    players: frozenset[int] | None
    """The numbers of players that it is for; None when it is about an option."""
    stands: bool
    """Whether it stands in the book that is written."""

    @property
    def whole(self) -> Span:
        """The stretch with its braces."""
        return Span(self.begin.span.source, self.begin.span.start, self.end.span.end)


def blocks(
    directives: tuple[Directive, ...],
    naming: Naming,
    options: Mapping[str, str],
    players: int | None,
    *,
    inherited: bool = False,
) -> tuple[list[Block], list[Diagnostic]]:
    """Pairs the directives of a chapter that begin and end stretches.

    Args:
        options: the answers that are not the default.
        players: the number of players that the book is for; None for all.
        inherited: whether the chapter is one of the base of a variant, which may lack what it speaks of.
    """
    found: list[Diagnostic] = []
    made: list[Block] = []
    open_: list[Directive] = []
    for one in directives:
        if one.text.startswith(BEGIN):
            open_.append(one)
        elif one.text == END:
            if not open_:
                found.append(
                    Diagnostic(
                        codes.WRONG_DIRECTIVE,
                        "nothing is open that ends here",
                        (Label(one.span, "ends nothing"),),
                        "take it out, or write `{{only with ...}}` before it",
                    )
                )
                continue
            begin = open_.pop()
            read = _condition(begin, naming, options)
            if isinstance(read, Diagnostic) and inherited:
                made.append(Block(begin, one, None, False))
                continue
            if isinstance(read, Diagnostic):
                found.append(read)
                made.append(Block(begin, one, None, True))
                continue
            numbers, holds = read
            stands = holds if numbers is None else players is None or players in numbers
            made.append(Block(begin, one, numbers, stands))
    for one in open_:
        found.append(
            Diagnostic(
                codes.WRONG_DIRECTIVE,
                f"`{{{{{one.text}}}}}` is not ended",
                (Label(one.span, "begins here"),),
                "write `{{end}}` where it is over; it ends in the chapter that it begins in",
            )
        )
    return made, found


def _condition(
    directive: Directive, naming: Naming, options: Mapping[str, str]
) -> tuple[frozenset[int] | None, bool] | Diagnostic:
    game = naming.game
    text = " ".join(directive.text.removeprefix(BEGIN).split())
    match = _PLAYERS.fullmatch(text)
    if match is not None:
        low = int(match["low"])
        high = game.most_players if match["more"] else int(match["high"] or low)
        numbers = frozenset(range(low, min(high, game.most_players) + 1))
        if low < game.least_players or high > game.most_players or low > high:
            return _wrong(
                directive,
                f"the game is for {game.least_players} to {game.most_players} players",
                "not for this number",
            )
        return numbers, True
    match = _ANSWER.fullmatch(text)
    if match is None and naming.find(text):
        return None, True
    if match is None:
        return _wrong(
            directive,
            f"`{text}` is no number of players, no option with its answer, and no name of the ruleset",
            "what does it stand with?",
            "write `only with OPTION is ANSWER`, `only with 2 players`, `only with 3 or more players`, or "
            "`only with NAME` for what a variant may remove",
        )
    name = match["option"]
    option = game.options.get(name)
    if option is None:
        return _unknown(directive, name, f"no option is called `{name}`", list(game.options))
    answers = re.split(r"\s*,\s*|\s+or\s+", match["answers"])
    for answer in answers:
        if answer not in option.answers.members:
            message = f"the option `{name}` has no answer `{answer}`"
            return _unknown(directive, answer, message, list(option.answers.members))
    given = options.get(name, option.answers.members[0])
    return None, (given in answers) is not bool(match["not"])


def _unknown(directive: Directive, name: str, message: str, known: list[str]) -> Diagnostic:
    at = directive.inside.start + directive.text.find(name)
    span = Span(directive.span.source, at, at + len(name))
    return Diagnostic(
        codes.UNKNOWN_NAME, message, (Label(span, "not declared"),), suggest.did_you_mean(name, known)
    )


def _wrong(directive: Directive, message: str, label: str, help_: str | None = None) -> Diagnostic:
    return Diagnostic(codes.WRONG_DIRECTIVE, message, (Label(directive.inside, label),), help_)
