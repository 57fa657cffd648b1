"""Declarations of things, places, numbers and rules: trees become nodes."""

from typing import Any, Literal, cast

from lark import Token, Tree

from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import (
    CONDS,
    STATEMENTS,
    AmountOpPart,
    BlockPart,
    BodyPart,
    ChangesPart,
    CondsPart,
    DrawnPart,
    DropPart,
    FacesPart,
    FlagPart,
    GroupsPart,
    IndexPart,
    KeptPart,
    LimitPart,
    MarksPart,
    NamesPart,
    OtherPart,
    PairsPart,
    ParamsPart,
    PlacePart,
    RowsPart,
    SpacesPart,
    StartPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    range_of,
    text_of,
    unquote,
)
from gekido_dsl.syntax.build.statements import StatementBuilder


class DeclarationBuilder(StatementBuilder):
    """Builds declarations of one source."""

    # ------------------------------------------------------------ the game

    def edition(self, tree: Tree[Token]) -> s.Edition:
        return s.Edition(self._span(tree), int(str(tree.children[0])))

    def game(self, tree: Tree[Token]) -> s.Game:
        tokens, parts = self._parts(tree)
        changes = first(parts, ChangesPart)
        return s.Game(
            self._span(tree),
            unquote(tokens[0]),
            changes.file if changes else None,
            every(parts, (s.SourceLine, s.Players, s.TurnLimit)),
            marks_of(parts),
        )

    def changes(self, tree: Tree[Token]) -> ChangesPart:
        return ChangesPart(unquote(tree.children[0]))

    def players(self, tree: Tree[Token]) -> s.Players:
        tokens, parts = self._parts(tree)
        low, high = range_of(tokens[0]) if tokens[0].type == "RANGE" else (int(tokens[0]),) * 2
        return s.Players(self._span(tree), low, high, tuple(every(parts, str)))

    def player_option(self, tree: Tree[Token]) -> str:
        return " ".join(str(token) for token in tree.children)

    def turn_limit(self, tree: Tree[Token]) -> s.TurnLimit:
        return s.TurnLimit(self._span(tree), int(str(tree.children[0])))

    def source(self, tree: Tree[Token]) -> s.SourceLine:
        return s.SourceLine(self._span(tree), self._name(tree.children[0]), unquote(tree.children[1]))

    def use_file(self, tree: Tree[Token]) -> s.Use:
        return s.Use(self._span(tree), unquote(tree.children[0]))

    def rulings(self, tree: Tree[Token]) -> s.Rulings:
        return s.Rulings(self._span(tree), unquote(tree.children[0]))

    def option(self, tree: Tree[Token]) -> s.Option:
        tokens, parts = self._parts(tree)
        title = unquote(tokens[1]) if len(tokens) > 1 else None
        return s.Option(
            self._span(tree),
            self._name(tokens[0]),
            title,
            tuple(first(parts, NamesPart) or ()),
            marks_of(parts),
        )

    def values(self, tree: Tree[Token]) -> s.Values:
        tokens, parts = self._parts(tree)
        glyphs = first(parts, WordPart)
        return s.Values(
            self._span(tree),
            self._name(tokens[0]),
            tuple(first(parts, NamesPart) or ()),
            marks_of(parts),
            glyphs.word if glyphs else None,
        )

    def glyphs(self, tree: Tree[Token]) -> WordPart:
        return WordPart(unquote(tree.children[0]))

    # ------------------------------------------------------------ things

    def die(self, tree: Tree[Token]) -> s.Die:
        tokens, parts = self._parts(tree)
        faces = next(p for p in parts if isinstance(p, s.Name | FacesPart))
        return s.Die(
            self._span(tree),
            self._name(tokens[0]),
            faces if isinstance(faces, s.Name) else (faces.low, faces.high),
            first(parts, s.Total),
            tuple(pair for line in every(parts, PairsPart) for pair in line),
            marks_of(parts),
        )

    def faces(self, tree: Tree[Token]) -> "s.Name | FacesPart":
        token = cast(Token, tree.children[0])
        return self._name(token) if token.type == "NAME" else FacesPart(*range_of(token))

    def total(self, tree: Tree[Token]) -> s.Total:
        span = self._span(tree)
        return s.Total(span, int(str(tree.children[0])), "player" in span.text)

    def die_line(self, tree: Tree[Token]) -> PairsPart:
        return PairsPart(
            part for part in self._all(tree) if isinstance(part, tuple) and not isinstance(part, MarksPart)
        )

    def pair(self, tree: Tree[Token]) -> tuple[s.Name, s.Name]:
        return self._name(tree.children[0]), self._name(tree.children[1])

    def kind(self, tree: Tree[Token]) -> s.Kind:
        tokens, parts = self._parts(tree)
        return s.Kind(
            self._span(tree),
            self._name(tokens[0]),
            first(parts, s.RowsFrom),
            first(parts, s.Total),
            every(parts, s.Field),
            text_of(parts),
            marks_of(parts),
        )

    def rows_table(self, tree: Tree[Token]) -> s.RowsFrom:
        return s.RowsFrom(self._span(tree), unquote(tree.children[0]))

    def rows_nested(self, tree: Tree[Token]) -> s.RowsFrom:
        parent, column = tree.children
        return s.RowsFrom(self._span(tree), None, self._name(parent), self._name(column))

    def field(self, tree: Tree[Token]) -> s.Field:
        tokens, parts = self._parts(tree)
        index, start = first(parts, IndexPart), first(parts, StartPart)
        kinds = (s.RangeType, s.RefType, s.ValuesType, s.BoolType, s.ListType, s.TextType)
        return s.Field(
            self._span(tree),
            self._name(tokens[0]),
            index.name if index else None,
            must_find(parts, kinds),
            start.value if start else None,
            first(parts, str),
            marks_of(parts),
        )

    def index(self, tree: Tree[Token]) -> IndexPart:
        return IndexPart(self._name(tree.children[0]))

    def field_start(self, tree: Tree[Token]) -> StartPart:
        return StartPart(self._all(tree)[-1])

    def seen(self, tree: Tree[Token]) -> str:
        return " ".join(str(token) for token in tree.children[2:])

    def type_range(self, tree: Tree[Token]) -> s.RangeType:
        return s.RangeType(self._span(tree), *range_of(cast(Token, tree.children[0])))

    def type_ref(self, tree: Tree[Token]) -> s.RefType:
        tokens, _ = self._parts(tree)
        return s.RefType(self._span(tree), self._name(tokens[0]), len(tokens) > 1)

    def type_player(self, tree: Tree[Token]) -> s.RefType:
        tokens, _ = self._parts(tree)
        return s.RefType(self._span(tree), None, bool(tokens))

    def type_values(self, tree: Tree[Token]) -> s.ValuesType:
        return s.ValuesType(self._span(tree), tuple(self._all(tree)[0]))

    def type_bool(self, tree: Tree[Token]) -> s.BoolType:
        return s.BoolType(self._span(tree))

    def type_rows(self, tree: Tree[Token]) -> s.ListType:
        numbers, name = self._numbers_and_name(tree)
        return s.ListType(self._span(tree), numbers[0], numbers[1], name)

    def type_list(self, tree: Tree[Token]) -> s.ListType:
        numbers, name = self._numbers_and_name(tree)
        return s.ListType(self._span(tree), None, numbers[0], name)

    def _numbers_and_name(self, tree: Tree[Token]) -> tuple[list[int], s.Name]:
        tokens = [token for token in tree.children if isinstance(token, Token)]
        return [int(t) for t in tokens if t.type == "NUMBER"], self._name(tokens[-1])

    def type_text(self, tree: Tree[Token]) -> s.TextType:
        return s.TextType(self._span(tree))

    # ------------------------------------------------------------ boards and places

    def board(self, tree: Tree[Token]) -> s.Board:
        tokens, parts = self._parts(tree)
        name, rows, columns, space, directions = tokens[:5]
        return s.Board(
            self._span(tree),
            self._name(name),
            int(rows),
            int(columns),
            self._name(space),
            int(directions),
            every(parts, s.Layout),
            marks_of(parts),
            tuple(s.Name(line.span, line.text) for line in every(parts, DrawnPart)),
            every(parts, s.Legend),
        )

    def drawn(self, tree: Tree[Token]) -> DrawnPart:
        return DrawnPart(unquote(tree.children[0]), self._span(cast(Token, tree.children[0])))

    def legend(self, tree: Tree[Token]) -> s.Legend:
        tokens, parts = self._parts(tree)
        player = must_find(parts, s.Ordinal).number
        return s.Legend(self._span(tree), unquote(tokens[0]), self._name(tokens[1]), player)

    def ordinal_player(self, tree: Tree[Token]) -> s.Ordinal:
        word = self._all(tree)[0].word
        return s.Ordinal(self._span(tree), ["first", "second", "third", "fourth"].index(word))

    def layout(self, tree: Tree[Token]) -> s.Layout:
        _, parts = self._parts(tree)
        return s.Layout(
            self._span(tree),
            tuple(part.word for part in every(parts, WordPart)),
            must_find(parts, s.Phrase),
            any(isinstance(part, FlagPart) for part in parts),
            first(parts, s.Guard),
            marks_of(parts),
        )

    def place(self, tree: Tree[Token]) -> s.Place:
        tokens, parts = self._parts(tree)
        limit, refill = first(parts, LimitPart), first(parts, s.Sentence)
        options = every(parts, PlacePart)
        return s.Place(
            self._span(tree),
            must_find(parts, WordPart).word,
            self._name(tokens[0]),
            first(parts, s.Owner),
            self._name(tokens[1]),
            any(isinstance(part, DropPart) for part in parts),
            any(option.shuffled for option in options),
            next((option.seen for option in options if option.seen), None),
            next((option.pile for option in options if option.pile), None),
            limit.value if limit else None,
            refill,
            text_of(parts),
            marks_of(parts),
            limit.late if limit else None,
        )

    def each_owner(self, tree: Tree[Token]) -> s.Owner:
        return s.Owner(self._span(tree), self._name(tree.children[0]) if tree.children else None)

    def option_shuffled(self, tree: Tree[Token]) -> PlacePart:
        return PlacePart(shuffled=True)

    def option_seen(self, tree: Tree[Token]) -> PlacePart:
        return PlacePart(seen=self._all(tree)[0])

    def option_pile(self, tree: Tree[Token]) -> PlacePart:
        return PlacePart(pile=self._name(tree.children[0]))

    def place_text(self, tree: Tree[Token]) -> s.Text:
        return cast(s.Text, self._all(tree)[0])

    def place_limit(self, tree: Tree[Token]) -> LimitPart:
        _, parts = self._parts(tree)
        return LimitPart(parts[0], first(parts, s.LateCheck))

    def late_check(self, tree: Tree[Token]) -> s.LateCheck:
        return s.LateCheck(self._span(tree), first(self._parts(tree)[1], s.Guard))

    def place_refill(self, tree: Tree[Token]) -> s.Sentence:
        return cast(s.Sentence, self._all(tree)[0])

    def _owner(self, token: Token | None, span: Span) -> s.Owner:
        return s.Owner(span, None if token is None else self._name(token))

    def track(self, tree: Tree[Token]) -> s.Track:
        tokens, parts = self._parts(tree)
        content = must_find(parts, (RowsPart, SpacesPart))
        owner = tokens[1] if len(tokens) == 3 else None
        return s.Track(
            self._span(tree),
            self._name(tokens[0]),
            self._owner(owner, self._span(owner or tokens[0])),
            content.die,
            content.showing if isinstance(content, RowsPart) else 0,
            content.rows if isinstance(content, RowsPart) else None,
            content.most if isinstance(content, SpacesPart) else None,
            self._name(tokens[-1]),
            marks_of(parts),
        )

    def track_rows(self, tree: Tree[Token]) -> RowsPart:
        tokens, _ = self._parts(tree)
        return RowsPart(self._name(tokens[0]), int(tokens[1]), self._name(tokens[2]))

    def track_spaces(self, tree: Tree[Token]) -> SpacesPart:
        built = self._all(tree)
        return SpacesPart(self._name(built[0]), built[-1])

    def counter(self, tree: Tree[Token]) -> s.Counter:
        tokens, parts = self._parts(tree)
        names = [token for token in tokens if token.type == "NAME"]
        low, high = range_of(next(token for token in tokens if token.type == "RANGE"))
        kept = first(parts, KeptPart)
        owner = names[1] if len(names) == 4 else None
        return s.Counter(
            self._span(tree),
            self._name(names[0]),
            self._owner(owner, self._span(owner or names[0])),
            low,
            high,
            self._name(names[-2]),
            self._name(names[-1]),
            kept.value if kept else None,
            marks_of(parts),
        )

    def kept(self, tree: Tree[Token]) -> KeptPart:
        return KeptPart(int(str(tree.children[0])))

    def link(self, tree: Tree[Token]) -> s.Link:
        tokens, parts = self._parts(tree)
        names = [token for token in tokens if token.type == "NAME"]
        numbers = [token for token in tokens if token.type == "NUMBER"]
        return s.Link(
            self._span(tree),
            self._name(names[0]),
            self._name(names[1]),
            self._name(names[2]),
            tuple(first(parts, NamesPart) or ()),
            self._name(names[3]),
            int(numbers[0]) if numbers else None,
            marks_of(parts),
        )

    def damage(self, tree: Tree[Token]) -> s.Damage:
        tokens, parts = self._parts(tree)
        return s.Damage(
            self._span(tree), self._name(tokens[0]), tuple(map(self._name, tokens[1:])), marks_of(parts)
        )

    # ------------------------------------------------------------ patterns, definitions, amounts

    def patterns(self, tree: Tree[Token]) -> s.Patterns:
        tokens, parts = self._parts(tree)
        name, die, place = map(self._name, tokens)
        return s.Patterns(self._span(tree), name, die, place, every(parts, s.Pattern), marks_of(parts))

    def pattern(self, tree: Tree[Token]) -> s.Pattern:
        tokens, parts = self._parts(tree)
        never, other = first(parts, StartPart), first(parts, OtherPart)
        return s.Pattern(
            self._span(tree),
            self._name(tokens[0]),
            must_find(parts, GroupsPart).groups,
            never.value if never else None,
            other.groups if other else (),
            other.guard if other else None,
            marks_of(parts),
        )

    def groups(self, tree: Tree[Token]) -> GroupsPart:
        return GroupsPart(tuple(self._all(tree)))

    def group(self, tree: Tree[Token]) -> s.Group:
        number, word = tree.children
        return s.Group(self._span(tree), int(str(number)), word == "alike")

    def none_showing(self, tree: Tree[Token]) -> StartPart:
        return StartPart(self._all(tree)[-1])

    def or_groups(self, tree: Tree[Token]) -> OtherPart:
        _, parts = self._parts(tree)
        return OtherPart(must_find(parts, GroupsPart).groups, first(parts, s.Guard))

    def definition(self, tree: Tree[Token]) -> s.Definition:
        return self._definition(tree, None)

    def definition_any(self, tree: Tree[Token]) -> s.Definition:
        return self._definition(tree, "or")

    def definition_all(self, tree: Tree[Token]) -> s.Definition:
        return self._definition(tree, "and")

    def _definition(self, tree: Tree[Token], operator: Literal["and", "or"] | None) -> s.Definition:
        tokens, parts = self._parts(tree)
        names = [self._name(token) for token in tokens]
        kind = names[0] if len(names) > 1 else None
        condition: s.Cond
        if operator:
            lines = must_find(parts, CondsPart).conds
            condition = lines[0] if len(lines) == 1 else s.Logic(self._span(tree), operator, lines)
        else:
            condition = must_find(parts, CONDS)
        return s.Definition(self._span(tree), kind, names[-1], condition, marks_of(parts))

    def cond_lines(self, tree: Tree[Token]) -> CondsPart:
        return CondsPart(tuple(self._all(tree)))

    def property(self, tree: Tree[Token]) -> s.Property:
        tokens, parts = self._parts(tree)
        kind = self._name(tokens[1]) if len(tokens) > 1 else None
        return s.Property(
            self._span(tree), self._name(tokens[0]), kind, must_find(parts, s.Phrase), marks_of(parts)
        )

    def amount(self, tree: Tree[Token]) -> s.Amount:
        tokens, parts = self._parts(tree)
        return s.Amount(
            self._span(tree),
            self._name(tokens[0]),
            first(parts, s.Owner),
            every(parts, s.AmountLine),
            text_of(parts),
            marks_of(parts),
        )

    def of_subject(self, tree: Tree[Token]) -> s.Owner:
        tokens, _ = self._parts(tree)
        return s.Owner(self._span(tree), self._name(tokens[0]) if tokens else None)

    def amount_line(self, tree: Tree[Token]) -> s.AmountLine:
        _, parts = self._parts(tree)
        made = must_find(parts, AmountOpPart)
        return s.AmountLine(
            self._span(tree),
            made.operator,
            made.operand,
            made.rounding,
            first(parts, s.Guard),
            marks_of(parts),
        )

    def _op(self, tree: Tree[Token]) -> AmountOpPart:
        operator = str(tree.data).removeprefix("op_")
        _, parts = self._parts(tree)
        rounding = first(parts, WordPart)
        operand = next(part for part in parts if not isinstance(part, WordPart))
        return AmountOpPart(cast(Any, operator), operand, rounding.word if rounding else "")

    op_start = op_add = op_subtract = op_multiply = op_divide = op_set = op_floor = op_cap = _op

    # ------------------------------------------------------------ the turn, rules, windows

    def turn_order(self, tree: Tree[Token]) -> s.Turn:
        _, parts = self._parts(tree)
        leader = first(parts, WordPart)
        word = leader.word if leader else ""
        who: Literal["seat", "random"] = "random" if "random" in word else "seat"
        return s.Turn(self._span(tree), who, every(parts, s.TurnLine), marks_of(parts))

    def first_player(self, tree: Tree[Token]) -> WordPart:
        return WordPart(" ".join(str(token) for token in tree.children))

    def turn_line(self, tree: Tree[Token]) -> s.TurnLine:
        tokens, parts = self._parts(tree)
        steps = tuple(first(parts, NamesPart) or ())
        return s.TurnLine(self._span(tree), self._name(tokens[0]), steps, first(parts, s.Guard))

    def setup(self, tree: Tree[Token]) -> s.Setup:
        _, parts = self._parts(tree)
        return s.Setup(self._span(tree), must_find(parts, BlockPart).statements, marks_of(parts))

    def phase(self, tree: Tree[Token]) -> s.Phase:
        tokens, parts = self._parts(tree)
        return s.Phase(
            self._span(tree),
            self._name(tokens[0]),
            unquote(tokens[1]) if len(tokens) > 1 else None,
            every(parts, s.Field),
            every(parts, STATEMENTS),
            text_of(parts),
            marks_of(parts),
        )

    def rule(self, tree: Tree[Token]) -> s.Procedure:
        return self._procedure(tree, "rule")

    def effect(self, tree: Tree[Token]) -> s.Procedure:
        return self._procedure(tree, "effect")

    def _procedure(self, tree: Tree[Token], word: Literal["rule", "effect"]) -> s.Procedure:
        tokens, parts = self._parts(tree)
        params, body = first(parts, ParamsPart), must_find(parts, BodyPart)
        return s.Procedure(
            self._span(tree),
            word,
            self._name(tokens[0]),
            params.params if params else (),
            unquote(tokens[1]) if len(tokens) > 1 else None,
            every(body.lines, s.OnlyIf),
            every(body.lines, STATEMENTS),
            text_of(body.lines),
            marks_of(parts),
        )

    def params(self, tree: Tree[Token]) -> ParamsPart:
        return ParamsPart(tuple(self._all(tree)))

    def param(self, tree: Tree[Token]) -> s.Param:
        kind, word = self._all(tree)
        return s.Param(self._span(tree), kind, str(word))

    def body(self, tree: Tree[Token]) -> BodyPart:
        return BodyPart(tuple(self._all(tree)))

    def only_if(self, tree: Tree[Token]) -> s.OnlyIf:
        _, parts = self._parts(tree)
        return s.OnlyIf(self._span(tree), must_find(parts, CONDS), marks_of(parts))

    def action(self, tree: Tree[Token]) -> s.Action:
        tokens, parts = self._parts(tree)
        body, once = must_find(parts, BodyPart), first(parts, IndexPart)
        return s.Action(
            self._span(tree),
            self._name(tokens[0]),
            must_find(parts, s.Phrase),
            once.name if once else None,
            every(body.lines, s.OnlyIf),
            every(body.lines, STATEMENTS),
            text_of(body.lines),
            marks_of(parts),
        )

    once = index
    each_scope = index

    def window(self, tree: Tree[Token]) -> s.Window:
        tokens, parts = self._parts(tree)
        return s.Window(
            self._span(tree),
            self._name(tokens[0]),
            every(parts, s.WindowLine),
            text_of(parts),
            marks_of(parts),
        )

    def window_line(self, tree: Tree[Token]) -> s.WindowLine:
        _, parts = self._parts(tree)
        seat = next(part for part in parts if not isinstance(part, WordPart))
        return s.WindowLine(
            self._span(tree), seat, every(parts, s.Quota), first(parts, s.Guard), marks_of(parts)
        )

    def quota_any(self, tree: Tree[Token]) -> s.Quota:
        _, parts = self._parts(tree)
        return s.Quota(self._span(tree), None, None, tuple(must_find(parts, NamesPart)))

    def quota_most(self, tree: Tree[Token]) -> s.Quota:
        tokens, parts = self._parts(tree)
        number = next(token for token in tokens if token.type == "NUMBER")
        scope = first(parts, IndexPart)
        return s.Quota(
            self._span(tree), int(number), scope.name if scope else None, tuple(must_find(parts, NamesPart))
        )

    def trigger(self, tree: Tree[Token]) -> s.Trigger:
        _, parts = self._parts(tree)
        return s.Trigger(
            self._span(tree),
            must_find(parts, s.Event),
            any(isinstance(part, FlagPart) for part in parts),
            first(parts, s.Guard),
            must_find(parts, BlockPart).statements,
            marks_of(parts),
            label.name if (label := first(parts, IndexPart)) else None,
        )

    label = index

    def replacement(self, tree: Tree[Token]) -> s.Replacement:
        _, parts = self._parts(tree)
        return s.Replacement(
            self._span(tree),
            must_find(parts, s.Event),
            first(parts, s.Guard),
            must_find(parts, BlockPart).statements,
            marks_of(parts),
            label.name if (label := first(parts, IndexPart)) else None,
        )

    def _event(self, tree: Tree[Token]) -> s.Event:
        tokens, parts = self._parts(tree)
        names = [self._name(token) for token in tokens if token.type == "NAME"]
        local = first(parts, WordPart)
        return s.Event(
            self._span(tree),
            cast(Any, str(tree.data).removeprefix("event_")),
            names[0],
            names[1] if len(names) > 1 else None,
            first(parts, s.Phrase),
            local.word if local else None,
        )

    event_destroyed = event_out = event_row = event_damage = event_enters = event_begins = event_ends = _event

    def as_local(self, tree: Tree[Token]) -> WordPart:
        return WordPart(str(tree.children[0]))

    def exception(self, tree: Tree[Token]) -> s.Exception_:
        tokens, parts = self._parts(tree)
        began = first(parts, IndexPart)
        return s.Exception_(
            self._span(tree),
            self._name(next(token for token in tokens if token.type == "NAME")),
            must_find(parts, CONDS),
            began.name if began else None,
            first(parts, s.Definition),
            every(parts, s.AmountLine),
            every(parts, s.OnlyIf),
            every(parts, STATEMENTS),
            marks_of(parts),
        )

    as_began = index

    def game_end(self, tree: Tree[Token]) -> s.GameEnd:
        _, parts = self._parts(tree)
        return s.GameEnd(
            self._span(tree), must_find(parts, CONDS), must_find(parts, BlockPart).statements, marks_of(parts)
        )

    def change(self, tree: Tree[Token]) -> s.Change:
        return s.Change(self._span(tree), "change", self._all(tree)[0])

    def replace(self, tree: Tree[Token]) -> s.Change:
        return s.Change(self._span(tree), "replace", self._all(tree)[0])

    def remove(self, tree: Tree[Token]) -> s.Remove:
        _, parts = self._parts(tree)
        return s.Remove(self._span(tree), tuple(must_find(parts, NamesPart)), marks_of(parts))
