"""Claims of a ruleset: what is said of many games, with names resolved and bounds that say something."""

import math
from typing import Any

from gekido_dsl.diagnostics import Missing, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Index
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.text.claims import claimed


def claim(d: s.Claim, basics: dict[str, Any], game: m.Game, index: Index) -> m.Claim:
    """Resolves a claim; the rest of the game is known."""
    made = m.Claim(d.title, **basics | {"name_span": d.span, "text": None})
    reader = _Reader(made, game, index)
    for one in d.given:
        reader.given(one)
    made.lines = tuple(line for one in d.lines if (line := reader.line(one)) is not None)
    return made


class _Reader:
    """Resolves the lines of one claim."""

    def __init__(self, made: m.Claim, game: m.Game, index: Index) -> None:
        self.claim = made
        self.game = game
        self.index = index

    def _empty(self, span: Any, message: str, note: str, help: str | None = None) -> None:
        self.index.report(codes.EMPTY_CLAIM, message, span, note, help=help)

    def given(self, given: s.ClaimGiven) -> None:
        if given.random_setup:
            self.claim.random_setup = True
            return
        least, most = self.game.least_players, self.game.most_players
        if given.option is None or given.answer is None:
            self.claim.players = given.players
            if not least <= given.players <= most:
                allowed = f"{least}" if least == most else f"{least} to {most}"
                self._empty(
                    given.span, f"no game has {given.players} players", f"the game is for {allowed}",
                    "claim something about games that can be played",
                )  # fmt: skip
            return
        option = self.index.find(given.option, m.Option, "option")
        if option is None:
            return
        answers = option.answers.members
        if given.answer.text not in answers:
            self.index.report(
                codes.UNKNOWN_NAME,
                f"the option `{option.name}` has no answer `{given.answer.text}`",
                given.answer.span,
                " or ".join(answers),
                help=suggest.did_you_mean(given.answer.text, answers),
                missing=Missing("answer", given.answer.text, option.name),
            )
            return
        self.claim.options[option.name] = given.answer.text

    def line(self, line: s.Claimed) -> m.Claimed | None:
        thing = ""
        names: tuple[str, ...] = ()
        if line.name is not None:
            found = self._label(line.name) if line.kind == "ends" else self._things(line.name, line.kind)
            if found is None:
                return None
            thing, names = found
        bounds = self._bounds(line)
        if bounds is None:
            return None
        players = self.claim.players or self.game.most_players
        if line.kind == "seat" and line.seat >= players:
            self._empty(line.span, f"{players} players have no such seat", "no player has this seat")
            return None
        return m.Claimed(
            line.kind, *bounds, claimed(line), line.span, thing, names, line.seat, line.length, line.unit
        )

    def _things(self, name: s.Name, kind: str) -> tuple[str, tuple[str, ...]] | None:
        """Finds a kind with its rows, or a row with its kind."""
        if kind == "row":
            for one in self.game.kinds.values():
                if any(row.name == name.text for row in one.rows):
                    return one.name, (name.text,)
            self.index.unknown(name, None, "row of a table")
            return None
        thing = self.index.find(name, m.Kind, "kind")
        if thing is None:
            return None
        rows = tuple(dict.fromkeys(row.name for row in thing.rows if row.name not in ("", thing.name)))
        if len(rows) < 2:
            self._empty(
                name.span, f"a {thing.name} tells no players apart", "it has no rows with names",
                "claim something of a kind whose rows the players have, or of `each player`",
            )  # fmt: skip
            return None
        return thing.name, rows

    def _label(self, name: s.Name) -> tuple[str, tuple[str, ...]] | None:
        known = [end.name for end in self.game.ends if end.name]
        if name.text in known:
            return "", (name.text,)
        self.index.report(
            codes.UNKNOWN_NAME,
            f"no end of the game is called `{name.text}`",
            name.span,
            "not a label of `the game ends when`",
            help=suggest.did_you_mean(name.text, known),
            missing=Missing("label", name.text),
        )
        return None

    def _bounds(self, line: s.Claimed) -> tuple[float, float] | None:
        bound = line.bound
        low = bound.low or 0
        if line.kind == "mean":
            if bound.high is not None and low > bound.high:
                self._empty(bound.span, "no number is in this range", "it is written backwards")
                return None
            return float(low), math.inf if bound.high is None else float(bound.high)
        high = line.of if bound.high is None else bound.high
        if line.of < 1 or low > high or high > line.of:
            self._empty(
                bound.span, "no share of the games is in this range", f"it ends above {line.of}, or before it begins",
                "write a range such as `18 to 32 of 100 games`",
            )  # fmt: skip
            return None
        if low == 0 and high == line.of:
            self._empty(
                bound.span, "this is always true", "every share of the games is in this range",
                "narrow it so that it can fail",
            )  # fmt: skip
            return None
        return low / line.of, high / line.of
