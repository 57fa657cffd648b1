"""A game becomes nodes and edges: what follows what in the turn, and what calls what.

Invariants:
    Nodes and edges come in the order in which the turn reaches them.
    Two nodes are joined by at most one edge of each kind.
    Every edge joins two nodes of the graph.

Of the turn, an edge leads from each phase to the next; a phase with a condition can be left out, so an edge
leads past it as well. From a phase, and from what it does, edges lead to the windows that are opened, the
rules that are done and the actions that a window offers; their labels say under which condition.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from gekido_dsl.model import nodes as m

NodeKind = Literal["turn", "phase", "step", "window", "rule", "effect", "action", "end"]
EdgeKind = Literal["next", "has", "opens", "does", "offers", "ends"]
Cases = tuple[str, ...]
"""Conditions that hold together, the outermost first."""


@dataclass(frozen=True, slots=True)
class Node:
    """A box of the drawing."""

    id: str
    """`n0`, `n1`, ...: safe in every format."""
    kind: NodeKind
    name: str


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow of the drawing."""

    start: str
    goal: str
    kind: EdgeKind
    label: str = ""
    """The conditions, as the ruleset has them; empty when there is none."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A drawing before it is laid out."""

    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def build(game: m.Game) -> Graph:
    """Collects what the turn of a game reaches."""
    return _Builder(game).build()


class _Builder:
    def __init__(self, game: m.Game) -> None:
        self._game = game
        self._nodes: dict[tuple[NodeKind, str], Node] = {}
        self._edges: dict[tuple[str, str, EdgeKind], list[Cases]] = {}
        self._waiting: list[tuple[Node, m.Procedure | m.Window]] = []

    def build(self) -> Graph:
        order = self._game.turn
        turn = self._node("turn", "round" if order is not None and order.round else "turn")
        lines = order.lines if order is not None else ()
        phases = [self._node("phase", line.phase.name) for line in lines]
        for line, phase in zip(lines, phases, strict=True):
            self._waiting.append((phase, line.phase))
            for step in line.steps:
                node = self._node("step", step.name)
                self._edge(phase, node, "has", ())
                self._waiting.append((node, step))
        if order is not None and order.turns:
            self._round(turn, phases, order)
        else:
            self._turn(turn, phases, [_case(line.condition) for line in lines])
        self._follow()
        for end in self._game.ends:
            node = self._node("end", "end of the game")
            self._edge(turn, node, "ends", _case(end.condition))
        edges = (Edge(*ends, _either(labels)) for ends, labels in self._edges.items())
        return Graph(self._game.title, tuple(self._nodes.values()), tuple(edges))

    def _round(self, turn: Node, phases: Sequence[Node], order: m.Turn) -> None:
        """Joins the parts of a round: phases, and turns that go round by themselves."""
        parts: list[Node] = []
        cases: list[Cases] = []
        for number, turns in enumerate(order.turns):
            own = [k for k, line in enumerate(order.lines) if line.turns == number]
            node = self._node("turn", "turns" if len(order.turns) == 1 else f"turns {number + 1}")
            self._turn(node, [phases[k] for k in own], [_case(order.lines[k].condition) for k in own])
            until = () if turns.until is None else (condition_words(turns.until, "until"),)
            self._edge(node, node, "next", until)
        for line, phase in zip(order.lines, phases, strict=True):
            if line.turns < 0:
                parts.append(phase)
                cases.append(_case(line.condition))
                continue
            name = "turns" if len(order.turns) == 1 else f"turns {line.turns + 1}"
            if self._nodes["turn", name] not in parts:
                parts.append(self._nodes["turn", name])
                cases.append(())
        self._turn(turn, parts, cases)

    def _turn(self, turn: Node, phases: Sequence[Node], cases: Sequence[Cases]) -> None:
        """Joins the phases: each to the next, and past those that a condition can leave out."""
        stops = [*phases, turn]
        conditions = [*cases, ()]
        for begin in range(-1, len(phases)):
            start = turn if begin < 0 else phases[begin]
            for goal in range(begin + 1, len(stops)):
                if stops[goal] is not start or begin >= 0:
                    self._edge(start, stops[goal], "next", conditions[goal])
                if not conditions[goal]:
                    break

    def _follow(self) -> None:
        """Goes on from everything reached to what it opens, does and offers."""
        done: set[str] = set()
        while self._waiting:
            node, reached = self._waiting.pop(0)
            if node.id in done:
                continue
            done.add(node.id)
            if isinstance(reached, m.Window):
                for line in reached.lines:
                    for action in (action for quota in line.quotas for action in quota.actions):
                        self._reach(node, action, "offers", _case(line.condition))
                continue
            before: Node | None = None
            for act, cases in _acts(reached.body.statements, ()):
                if isinstance(act, m.acts.Do) and act.rule.word == "phase":
                    before = self._phase(node, act.rule, cases, before)
                else:
                    self._act(node, act, cases)
            for exception in reached.exceptions:
                if exception.body is not None:
                    case = (condition_words(exception.condition, "in the exception when"),)
                    for act, cases in _acts(exception.body.statements, case):
                        self._act(node, act, cases)

    def _phase(self, node: Node, phase: m.Procedure, cases: Cases, before: Node | None) -> Node:
        """Joins a phase to the one that was done before it in the same body, and the first to what does it."""
        known = self._nodes.get(("phase", phase.name)) or self._nodes.get(("step", phase.name))
        if before is None or known is not None:
            self._reach(node, phase, "does", cases)
        else:
            self._reach(before, phase, "next", cases)
        return self._nodes.get(("step", phase.name)) or self._nodes["phase", phase.name]

    def _act(self, node: Node, act: m.Act, cases: Cases) -> None:
        match act:
            case m.acts.Open(window=window):
                self._reach(node, window, "opens", cases)
            case m.acts.Do(rule=rule):
                self._reach(node, rule, "does", cases)
            case m.acts.End(phase=phase):
                goal = self._nodes.get(("phase", phase.name)) or self._nodes.get(("step", phase.name))
                if goal is not None:
                    self._edge(node, goal, "ends", cases)
            case _:
                pass

    def _reach(self, start: Node, goal: m.Procedure | m.Window, kind: EdgeKind, cases: Cases) -> None:
        if isinstance(goal, m.Window):
            node = self._node("window", goal.name)
        elif goal.word == "phase":
            known = ("step", goal.name) if ("step", goal.name) in self._nodes else ("phase", goal.name)
            node = self._node("step" if known[0] == "step" else "phase", goal.name)
        else:
            word = goal.word
            node = self._node(word if word == "effect" or word == "action" else "rule", goal.name)
        self._edge(start, node, kind, cases)
        self._waiting.append((node, goal))

    def _node(self, kind: NodeKind, name: str) -> Node:
        key = (kind, name)
        if key not in self._nodes:
            self._nodes[key] = Node(f"n{len(self._nodes)}", kind, name)
        return self._nodes[key]

    def _edge(self, start: Node, goal: Node, kind: EdgeKind, cases: Cases) -> None:
        self._edges.setdefault((start.id, goal.id, kind), []).append(cases)


def _either(paths: Sequence[Cases]) -> str:
    """Words several cases of which one is enough; those that differ by a condition and its opposite are one."""
    left = list(dict.fromkeys(paths))
    while True:
        pair = next(((one, other) for one in left for other in left if _complete(one, other)), None)
        if pair is None:
            break
        left[left.index(pair[0])] = pair[0][:-1]
        left.remove(pair[1])
    left = [one for one in left if not any(other != one and one[: len(other)] == other for other in left)]
    return ", or ".join(dict.fromkeys(map(", ".join, left)))


def _complete(one: Cases, other: Cases) -> bool:
    """Tells whether two cases together are the case that they share."""
    if not one or not other or one[:-1] != other[:-1]:
        return False
    (first, _, what), (second, _, whatever) = one[-1].partition(" "), other[-1].partition(" ")
    return (first, second) == ("if", "unless") and what == whatever


_OPPOSITE: Final = {"if": "unless", "unless": "if", "while": "until", "until": "while"}


def _acts(statements: Sequence[m.Statement], cases: Cases) -> Iterator[tuple[m.Act, Cases]]:
    """Lists the acts of a body, each with the cases in which it is done."""
    for statement in statements:
        match statement:
            case m.Sentence(act=act, condition=condition, otherwise=otherwise):
                yield act, (*cases, *_case(condition))
                yield from _acts(otherwise or (), (*cases, "otherwise"))
            case m.If(condition=condition, then=then, otherwise=otherwise):
                case_ = condition_words(condition, "if")
                yield from _acts(then, (*cases, case_))
                yield from _acts(otherwise, (*cases, condition_words(condition, "unless")))
            case m.Each(items=items, body=body):
                yield from _acts(body, (*cases, f"each {text_of(items)}"))
            case m.Repeat(condition=condition, times=times, body=body):
                again = condition_words(condition, "while") if condition is not None else ""
                if times is not None:
                    again = f"up to {text_of(times)} times"
                yield from _acts(body, (*cases, again) if again else cases)
            case m.Menu(labels=labels, conditions=conditions, bodies=bodies):
                for label, condition, body in zip(labels, conditions, bodies, strict=True):
                    yield from _acts(body, (*cases, f"“{label}”", *_case(condition)))
            case _:
                assert_never(statement)


def _case(condition: m.Expr | None) -> Cases:
    return () if condition is None else (condition_words(condition, "if"),)


def condition_words(condition: m.Expr, lead: str) -> str:
    """Gives a condition as it is written, with the word that leads it."""
    text = text_of(condition)
    first, _, rest = text.partition(" ")
    if first in ("if", "unless", "while", "until"):
        return text if lead != "unless" else f"{_OPPOSITE[first]} {rest}"
    if isinstance(condition, m.ops.RoundsOver):
        lead = "after"
    if lead == "while" and isinstance(condition, m.ops.Not) and condition.condition.span == condition.span:
        # `repeat until` asks the opposite of what is written; `is not` says it itself.
        if isinstance(condition.condition, m.ops.Not) or " not " not in text:
            lead = "until"
    return f"{lead} {text}"


def text_of(expr: m.Expr) -> str:
    """Gives an expression as it is written, on one line."""
    return " ".join(expr.span.text.split())
