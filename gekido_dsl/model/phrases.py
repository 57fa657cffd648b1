"""Phrases and conditions become expressions of the kernel, with types.

Invariants:
    A phrase that leaves a choice open (`a Tile`, `up to 2 Cards`) becomes a `Chosen`, never an expression.
    One mistake gives one finding: what could not be resolved has the type UNKNOWN, which fits everywhere.
"""

from dataclasses import dataclass
from typing import Any

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Index, Member, RowName, Scope, describe
from gekido_dsl.model.types import (
    BOOL,
    EFFECT,
    INT,
    NONE,
    PLAYER,
    UNKNOWN,
    BoardType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    Type,
    UnknownType,
    fits,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Chosen:
    """A phrase that leaves a choice open, or names several."""

    candidates: m.Expr
    """Of several."""
    least: int = 1
    most: int | None = 1
    random: bool = False
    every: bool = False
    """`all X`: no choice."""
    as_many: m.Expr | None = None

    @property
    def type(self) -> Type:
        """The type of one of them."""
        return item(self.candidates.type)


class Phrases:
    """Resolves phrases against one game."""

    def __init__(self, game: m.Game, index: Index) -> None:
        self.game = game
        self.index = index
        self.figures = False
        """In a scenario a thing stands for its owner too: `Slicer's Hand`."""

    # ------------------------------------------------------------ phrases

    def phrase(self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None) -> m.Expr | Chosen:
        """Resolves a phrase of a sentence: one thing, or a choice."""
        head = phrase.head
        if phrase.as_many is not None:
            number = self.number(phrase.as_many, scope)
            return Chosen(self.several(phrase, scope), as_many=number)
        if phrase.quantity is not None:
            kind = phrase.quantity.kind
            candidates = self.several(phrase, scope)
            match kind:
                case "all":
                    return Chosen(candidates, every=True)
                case "random":
                    return Chosen(candidates, phrase.quantity.least, phrase.quantity.most, random=True)
                case "next" | "last":
                    return m.Expr(kind, item(candidates.type), phrase.span, (candidates,))
                case _:
                    return Chosen(candidates, phrase.quantity.least, phrase.quantity.most)
        if isinstance(head, s.Union):
            parts = tuple(self.several(part, scope) for part in head.parts)
            return Chosen(m.Expr("union", parts[0].type, phrase.span, parts))
        indefinite, number_of = _open(head)
        if indefinite:
            return Chosen(self.several(phrase, scope), number_of, number_of)
        found = self.expr(head, scope, wanted)
        if phrase.relative is not None:
            found = self._relative(found, phrase.relative, scope)
        return found

    def several(self, phrase: s.Phrase, scope: Scope) -> m.Expr:
        """Resolves a phrase to all it may mean: the candidates of a choice."""
        found = self.expr(phrase.head, scope)
        if isinstance(found.type, ListType):
            found = m.Expr("items", SetType(found.type.item), found.span, (found,))
        if not isinstance(found.type, SetType | UnknownType):
            found = m.Expr("items", SetType(found.type), found.span, (found,))
        if phrase.relative is not None:
            found = self._relative(found, phrase.relative, scope)
        return found

    def _relative(self, found: m.Expr, relative: s.Relative, scope: Scope) -> m.Expr:
        local = scope.fresh()
        before = scope.it
        scope.it = before or (local, item(found.type))
        subject = m.Expr("local", item(found.type), found.span, value=local)
        parts = tuple(self.predicate(subject, predicate, scope) for predicate in relative.predicates)
        scope.it = before
        condition = parts[0] if len(parts) == 1 else m.Expr(relative.joined, BOOL, relative.span, parts)
        return m.Expr("filter", found.type, relative.span, (found, condition), value=local)

    # ------------------------------------------------------------ expressions

    def number(self, written: s.Expr, scope: Scope) -> m.Expr:
        """Resolves an expression that must be a number."""
        found = self.expr(written, scope)
        return self.expect(found, INT)

    def expect(self, found: m.Expr, wanted: Type) -> m.Expr:
        """Reports an expression of the wrong type."""
        if found.op == "const" and found.value == NONE and found.type is UNKNOWN:
            if isinstance(wanted, IntType | BoolType) and found.span.text == "none":
                self.index.report(
                    codes.WRONG_TYPE, f"`none` is not {wanted}", found.span, f"{wanted} is needed"
                )
                return _unknown(found.span)
            return found
        if not fits(found.type, wanted):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{found.span.text}` is {found.type}, and {wanted} is needed",
                found.span,
                f"this is {found.type}",
                help=_step(found.type, wanted),
            )
            return m.Expr("const", UNKNOWN, found.span)
        return found

    def expr(self, written: s.Expr, scope: Scope, wanted: Type | None = None) -> m.Expr:
        """Resolves an expression; `wanted` tells names with several meanings apart."""
        span = written.span
        match written:
            case s.Num(value=value):
                return m.Expr("const", IntType(value, value), span, value=value)
            case s.NoneWord():
                return m.Expr("const", UNKNOWN, span, value=NONE)
            case s.YesNo(value=answer):
                return m.Expr("const", BOOL, span, value=int(answer))
            case s.Me():
                return self._actor(span, scope)
            case s.It():
                if scope.it is None:
                    self.index.report(
                        codes.UNBOUND_WORD, "`it` means nothing here", span, "no thing is talked about"
                    )
                    return _unknown(span)
                return m.Expr("local", scope.it[1], span, value=scope.it[0])
            case s.Local(word=word):
                return self._local(word, span, scope)
            case s.Noun():
                return self._noun(written, scope, wanted)
            case s.Indefinite(noun=noun) | s.Several(noun=noun):
                return self._noun(noun, scope, wanted, every=True)
            case s.Of():
                return self._of(written, scope, wanted)
            case s.Located():
                return self._located(written, scope)
            case s.Ordinal(number=number):
                return m.Expr("const", PLAYER, span, value=number)
            case s.Highest():
                return self._highest(written, scope)
            case s.Lines(origin=origin, over=over, end=end):
                start = self.expr(origin, scope)
                spaces = tuple(self._noun(noun, scope, None, every=True) for noun in (over, end))
                return m.Expr("lines", spaces[0].type, span, (start, *spaces))
            case s.Spot(word=word):
                return self._spot(word, span)
            case s.Inner(phrase=phrase):
                inner = self.phrase(phrase, scope)
                return inner if isinstance(inner, m.Expr) else inner.candidates
            case s.Union():
                return _unknown(span)
            case s.Count(phrase=phrase):
                return m.Expr("count", INT, span, (self.several(phrase, scope),))
            case s.Arithmetic(operator=operator, left=left, right=right):
                return m.Expr(operator, INT, span, (self.number(left, scope), self.number(right, scope)))

    def _spot(self, word: str, span: Span) -> m.Expr:
        """Resolves a space by its place: `r2c3` is the third of the second row from the top."""
        boards = list(self.game.boards.values())
        row, _, column = word[1:].partition("c")
        if len(boards) == 1 and row.isdigit() and column.isdigit():
            board = boards[0]
            if 1 <= int(row) <= board.rows and 1 <= int(column) <= board.columns and board.space is not None:
                position = (int(row) - 1) * board.columns + int(column) - 1
                return m.Expr("spot", ThingType(board.space), span, ref=board, value=position)
        self.index.report(
            codes.UNKNOWN_NAME,
            f"there is no space `{word}`",
            span,
            f"the board has {boards[0].rows} rows and {boards[0].columns} columns"
            if boards
            else "there is no board",
        )
        return _unknown(span)

    def _highest(self, written: s.Highest, scope: Scope) -> m.Expr:
        """Resolves `the highest X by Y`: of players Y is asked as each of them, of things it is a fact of each."""
        things = self.expr(written.things, scope)
        one = item(things.type)
        local = scope.fresh()
        subject = m.Expr("local", one, written.span, value=local)
        if isinstance(one, ThingType) and isinstance(written.by, s.Noun) and written.by.name is not None:
            attribute = s.Attribute(written.by.span, written.by.name.text, None, False)
            by = self.attribute(subject, attribute, written.by.span, scope)
        else:
            by = self.expr(written.by, scope)
        kind: Type = SetType(one) if isinstance(one, PlayerType) else one
        return m.Expr("highest", kind, written.span, (things, by), ref=written.lowest, value=local)

    def _actor(self, span: Span, scope: Scope) -> m.Expr:
        if not scope.acting:
            self.index.report(
                codes.UNBOUND_WORD,
                "nobody acts here, so `me` and `my` mean nothing",
                span,
                "no acting player",
            )
        return m.Expr("actor", PLAYER, span)

    def _local(self, word: str, span: Span, scope: Scope) -> m.Expr:
        if word == "window":
            return m.Expr("window", UNKNOWN, span)
        if word not in scope.words:
            known = [*scope.words, "window"]
            from gekido_dsl.diagnostics import suggest

            self.index.report(
                codes.UNBOUND_WORD,
                f"nothing is called `the {word}` here",
                span,
                "not named before",
                help=suggest.did_you_mean(word, known) or f"name it first: `choose ... as the {word}`",
            )
            return _unknown(span)
        local, kind = scope.words[word]
        return m.Expr("local", kind, span, value=local)

    # ------------------------------------------------------------ nouns

    def _noun(self, noun: s.Noun, scope: Scope, wanted: Type | None, *, every: bool = False) -> m.Expr:
        if noun.name is None:
            found = m.Expr("players", SetType(PLAYER), noun.span)
        else:
            found = self._name(noun.name, scope, wanted, every=every)
        for adjective in reversed(noun.adjectives):
            local = scope.fresh()
            subject = m.Expr("local", item(found.type), noun.span, value=local)
            test = self.adjective(adjective, subject, noun.span, scope)
            found = m.Expr("filter", found.type, noun.span, (found, test), value=local)
        return found

    def _name(self, name: s.Name, scope: Scope, wanted: Type | None, *, every: bool) -> m.Expr:
        span = name.span
        known = self.index.meanings(name.text)
        facts = [x for x in known if isinstance(x, m.Field) and isinstance(x.owner, m.Procedure)]
        rest = [x for x in known if x not in facts]
        meanings = rest or facts if every else facts + rest
        if wanted is not None:
            meanings = [x for x in meanings if self._could_be(x, wanted)] or meanings
        if not meanings:
            self.index.unknown(name, None, "thing, value or rule")
            return _unknown(span)
        meaning = meanings[0]
        if isinstance(meaning, m.Decl):
            meaning.used = True
        match meaning:
            case m.Kind(total=1) if not every and name.text == meaning.name and meaning.file is None:
                return m.Expr("called", ThingType(meaning), span, ref=(meaning, meaning.name))
            case m.Kind():
                return m.Expr("things", SetType(ThingType(meaning)), span, ref=meaning)
            case m.Definition(subject=subject):
                subjects = self._all_of(subject, span)
                local = scope.fresh()
                one = m.Expr("local", subject, span, value=local)
                test = m.Expr("defined", BOOL, span, (one,), ref=meaning)
                return m.Expr("filter", SetType(subject), span, (subjects, test), value=local)
            case m.Enum():
                return m.Expr("members", SetType(EnumType(meaning)), span, ref=meaning)
            case m.PatternSet(enum=enum):
                return m.Expr("members", SetType(EnumType(enum)), span, ref=enum)
            case m.Option(answers=answers):
                return m.Expr("option", EnumType(answers), span, ref=meaning)
            case Member(enum=enum, value=value):
                enum.used_members.add(value)
                return m.Expr("const", EnumType(enum), span, value=value)
            case RowName(kind=kind, name=row_name):
                rows = [row for row in kind.rows if row.name == row_name]
                for row in rows:
                    row.used = True
                copies = sum(row.copies for row in rows)
                one_type = ThingType(kind)
                if kind.each_player is not None or copies != 1:
                    return m.Expr("called", SetType(one_type), span, ref=(kind, row_name))
                return m.Expr("called", one_type, span, ref=(kind, row_name))
            case m.Field(owner=m.Procedure(), type=kind_of):
                return m.Expr("cell", kind_of, span, ref=meaning)
            case m.Place(owner=None, holds=holds):
                return m.Expr("place", PlaceType(holds), span, ref=meaning)
            case m.Board():
                return m.Expr("board", BoardType(), span, ref=meaning)
            case m.Amount(subject=None):
                return m.Expr("amount", IntType(meaning.low, meaning.high), span, ref=meaning)
            case _:
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{name.text}` is {describe(meaning)} and cannot stand alone",
                    span,
                    "whose?",
                    help=f"say whose it is, as in `my ... 's {name.text}`",
                )
                return _unknown(span)

    def _could_be(self, meaning: Any, wanted: Type) -> bool:
        wanted = item(wanted)
        match meaning:
            case Member(enum=enum):
                return wanted == EnumType(enum)
            case RowName(kind=kind):
                return wanted == ThingType(kind)
            case m.Field(owner=m.Procedure(), type=kind):
                return fits(kind, wanted)
            case m.Enum() | m.PatternSet():
                enum = meaning if isinstance(meaning, m.Enum) else meaning.enum
                return wanted == EnumType(enum)
            case m.Kind():
                return wanted == ThingType(meaning)
            case m.Definition(subject=subject):
                return fits(subject, wanted)
            case m.Amount():
                return isinstance(wanted, IntType)
            case m.Place(holds=holds):
                return wanted == PlaceType(holds)
            case m.Board():
                return isinstance(wanted, BoardType)
            case _:
                return False

    def _all_of(self, subject: Type, span: Span) -> m.Expr:
        match subject:
            case ThingType(kind=kind):
                return m.Expr("things", SetType(subject), span, ref=kind)
            case PlayerType():
                return m.Expr("players", SetType(PLAYER), span)
            case EnumType(enum=enum):
                return m.Expr("members", SetType(subject), span, ref=enum)
            case _:
                return _unknown(span)

    # ------------------------------------------------------------ possession

    def _of(self, written: s.Of, scope: Scope, wanted: Type | None) -> m.Expr:
        base = self.expr(written.base, scope)
        return self.attribute(base, written.attribute, written.span, scope)

    def attribute(self, base: m.Expr, attribute: s.Attribute, span: Span, scope: Scope) -> m.Expr:
        """Resolves what follows `'s`, `my` or `its`."""
        if attribute.built_in:
            return self._built_in(base, attribute.name, span)
        one = item(base.type)
        if isinstance(one, UnknownType):
            return _unknown(span)
        name = s.Name(attribute.span, attribute.name)
        for meaning in self.index.meanings(attribute.name):
            found = self._attribute_as(meaning, base, one, attribute, span, scope)
            if found is not None:
                if isinstance(meaning, m.Decl):
                    meaning.used = True
                if isinstance(base.type, SetType) and not isinstance(found.type, SetType):
                    found = m.Expr(
                        found.op, SetType(found.type), found.span, found.args, found.ref, found.value
                    )
                return found
        for part in self.game.kinds.values():
            if (
                isinstance(one, ThingType)
                and part.parent is one.kind
                and any(r.name == attribute.name for r in part.rows)
            ):
                parts = m.Expr("nested", SetType(ThingType(part)), span, (base,), ref=part)
                return m.Expr("called", ThingType(part), span, (parts,), ref=(part, attribute.name))
        self._no_attribute(base, one, name)
        return _unknown(span)

    def _attribute_as(
        self, meaning: Any, base: m.Expr, one: Type, attribute: s.Attribute, span: Span, scope: Scope
    ) -> m.Expr | None:
        match meaning, one:
            case m.Field(owner=m.Kind() as owner), ThingType(kind=kind) if owner is kind:
                args: tuple[m.Expr, ...] = (base,)
                if meaning.index is not None:
                    if attribute.index is None:
                        self.index.report(
                            codes.MISSING_INDEX,
                            f"`{meaning.name}` has a value for each {meaning.index.name}",
                            span,
                            "which one?",
                            help=f"write `{meaning.name} for ...`",
                        )
                        return _unknown(span)
                    wanted = self.index_type(meaning.index)
                    args = (base, self.expect(self.expr(attribute.index, scope, wanted), wanted))
                return m.Expr("field", meaning.type, span, args, ref=meaning)
            case m.Kind(parent=parent), ThingType(kind=kind) if parent is kind:
                return m.Expr("nested", SetType(ThingType(meaning)), span, (base,), ref=meaning)
            case m.Kind(board=board), ThingType(kind=kind) if board is not None and kind is not meaning:
                return m.Expr("space", ThingType(meaning), span, (base,), ref=board)
            case m.Kind(), PlayerType():
                single = meaning.plural != attribute.name and (meaning.each_player or 1) == 1
                if single:
                    return m.Expr("mine", ThingType(meaning), span, (base,), ref=meaning)
                return m.Expr("all_mine", SetType(ThingType(meaning)), span, (base,), ref=meaning)
            case m.Place(owner="player", holds=holds), PlayerType():
                return m.Expr("place", PlaceType(holds), span, (base,), ref=meaning)
            case m.Place(owner="player", holds=holds), ThingType() if self.figures:
                whose = m.Expr("owner", PLAYER, span, (base,))
                return m.Expr("place", PlaceType(holds), span, (whose,), ref=meaning)
            case m.Place(owner=m.Kind() as owner, holds=holds), ThingType(kind=kind) if owner is kind:
                return m.Expr("place", PlaceType(holds), span, (base,), ref=meaning)
            case m.Track(owner=owner, die=die), ThingType(kind=kind) if owner is kind:
                return m.Expr("track", SetType(ThingType(die)), span, (base,), ref=meaning)
            case m.Counter(owner=owner), ThingType(kind=kind) if owner is kind:
                return m.Expr("counter", IntType(meaning.low, meaning.high), span, (base,), ref=meaning)
            case m.Link(origin=origin, goal=goal, sides=sides), ThingType(kind=kind) if origin is kind:
                if attribute.index is None:
                    return m.Expr("link", SetType(EnumType(sides)), span, (base,), ref=meaning)
                wanted = ThingType(goal)
                other = self.expect(self.expr(attribute.index, scope, wanted), wanted)
                return m.Expr("link", EnumType(sides), span, (base, other), ref=meaning)
            case m.Amount(subject=subject), _ if subject is not None and subject == one:
                return m.Expr("amount", IntType(meaning.low, meaning.high), span, (base,), ref=meaning)
            case m.Property(subject=subject), _ if subject == one:
                return m.Expr("property", value_type(meaning), span, (base,), ref=meaning)
            case _:
                return None

    def _no_attribute(self, base: m.Expr, one: Type, name: s.Name) -> None:
        if self.index.is_broken(name.text):
            return
        if name.text in self.index.lost:
            return
        if self.index.is_removed(name):
            return
        from gekido_dsl.diagnostics import suggest

        known: list[str] = []
        if isinstance(one, ThingType):
            known = list(one.kind.fields)
            for group in (
                self.game.tracks,
                self.game.counters,
                self.game.links,
                self.game.places,
                self.game.kinds,
            ):
                known += list(group)
        self.index.report(
            codes.UNKNOWN_NAME,
            f"{one} has nothing called `{name.text}`",
            name.span,
            "not declared for it",
            help=suggest.did_you_mean(name.text, known),
        )

    def index_type(self, index: m.Enum | m.Kind) -> Type:
        """Gives the type that an indexed field is asked with."""
        return EnumType(index) if isinstance(index, m.Enum) else ThingType(index)

    def _built_in(self, base: m.Expr, name: str, span: Span) -> m.Expr:
        one = item(base.type)
        several = isinstance(base.type, SetType)
        match name, one:
            case "owner", ThingType() | PlaceType():
                return m.Expr("owner", SetType(PLAYER) if several else PLAYER, span, (base,))
            case "face", ThingType(kind=kind) if kind.faces is not None:
                face = face_type(kind)
                return m.Expr("face", SetType(face) if several else face, span, (base,))
            case "row" | "column" as op, ThingType(kind=kind) if kind.board is not None:
                most = kind.board.rows if op == "row" else kind.board.columns
                return m.Expr(op, IntType(1, most), span, (base,))
            case "partner", PlayerType():
                return m.Expr("partner", PLAYER, span, (base,))
            case _, UnknownType():
                return _unknown(span)
            case _:
                self.index.report(codes.WRONG_TYPE, f"{one} has no {name}", span, f"this is {one}")
                return _unknown(span)

    def _located(self, written: s.Located, scope: Scope) -> m.Expr:
        where = self.expr(written.where, scope)
        span = written.span
        noun = written.things
        if isinstance(noun, s.Indefinite | s.Several):
            noun = noun.noun
        name = noun.name.text if isinstance(noun, s.Noun) and noun.name else ""
        if isinstance(where.type, UnknownType) and name in ("Effect", "Effects"):
            return _unknown(span)
        if isinstance(where.type, ListType) and name in ("Effect", "Effects"):
            return m.Expr("items", SetType(EFFECT), span, (where,))
        things = self.expr(written.things, scope)
        one = item(things.type)
        if isinstance(one, UnknownType) or isinstance(where.type, UnknownType):
            return _unknown(span)
        kind = one.kind if isinstance(one, ThingType) else None
        if kind is not None:
            narrowed: m.Expr | None = None
            match item(where.type):
                case PlaceType(holds=holds) if holds is kind:
                    narrowed = m.Expr("inside", SetType(one), span, (where,), ref=kind)
                case ThingType(kind=other) if isinstance(where.type, SetType) and other is kind:
                    narrowed = where
                case ThingType(kind=other) if kind.parent is other:
                    narrowed = m.Expr("nested", SetType(one), span, (where,), ref=kind)
                case ThingType(kind=other) if other.board is not None:
                    narrowed = m.Expr("on", SetType(one), span, (where,), ref=kind)
                case BoardType():
                    narrowed = m.Expr("on", SetType(one), span, (where,), ref=kind)
                case PlayerType():
                    narrowed = m.Expr("all_mine", SetType(one), span, (where,), ref=kind)
                case _:
                    narrowed = None
            if narrowed is not None:
                return _replace_source(things, narrowed, kind)
        self.index.report(
            codes.WRONG_TYPE,
            f"`{written.things.span.text}` are not found in `{written.where.span.text}`",
            span,
            f"{item(where.type)} does not hold {one}",
        )
        return _unknown(span)

    # ------------------------------------------------------------ conditions

    def cond(self, written: s.Cond, scope: Scope) -> m.Expr:
        """Resolves a condition."""
        match written:
            case s.Logic(operator=operator, parts=parts):
                return m.Expr(operator, BOOL, written.span, tuple(self.cond(part, scope) for part in parts))
            case s.Quantified(quantifier=quantifier, phrase=phrase, predicate=predicate):
                candidates = self.several(phrase, scope)
                local = scope.fresh()
                one = item(candidates.type)
                before = scope.it
                scope.it = before or (local, one)
                test = self.predicate(m.Expr("local", one, phrase.span, value=local), predicate, scope)
                scope.it = before
                return m.Expr(quantifier, BOOL, written.span, (candidates, test), value=local)
            case s.Test(subject=subject, predicate=predicate):
                wanted = None
                return self.predicate(self.expr(subject, scope, wanted), predicate, scope)

    def predicate(self, subject: m.Expr, predicate: s.Predicate, scope: Scope) -> m.Expr:
        """Resolves what is said of a subject."""
        span = (
            subject.span.cover(predicate.span)
            if subject.span.source is predicate.span.source
            else predicate.span
        )
        match predicate:
            case s.Is():
                found = self.is_what(subject, predicate, span, scope)
            case s.Has(operand=operand):
                found = self._has(subject, operand, span, scope)
            case s.HasMoved(scope=name):
                found = m.Expr("moved", BOOL, span, (subject,), ref=self.scope_of(name))
            case s.HasUsed(actions=names, scope=name):
                actions = tuple(
                    action
                    for action in (self.index.find(n, m.Procedure, "action") for n in names)
                    if action is not None
                )
                found = m.Expr(
                    "used", BOOL, span, (self.expect(subject, PLAYER),), ref=(actions, self.scope_of(name))
                )
            case s.Fits(operand=operand):
                found = self._fits(subject, operand, span, scope)
            case s.Shows(operand=operand):
                found = self._shows(subject, operand, span, scope)
            case s.Joins(first=first, second=second):
                found = m.Expr("joins", BOOL, span, (self._on_board_together(subject),), ref=(first, second))
            case _:
                length = predicate.length
                found = m.Expr("in_a_row", BOOL, span, (self._on_board_together(subject),), value=length)
        negated = getattr(predicate, "negated", False)
        return m.Expr("not", BOOL, span, (found,)) if negated else found

    def _on_board_together(self, subject: m.Expr) -> m.Expr:
        """Reports a subject that is not several things of a kind."""
        one = item(subject.type)
        if isinstance(one, UnknownType) or (isinstance(subject.type, SetType) and isinstance(one, ThingType)):
            return subject
        self.index.report(
            codes.WRONG_TYPE,
            f"only several things together can do this, and `{subject.span.text}` is {subject.type}",
            subject.span,
            "one by itself",
            help="name them all, as in `friendly ... make 3 in a row`",
        )
        return _unknown(subject.span)

    def scope_of(self, name: s.Name) -> m.Scope:
        """Resolves a stretch of play: a phase, or `Turn`."""
        if name.text == "Turn":
            return "Turn"
        found: m.Scope | None = self.index.find(name, m.Procedure, "phase")
        return found if found is not None else "Turn"

    def is_what(self, subject: m.Expr, predicate: s.Is, span: Span, scope: Scope) -> m.Expr:
        """Resolves `is …`, without its `not`."""
        if predicate.operand is None:
            return self.adjective(predicate.word, subject, span, scope)
        if predicate.how == "value":
            return self._is_value(subject, predicate.operand, span, scope)
        operand = self.expr(predicate.operand, scope)
        match predicate.how:
            case "at_least" | "at_most" | "more" | "less":
                return m.Expr(
                    predicate.how, BOOL, span, (self.expect(subject, INT), self.expect(operand, INT))
                )
            case "next_to":
                return m.Expr("next_to", BOOL, span, (self._placed(subject), self._placed(operand)))
            case "relation":
                args = (self._placed(subject), self._placed(operand))
                return m.Expr("toward", BOOL, span, args, ref=predicate.word)
            case "within":
                return m.Expr(
                    "within",
                    BOOL,
                    span,
                    (self._placed(subject), self._placed(operand)),
                    value=predicate.distance,
                )
            case _:
                return self._at(subject, operand, span)

    def _placed(self, found: m.Expr) -> m.Expr:
        if not isinstance(item(found.type), ThingType | UnknownType):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{found.span.text}` is {found.type}, and a thing or a space of a board is needed",
                found.span,
                f"this is {found.type}",
            )
            return _unknown(found.span)
        return found

    def _at(self, subject: m.Expr, operand: m.Expr, span: Span) -> m.Expr:
        match item(operand.type):
            case BoardType():
                return m.Expr("on_board", BOOL, span, (subject,), ref=operand.ref)
            case PlaceType(holds=holds):
                one = item(subject.type)
                if isinstance(one, ThingType) and one.kind is not holds:
                    self.index.report(
                        codes.WRONG_TYPE,
                        f"`{operand.span.text}` holds {holds.plural}, and `{subject.span.text}` is {one}",
                        operand.span,
                        "never in there",
                    )
                    return _unknown(span, BOOL)
                return m.Expr("in_place", BOOL, span, (subject, operand))
            case ThingType(kind=kind) if kind.board is not None:
                if isinstance(operand.type, SetType):
                    where = m.Expr("space", ThingType(kind), span, (subject,), ref=kind.board)
                    return m.Expr("member", BOOL, span, (where, operand))
                return m.Expr("at", BOOL, span, (subject, operand))
            case _ if isinstance(operand.type, SetType):
                return m.Expr("member", BOOL, span, (subject, operand))
            case UnknownType():
                return _unknown(span, BOOL)
            case _:
                self.index.report(
                    codes.WRONG_TYPE, f"nothing can be on {operand.type}", operand.span, "not a place"
                )
                return _unknown(span, BOOL)

    def _is_value(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        name = None
        noun = operand.noun if isinstance(operand, s.Indefinite) else operand
        if isinstance(noun, s.Noun) and noun.name is not None and not noun.adjectives:
            name = noun.name
        if isinstance(item(subject.type), UnknownType) and subject.op == "window" and name is not None:
            window = self.index.find(name, m.Window, "window")
            return m.Expr("window", BOOL, span, ref=window)
        if name is not None:
            for meaning in self.index.meanings(name.text):
                if isinstance(meaning, m.Definition) and fits(item(subject.type), meaning.subject):
                    meaning.used = True
                    return m.Expr("defined", BOOL, span, (subject,), ref=meaning)
            if self._no_such_value(subject, name):
                return _unknown(span, BOOL)
        right = self.expr(operand, scope, subject.type)
        if isinstance(right.type, SetType) and not isinstance(subject.type, SetType):
            if not fits(item(right.type), item(subject.type)):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{subject.span.text}` is {subject.type}, and `{right.span.text}` is {right.type}",
                    right.span,
                    "never one of these",
                )
                return _unknown(span, BOOL)
            return m.Expr("member", BOOL, span, (subject, right))
        if not (right.op == "const" and right.value == NONE and right.type is UNKNOWN):
            left = item(subject.type)
            if not fits(item(right.type), left) and not isinstance(left, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{subject.span.text}` is {left}, and `{right.span.text}` is {right.type}",
                    right.span,
                    "these are never the same",
                )
                return _unknown(span, BOOL)
            if (
                isinstance(left, IntType)
                and left.low is not None
                and left.high is not None
                and right.op == "const"
            ):
                if not left.low <= right.value <= left.high:
                    self.index.report(
                        codes.VALUE_OUT_OF_RANGE,
                        f"`{subject.span.text}` is never {right.value}: it goes from {left.low} to {left.high}",
                        right.span,
                        "never reached",
                    )
        return m.Expr("is", BOOL, span, (subject, right))

    def _no_such_value(self, subject: m.Expr, name: s.Name) -> bool:
        """Reports a name that is no value of the subject's closed list."""
        one = item(subject.type)
        if not isinstance(one, EnumType) or name.text in one.enum.members:
            return False
        meanings = self.index.meanings(name.text)
        if any(self._could_be(meaning, one) for meaning in meanings):
            return False
        from gekido_dsl.diagnostics import suggest

        self.index.report(
            codes.UNKNOWN_NAME,
            f"`{subject.span.text}` is never `{name.text}`",
            name.span,
            f"it is {' or '.join(one.enum.members)}"
            if len(one.enum.members) < 9
            else "not one of its values",
            Label(one.enum.span, "its values are declared here"),
            help=suggest.did_you_mean(name.text, list(one.enum.members)),
        )
        return True

    def adjective(self, word: str, subject: m.Expr, span: Span, scope: Scope) -> m.Expr:
        """Resolves an adjective of the language."""
        one = item(subject.type)
        ok: bool
        op: Any = word
        ref: Any = None
        match word:
            case "empty":
                ok = isinstance(one, PlaceType) or (isinstance(one, ThingType) and one.kind.board is not None)
            case "full":
                ok = subject.op == "track"
            case "enemy" | "friendly" | "unclaimed":
                ok = isinstance(one, ThingType | PlayerType)
            case "other" | "remaining":
                ok = isinstance(one, PlayerType | ThingType)
            case "central" | "corner":
                ok = isinstance(one, ThingType) and one.kind.board is not None
            case "active":
                ok = subject.op == "counter"
            case "complete":
                sets = [p for p in self.game.patterns.values() if one == EnumType(p.enum)]
                ok = bool(sets)
                ref = sets[0] if sets else None
            case _:
                ok = False
        if not ok and not isinstance(one, UnknownType):
            self.index.report(
                codes.WRONG_TYPE, f"{subject.type} is never `{word}`", span, f"this is {subject.type}"
            )
            return _unknown(span, BOOL)
        return m.Expr(op, BOOL, span, (subject,), ref=ref)

    def _has(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        noun = operand.noun if isinstance(operand, s.Indefinite | s.Several) else operand
        one = item(subject.type)
        if isinstance(noun, s.Noun) and noun.name is not None and isinstance(one, ThingType):
            text = noun.name.text
            if text in one.kind.fields and one.kind.fields[text].optional:
                attribute = s.Attribute(noun.span, text, None, False)
                value = self.attribute(subject, attribute, span, scope)
                none = m.Expr("const", UNKNOWN, span, value=NONE)
                return m.Expr("not", BOOL, span, (m.Expr("is", BOOL, span, (value, none)),))
            if one.kind.board is not None or isinstance(one, PlaceType):
                things = self.expr(operand, scope)
                inside = item(things.type)
                if isinstance(inside, ThingType):
                    on = m.Expr("on", SetType(inside), span, (subject,), ref=inside.kind)
                    here = _replace_source(things, on, inside.kind)
                    local = scope.fresh()
                    yes = m.Expr("const", BOOL, span, value=1)
                    return m.Expr("some", BOOL, span, (here, yes), value=local)
        self.index.report(
            codes.WRONG_TYPE, f"`{span.text}` is not a question that has an answer", operand.span, f"of {one}"
        )
        return _unknown(span, BOOL)

    def _fits(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        right = self.expr(operand, scope)
        one = item(right.type)
        for patterns in self.game.patterns.values():
            if one == EnumType(patterns.enum):
                die = self.expect(subject, ThingType(patterns.die))
                return m.Expr("fits", BOOL, span, (die, right), ref=patterns)
        if not isinstance(one, UnknownType):
            self.index.report(
                codes.WRONG_TYPE, f"{right.type} is no pattern that dice can fit", right.span, "no pattern"
            )
        return _unknown(span, BOOL)

    def _shows(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        one = item(subject.type)
        if isinstance(one, EnumType | IntType):
            return m.Expr("shown_in", BOOL, span, (subject, self.expr(operand, scope)))
        if not isinstance(one, ThingType) or one.kind.faces is None:
            if not isinstance(one, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE, f"{subject.type} has no face to show", subject.span, "no die"
                )
            return _unknown(span, BOOL)
        wanted = face_type(one.kind)
        right = self.expect(self.expr(operand, scope, wanted), wanted)
        return m.Expr("shows", BOOL, span, (subject, right))


def value_type(prop: m.Property) -> Type:
    """Gives the type of a property; unknown while it is not resolved yet."""
    value: m.Expr | None = prop.value
    return value.type if value is not None else UNKNOWN


def face_type(kind: m.Kind) -> Type:
    """Gives the type of a die's face."""
    if isinstance(kind.faces, m.Enum):
        return EnumType(kind.faces)
    return IntType(*kind.faces) if kind.faces is not None else UNKNOWN


def _open(head: s.Expr) -> tuple[bool, int]:
    """Tells whether a phrase leaves a choice open, and of how many."""
    match head:
        case s.Indefinite():
            return True, 1
        case s.Several(number=number):
            return True, number
        case s.Located(things=things):
            return _open(things)
        case _:
            return False, 1


def _step(actual: Type, wanted: Type) -> str | None:
    """Says what can be written instead of a phrase of the wrong type, where that is the usual mistake."""
    if isinstance(wanted, IntType) and isinstance(actual, PlaceType):
        return f"to count what is there, write `the number of {actual.holds.plural} in ...`"
    if isinstance(wanted, IntType) and isinstance(actual, SetType | ListType | ThingType):
        return "to count them, write `the number of ...`; to compare a fact, name it: `its ...`"
    return None


def _unknown(span: Span, kind: Type = UNKNOWN) -> m.Expr:
    return m.Expr("const", kind, span)


def _replace_source(things: m.Expr, narrowed: m.Expr, kind: m.Kind) -> m.Expr:
    """Puts a narrower set under the adjectives and definitions of a noun."""
    if things.op == "filter":
        inner = _replace_source(things.args[0], narrowed, kind)
        return m.Expr("filter", inner.type, things.span, (inner, things.args[1]), things.ref, things.value)
    if things.op == "called":
        local = -1
        return m.Expr("called", SetType(ThingType(kind)), things.span, (narrowed,), things.ref, local)
    return narrowed
