"""Rules, and what follows from a state, become lines again."""

from collections.abc import Sequence

from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.text.phrases import an, names
from gekido_dsl.syntax.text.statements import Lines, Statements

_OPERATORS = {
    "start": "starts at",
    "add": "add",
    "subtract": "subtract",
    "multiply": "multiply by",
    "divide": "divide by",
    "set": "becomes",
    "floor": "at least",
    "cap": "at most",
}

LAST_TURNS = {
    "each": "each player has one more turn",
    "others": "each other player has one more turn",
    "alike": "each player has the same number of turns",
}


def range_words(low: int | None, high: int | None) -> str:
    """Writes a range of numbers."""
    if low is None:
        return "any number"
    return f"{low} or more" if high is None else f"{low} to {high}"


def of_each(owner: s.Owner | None) -> str:
    """Writes whose something is."""
    if owner is None:
        return ""
    return f" of each {owner.kind.text if owner.kind is not None else 'player'}"


class Rules(Statements):
    """Writes declarations of what happens, of what may be done, and of what follows from a state."""

    def params(self, params: Sequence[s.Param]) -> str:
        """Writes what a rule is given, with the blank before it."""
        plain = [self._param(one) for one in params if one.said == "with"]
        given = [f" {one.said} {self._param(one)}" for one in params if one.said != "with"]
        return (f" with {', '.join(plain)}" if plain else "") + "".join(given)

    def _param(self, one: s.Param) -> str:
        if isinstance(one.type, s.RangeType):
            said = range_words(one.type.low, one.type.high)
        else:
            said = an(one.type.name.text if one.type.name is not None else "player")
        return said + (f" as {self.local(one.word)}" if one.word else "")

    def titled(self, title: str | None) -> str:
        return f' "{title}"' if title is not None and self._texts else ""

    def text(
        self, d: s.Amount | s.Action | s.Kind | s.Phase | s.Place | s.Procedure | s.Report | s.Window
    ) -> Lines:
        """Writes what players read."""
        return [] if d.text is None or not self._texts else [(1, f'text "{d.text}"', d)]

    # ------------------------------------------------------------ what follows from a state

    def patterns(self, d: s.Patterns) -> Lines:
        head = f"patterns {d.name.text} of "
        if d.place is not None:
            head += f"{d.die.text} in {d.place.text}"
        elif d.by is not None:
            also = f", {d.also[0]} also as {d.also[1]}" if d.also is not None else ""
            number = f"{d.number} " if d.number else ""
            wild = f", {d.wild.text} wild" if d.wild is not None else ""
            head += f"{number}{d.die.text} by {d.by.text}{also}{wild}"
        found: Lines = [(0, head, d)]
        for one in d.patterns:
            said = f"{one.name.text}: {_made(one, meld=d.by is not None and not d.number)}"
            said += f", none showing {self.expr(one.never)}" if one.never is not None else ""
            if one.other:
                said += f", or {_groups(one.other)}{self.guard(one.other_guard)}"
            found.append((1, said, one))
        return found

    def definition(self, d: s.Definition, depth: int = 0) -> Lines:
        kind = "the game" if d.of_the_game else an(d.kind.text if d.kind is not None else "player")
        head = f"{kind} is {an(d.name.text)}{self.params(d.params)}"
        return [(depth, f"{head} if {self.cond(d.condition)}", d)]

    def cluster(self, d: s.Cluster) -> Lines:
        alike = " and".join(f" of one {one.name}" for one in d.alike)
        return [(0, f"{an(d.name.text)} is {self.expr(d.noun)}{alike} that touch", d)]

    def position(self, d: s.Position) -> Lines:
        said = f"the position is {self.bare(d.things)}"
        said += f" with {names(d.facts)}" if d.facts else ""
        said += ", and who is on turn" if d.on_turn else ""
        said += f", kept for {d.kept} turns" if d.kept is not None else ""
        return [(0, said, d)]

    def property(self, d: s.Property, depth: int = 0) -> Lines:
        kind = an(d.kind.text if d.kind is not None else "player")
        said = f"the {d.name.text} of {kind}{self.params(d.params)} is {self.phrase(d.phrase)}"
        return [(depth, said, d)]

    def amount(self, d: s.Amount) -> Lines:
        of = ""
        if d.of is not None:
            of = f" of {an(d.of.kind.text if d.of.kind is not None else 'player')}"
        head = f"amount {d.name.text}{of}{self.params(d.params)}"
        return [(0, head, d), *self.text(d), *self.amount_lines(d.lines)]

    def amount_lines(self, lines: Sequence[s.AmountLine]) -> Lines:
        """Writes how a number is worked out."""
        return [
            (
                1,
                f"{_OPERATORS[one.operator]} {self.expr(one.operand)}"
                + (f" rounded {one.rounding}" if one.operator == "divide" else "")
                + self.guard(one.guard),
                one,
            )
            for one in lines
        ]

    # ------------------------------------------------------------ the turn, rules, windows

    def turn(self, d: s.Turn) -> Lines:
        first = ", a random player first" if d.first == "random" else ""
        each = "all" if d.together else "each"
        found: Lines = [(0, ("round" if d.round else f"turn of {each} player") + first, d)]
        done = -1
        for line in d.lines:
            while line.turns > done:
                done += 1
                found.append((1, self._turns(d.turns[done]), d.turns[done]))
            steps = f": {names(line.steps)}" if line.steps else ""
            depth = 2 if line.turns >= 0 else 1
            found.append((depth, line.phase.text + steps + self.guard(line.guard), line))
        return found

    def _turns(self, turns: s.Turns) -> str:
        said = "turn of each player" + (f" {self.relative(turns.relative)}" if turns.relative else "")
        return said + (f", until {self.cond(turns.until)}" if turns.until is not None else "")

    def setup(self, d: s.Setup) -> Lines:
        return [(0, "setup", d), *self.block(d.body, 1)]

    def procedure(self, d: s.Procedure) -> Lines:
        head = f"{d.word} {d.name.text}{self.params(d.params)}{self.titled(d.title)}"
        return [(0, head, d), *self.text(d), *self.only_if(d.only_if), *self.block(d.body, 1)]

    def action(self, d: s.Action) -> Lines:
        once = f", once each {d.once_each.text}" if d.once_each is not None else ""
        head = f"action {d.name.text}: {self.phrase(d.phrase)}{once}"
        return [(0, head, d), *self.text(d), *self.only_if(d.only_if), *self.block(d.body, 1)]

    def window(self, d: s.Window) -> Lines:
        found: Lines = [(0, f"window {d.name.text}", d), *self.text(d)]
        # `first` and `then` are for reading: the order of the lines is what counts.
        seats: list[str] = []
        for line in d.lines:
            seat = f"each {self.bare(line.seat)}" if isinstance(line.seat, s.Phrase) else self.expr(line.seat)
            quotas = ", ".join(_quota(one) for one in line.quotas)
            seats.append(seat)
            lead = ("first " if set(seats) == {seats[0]} else "then ") if self._texts else ""
            found.append((1, f"{lead}{seat}: {quotas}{self.guard(line.guard)}", line))
        return found

    # ------------------------------------------------------------ events, exceptions, the end

    def trigger(self, d: s.Trigger) -> Lines:
        later = ", after the damage" if d.after_damage else ""
        head = f"whenever {_label(d.name)}{self._event(d.event)}{later}{self.guard(d.guard)}"
        return [(0, head, d), *self.block(d.body, 1)]

    def replacement(self, d: s.Replacement) -> Lines:
        head = f"instead when {_label(d.name)}{self._event(d.event)}{self.guard(d.guard)}"
        return [(0, head, d), *self.block(d.body, 1)]

    def _event(self, event: s.Event) -> str:
        subject, other = event.subject.text, event.other.text if event.other is not None else ""
        subject = "player" if subject == s.SHEET else subject
        match event.kind:
            case "destroyed":
                return f"{an(subject)} is destroyed"
            case "out":
                return f"{an(subject)} runs out of {other}"
            case "row":
                local = f" as {self.local(event.local)}" if event.local is not None else ""
                return f"{an(subject)} loses a row of {other}{local}"
            case "damage":
                return f"{an(subject)} suffers damage"
            case "draws":
                return f"a player draws {an(subject)}"
            case "gains" | "loses":
                local = f" as {self.local(event.local)}" if event.local is not None else ""
                return f"{an(subject)} {event.kind} {other}{local}"
            case "enters":
                return f"{an(subject)} enters {self.phrase(event.where) if event.where is not None else ''}"
            case word:
                often = f"every {ORDINALS[event.every - 1]} " if event.every > 1 else ""
                return f"{often}{subject} {word}"

    def exception(self, d: s.Exception_) -> Lines:
        began = f", as {d.as_began.text} began" if d.as_began is not None else ""
        head = f"exception to {names(d.names)} when {_label(d.label)}{self.cond(d.condition)}{began}"
        found: Lines = [(0, head, d)]
        match d.definition:
            case s.Definition():
                found += self.definition(d.definition, 1)
            case s.Property():
                found += self.property(d.definition, 1)
        return [*found, *self.only_if(d.only_if), *self.amount_lines(d.lines), *self.block(d.body, 1)]

    def end(self, d: s.GameEnd) -> Lines:
        when = "after" if isinstance(d.condition, s.RoundsOver) else "when"
        what = "match" if d.whole else "game"
        head = f"the {what} ends {when} {_label(d.name)}{self.cond(d.condition)}"
        last: Lines = [] if d.last is None else [(1, LAST_TURNS[d.last.whose], d.last)]
        return [(0, head, d), *last, *self.block(d.body, 1)]

    def aim(self, d: s.Aim) -> Lines:
        return [(0, f"aim of each player: the {'lowest' if d.lowest else 'highest'} {d.amount.text}", d)]

    def report(self, d: s.Report) -> Lines:
        each = d.kind.text if d.kind is not None else "player"
        found: Lines = [(0, f"report {d.name.text} of each {each}, when {d.when.text} ends", d)]
        found += self.text(d)
        for line in d.lines:
            what = self.phrase(line.phrase) if line.phrase is not None else f"what {names(line.did)} did"
            found.append((1, f"{self.string(line.title)}: {what}", line))
        return found


def _made(one: s.Pattern, *, meld: bool) -> str:
    if one.run is None:
        return _groups(one.groups)
    if not meld:
        return _run(one.run)
    run = one.run
    number = f"{run.number} or more" if run.most is None else f"{run.number} to {run.most}"
    if run.most == run.number:
        number = str(run.number)
    said = f"{number} {'in a row' if run.in_a_row else 'alike'}"
    return said + (
        f" of {'one' if run.in_a_row else 'different'} {run.suit.text}" if run.suit is not None else ""
    )


def _run(run: s.Run) -> str:
    row = " in a row" if run.in_a_row else ""
    return f"{run.number}{row}" + (f" of one {run.suit.text}" if run.suit is not None else "")


def _groups(groups: Sequence[s.Group]) -> str:
    return " and ".join(f"{one.number} {'alike' if one.alike else 'different'}" for one in groups)


def _quota(quota: s.Quota) -> str:
    if quota.most is None:
        return f"any number of {names(quota.actions, 'or')}"
    each = f" each {quota.scope.text}" if quota.scope is not None else ""
    return f"at most {quota.most}{each} of {names(quota.actions, 'or')}"


def _label(name: s.Name | None) -> str:
    return f"{name.text}: " if name is not None else ""
