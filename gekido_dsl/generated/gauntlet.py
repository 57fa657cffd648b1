"""A ruleset goes through everything that can be done with it, and what comes of it is typed.

It is refused by the checks, or it agrees with itself in all ways, or there is a fault: with a kind, which stays the
same while the ruleset is made smaller, and the details.
"""

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Final

from gekido_dsl import diff, rulesdoc
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.runtime import TooLarge
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.format import format
from gekido_dsl.generated.making import NAME
from gekido_dsl.generated.pages import played_in_a_page
from gekido_dsl.generated.saves import saved_and_resumed
from gekido_dsl.generated.sheets import tables_again
from gekido_dsl.generated.told import carried_out, claims_counted, made_an_example
from gekido_dsl.generated.translated import FILE, LINE, told_in_another_language
from gekido_dsl.language.known import KnownFiles
from gekido_dsl.lockstep import Differs, LockstepBatch, Worlds
from gekido_dsl.lowering import TooMuch
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng
from gekido_dsl.simulate.experiment import Experiment
from gekido_dsl.source import MemoryProvider, Recorded, Source

_READ: Final = "read"
_TOLD: Final = 2
"""Of so many matches one is compared by what is told, the first one among them."""
_QUIET: Final = 60
"""How often it is asked whether matches go on: what is played of one ruleset has an end."""
_WORK: Final = 5_000_000
"""Nor do they once the interpreter has done so much: a mutant of a large game costs no more than ten of small ones."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Everything agrees."""

    decisions: int = 0


@dataclass(frozen=True, slots=True)
class Refused:
    """The checks find errors."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong with Gekido DSL."""

    kind: str
    """What fails, without what belongs to this ruleset alone."""
    detail: str


Result = Agreed | Refused | Fault


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played of a ruleset."""

    matches: int = 3
    worlds: int = 6
    """Decisions of the match of which worlds are drawn."""
    whole: bool = False
    """Whether it goes through the dear stages whatever the seed says."""

    def due(self, stage: str, seed: int) -> bool:
        """Tells whether a ruleset goes through a stage; its seed says so, for what takes long."""
        stage = _TOGETHER.get(stage, stage)
        every = _EVERY.get(stage, 1)
        if self.whole or every == 1:
            return True
        return Rng(seed * _DUE + list(_EVERY).index(stage)).below(every) == 0


_BULK: Final = "bulk"
_EVERY: Final[Mapping[str, int]] = {
    "fmt": 4,
    "docs": 4,
    "worlds": 3,
    "page": 5,
    _BULK: 10,
    "example": 8,
    "claims": 4,
    "sheets": 2,
    "language": 6,
    "save": 2,
}
"""Stages that are dear: of how many rulesets one goes through each. In bulk is the part of lockstep that is dear."""
_DUE: Final = 7
"""By how much seeds are apart here; fewer than there are stages, so that those of older ones stay due as they were."""
_TOGETHER: Final = {"diff": "fmt"}
"""Stages that need what another one has made."""


USUAL: Final = Effort()
WHOLE: Final = Effort(whole=True)


def run(files: Mapping[str, str], seed: int, effort: Effort = USUAL, only: str = "") -> Result:
    """Puts a ruleset through everything, up to the first fault.

    Args:
        files: all files by their names; the ruleset itself is called `NAME`.
        seed: of the matches, which also says how many play and what is answered to options.
        only: the stage whose fault is looked for; others than reading are passed over.

    How much each goes through depends on the seed; see `Effort.due`.
    """
    stage = _READ
    try:
        known = KnownFiles(by_declaration=True)
        made = _loaded(files, known)
        found = made.diagnostics
        if has_errors(found):
            errors = (str(one.code.slug) for one in found if one.severity.value == "error")
            return Refused(tuple(dict.fromkeys(errors)))
        if made.game is None:
            return Fault(f"{_READ}: no errors and no game", "")
        subject, decisions = _Subject(made, files, known, seed, effort), 0
        for name, check in _STAGES.items():
            if name != only if only else not effort.due(name, seed):
                continue
            if subject.endless and name in _PLAYED:
                continue
            stage = name
            decisions += check(subject)
        return Agreed(decisions)
    except Differs as differs:
        return Fault(f"{stage}: {kind_of(str(differs))}", str(differs))
    except (TooLarge, TooMuch) as error:
        return Refused((type(error).__name__,))
    except RecursionError as error:
        return Fault(f"{stage}: RecursionError", str(error))
    except Exception as error:
        return Fault(f"{stage}: {_where(error)}", f"{error}\n{traceback.format_exc()}")


def stage_of(fault: Fault) -> str:
    """Gives the stage at which a fault was found; of one that ended its process, nothing."""
    stage = fault.kind.partition(":")[0]
    return stage if stage in _STAGES or stage == _READ else ""


def kind_of(text: str) -> str:
    """Gives what a difference is about, without names and numbers of one ruleset."""
    head = text.split("\n")[0]
    for sign in (": ", " ("):
        head = head.partition(sign)[0]
    return re.sub(r"`[^`]*`", "`..`", re.sub(r"\d+", "N", head))[:80]


def _where(error: Exception) -> str:
    frames = [
        one
        for one in traceback.extract_tb(error.__traceback__)
        if "gekido_dsl" in one.filename.replace("\\", "/")
    ]
    last = frames[-1]
    file = last.filename.replace("\\", "/").rpartition("gekido_dsl/")[2]
    said = kind_of(str(error).rpartition(": ")[2]) if type(error).__name__ == "Malformed" else ""
    said = re.sub(r"^\w+ is (read|asked|set)", r"is \1", said)
    return f"{type(error).__name__} in {file}, {last.name}" + (f": {said}" if said else "")


def _loaded(files: Mapping[str, str], known: KnownFiles) -> Compilation:
    return Compilation(NAME, MemoryProvider(files), parse=known.parse, parse_table=known.parse_table)


@dataclass
class _Subject:
    """A ruleset on its way through the stages; what several of them need is made once."""

    made: Compilation
    files: Mapping[str, str]
    known: KnownFiles
    """What was read before, so that nothing is read twice."""
    seed: int
    effort: Effort
    endless: bool = False
    """Whether a match came to no decision; each that is played shows the same, and takes long."""

    @cached_property
    def game(self) -> m.Game:
        """The game that it is."""
        assert self.made.game is not None
        return self.made.game

    @cached_property
    def setting(self) -> Setting:
        """How it is played for the seed: with how many players, and which answers."""
        return settings(self.made, self.seed)

    @cached_property
    def compiled(self) -> CompiledExecutor:
        """It as compiled code."""
        return CompiledExecutor(self.game, trace=True)

    @cached_property
    def laid_out(self) -> str:
        """Its text as `gdl fmt` lays it out."""
        once = format(Source(NAME, self.files[NAME])).value
        if once is None:
            raise Differs("the text that was read does not parse")
        return once

    @cached_property
    def again(self) -> Compilation:
        """It, read again from the text that was laid out."""
        return _loaded({**self.files, NAME: self.laid_out}, self.known)


def settings(made: Compilation, seed: int) -> Setting:
    """Gives how a ruleset is played for a seed: with how many players, and which answers."""
    game = made.game
    assert game is not None
    players = game.least_players + seed % (game.most_players - game.least_players + 1)
    answers = {
        name: given[(seed // 3) % len(given)] for name, given in made.option_names.items() if len(given) > 1
    }
    return Setting(players, seed, answers)


def _enough(times: int) -> Callable[[], bool]:
    left: Iterator[bool] = islice(iter(lambda: False, True), times)
    return lambda: next(left, True)


def _formatted(one: _Subject) -> int:
    """Laid out twice it is as laid out once, and means the same."""
    if format(Source(NAME, one.laid_out)).value != one.laid_out:
        raise Differs("laid out twice it is another text")
    if one.again.identity != one.made.identity:
        raise Differs("laid out it means something else")
    return 0


def _told(one: _Subject) -> int:
    """Its pages can be written."""
    for form in rulesdoc.FORMATS:
        rulesdoc.render(one.made, form)
    return 0


def _compared(one: _Subject) -> int:
    """It is no different from itself, as it was laid out."""
    changes = diff.compare(one.made, one.again).changes
    if changes:
        raise Differs(f"it differs from itself: {changes[0]}")
    return 0


def _in_sheets(one: _Subject) -> int:
    """Its tables say the same in another form."""
    tables_again(one.made, one.seed)
    return 0


def _translated(one: _Subject) -> int:
    """Told in another language it is the same game."""

    def with_file(text: str) -> Compilation:
        return _loaded({**one.files, NAME: f"{one.files[NAME]}\n{LINE}\n", FILE: text}, one.known)

    told_in_another_language(one.made, with_file, one.setting)
    return 0


def _in_lockstep(one: _Subject) -> int:
    """Both executors play the same matches."""
    experiment = Experiment(NAME, Recorded(()), one.setting, (None,) * one.setting.players)
    bulk = one.effort.due(_BULK, one.seed)
    batch = LockstepBatch(experiment, one.game, _TOLD, one.compiled, bulk)
    asked, begun, decisions = _enough(_QUIET), batch.work, 0

    def enough() -> bool:
        return asked() or (not one.effort.whole and batch.work - begun > _WORK)

    for number in range(one.effort.matches):
        found = batch.play(number, number + 1, False, enough)
        decisions += found.decisions
        if found.difference is not None:
            raise Differs(found.difference.what)
        if found.much:
            one.endless = True
            break
    return decisions


def _in_worlds(one: _Subject) -> int:
    """Both executors draw the same worlds, and nothing leaks from them."""
    Worlds(one.game, one.compiled).play(one.setting, one.effort.worlds, 5, _enough(_QUIET))
    return 0


def _saved(one: _Subject) -> int:
    """A match that was saved comes to the same when it is taken up again."""
    try:
        return saved_and_resumed(one.made, one.setting, one.compiled)
    except RuleError:
        return 0


def _in_a_page(one: _Subject) -> int:
    """The table of a page plays the same with and without compiled code."""
    played_in_a_page(one.made, one.setting, one.compiled)
    return 0


def _in_examples(one: _Subject) -> int:
    """Its scenarios are carried out, and one that is made of a match holds."""
    carried_out(one.made)

    @cache
    def with_it(text: str) -> Compilation:
        return _loaded({**one.files, NAME: f"{one.files[NAME]}\n{text}"}, one.known)

    made_an_example(one.made, with_it, one.setting, one.compiled)
    return 0


def _claimed(one: _Subject) -> int:
    """Games for its claims are counted alike."""
    claims_counted(one.made, one.setting)
    return 0


Stage = Callable[[_Subject], int]
_STAGES: Final[Mapping[str, Stage]] = {
    "fmt": _formatted,
    "diff": _compared,
    "docs": _told,
    "sheets": _in_sheets,
    "language": _translated,
    "lockstep": _in_lockstep,
    "worlds": _in_worlds,
    "save": _saved,
    "page": _in_a_page,
    "example": _in_examples,
    "claims": _claimed,
}
_PLAYED: Final = frozenset({"language", "worlds", "save", "page", "example", "claims"})
"""Stages in which it is played, besides lockstep itself."""
