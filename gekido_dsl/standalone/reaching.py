"""Which modules a program needs, found from what they import.

Invariants:
    A module that imports what is not there before it does anything else could not run, so it is not needed either, nor
    is whoever imports it in this way.
    A package that looks for its modules by `pkgutil.iter_modules` needs all of them.
    What is imported in a function counts as needed; what is imported for types alone does not.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_THERE: Final = frozenset({"js", "pyodide"})
"""Libraries that are part of the Python of a page."""
_FINDS: Final = "pkgutil.iter_modules"
_MAY_NOT_RUN: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.If, ast.Try, ast.With)
_PARTS: Final = ("body", "handlers", "orelse", "finalbody", "cases")
"""The fields in which statements hold other statements."""


@dataclass(frozen=True, slots=True)
class Imports:
    """What a module imports, by full name; of `from a import b` both `a` and `a.b`, whichever of them are modules."""

    first: tuple[str, ...]
    """Before it does anything else."""
    later: tuple[str, ...]
    """In functions, and where it may do without: under a condition, or with something instead of it."""


def imports(text: str, package: str) -> Imports:
    """Reads what a module imports.

    Args:
        package: that it is in, for what is named relative to it.
    """
    first: list[str] = []
    later: list[str] = []

    def visit(nodes: Iterable[ast.AST], found: list[str]) -> None:
        for node in nodes:
            if isinstance(node, ast.Import):
                found.extend(one.name for one in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = _base(package, node.level, node.module)
                found.append(base)
                found.extend(f"{base}.{one.name}" for one in node.names)
            elif isinstance(node, ast.If) and _for_types(node.test):
                visit(node.orelse, later)
            else:
                inner = later if isinstance(node, _MAY_NOT_RUN) else found
                # Nothing is imported in an expression.
                for part in _PARTS:
                    if below := getattr(node, part, None):
                        visit(below, inner)

    visit(ast.parse(text).body, first)
    return Imports(tuple(dict.fromkeys(first)), tuple(dict.fromkeys(later)))


def _base(package: str, level: int, module: str | None) -> str:
    parts = package.split(".")
    above = parts[: len(parts) - level + 1] if level else []
    return ".".join([*above, *([module] if module else [])])


def _for_types(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


class Modules:
    """The modules of a program and of the libraries beside it, by full name."""

    def __init__(
        self, texts: Mapping[str, str], packages: Iterable[str], known: Mapping[str, Imports] | None = None
    ) -> None:
        """Takes them.

        Args:
            packages: which of them are packages.
            known: what some of them import, as it was read before.
        """
        self._texts = texts
        self.packages = frozenset(packages)
        self._known = {name.partition(".")[0] for name in texts} | _THERE | sys.stdlib_module_names
        self._imports = dict(known or {})

    @property
    def known(self) -> Mapping[str, Imports]:
        """What the modules import that were looked at."""
        return self._imports

    def reached(self, entries: Iterable[str], *, at_once: bool = False) -> frozenset[str]:
        """Gives all modules that some of them need, and these themselves.

        Args:
            at_once: leaves out what is imported in functions.
        """
        found: set[str] = set()
        open_ = [one for name in entries for one in self._with_packages(name)]
        while open_:
            name = open_.pop()
            if name not in found:
                found.add(name)
                own = self._of(name)
                needed = own.first if at_once else (*own.first, *own.later)
                if _FINDS in own.first and name in self.packages:
                    needed += tuple(one for one in self._texts if one.rpartition(".")[0] == name)
                open_ += [one for other in needed for one in self._with_packages(other)]
        broken = self._broken(found)
        if not broken:
            return frozenset(found)
        # What only they import is not needed either.
        rest = Modules({name: self._texts[name] for name in found - broken}, self.packages)
        rest._known, rest._imports = self._known, self._imports
        return rest.reached([name for name in entries if name not in broken], at_once=at_once)

    def _of(self, name: str) -> Imports:
        if name not in self._imports:
            package = name if name in self.packages else name.rpartition(".")[0]
            self._imports[name] = imports(self._texts[name], package)
        return self._imports[name]

    def _with_packages(self, name: str) -> Iterator[str]:
        """Gives a module with the packages that it is in; nothing for a name that is no module."""
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            if (one := ".".join(parts[:count])) in self._texts:
                yield one

    def _broken(self, names: Iterable[str]) -> set[str]:
        """Finds the modules that cannot be imported."""
        needed = {
            name: {one for other in self._of(name).first for one in self._with_packages(other)}
            for name in names
        }
        broken = {
            name
            for name in needed
            if any(other.partition(".")[0] not in self._known for other in self._of(name).first)
        }
        while more := {name for name, others in needed.items() if name not in broken and others & broken}:
            broken |= more
        return broken
