"""`gdl lockstep --mutants`: the rulesets in which one thing is changed."""

from dataclasses import replace
from functools import cache

from gekido_dsl.cli.paths import Ruleset, find, shipped
from gekido_dsl.cli.throughout import texts
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.generated import MOST
from gekido_dsl.generated.making import Made, make
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


class OfGenerated:
    """Rulesets that are made by chance, each in its turn."""

    what = "mutants of generated"

    def __init__(self, count: int, seed: int) -> None:
        """Makes none yet.

        Args:
            count: how many there are; `MOST` for one of its own for each mutant.
            seed: of the run in which they are made.
        """
        self._count = count
        self._seed = seed
        many = [str(count)] if count < MOST else []
        self.command = joined(["gdl", "lockstep", "--generated", *many, "--mutants"])

    def mutant(self, seed: int) -> Made:
        """Gives the ruleset whose turn it is, with one thing changed."""
        number = seed % MOST % self._count
        before = make(self._seed * MOST + number).all_files()
        made = mutate(before, seed)
        return replace(
            made, note=f"generated ruleset {number} of seed {self._seed}, {change_of(before, made)}"
        )
