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
from typing import Final, Literal

from gekido_dsl.model import nodes as m

NodeKind = Literal["turn", "phase", "step", "window", "rule", "effect", "action", "end"]
EdgeKind = Literal["next", "has", "opens", "does", "offers", "ends"]


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
        self._edges: dict[tuple[str, str, EdgeKind], list[str]] = {}
        self._waiting: list[tuple[Node, m.Procedure | m.Window]] = []

    def build(self) -> Graph:
        turn = self._node("turn", "turn")
        lines = self._game.turn.lines if self._game.turn is not None else ()
        phases = [self._node("phase", line.phase.name) for line in lines]
        for line, phase in zip(lines, phases, strict=True):
            self._waiting.append((phase, line.phase))
            for step in line.steps:
                node = self._node("step", step.name)
                self._edge(phase, node, "has", "")
                self._waiting.append((node, step))
        self._turn(turn, phases, lines)
        self._follow()
        for end in self._game.ends:
            node = self._node("end", "end of the game")
            self._edge(turn, node, "ends", _condition(end.condition))
        edges = (Edge(*ends, _either(labels)) for ends, labels in self._edges.items())
        return Graph(self._game.title, tuple(self._nodes.values()), tuple(edges))

    def _turn(self, turn: Node, phases: Sequence[Node], lines: Sequence[m.TurnLine]) -> None:
        """Joins the phases: each to the next, and past those that a condition can leave out."""
        stops = [*phases, turn]
        conditions = [_condition(line.condition) for line in lines] + [""]
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
                        self._reach(node, action, "offers", _condition(line.condition))
                continue
            for act, label in _acts(reached.body.statements, ()):
                self._act(node, act, label)
            for exception in reached.exceptions:
                if exception.body is not None:
                    case = (_words(exception.condition, "in the exception when"),)
                    for act, label in _acts(exception.body.statements, case):
                        self._act(node, act, label)

    def _act(self, node: Node, act: m.Act, label: str) -> None:
        match act.verb:
            case "open" if isinstance(act.ref, m.Window):
                self._reach(node, act.ref, "opens", label)
            case "do" if isinstance(act.ref, m.Procedure):
                self._reach(node, act.ref, "does", label)
            case "end" if isinstance(act.ref, m.Procedure):
                goal = self._nodes.get(("phase", act.ref.name)) or self._nodes.get(("step", act.ref.name))
                if goal is not None:
                    self._edge(node, goal, "ends", label)

    def _reach(self, start: Node, goal: m.Procedure | m.Window, kind: EdgeKind, label: str) -> None:
        if isinstance(goal, m.Window):
            node = self._node("window", goal.name)
        elif goal.word == "phase":
            known = ("step", goal.name) if ("step", goal.name) in self._nodes else ("phase", goal.name)
            node = self._node("step" if known[0] == "step" else "phase", goal.name)
        else:
            word = goal.word
            node = self._node(word if word == "effect" or word == "action" else "rule", goal.name)
        self._edge(start, node, kind, label)
        self._waiting.append((node, goal))

    def _node(self, kind: NodeKind, name: str) -> Node:
        key = (kind, name)
        if key not in self._nodes:
            self._nodes[key] = Node(f"n{len(self._nodes)}", kind, name)
        return self._nodes[key]

    def _edge(self, start: Node, goal: Node, kind: EdgeKind, label: str) -> None:
        self._edges.setdefault((start.id, goal.id, kind), []).append(label)


def _either(labels: Sequence[str]) -> str:
    """Words several conditions of which one is enough."""
    return "" if "" in labels else ", or ".join(dict.fromkeys(labels))


_OPPOSITE: Final = {"if": "unless", "unless": "if", "while": "until", "until": "while"}


def _acts(statements: Sequence[m.Statement], cases: tuple[str, ...]) -> Iterator[tuple[m.Act, str]]:
    """Lists the acts of a body, each with the cases in which it is done."""
    for statement in statements:
        match statement:
            case m.Sentence(act=act, condition=condition, otherwise=otherwise):
                yield act, ", ".join((*cases, *_case(condition)))
                yield from _acts(otherwise or (), (*cases, "otherwise"))
            case m.If(condition=condition, then=then, otherwise=otherwise):
                case_ = _words(condition, "if")
                yield from _acts(then, (*cases, case_))
                yield from _acts(otherwise, (*cases, _words(condition, "unless")))
            case m.Each(items=items, body=body):
                yield from _acts(body, (*cases, f"each {_text(items)}"))
            case m.Repeat(condition=condition, times=times, body=body):
                again = _words(condition, "while") if condition is not None else ""
                if times is not None:
                    again = f"up to {_text(times)} times"
                yield from _acts(body, (*cases, again) if again else cases)
            case m.Menu(labels=labels, conditions=conditions, bodies=bodies):
                for label, condition, body in zip(labels, conditions, bodies, strict=True):
                    yield from _acts(body, (*cases, f"“{label}”", *_case(condition)))


def _case(condition: m.Expr | None) -> tuple[str, ...]:
    return () if condition is None else (_condition(condition),)


def _condition(condition: m.Expr | None) -> str:
    return "" if condition is None else _words(condition, "if")


def _words(condition: m.Expr, lead: str) -> str:
    """Gives a condition as it is written, with the word that leads it."""
    text = _text(condition)
    first, _, rest = text.partition(" ")
    if first in ("if", "unless", "while", "until"):
        return text if lead != "unless" else f"{_OPPOSITE[first]} {rest}"
    if condition.op == "not" and condition.args and condition.args[0].span == condition.span:
        lead = _OPPOSITE.get(lead, lead)
    return f"{lead} {text}"


def _text(expr: m.Expr) -> str:
    return " ".join(expr.span.text.split())
