"""A position of a match becomes an example: what is given, what was done in this turn, and what came of it.

Invariants:
    An example that is made holds: it is run before it is given, and what would not hold is left out and told.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Outcome, RuleError
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.play.session import Session
from gekido_dsl.play.stretches import NoExample, Played, Stretch, again
from gekido_dsl.scenario import run_one
from gekido_dsl.scenario.opening import NoPosition, given_state
from gekido_dsl.scenario.worded import Words, player

_ROUNDS: Final = 12
"""How often an example is mended at most before it is given up."""
_MOST_CHOICES: Final = 8
"""Of how many choices an example says all that can be chosen."""
_MOST_THEN: Final = 12
_MOST_TOLD: Final = 6
_LONG: Final = 200
_MOST_DONE: Final = 60
"""How many decisions an example holds at most."""
_HEAD: Final = ("given option", "given seats", "given the turn")

Compile = Callable[[str], Compilation]
"""Compiles the ruleset with a text at the end of its main file."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example that holds."""

    text: str
    left_out: tuple[str, ...]
    """What no line could say, a sentence each."""


def example(session: Session, title: str, compiled: Compile) -> Example:
    """Writes the example of where a match stands: its turn if that can be given, else the match from its set-up.

    Args:
        title: without quotes, and that of no other example.
    Raises:
        NoExample: nothing was decided yet, or the words of the language cannot bring the position about.
    """
    game = session.executor.game if isinstance(session.executor, Interpreter) else None
    if game is None:
        raise NoExample("only a match of the interpreter can be made an example")
    if not session.steps:
        raise NoExample("nothing was decided yet, so nothing came of it")
    played = again(session, game)
    found: list[Example] = []
    trouble: NoExample | None = None
    for stretch in (played.turn, played.phase, played.whole):
        if stretch is None or len(stretch.done) > _MOST_DONE:
            continue
        try:
            found.append(_Maker(session, title, compiled, played, stretch).made())
        except NoExample as error:
            trouble = trouble or error
        if found and not found[-1].left_out:
            break
    if not found:
        raise trouble or NoExample(f"more than {_MOST_DONE} decisions were taken in it")
    return min(found, key=lambda one: len(one.left_out))


class _Maker:
    """Makes one example: writes lines, sees what comes of them, and writes more or fewer."""

    def __init__(
        self, session: Session, title: str, compiled: Compile, played: Played, stretch: Stretch
    ) -> None:
        self.session = session
        self.title = title
        self.compiled = compiled
        self.played = played
        self.stretch = stretch
        self.words = Words(stretch.start.layout)
        self.refused: list[str] = []
        """Lines that the language or the match did not take."""

    def made(self) -> Example:
        """Makes it.

        Raises:
            NoExample: it cannot be brought about.
        """
        head = self._head()
        if self.stretch.whose is None:
            given = [f"given {line}" for line in self.stretch.chance] + self._decks()
            when = [f"when {line}" for line in self.stretch.late]
        else:
            given = self._given(head)
            when = [f"when {line}" for line in self.stretch.chance]
        for one in self.stretch.done:
            when += [f"when {line}" for line in one.chance]
            when.append(f"when {one.line}")
        then = self._then()
        text, left = self._holding([*head, *given], when, then)
        return Example(text, left)

    # ------------------------------------------------------------ lines

    def _head(self) -> list[str]:
        """Writes what is chosen before the match: options, who plays what, whose turn it is."""
        header, start = self.session.header, self.stretch.start
        options = self.session.executor.game.options if isinstance(self.session.executor, Interpreter) else {}
        lines = [
            f"given option {name} is {answer}"
            for name, answer in header.options.items()
            if options[name].answers.members[0] != answer
        ]
        whose = self.stretch.whose
        figures = self._figures(start) if whose is not None else []
        players = f"{header.players} player{'s' if header.players != 1 else ''}"
        lines.append(f"given seats {', '.join(figures)}" if figures else f"given {players}")
        if whose is None:
            return lines
        at = f", at {self.stretch.phase}" if self.stretch.phase else ""
        return [*lines, f"given the turn of {player(whose)}{at}"]

    def _figures(self, start: State) -> list[str]:
        """Finds what each player chose in the set-up and owns since, if each did."""
        layout = start.layout
        found: dict[int, str] = {}
        for step in self.session.steps[: self.played.setup]:
            name, seat = step.choice.label, step.decision.seat
            things = [one for (_, called), each in layout.called.items() if called == name for one in each]
            owned = len(things) == 1 and start.cells[layout.owner_cell + things[0]] == seat
            if owned and layout.born_to[things[0]] == NONE:
                found.setdefault(seat, self.words.thing(things[0]))
        return [found[seat] for seat in range(layout.players)] if len(found) == layout.players else []

    def _given(self, head: list[str]) -> list[str]:
        """Writes what differs from the set-up, until nothing does or nothing more helps."""
        lines: list[str] = []
        wanted = self.words.standing(self.stretch.start)
        homes, decks = self.words.homes(), self.words.decks()
        for attempt in range(_ROUNDS):
            state = self._opened([*head, *lines])
            now = self.words.standing(state)
            more = self._standing_lines(state)
            more += [
                f"given {goal} is {wanted[goal]}"
                for goal in wanted
                if now.get(goal) != wanted[goal]
                and (goal not in homes or (attempt > 0 and goal not in decks))
            ]
            more = [one for one in more if one not in lines and one not in self.refused]
            if not more:
                break
            lines += more
        return [*lines, *self._decks()]

    def _standing_lines(self, state: State) -> list[str]:
        """Writes where things stand, for the kinds of which something stands elsewhere than it should."""
        kinds = self.words.layout.kind_of
        now, wanted = self.words.spots(state), self.words.spots(self.stretch.start)

        def stands(spots: dict[int, str], thing: int) -> tuple[str, str]:
            return self.words.thing(thing), spots[thing]

        have = sorted(stands(now, one) for one in now)
        want = sorted(stands(wanted, one) for one in wanted)
        if have == want:
            return []
        moved = {name for name, _ in {*have} ^ {*want}}
        rows = sorted(
            (kinds[one].board is None, stands(wanted, one) not in have, *stands(wanted, one))
            for one in wanted
            if self.words.thing(one) in moved
        )
        return [f"given {name} is on {spot}" for _, _, name, spot in rows]

    def _decks(self) -> list[str]:
        """Writes what comes next from decks of which something was taken since the turn began."""
        lines = []
        for name, number in self.words.decks().items():
            before, after = self.stretch.start.contents[number], self.played.state.contents[number]
            gone = [k for k, thing in enumerate(reversed(before)) if thing not in after]
            if gone:
                top = [self.words.layout.name_of(thing) for thing in reversed(before)][: gone[-1] + 1]
                lines.append(f"given {name} has {', '.join(top)}")
        return lines

    def _then(self) -> list[str]:
        """Writes what came of the last decision, and what can be chosen now."""
        words, before, state = self.words, self.played.before, self.played.state
        was, now = words.standing(before), words.standing(state)
        homes = words.homes()
        asked = self._asked()
        if was == now and not asked:  # only what the whole stretch came to can be said
            before = self.stretch.start
            was = words.standing(before)
        lines = [
            f"then {goal} is {now[goal]}" for goal in now if was.get(goal) != now[goal] and goal not in homes
        ]
        stood, stands = words.spots(before), words.spots(state)
        lines += [
            f"then {words.thing(one)} is on {spot}" for one, spot in stands.items() if stood.get(one) != spot
        ]
        return [*lines[:_MOST_THEN], *asked]

    def _asked(self) -> list[str]:
        outcome, decision = self.session.outcome, self.session.decision
        if outcome is not None:
            return _ended(outcome)
        if decision is None:
            return []
        labels = [one.label for one in decision.choices if not one.declines and '"' not in one.label]
        labels = list(dict.fromkeys(labels))
        how = "can only choose" if len(labels) <= _MOST_CHOICES else "can choose"
        named = ", ".join(f'"{one}"' for one in labels[:_MOST_CHOICES])
        return [f"then {player(decision.seat)} {how} {named}"] if labels else []

    # ------------------------------------------------------------ trying

    def _written(self, lines: Sequence[str]) -> str:
        return "\n".join([f'scenario "{self.title}"', *(f"  {line}" for line in lines)]) + "\n"

    def _try(self, lines: list[str]) -> m.Scenario:
        """Compiles an example; takes out lines that the language does not take."""
        for _ in range(_ROUNDS):
            text = self._written(lines)
            made = self.compiled(text)
            found = (
                [one for one in made.game.scenarios if one.name == self.title]
                if made.game is not None
                else []
            )
            wrong = self._wrong(made, text)
            if found and not wrong:
                self.interpreter = made.shared_executor
                return found[0]
            if not wrong:
                break
            for number in sorted(wrong, reverse=True):
                self.refused.append(lines[number])
                del lines[number]
        raise NoExample("its lines do not make an example that compiles")

    def _wrong(self, made: Compilation, text: str) -> set[int]:
        """Finds the lines of the example that have an error."""
        found = set()
        for one in made.diagnostics:
            if one.span is None or one.severity is not Severity.ERROR:
                continue
            source = one.span.source.text
            at = source.rfind(text)
            if at >= 0 and one.span.start >= at:
                line = source[at : one.span.start].count("\n") - 1
                if line >= 0:
                    found.add(line)
        return found

    def _opened(self, lines: list[str]) -> State:
        """Gives how the match stands when the lines are given, and the turn has not begun."""
        scenario = self._try(lines)
        for _ in range(_ROUNDS):
            try:
                return given_state(self.interpreter, scenario)
            except RuleError as error:
                raise NoExample(f"a rule cannot be carried out: {error.message}") from error
            except NoPosition as error:
                number = error.line - scenario.span.source.position(scenario.span.start)[0] - 1
                if not 0 <= number < len(lines) or lines[number].startswith(_HEAD):
                    raise NoExample(f"the position cannot be brought about: {error}") from error
                self.refused.append(lines[number])
                del lines[number]
                scenario = self._try(lines)
        raise NoExample("the position cannot be brought about")

    def _holding(self, given: list[str], when: list[str], then: list[str]) -> tuple[str, tuple[str, ...]]:
        """Gives the example without the lines that do not hold; the others are told."""
        untold: list[str] = []
        for _ in range(_MOST_THEN + _ROUNDS):
            lines = [*given, *when, *then]
            scenario = self._try(lines)
            then = [one for one in then if one in lines]
            given = [one for one in given if one in lines]
            came = run_one(self.interpreter, scenario)
            if came.passed:
                if not then:
                    raise NoExample("nothing that came of the last decision can be said")
                return self._whole(lines, untold), tuple(untold)
            at = came.span.source.position(came.span.start)[0] if came.span is not None else -1
            number = at - scenario.span.source.position(scenario.span.start)[0] - 1
            failed = lines[number] if 0 <= number < len(lines) else ""
            if failed not in then:
                why = came.message.splitlines()[0]
                raise NoExample(
                    f"what was done in this turn cannot be done again from what can be given: {why}"
                )
            then.remove(failed)
            untold.append(f"{failed.removeprefix('then ')} at the table, and not here")
        raise NoExample("what came of the last decision does not hold")

    def _whole(self, lines: list[str], untold: list[str]) -> str:
        refused = dict.fromkeys(one for one in self.refused if one.startswith("given "))
        untold += [f"{one.removeprefix('given ')}" for one in refused]
        if self.stretch.whose is not None:
            untold += self._different(lines)
        told = untold[:_MOST_TOLD]
        if len(untold) > _MOST_TOLD:
            told.append(f"and {len(untold) - _MOST_TOLD} more")
        comments = [f"# Not said: {one}." for one in told]
        return "\n".join([*comments, self._written(lines).rstrip("\n")]) + "\n"

    def _different(self, lines: list[str]) -> Iterator[str]:
        """Says what is not as it was when the turn began."""
        scenario = self._try(list(lines))
        state = given_state(self.interpreter, scenario)
        wanted, now = self.words.standing(self.stretch.start), self.words.standing(state)
        decks = self.words.decks()
        for goal in wanted:
            if now.get(goal) != wanted[goal] and goal not in decks:
                long = len(wanted[goal]) > _LONG
                yield (
                    f"what {goal} was when the turn began"
                    if long
                    else f"{goal} was {wanted[goal]} when the turn began"
                )
        have, want = (
            Counter((self.words.thing(one), spot) for one, spot in self.words.spots(s).items())
            for s in (state, self.stretch.start)
        )
        yield from (f"{name} is on {spot} here, and was not" for name, spot in have - want)
        yield from (f"{name} was on {spot}" for name, spot in want - have)
        if self.stretch.start.cells[lay.ELIMINATED]:
            yield "who was out of the game before"


def _ended(outcome: Outcome) -> list[str]:
    ended = f"then the game has ended by {outcome.label}" if outcome.label else "then the game has ended"
    alone = " alone" if len(outcome.winners) == 1 else ""
    return [ended, *(f"then {player(seat)}{alone} wins" for seat in outcome.winners)]
