"""First slips of newcomers, over all games: what each is told, word for word, and that the step it is given mends it.

Rulesets and templates with one slip each, in `corpus/slips.yaml`. Whoever changes a message reads it there again, as if
they had never seen the language.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Diagnostic, Severity, in_reading_order
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).parents[1]
READ = (".gdl", ".yaml", ".csv", ".md", ".po")
FILES = {
    begin + path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
    for begin, folder in (("", ROOT / "rulesets"), ("templates/", ROOT / "gekido_dsl" / "templates"))
    for path in sorted(folder.rglob("*"))
    if path.suffix in READ
}


@dataclass(frozen=True)
class Slip:
    file: str
    right: str
    wrong: str
    message: str
    step: str
    follow: str

    @property
    def game(self) -> str:
        """Returns the ruleset that the file belongs to."""
        folder, _, rest = self.file.partition("/")
        if folder == "templates":
            return f"{folder}/{rest.partition('/')[0]}/game.gdl"
        if folder == "classics":
            return f"{folder}/{rest.partition('/')[0].removesuffix('.gdl')}.gdl"
        return f"{folder.removesuffix('.gdl')}.gdl"

    def errors(self, written: str) -> list[Diagnostic]:
        """Returns the errors of the game with something else in the place of what is right.

        The checks of a whole game are left out: none of them looks at what one line says.
        """
        text = FILES[self.file]
        assert self.right in text
        files = {**FILES, self.file: text.replace(self.right, written, 1)}
        found = in_reading_order(load(self.game, MemoryProvider(files)).model.diagnostics)
        return [one for one in found if one.severity is Severity.ERROR]


SLIPS = [
    Slip(**row)
    for row in yaml.safe_load((Path(__file__).parent / "corpus" / "slips.yaml").read_text(encoding="utf-8"))
]


@pytest.mark.quick_in_turn(5)
@pytest.mark.parametrize("slip", SLIPS, ids=[f"{one.file}:{one.wrong.strip()[:40]}" for one in SLIPS])
def test_a_slip_is_told_in_the_words_of_the_designer_and_the_step_mends_it(slip: Slip) -> None:
    first = slip.errors(slip.wrong)[0]
    assert (first.message, first.help) == (slip.message, slip.step)
    assert not slip.errors(slip.follow)


def test_slips_come_from_all_sorts_of_games() -> None:
    assert len({slip.game for slip in SLIPS}) >= 25
    assert {"gekido.gdl", "aimbots.gdl", "botwars.gdl", "geeko.gdl"} <= {slip.game for slip in SLIPS}
