"""A ruleset at work: its texts, the match on the table, and what a page asks of both.

Invariants:
    What is asked is answered one after the other, with texts, table and names as they stand then.
    Nothing here waits, and nothing is sent: a server answers so over a network, a page by itself.
"""

import base64
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl import graph
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing import document
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.engine import Setting
from gekido_dsl.simulate import Experiment
from gekido_dsl.source import SourceProvider, is_workbook
from gekido_dsl.studio import laying
from gekido_dsl.studio.asked import number_in, text_in
from gekido_dsl.studio.drafts import version_of
from gekido_dsl.studio.examples import Examples
from gekido_dsl.studio.language_answers import LanguageAnswers
from gekido_dsl.studio.line_coverage import LineCoverage
from gekido_dsl.studio.live_reload import Found, LiveRuleset
from gekido_dsl.studio.many_games import MOST_GAMES, Compared, MakerOf, Many, Outcome, Simulated, experiment
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table import PERSON

Answer = Callable[[Mapping[str, Any]], dict[str, Any]]
TOO_LONG: Final = (
    "it takes too long to check what stands here now, so nothing of it is on the table; it is kept as it was typed",
    "make smaller what was written last: a number, a table, or what many rules ask",
)


@dataclass(frozen=True)
class Edit:
    """An edit that changed the rules."""

    before: Compilation
    """The good game before it."""
    rules: object
    """What the game after it is known by."""
    told: dict[str, Any]


class Desk:
    """One ruleset at work."""

    def __init__(
        self,
        live: LiveRuleset,
        kinds: Mapping[str, str],
        is_kind: Callable[[str], bool],
        maker_of: MakerOf,
        templates: Callable[[LiveRuleset], Sequence[str]] = lambda now: (),
        folder: str = "",
    ) -> None:
        """Opens a ruleset.

        Args:
            kinds: who may play a seat, and what they are called.
            maker_of: makes the bots of simulated games.
            templates: lists what a ruleset can begin from while another is open, a variant of that one first.
            folder: where new rulesets go unless another folder is asked for.
        """
        self.kinds = kinds
        self.folder = folder
        self._is_kind, self._maker_of, self._templates = is_kind, maker_of, templates
        self._playing: list[str] = []
        """Who plays the many games that are played now, in words."""
        self.open(live)

    def open(self, live: LiveRuleset) -> None:
        """Takes up a ruleset, in the place of the one that was open."""
        self.live = live
        self.language = LanguageAnswers(live.drafts)
        self.state: dict[str, Any] = {}
        self.examples = Examples(live)
        self.line_coverage = LineCoverage()
        self._numbers = itertools.count(1)
        """Of states: an answer may reach the page after a newer state that was told to all."""
        self.edit: Edit | None = None
        """The last edit that changed the rules, until it is told what is different."""

    # ------------------------------------------------------------ the text

    def files(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists the files."""
        drafts = self.live.drafts
        used = {one.name for one, _ in self.live.newest.files} | {one.name for one in self.live.newest.tables}
        found = [
            {"name": one.name, "kind": one.kind, "own": one.own}
            for one in drafts.files()
            if drafts.own or one.name in used or _beside(one.name, used)
        ]
        named = {one["name"] for one in found}
        found += [
            {
                "name": name,
                "kind": _kind(name),
                "own": drafts.own and is_workbook(name) and not name.startswith("<"),
            }
            for name in sorted(used - named)
        ]
        return {"main": drafts.main, "files": found}

    def read(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives a text with its version."""
        name = text_in(asked, "name")
        source = self.live.drafts.source(name)
        disk = self.live.drafts.on_disk(name)
        own = self.live.drafts.own and not name.startswith("<")
        found = {"name": name, "text": source.text, "version": version_of(disk), "own": own}
        return {**found, "changed": own and source.text != disk}

    def write(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes a text to the disk."""
        version, name, text = asked.get("version"), text_in(asked, "name"), text_in(asked, "text")
        return {"version": self.live.drafts.write(name, text, version if isinstance(version, str) else None)}

    def bring(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Puts a table that was dragged onto the page beside the rules."""
        try:
            data = base64.b64decode(text_in(asked, "data"), validate=True)
        except ValueError:
            raise Refused("data is no file.") from None
        name = text_in(asked, "name")
        self.live.drafts.bring(name, data, again=asked.get("again") is True)
        return {"name": name}

    def typed(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Takes up a text that is not written yet."""
        self.live.drafts.type(text_in(asked, "name"), asked.get("text"))
        return {}

    def checked(self, found: Found | None) -> dict[str, Any]:
        """Has the match go on by what is written now, and says how that stands.

        Args:
            found: what somebody else found in it; None where it could not be checked.
        """
        before = self.live.made
        if found is None:
            told = self.live.unchecked(*TOO_LONG)
        else:
            good, findings = found
            told = self.live.check() if good else self.live.only_told(findings)
            self.language.renew(self.live.newest)
        if told["change"] is not None:
            self.examples.forget()
            # What is different is worked out when the page has its answer.
            self.edit = Edit(before, self.live.made.identity, told["change"])
        self.state = {"state": {**told, "number": next(self._numbers)}}
        return self.state

    def as_it_stands(self) -> dict[str, Any]:
        """Tells the state of a text that has not changed since it was checked."""
        self.language.renew(self.live.newest)
        self.state = {"state": {**self.live.as_it_stands(), "number": next(self._numbers)}}
        return self.state

    def told_differences(self, edit: Edit, things: list[str], lines: list[str]) -> dict[str, Any] | None:
        """Tells the state again, with what an edit made different; None where the rules are others again.

        Args:
            things: see `LiveRuleset.counted`.
            lines: see `LiveRuleset.different`.
        """
        if self.live.made.identity != edit.rules:  # what was typed meanwhile, if anything, says the same
            return None
        short = things[0] if things else _first_line(lines)
        change = {**edit.told, "things": things, "lines": lines, "short": short}
        self.state = {"state": {**self.state["state"], "change": change, "number": next(self._numbers)}}
        return self.state

    # ------------------------------------------------------------ the match

    def setting(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says what a match may be, and what the one on the table is."""
        made, table = self.live.made, self.live.table
        assert made.game is not None
        header = table.session.header
        return {
            "players": list(range(made.game.least_players, made.game.most_players + 1)),
            "options": {name: list(answers) for name, answers in made.option_names.items()},
            "kinds": [{"kind": kind, "label": name} for kind, name in self.kinds.items()],
            "now": {
                "players": header.players,
                "seed": header.seed,
                "options": dict(header.options),
                "seats": list(table.seats),
            },
        }

    def begin(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Begins another match."""
        setting, seats = self.chosen_setting(asked)
        self.live.begin(setting, seats)
        return {}

    def chosen_setting(self, asked: Mapping[str, Any]) -> tuple[Setting, list[str]]:
        """Reads what a match is to be, and who plays.

        Raises:
            Refused: the game knows no such thing.
        """
        made = self.live.made
        assert made.game is not None
        least, most = made.game.least_players, made.game.most_players
        players = number_in(asked, "players", least, most, max(least, min(2, most)))
        seed = number_in(asked, "seed", 0, 2**63, self.live.rules.seed())
        options = asked.get("options", {})
        if not isinstance(options, dict):
            raise Refused("Options are answers by their names.")
        for name, answer in options.items():
            if answer not in made.option_names.get(name, ()):
                raise Refused(f"There is no option {str(name)[:50]} with this answer.")
        seats = asked.get("seats", [])
        if not isinstance(seats, list) or not all(isinstance(one, str) for one in seats):
            raise Refused("Seats are kinds of players.")
        kinds = [*seats, *[PERSON] * players][:players]
        for kind in kinds:
            if kind != PERSON and not self._is_kind(kind):
                raise Refused(f"There is no kind of player called {kind[:50]}.")
        return Setting(players, seed, options), kinds

    # ------------------------------------------------------------ beside it

    def graph(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Draws the turn of the game."""
        game, look = self.live.made.game, self.live.made.look.value or PLAIN
        assert game is not None
        drawn = document(graph.chart(game, whole=True, spots=True), look.screen, alone=False)
        return {"svg": drawn, "phases": {name: graph.spot_of(name) for name in game.phases}}

    def experiments(self, asked: Mapping[str, Any], *, compares: bool) -> Many:
        """Reads what many games are to be played of; the rulesets are read later, beside the match.

        Args:
            compares: whether what lies on the disk is played, too.
        """
        drafts = self.live.drafts
        games = number_in(asked, "games", 1, MOST_GAMES, 1_000)
        setting, kinds = self.chosen_setting(asked)
        kinds = ["random" if kind == PERSON else kind for kind in kinds]
        self._playing = [self.kinds.get(kind, kind) for kind in kinds]
        if not compares:
            return Many(games, lambda: Simulated(self._experiment(drafts.as_typed(), setting, kinds)))
        if not drafts.unsaved():
            raise Refused("Nothing has been changed since it was saved, so there is nothing to compare.")
        return Many(
            games,
            lambda: Compared(
                self._experiment(drafts.other({}), setting, kinds),
                self._experiment(drafts.as_typed(), setting, kinds),
            ),
        )

    def _experiment(self, provider: SourceProvider, setting: Setting, kinds: Sequence[str]) -> Experiment:
        return experiment(self.live.drafts, provider, setting, kinds, self._maker_of)

    def played(self, games: Outcome) -> None:
        """Takes up which rules many games have played; none that were stopped before the first of them."""
        if not isinstance(games, Simulated) or not games.totals.games:
            return
        who = "by " + ", ".join(dict.fromkeys(self._playing)) if self._playing else ""
        made = load(games.experiment.name, games.experiment.texts)
        self.line_coverage.take(made, games.totals, who)
        self.examples.take(made, games.totals.tallies.reached)

    def coverage(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Tells how often the lines of a file were played in the last simulation."""
        return self.line_coverage.lines(asked, self.live.made)

    def templates(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists what a new ruleset can begin from, and where it goes: a variant of one's own lies beside it."""
        found, drafts = list(self._templates(self.live)), self.live.drafts
        beside = drafts.folder.as_posix() if drafts.own else None
        return {"templates": found, "folder": self.folder, "beside": beside}

    def may_leave(self, asked: Mapping[str, Any]) -> None:
        """Sees to it that nothing is lost when another ruleset is opened.

        Raises:
            Refused: something here is not saved.
        """
        unsaved = sorted(self.live.drafts.unsaved())
        if unsaved and asked.get("discard") is not True:
            raise Refused(f"{', '.join(unsaved)} is not saved; save it first.")

    # ------------------------------------------------------------ answers

    @property
    def answers(self) -> dict[str, Answer]:
        """What the page can ask that is answered at once, by its name."""
        own: list[Answer] = [
            self.files, self.read, self.setting, self.begin, self.graph, self.coverage, self.templates,
        ]  # fmt: skip
        told = self.examples
        return {
            **{one.__name__: one for one in own}, **self.language.answers,
            "laid": lambda asked: laying.laid(self.live), "lay": lambda asked: laying.lay(self.live, asked),
            "examples": told.list, "make_example": told.make, "play_example": told.play,
        }  # fmt: skip

    @property
    def edits(self) -> dict[str, Answer]:
        """What changes a text, by its name; the text is checked afterwards."""
        return {"write": self.write, "typed": self.typed, "bring": self.bring}


def _first_line(lines: Sequence[str]) -> str:
    """Gives the first change of those that `diff` tells, without its place."""
    found = next((line.strip() for line in lines if line.startswith("  ")), "")
    return found.partition("  (")[0]


def _kind(name: str) -> str:
    """Says what a file is that is read from elsewhere, or a sheet of a workbook."""
    return "rules" if name.endswith(".gdl") else "book" if is_workbook(name) else "table"


def _beside(name: str, used: Iterable[str]) -> bool:
    """Tells whether a file lies in a folder that only a ruleset with these files uses."""
    folders = {folder for one in used if (folder := one.rpartition("/")[0])}
    return any(name.startswith(f"{folder}/") for folder in folders)
