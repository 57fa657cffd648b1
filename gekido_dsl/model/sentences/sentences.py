"""Statements and blocks, and what is around the verb of a sentence: who acts, what is chosen, under which condition."""

from dataclasses import replace

from gekido_dsl.diagnostics import codes
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.english import article
from gekido_dsl.model.kernel.verb import Subject
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.auctions import Auctions
from gekido_dsl.model.sentences.betting import Betting
from gekido_dsl.model.sentences.frames import frame_of, usage
from gekido_dsl.model.sentences.laying_down import LayingDown
from gekido_dsl.model.sentences.loops import in_loop
from gekido_dsl.model.sentences.marks import cite_list
from gekido_dsl.model.sentences.spread import Spread
from gekido_dsl.model.types import (
    BOOL,
    NONE,
    PLAYER,
    UNKNOWN,
    PlaceType,
    PlayerType,
    ThingType,
    UnknownType,
    item,
)
from gekido_dsl.syntax import nodes as s


class Sentences(Spread, Auctions, LayingDown, Betting):
    """Resolves statements against one game."""

    def body(self, written: tuple[s.Statement, ...], scope: Scope) -> m.Body:
        """Resolves the statements of a body."""
        statements = self.block(written, scope)
        return m.Body(statements, scope.size)

    def block(self, written: tuple[s.Statement, ...], scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves statements; what cannot be resolved is left out after it was reported."""
        made: list[m.Statement | None] = []
        spoken = scope.spoken
        for one in written:
            if isinstance(one, s.Together):
                made += self.together(one, scope)
            elif isinstance(one, s.InTurn):
                made += self.in_turn(one, scope)
            elif isinstance(one, s.Auction):
                made += self.block(self.auctioned(one, scope), scope)
            elif isinstance(one, s.Betting):
                made += self.bet(one, scope)
            elif isinstance(one, s.ShareOut):
                made += self.block(self.shared_out(one, scope), scope)
            elif isinstance(one, s.Pay):
                made += self.paid(one, scope)
            elif isinstance(one, s.LayDown):
                made += self.block(self.laid_down(one, scope), scope)
            elif isinstance(one, s.Offer):
                made += self.offered(one, scope)
            elif not isinstance(one, s.Nothing):
                made.append(self.statement(one, scope))
        scope.spoken = spoken
        return tuple(one for one in made if one is not None)

    def guard(self, guard: s.Guard | None, scope: Scope) -> tuple[m.Expr | None, bool]:
        """Resolves `if`, `unless`, `if possible`: the condition, and whether only what is possible is done."""
        if guard is None:
            return None, False
        if guard.condition is None:
            return None, True
        found = self.phrases.cond(guard.condition, scope)
        if guard.kind == "unless":
            found = m.ops.Not(found.type, guard.span, condition=found)
        return found, False

    def statement(
        self, written: s.Sentence | s.If | s.Each | s.Repeat | s.ChooseOne | s.May, scope: Scope
    ) -> m.Statement | None:
        """Resolves one statement."""
        span = written.span
        match written:
            case s.Sentence():
                several = self.of_several(written, scope)
                return several if several is not None else _unless_none(self.sentence(written, scope))
            case s.If(condition=condition, then=then, otherwise=otherwise):
                test = self.phrases.cond(condition, scope)
                return m.If(test, self.block(then, scope), self.block(otherwise, scope), span)
            case s.Each():
                return self.each(written, scope)
            case s.Repeat(condition=condition, times=times, body=body, kind=kind, ends=ends):
                counter = scope.fresh()
                until = self.phrases.cond(condition, scope) if condition is not None else None
                if until is not None and kind == "until":
                    until = m.ops.Not(until.type, until.span, condition=until)
                number = self.phrases.number(times, scope) if times is not None else None
                best = self.phrases.number(ends.by, scope) if ends is not None else None
                first = scope.size
                with in_loop(scope, "repeat"):
                    statements = self.block(body, scope)
                lowest = ends is not None and ends.lowest
                return m.Repeat(until, number, counter, statements, span, best, lowest, (first, scope.size))
            case s.ChooseOne(asking=asking, alternatives=alternatives):
                return m.Menu(
                    None,
                    asking or text("Choose one"),
                    tuple(one.label for one in alternatives),
                    tuple(self.guard(one.guard, scope)[0] for one in alternatives),
                    tuple(self.block(one.body, scope) for one in alternatives),
                    span,
                )
            case s.May(subject=subject, label=label, guard=guard, body=body, otherwise=otherwise):
                actor = self._one(subject, scope, PLAYER) if subject is not None else None
                condition_, _ = self.guard(guard, scope)
                menu = m.Menu(
                    actor,
                    f"{label}?",
                    (label, m.DECLINED),
                    (None, None),
                    (self.block(body, scope), self.block(otherwise, scope)),
                    span,
                    optional=True,
                )
                return menu if condition_ is None else m.If(condition_, (menu,), menu.bodies[1], span)

    def sentence(self, written: s.Sentence, scope: Scope) -> m.Sentence | None:
        """Resolves one sentence."""
        condition, possible = self.guard(written.guard, scope)
        slots: list[m.Slot] = []
        outer = scope.it
        subject = self._subject(written, scope, slots)
        # Of who wins, loses or leads it is said: they do nothing, and `my` in it is not theirs.
        said_of = usage(written.verb).done_to
        actor = (
            subject if subject is not None and isinstance(subject.type, PlayerType) and not said_of else None
        )
        act = self._act(written, subject, scope, slots)
        if act is None:
            scope.it, scope.known = outer, None
            self._name_unknown(written, scope)
            return None
        wrong = any(one.span is not None and written.span.covers(one.span) for one in self.index.found)
        if written.asking and not slots and not wrong:
            self._wrong(
                written,
                "this sentence asks a question, but leaves nothing to choose",
                help=f"write `{article(written.object.span.text)}`, or a number such as `2` or `any number of`"
                if written.object is not None
                else "leave the question out",
            )
        self._name_chosen(written, slots, scope)
        musts = written.musts if slots or not wrong else ()
        ladders = tuple(rungs for must in musts if (rungs := self._rungs(must, slots, scope, act)))
        scope.it, scope.known = outer, None
        cites = cite_list(written.cites)
        otherwise = self.block(written.otherwise, scope) if written.otherwise is not None else None
        if (
            isinstance(act, m.acts.Bind)
            and written.object is not None
            and all(p.word != "as" for p in written.preps)
        ):
            scope.speak(act.local, act.found.type, written.object.span)
        decision = None
        repeated = -1
        if slots:
            prompt = written.asking or _prompt(written)
            decision = m.Decision(tuple(slots), prompt, written.may, ladders)
            last = slots[-1]
            if any(slot.most != 1 or slot.least != 1 for slot in slots) and not isinstance(act, m.acts.Bind):
                many = [slot for slot in slots if slot.most != 1 or slot.least != 1]
                repeated = many[0].local
            elif last.most != 1 or last.least != 1:
                repeated = last.local
        elif written.may:
            label = _prompt(written)
            plain = m.Sentence(act, written.span, None, None, None, possible, None, cites)
            menu = m.Menu(
                actor,
                label + "?",
                (label, m.DECLINED),
                (None, None),
                ((plain,), otherwise or ()),
                written.span,
                True,
            )
            return menu if condition is None else m.If(condition, (menu,), (), written.span)  # type: ignore[return-value]
        return m.Sentence(act, written.span, actor, decision, condition, possible, otherwise, cites, repeated)

    def _subject(self, written: s.Sentence, scope: Scope, slots: list[m.Slot]) -> m.Expr | None:
        if written.subject is None:
            return None
        if frame_of(written).subject is Subject.FACT:
            return None
        head = written.subject.head
        if isinstance(head, s.Highest) and head.random and usage(written.verb).done_to:
            return self._operand(written.subject, scope, slots)
        found = self.phrases.unchosen(written.subject, scope)
        if self.phrases.figures and not usage(written.verb).done_to and isinstance(found.type, ThingType):
            return m.ops.Owner(PLAYER, found.span, of=found)
        if not usage(written.verb).done_to and not isinstance(item(found.type), PlayerType | UnknownType):
            self.index.report(
                codes.CHOICE_BY_THING,
                f"`{found.span.text}` is {found.type} and cannot act",
                found.span,
                "expected a player, or nothing",
                help=f"write `{found.span.text}'s owner`"
                if isinstance(item(found.type), ThingType)
                else None,
            )
        return found

    def _name_unknown(self, written: s.Sentence, scope: Scope) -> None:
        """Names what a sentence that was reported would have chosen, so that its uses are no further mistakes."""
        scope.unsure = scope.unsure or written.verb == "choose"
        for prep in written.preps:
            if (
                prep.word == "as"
                and isinstance(prep.phrase.head, s.Local)
                and prep.phrase.head.word not in scope.words
            ):
                scope.name(prep.phrase.head.word, UNKNOWN)

    def _name_chosen(self, written: s.Sentence, slots: list[m.Slot], scope: Scope) -> None:
        """Gives what was chosen last its word: `put ... onto an empty Cell as the cell`."""
        name = next((prep.phrase.head for prep in written.preps if prep.word == "as"), None)
        if not usage(written.verb).names or not isinstance(name, s.Local):
            return
        if slots:
            noted = m.Word(name.word, name.span)
            self.game.words.append(noted)
            scope.call(name.word, slots[-1].local, item(slots[-1].candidates.type), noted)
        else:
            self._wrong(written, "this sentence chooses nothing that could get a name", name.span)

    def _rungs(
        self, must: s.Must, slots: list[m.Slot], scope: Scope, act: m.Act
    ) -> tuple[m.Expr | None, ...]:
        if not slots:
            told = self.index.found[-1].span if self.index.found else None
            if told is not None and told.covers(must.span):
                return ()
            self.index.report(
                codes.WRONG_SENTENCE,
                "`must` narrows a choice, but this sentence has none",
                must.span,
                "nothing to choose",
            )
            return ()
        slot = slots[-1]
        if slot.adding is not None:
            self.index.report(
                codes.WRONG_SENTENCE,
                "`must` would leave out what is needed for the sum",
                must.span,
                "those that are chosen have a sum to reach",
                help="say it of the things: `any Cards that are ... and add up to ...`",
            )
            return ()
        one = item(slot.candidates.type)
        before = scope.it
        scope.it = scope.it_or(slot.local, one)
        subject = m.ops.Local(one, must.span, value=slot.local)
        made: list[m.Expr | None] = []
        for rung in must.rungs:
            if isinstance(rung, s.Leaving | s.LeavingPosition):
                made.append(self._left(rung, scope))
                chosen = isinstance(act, m.acts.Bind)
                waits = isinstance(act, m.acts.Arrange) or (isinstance(act, m.acts.Set) and slot.most != 1)
                if chosen or waits:
                    verb = "choose" if chosen else act.record.name
                    why = "changes nothing by itself" if chosen else "waits for all choices"
                    help_ = "let the sentence do what is chosen for: `move ...`, `do RULE with ...`"
                    self.index.report(
                        codes.WRONG_SENTENCE,
                        f"`must leave` asks what a sentence brings about, and `{verb}` {why}",
                        rung.span,
                        "this would be as it is now",
                        help=help_,
                    )
            elif isinstance(rung, s.Covering):
                made.append(self._covering(rung, act, scope))
            elif isinstance(rung, s.Follow):
                made.append(self._follow(rung, subject, scope, act))
            elif isinstance(rung, s.FitsNeighbours) and isinstance(act, m.acts.Lay):
                made.append(self.phrases.would_fit(act, rung.fact, rung.span))
            else:
                made.append(None if rung is None else self.phrases.predicate(subject, rung, scope))
        scope.it = before
        return tuple(made)

    def _follow(self, written: s.Follow, subject: m.Expr, scope: Scope, act: m.Act) -> m.Expr:
        """Resolves what follows suit: whatever is like the first card in the place that it comes to; all that lead."""
        goal = act.goal if isinstance(act, m.acts.Move) else None
        if goal is None or not isinstance(goal.type, PlaceType) or not isinstance(subject.type, ThingType):
            self.index.report(
                codes.WRONG_SENTENCE,
                f"`must follow {written.attribute.name}` needs a card that is played after another one was led",
                written.span,
                "nothing was led",
                help="write `move a Card of my Hand to Trick`, and this below it",
            )
            return m.ops.Const(BOOL, written.span, value=1)
        if not self.phrases.a_suit(subject, written.attribute, scope):
            return m.ops.Const(BOOL, written.span, value=1)
        leads = m.ops.Empty(BOOL, written.span, place=goal)
        follows = self.phrases.follows(subject, written.attribute, goal, scope)
        return m.made("or", BOOL, written.span, (leads, follows))

    def _left(self, written: s.Leaving | s.LeavingPosition, scope: Scope) -> m.Expr:
        """Resolves what a choice must leave: some of several, none of them, or a position."""
        if isinstance(written, s.LeavingPosition):
            repeated = self.phrases.repeated(written.condition, scope)
            return m.ops.Leaves(BOOL, written.span, condition=repeated)
        scope.known_said = False
        several = self.phrases.every_one(written.phrase, scope)
        known = scope.known
        if (
            scope.known_said
            and known is not None
            and any(not e.record.same_after for e in walk.inside(known))
        ):
            said = " ".join(known.span.text.split())
            self.index.report(
                codes.UNBOUND_WORD,
                f"`it` is `{said}`, which may be another one after this is done",
                written.span,
                "`it` is asked for after the move",
                help=f"hand it to a rule, and write `it` there: `do RULE with {said}`",
            )
        if isinstance(several, m.ops.Filter):
            args, local = several.args, several.value
        else:
            args, local = (several, m.ops.Const(BOOL, written.span, value=1)), scope.fresh()
        left = m.made(written.word, BOOL, written.span, args, value=local)
        return m.ops.Leaves(BOOL, written.span, condition=left)


def _prompt(written: s.Sentence) -> str:
    """Says what is asked where the ruleset gives no question: the sentence itself, without its conditions."""
    end = max(
        [part.span.end for part in (written.object, *written.preps) if part is not None],
        default=written.span.end,
    )
    if written.text is not None:
        return _begun(f"{written.verb} {written.text}")
    start = written.object.span.start if written.object is not None else written.span.start
    words = written.span.source.text[start:end]
    return _begun(f"{written.verb} {' '.join(words.split())}")


def _begun(words: str) -> str:
    """Begins a text with a capital letter; names in it keep theirs."""
    return words[:1].upper() + words[1:]


def _unless_none(sentence: m.Statement | None) -> m.Statement | None:
    """Asks first whether there is what a sentence moves and may not find: `move the next Card ...`, `otherwise ...`."""
    if not isinstance(sentence, m.Sentence) or sentence.otherwise is None or sentence.decision is not None:
        return sentence
    things = getattr(sentence.act, "things", None)
    if not isinstance(things, m.ops.Next | m.ops.Last | m.ops.Nth) or not isinstance(things.type, ThingType):
        return sentence
    none = m.ops.Const(UNKNOWN, things.span, value=NONE)
    missing = m.ops.Is(BOOL, things.span, left=things, right=none)
    there = m.ops.Not(BOOL, things.span, condition=missing)
    inner = replace(sentence, otherwise=None, condition=None)
    asked = m.If(there, (inner,), sentence.otherwise, sentence.span)
    if sentence.condition is None:
        return asked
    return m.If(sentence.condition, (asked,), (), sentence.span)
