"""What an assistant can do, each as a function whose docstring tells the assistant what it is for.

Invariants:
    Each gives a text. What cannot be done is told in it, with a step to take; nothing is raised.
"""

import re
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

from gekido_dsl.assistants import reference
from gekido_dsl.assistants.folder import Folder, Refused
from gekido_dsl.assistants.running import run, told
from gekido_dsl.files import shipped_folder
from gekido_dsl.language import cookbook

_MOST_LETTERS: Final = 1_000
"""Of a name, a seat or a code that a command is given; texts are files."""
_SHIPPED: Final = re.compile(r"[a-z0-9_]+(/[a-z0-9_]+)?(\.gdl)?")
_MOST_GAMES: Final = 100_000
_MOST_TYPED: Final = 400
_MOST_RULES: Final = 40_000
_ANCHOR: Final = re.compile(r"<a id=[^>]*></a>| ?\[§\]\([^)]*\)")
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\(#[^)]*\)")
_BLANK: Final = re.compile(r"\n{3,}")

Tool = Callable[..., Coroutine[Any, Any, str]]


class Tools:
    """The tools for one folder."""

    def __init__(self, folder: Folder) -> None:
        """Works in a folder."""
        self._folder = folder

    def all(self) -> list[Tool]:
        """Lists them in the order in which they are mostly needed."""
        return [
            self.look_up, self.read_reference, self.explain, self.list_files, self.read_file, self.write_file,
            self.new_ruleset, self.validate, self.test, self.play, self.simulate, self.rules_in_english, self.diff,
            self.coverage,
        ]  # fmt: skip

    async def look_up(self, question: str) -> str:
        """Answers how something is written: lines from the cookbook and passages of the reference.

        Ask in the words of a designer, such as "steal a random card from another player", one thing at a time.
        """
        recipes, passages = cookbook.find(question, 4), reference.find(question)
        if not recipes and not passages:
            return "Nothing fits. Ask with other words, or read the page `reference-card`."
        shown = [f"## I want to {one.title}\n\n```gdl\n{one.text}```" for one in recipes]
        shown += [f"## {one.page}: {one.heading}\n\n{one.text}" for one in passages]
        return "\n\n".join(shown)

    async def read_reference(self, page: str = reference.CARD) -> str:
        """Gives a page of the reference: `reference-card` has all of the language in brief, `cookbook` its examples.

        With any other name, it lists the pages.
        """
        if page == "cookbook":
            return cookbook.page()
        pages = reference.pages()
        return pages.get(page) or "There are these pages: " + ", ".join([*pages, "cookbook"])

    async def explain(self, code: str) -> str:
        """Explains a finding by its name in brackets, such as `unknown-name`: an example, and how it is mended."""
        return await self._gdl("explain", "--", code.strip("[] ") or "unknown-name")

    async def list_files(self) -> str:
        """Lists the files of the folder in which all work is done, and the games that are shipped."""
        shipped = sorted(
            path.relative_to(shipped_folder()).as_posix()
            for pattern in ("*.gdl", "classics/*.gdl")
            for path in shipped_folder().glob(pattern)
        )
        own = self._folder.files()
        return (
            "\n".join(own or ["(the folder has no file yet)"])
            + "\n\nShipped games, which can be read and named like files: "
            + ", ".join(shipped)
        )

    async def read_file(self, path: str) -> str:
        """Reads a file of the folder, or a shipped game such as `classics/whist.gdl`."""
        try:
            return self._folder.read(path)
        except Refused as error:
            shipped = shipped_folder() / path
            if _SHIPPED.fullmatch(path) and path.endswith(".gdl") and shipped.is_file():
                return shipped.read_text(encoding="utf-8")
            return _refusal(error)

    async def write_file(self, path: str, text: str) -> str:
        """Writes a file of a ruleset (.gdl, tables as .yaml, .csv or .tsv, books as .md), in place of what stood there.

        What is found in a ruleset is told at once.
        """
        try:
            self._folder.write(path, text)
        except Refused as error:
            return _refusal(error)
        return f"Written.\n{await self.validate(path)}" if path.endswith(".gdl") else "Written."

    async def new_ruleset(self, name: str, template: str = "dice") -> str:
        """Begins a ruleset in a folder of its own: a small complete game to change.

        Templates: abstract, cards, deck-building, dice, grid, hidden-roles, map, tile-laying, trick-taking,
        worker-placement.
        """
        if not re.fullmatch(r"[\w-]{1,40}", name):
            return "Not done: a name has up to 40 letters, digits and dashes."
        return await self._gdl("new", "--template", template, "--", name)

    async def validate(self, path: str) -> str:
        """Checks a ruleset: each problem with its place, why it is one, and a step to take. Without any it plays."""
        return await self._on(path, "validate")

    async def test(self, path: str, only: str = "") -> str:
        """Runs the scenarios (`scenario "..."` with given, when, then) of a ruleset, or those with this title."""
        return await self._on(path, "test", *(("-k", only) if only else ()), seconds=120)

    async def play(
        self,
        path: str,
        choices: list[str] | None = None,
        players: int = 0,
        seed: int = 1,
        options: list[str] | None = None,
    ) -> str:
        """Plays a game with these choices, one after the other, and tells what happened and what is offered then.

        A choice is the number that it has in the list, or the beginning of its words. Without any, the first question
        is shown. Every seat is played by these choices.

        Args:
            path: of the ruleset.
            choices: at most some hundred, of all players in the order in which they are asked.
            players: how many play; 0 for as many as the game takes first.
            seed: the same seed brings the same dice and cards.
            options: options of the ruleset, such as `starting-place=own-corner`.
        """
        choices = choices or []
        if len(choices) > _MOST_TYPED:
            return f"Not done: at most {_MOST_TYPED} choices."
        wanted = [word for each in options or () for word in ("--option", each)]
        if players:
            wanted += ["--players", str(players)]
        for seat in range(1, (players or 2) + 1):
            wanted += ["--seat", f"{seat}=person"]
        with tempfile.TemporaryDirectory() as kept:
            typed = "".join(" ".join(each.split()) + "\n" for each in choices)
            return await self._on(
                path, "play", *wanted, "--seed", str(abs(seed)), "--no-hot-seat", "--ascii",
                "--save", str(Path(kept) / "match.jsonl"), typed=typed, tail=True,
            )  # fmt: skip

    async def simulate(
        self, path: str, games: int = 200, bots: str = "random", players: int = 0, seed: int = 1
    ) -> str:
        """Lets a game play itself: who wins, how long it takes, whether it ends, which rules fail in play.

        Args:
            path: of the ruleset.
            games: how many; with bots that think, fewer take as long.
            bots: random, greedy, search:60, or easy, medium, hard.
            players: how many play; 0 for as many as the game takes first.
            seed: makes it repeatable.
        """
        if not re.fullmatch(r"[a-z]+(:[\w.]+)?", bots):
            return "Not done: bots are random, greedy, search:60, easy, medium or hard."
        number = str(min(max(games, 1), _MOST_GAMES))
        wanted = ["--games", number, "--seat", bots, "--seed", str(abs(seed))]
        return await self._on(
            path, "simulate", *wanted, *(("--players", str(players)) if players else ()), seconds=240
        )

    async def rules_in_english(self, path: str) -> str:
        """Writes the rules of a ruleset as English sentences, to compare them with the rules that were meant."""
        with tempfile.TemporaryDirectory() as made:
            out = Path(made) / "rules.md"
            said = await self._on(path, "docs", "--format", "markdown", "--output", str(out), seconds=120)
            if not out.is_file():
                return said
            return _plain(out.read_text(encoding="utf-8"))[:_MOST_RULES]

    async def diff(self, old: str, new: str) -> str:
        """Tells what is different between two rulesets, as rules, not as lines of text."""
        try:
            return await self._gdl("diff", "--", self._named(old), self._named(new))
        except Refused as error:
            return _refusal(error)

    async def coverage(self, path: str) -> str:
        """Tells which rules no game played by chance and no example ever reached."""
        return await self._on(path, "coverage", seconds=240)

    async def _on(
        self, path: str, command: str, *words: str, typed: str = "", seconds: float = 60, tail: bool = False
    ) -> str:
        try:
            named = self._named(path)
        except Refused as error:
            return _refusal(error)
        return await self._gdl(command, *words, "--", named, typed=typed, seconds=seconds, tail=tail)

    def _named(self, path: str) -> str:
        """Gives how a command of `gdl` names a ruleset."""
        if self._folder.find(path).is_file():
            return self._folder.find(path).relative_to(self._folder.root).as_posix()
        inside = path.removesuffix(".gdl")
        for named in (inside, f"classics/{inside}"):
            if _SHIPPED.fullmatch(named) and (shipped_folder() / f"{named}.gdl").is_file():
                return named
        raise Refused(f"there is no ruleset `{path}`; `list_files` tells which there are")

    async def _gdl(self, *words: str, typed: str = "", seconds: float = 60, tail: bool = False) -> str:
        if any(len(word) > _MOST_LETTERS for word in words):
            return f"Not done: a name or a code has at most {_MOST_LETTERS:,} letters."
        ran = await run(self._folder.root, words, typed=typed, seconds=seconds, tail=tail)
        return told(ran, seconds)


def _refusal(error: Refused) -> str:
    return f"Not done: {error}."


def _plain(book: str) -> str:
    """Leaves a book without what only a page needs: marks and links within it."""
    return _BLANK.sub("\n\n", _LINK.sub(r"\1", _ANCHOR.sub("", book))).strip()
