"""`gdl lockstep --mutants`: the rulesets in which one thing is changed."""

from dataclasses import replace
from functools import cache

from gekido_dsl.cli.paths import Ruleset, find, shipped
from gekido_dsl.cli.throughout import texts
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.generated.making import Made
from gekido_dsl.generated.mutants import change_of, mutate


class Originals:
    """One ruleset, or all that are shipped, each in its turn."""

    def __init__(self, ruleset: Ruleset | None) -> None:
        """Finds them.

        Args:
            ruleset: the only one; None for all that are shipped.
        """
        self._only = ruleset
        self._names = sorted(set(shipped().values()))
        name = [ruleset.argument] if ruleset is not None else []
        self.what = " ".join(["mutants", *name])
        self.command = joined(["gdl", "lockstep", *name, "--mutants"])
        self._texts = cache(self._read)

    def mutant(self, seed: int) -> Made:
        """Gives the ruleset whose turn it is, with one thing changed."""
        ruleset = self._only or find(self._names[seed % len(self._names)].removesuffix(".gdl"))
        before = self._texts(ruleset)
        made = mutate(before, seed)
        return replace(made, note=f"{ruleset.argument}, {change_of(before, made)}")

    @staticmethod
    def _read(ruleset: Ruleset) -> dict[str, str]:
        return texts(ruleset)
