"""The lines of a scenario become sentences for players: what stands beside the pictures of a worked example."""

from typing import assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.conditions import test_text
from gekido_dsl.rulesdoc.english.nouns import outermost, phase_text
from gekido_dsl.rulesdoc.english.phrases import spot_text
from gekido_dsl.rulesdoc.english.sentences import happening_text
from gekido_dsl.rulesdoc.english.teller import Teller
from gekido_dsl.syntax import nodes as s

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

    # ------------------------------------------------------------ what is so

    def _given(self, it: s.Given) -> str:
        match it.kind:
            case "option":
                return f"{self._subject(it.subject)}: “{it.names[0].text}”"
            case "players":
                return f"{it.number} {'player' if it.number == 1 else 'players'}"
            case "seats":
                return ", ".join(
                    f"{name.text} is player {seat}" for seat, name in enumerate(it.names, start=1)
                )
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
