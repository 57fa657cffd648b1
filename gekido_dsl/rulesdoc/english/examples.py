"""The lines of a scenario become sentences for players: what stands beside the pictures of a worked example."""

import re
from typing import Final, assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.conditions import test_text
from gekido_dsl.rulesdoc.english.nouns import outermost, phase_text
from gekido_dsl.rulesdoc.english.phrases import spot_text
from gekido_dsl.rulesdoc.english.sentences import happening_text
from gekido_dsl.rulesdoc.english.teller import Teller
from gekido_dsl.syntax import nodes as s

_SPOT: Final = re.compile(r"r\d+c\d+")
Step = s.Given | s.When | s.Then


class Examples:
    """Says what is so, what happens and what follows; without links, as it stands in a picture."""

    def __init__(self, english: Teller) -> None:
        """Finds the scenarios.

        Args:
            english: with the options answered as the scenarios answer them.
        """
        self._english = english
        self._steps = {
            (step.span.source.name, step.span.start): step
            for one in english.declarations
            if isinstance(one, s.Scenario)
            for step in one.steps
        }

    def told(self, step: m.ScenarioStep) -> str:
        """Writes a step; as it stands where no text of it is known."""
        written = self._steps.get((step.span.source.name, step.span.start))
        if written is None:
            return " ".join(step.span.text.split())
        match written:
            case s.Given():
                text = self._given(written)
            case s.When():
                text = self._when(written)
            case s.Then():
                text = self._then(written)
            case _:
                assert_never(written)
        return en.capital(en.unmarked(text))

    def caption(self, step: m.ScenarioStep) -> str | None:
        """Writes a step as it stands beside a picture of the board, which shows where things are.

        Returns:
            Nothing for what the picture tells alone; None for a step that reads the same beside it.
        """
        written = self._steps.get((step.span.source.name, step.span.start))
        spots = self.spots(step)
        if isinstance(written, s.Given) and written.kind in ("on", "drawn"):
            return "" if all(isinstance(one, s.Spot) for one in written.values) else None
        if isinstance(written, s.Then) and self._on_a_spot(written):
            return ""
        if not isinstance(written, s.When | s.Then) or not spots:
            return None
        who = self._subject(written.subject)
        if self.all_that_is_offered(step):
            return en.capital(en.unmarked(f"{who} may choose only what is framed"))
        if (
            isinstance(written, s.When)
            and written.kind == "chooses"
            and len(spots) == len(written.picks) == 1
        ):
            return en.capital(en.unmarked(f"{who} chooses as the next picture shows"))
        return None

    def spots(self, step: m.ScenarioStep) -> tuple[str, ...]:
        """Lists the spaces that are named as places or as choices."""
        written = self._steps.get((step.span.source.name, step.span.start))
        if isinstance(written, s.Given) and written.kind == "on":
            return tuple(one.word for one in written.values if isinstance(one, s.Spot))
        if isinstance(written, s.Then) and self._on_a_spot(written):
            assert isinstance(written.condition, s.Test) and isinstance(written.condition.predicate, s.Is)
            operand = written.condition.predicate.operand
            return (operand.word,) if isinstance(operand, s.Spot) else ()
        if not isinstance(written, s.When | s.Then):
            return ()
        return tuple(
            pick.text for pick in written.picks if isinstance(pick, s.Name) and _SPOT.fullmatch(pick.text)
        )

    def all_that_is_offered(self, step: m.ScenarioStep) -> bool:
        """Tells whether the spaces of a step are all that somebody may choose."""
        written = self._steps.get((step.span.source.name, step.span.start))
        if not isinstance(written, s.Then) or written.kind != "only":
            return False
        return len(self.spots(step)) == len(written.picks)

    def _on_a_spot(self, it: s.Then) -> bool:
        """Tells whether what follows is that a thing stands on a space."""
        test = it.condition
        if it.kind != "cond" or not isinstance(test, s.Test) or not isinstance(test.predicate, s.Is):
            return False
        return (
            test.predicate.how == "on"
            and not test.predicate.negated
            and isinstance(test.predicate.operand, s.Spot)
        )

    # ------------------------------------------------------------ what is so

    def _given(self, it: s.Given) -> str:
        match it.kind:
            case "option":
                return f"{self._subject(it.subject)}: “{it.names[0].text}”"
            case "players":
                return f"{it.number} {'player' if it.number == 1 else 'players'}"
            case "seats":
                names = [name.text for name in it.names]
                return f"{names[0]} plays alone" if len(names) == 1 else f"{md.joined(names)} are playing"
            case "turn":
                whose = self._whose(it.subject)
                phases = md.joined([phase_text(self._english, name) for name in it.names])
                return f"{whose} turn" + (f"; {phases} begins" if phases else "")
            case "is":
                return self._is(it.subject, it.values)
            case "state":
                return f"{self._subject(it.subject)} is {it.names[0].text}"
            case "on":
                return f"{self._subject(it.subject)} is on {self._values(it.values)}"
            case "drawn":
                return f"{self._subject(it.subject)} is as the picture shows"
            case "next":
                comes = "comes" if len(it.values) == 1 else "come"
                return f"{self._values(it.values)} {comes} next from {self._subject(it.subject)}"
            case "falls":
                return self._fall(it)
            case "chance":
                return f"chance picks {self._picks(it.picks)}"
            case _:
                assert_never(it.kind)

    def _is(self, subject: s.Expr | s.Name | None, values: tuple[s.Expr, ...]) -> str:
        """Writes what something is: as a condition says it, where it is one value."""
        if len(values) == 1 and isinstance(subject, s.Expr) and not self._holds(subject):
            span = subject.span
            return test_text(self._english, s.Test(span, subject, s.Is(span, False, "value", values[0])))
        return f"{self._subject(subject)}: {self._values(values)}"

    def _holds(self, subject: s.Expr) -> bool:
        """Tells whether something has a place for things, so that what lies in it is listed."""
        return isinstance(outermost(self._english, subject), m.Place | m.Track)

    # ------------------------------------------------------------ what happens

    def _when(self, it: s.When) -> str:
        match it.kind:
            case "falls":
                return self._fall(it)
            case "brings":
                return f"{self._subject(it.subject)} brings {self._values(it.values)}"
            case "chance":
                return f"chance picks {self._picks(it.picks)}"
            case "chooses":
                return f"{self._subject(it.subject)} chooses {self._picks(it.picks)}"
            case "passes":
                return f"{self._subject(it.subject)} passes"
            case "does":
                assert it.sentence is not None
                return happening_text(self._english, it.sentence)
            case _:
                assert_never(it.kind)

    # ------------------------------------------------------------ what follows

    def _then(self, it: s.Then) -> str:
        who = self._subject(it.subject)
        match it.kind:
            case "cond":
                assert it.condition is not None
                return self._english.cond(it.condition)
            case "list":
                condition = it.condition
                if isinstance(condition, s.Test) and isinstance(condition.predicate, s.Is) and it.values:
                    return f"{self._english.cond(condition)}, {self._values(it.values)}"
                assert condition is not None
                return self._english.cond(condition)
            case "drawn":
                return f"{who} is as the picture shows"
            case "can":
                return f"{who} may choose {self._picks(it.picks, 'or')}"
            case "only":
                return f"{who} may choose {self._picks(it.picks, 'or')} only"
            case "cannot":
                return f"{who} may not choose {self._picks(it.picks, 'or')}"
            case "unasked":
                return f"{who} has nothing to decide"
            case "suffered":
                return f"{who} has suffered {self._values(it.values)} damage"
            case "wins":
                return f"{who} wins"
            case "alone":
                return f"{who} alone wins"
            case "loses":
                return f"{who} loses"
            case "ended":
                by = f": {self._picks(it.picks)}" if it.picks else ""
                return f"the game is over{by}"
            case "error":
                return f"this cannot be: “{it.text}”"
            case _:
                assert_never(it.kind)

    # ------------------------------------------------------------ parts

    def _fall(self, it: s.Given | s.When) -> str:
        fall = "falls" if len(it.values) == 1 else "fall"
        return f"the {self._subject(it.subject)} {fall} {self._values(it.values)}"

    def _subject(self, subject: s.Expr | s.Name | None) -> str:
        if subject is None:
            return ""
        return self._english.linked(subject) if isinstance(subject, s.Name) else self._english.expr(subject)

    def _whose(self, subject: s.Expr | s.Name | None) -> str:
        if subject is None or isinstance(subject, s.Me):
            return "your"
        who = self._subject(subject)
        return (
            f"{who}’"
            if isinstance(subject, s.Noun) and subject.name is None and who.endswith("s")
            else en.belonging(who)
        )

    def _values(self, values: tuple[s.Expr, ...]) -> str:
        return ", ".join(self._english.expr(value) for value in values)

    def _picks(self, picks: tuple[s.Name | s.Of, ...], word: str = "") -> str:
        texts = [self._pick(pick) for pick in picks]
        if any(", " in text for text in texts):
            return "; ".join(texts)
        return md.joined(texts, word) if word else ", ".join(texts)

    def _pick(self, pick: s.Name | s.Of) -> str:
        """Writes a choice: a space where it is, a label in quotes of print."""
        if isinstance(pick, s.Of):
            return self._english.expr(pick)
        if '"' in pick.span.text:
            return f"“{md.escape(pick.text)}”"
        return " to ".join(spot_text(self._english, md.escape(part)) for part in pick.text.split(" to "))
