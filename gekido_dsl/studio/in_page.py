"""The studio in a page without a server: a desk, and the table that lies on it.

Messages are those of `page_table`, and besides:

`{"do": "open", ...}`   a project: its files in letters of base 64, what was typed of them, and which one is the ruleset
`{"do": "ask", ...}`    a question to the desk by its name, with a number; answered by `answer` with that number
`{"do": "helped", ...}` a helper is ready, has played games, or is `lost`; answered by `play` with the next games

Goes out besides: `files`, what the page is to keep (None for what is gone), and what a studio on a server tells its
pages.

Invariants:
    Nothing here waits: what takes its time is done a piece at a time, in `tick`, and bots get their turn in between.
    Files lie in the memory of the page alone; the page keeps what it is told.
"""

import base64
import binascii
import json
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl import cache, store
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.session import described
from gekido_dsl.standalone.carried import Carried, MemoryStore, loads
from gekido_dsl.standalone.games import KINDS
from gekido_dsl.standalone.page_table import PageTable
from gekido_dsl.studio.archives import MOST_BYTES, MOST_FILES, TOO_MUCH
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.opening import opened
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table.rules import Rules

if TYPE_CHECKING:
    from gekido_dsl.studio.page_questions import Questions

PROJECTS: Final = "projects"
_LIBRARY: Final = "library"
_FAULT: Final = "The studio has a fault; what you wrote is kept."
_ENGINE: Final = "page"
_BOOK_AFTER_MS: Final = 1_200.0

Messages = list[dict[str, Any]]
Work = Iterator[Messages]


class StudioPage:
    """The studio of a page."""

    def __init__(self, root: Path, clock: Callable[[], float], first: bytes = b"") -> None:
        """Begins with nothing open.

        Args:
            root: a folder in the memory of the page.
            clock: tells the time, in seconds.
            first: a project that was made ready, as `made_ready` packed it; opened as it is, it is there at once.
        """
        self.clock = clock
        self.root = root
        self.live: LiveRuleset | None = None
        """The ruleset at work."""
        self.page: PageTable | None = None
        self.work: deque[tuple[object, Work]] = deque()
        """What takes its time, each with the number of the question that it answers, if it does."""
        self.kept: dict[str, bytes] = {}
        """What the page has of the files."""
        self.library: dict[str, bytes] = {}
        """Texts of the shipped games by their names."""
        self._first = first
        self._questions: Questions | None = None
        self._is_bots_turn = True
        self._typed: dict[str, str] = {}
        self._lies_there = False
        """Whether the library lies among the files."""

    def complete(self, library: bytes) -> None:
        """Takes what the first question did without: the texts of the shipped games by their names, a JSON object."""
        self.library = {name: text.encode() for name, text in json.loads(bytes(library)).items()}

    @property
    def questions(self) -> "Questions":
        """What answers the studio's questions; it brings most of this program, so the first match is there before."""
        if self._questions is None:
            from gekido_dsl.studio.page_questions import Questions

            assert self.live is not None
            self._questions = Questions(self, self.live)
        return self._questions

    def write_out(self) -> None:
        """Lays the files out again where a page took over the memory of an earlier one: files are no part of that."""
        self._lies_there = False
        if self.live is not None:
            for name, data in self.kept.items():
                write_file(self.live.drafts.folder, name, data)

    def lay_library_out(self) -> None:
        """Lays the library among the files, late: the first question does not need it."""
        if not self._lies_there:
            self._lies_there = True
            for name, data in self.library.items():
                write_file(self.library_folder, name, data)

    @property
    def library_folder(self) -> Path:
        """Where the library lies among the files."""
        return self.root / _LIBRARY

    # ------------------------------------------------------------ what comes in

    def take(self, text: str) -> str:
        """Does what a message asks; gives a list of messages as JSON."""
        message = json.loads(text)
        match message.get("do"):
            case "open":
                try:
                    answers = self._open(message)
                except Exception as error:
                    answers = [refusal(error)]
            case "ask" if self.live is None:
                answers = [refusal(Refused("There is no game yet."), message.get("id"))]
            case "ask":
                answers = self.questions.ask(message)
            case "helped":
                answers = self.questions.helped(message) if self._questions is not None else []
            case _ if self.page is None:
                answers = [{"refused": "There is no game yet."}]
            case _:
                return self._with_news(json.loads(self.page.take(text)))
        return self._with_news(answers)

    def open_at_once(self, text: str) -> str | None:
        """Opens the project that was made ready, where that is what a message asks for; None where it takes more.

        Its game is as it was worked out when the page was written; its text is read when the first question is there.
        """
        message = json.loads(text)
        if message.get("typed"):
            return None
        try:
            main, files = _files_in(message)
            if self.live is not None and self._is_open(self.live, main, files):
                return self._with_news(self.lay(self._begun_again(self.live)))
            live = self._made_ready(main, files, message)
        except Exception:
            return None  # what is wrong with it is said by whoever opens it in full
        if live is None:
            return None
        self.kept = files
        answers = self.lay(live)
        self.work.append((None, self._read_in_full(live)))
        return self._with_news(answers)

    def think(self, pause_ms: float) -> float | None:
        """See `PageTable.think`; the rulebook is held back until nothing has come in for a moment."""
        if self._next_is_bot():
            assert self.page is not None
            return self.page.think(pause_ms)
        if self.work:
            return 0.0
        return _BOOK_AFTER_MS if self._book_is_due() else None

    def _book_is_due(self) -> bool:
        return self._questions is not None and self._questions.book_is_due

    def tick(self) -> str | None:
        """Has one bot choose, or does a piece of what takes its time."""
        if self._next_is_bot():
            assert self.page is not None
            self._is_bots_turn = False
            text = self.page.tick()
            return self._with_news(json.loads(text)) if text is not None else None
        self._is_bots_turn = True
        if not self.work:
            return self._with_news(self.questions.written()) if self._book_is_due() else None
        number, work = self.work.popleft()
        try:
            answers = next(work, None)
        except Exception as error:
            return self._with_news([refusal(error, number)])
        if answers is not None:
            self.work.append((number, work))
        return self._with_news(answers or [])

    def _next_is_bot(self) -> bool:
        waits = self.page is None or self.page.waits
        return not waits and (self._is_bots_turn or not (self.work or self._book_is_due()))

    @property
    def waits(self) -> bool:
        """Whether nothing goes on before the page says something."""
        return not self.work and not self._book_is_due() and (self.page is None or self.page.waits)

    @property
    def unprepared(self) -> bool:
        """See `PageTable.unprepared`."""
        return self.page is not None and self.page.unprepared

    def prepare(self) -> None:
        """See `PageTable.prepare`."""
        if self.page is not None:
            self.page.prepare()
            self._same_table()

    def _same_table(self) -> None:
        """Has the ruleset have the match as it goes on here."""
        if self.live is not None and self.page is not None and self.page.table is not None:
            self.live.table = self.page.table

    def _with_news(self, answers: Messages) -> str:
        self._same_table()
        news = [*self.page.news(), *self._files()] if self.page is not None else []
        return json.dumps([*answers, *(one for one in news if "keep" not in one)], ensure_ascii=False)

    # ------------------------------------------------------------ projects

    def _open(self, message: Mapping[str, Any]) -> Messages:
        """Opens a project as the page kept it."""
        main, files = _files_in(message)
        typed = message.get("typed")
        if self.live is not None and self._is_open(self.live, main, files) and not typed:
            return self.lay(self._begun_again(self.live))
        self.lay_library_out()
        drafts = self._drafts(main, files, message)
        for name, text in typed.items() if isinstance(typed, dict) else ():
            if isinstance(text, str) and str(name) in files:
                drafts.type(str(name), text)
        self.kept = {} if message.get("zip") else dict(files)
        return self.lay(self.opened(drafts))

    def _drafts(self, main: str, files: Mapping[str, bytes], message: Mapping[str, Any]) -> Drafts:
        """Lays the files of a project into a folder of their own."""
        folder = self.fresh(str(message.get("project") or "game"))
        drafts = Drafts(folder, main, library=self.library_folder)
        for name, data in files.items():
            drafts.put(name, data)
        return drafts

    def _made_ready(
        self, main: str, files: Mapping[str, bytes], message: Mapping[str, Any]
    ) -> LiveRuleset | None:
        """Opens a project that was made ready; None where it is another one."""
        version, _, kept = self._first.partition(b"\n")
        drafts = self._drafts(main, files, message)
        live = None
        try:
            with store.kept_in(MemoryStore(loads(kept).kept), lambda: version.decode()):
                made = cache.kept(main, drafts)
            if made is not None:
                rules = self._rules(made, drafts)
                live = LiveRuleset.opened(drafts, rules, self._bot, *_first_setting(rules))
        finally:
            if live is None:
                shutil.rmtree(drafts.folder)
        return live

    def _read_in_full(self, live: LiveRuleset) -> Work:
        """Reads the text of the project that was made ready, for whoever goes on to write it."""
        yield []
        if self.live is live:
            yield self.questions.read_in_full()

    def fresh(self, name: str) -> Path:
        """Makes a folder for a project."""
        from gekido_dsl import templates

        projects = self.root / PROJECTS
        folder = projects / templates.file_name(name)
        number = 1
        while folder.exists():
            number += 1
            folder = projects / f"{templates.file_name(name)}-{number}"
        folder.mkdir(parents=True)
        return folder

    def _is_open(self, live: LiveRuleset, main: str, files: Mapping[str, bytes]) -> bool:
        """Tells whether a project is the one that is open, without errors and with nothing typed since it was saved."""
        drafts = live.drafts
        return drafts.main == main and not drafts.texts and live.newest is live.made and self.kept == files

    def _begun_again(self, live: LiveRuleset) -> LiveRuleset:
        """Opens again what is open, which needs no second check."""
        rules = self._rules(live.made, live.drafts)
        return LiveRuleset.opened(live.drafts, rules, self._bot, *_first_setting(rules))

    def opened(self, drafts: Drafts) -> LiveRuleset:
        def rules(made: Compilation) -> Rules:
            return self._rules(made, drafts)

        return opened(drafts, rules, self._bot, lambda made: _first_setting(rules(made)))

    def _rules(self, made: Compilation, drafts: Drafts) -> Rules:
        return Rules(made, drafts.main, _ENGINE, KINDS, lambda: int(self.clock() * 1_000) % 1_000_000)

    def _bot(self, kind: str, seed: int) -> Bot | None:
        assert self.page is not None
        return self.page.bot(kind, seed)

    def lay(self, live: LiveRuleset) -> Messages:
        """Has a ruleset be the one at work."""
        self.work.clear()
        self.live = live
        if self._questions is not None:
            self._questions.desk.open(live)
        self.page = PageTable(live.made, self.clock, sees_all_seats=True)
        answers: Messages = [{"opened": {"main": live.drafts.main, "project": live.drafts.folder.name}}]
        if live.newest is not live.made or live.drafts.texts:
            answers.append(self.questions.desk.checked((True, [])))
        return [*answers, *self.page.lay(live.made, live.table)]

    # ------------------------------------------------------------ files

    def _files(self) -> Messages:
        """Tells the page which files are others than it has them."""
        if self.live is None:
            return []
        drafts = self.live.drafts
        now = files_of(drafts)
        changed = {
            name: base64.b64encode(data).decode() for name, data in now.items() if self.kept.get(name) != data
        }
        gone = dict.fromkeys(name for name in self.kept if name not in now)
        self.kept = now
        typed = dict(drafts.texts)
        if not changed and not gone and typed == self._typed:
            return []
        self._typed = typed
        return [
            {
                "files": {
                    "project": drafts.folder.name,
                    "main": drafts.main,
                    "changed": {**changed, **gone},
                    "typed": typed,
                }
            }
        ]


def _first_setting(rules: Rules) -> tuple[Setting, list[str]]:
    """Gives the match that a ruleset is opened with."""
    game = rules.made.game
    assert game is not None
    players = max(game.least_players, min(2, game.most_players))
    return Setting(players, rules.seed()), [PERSON] * players


def refusal(error: Exception, number: object = None) -> dict[str, Any]:
    """Says why something cannot be had; as the answer to a question, where it is one."""
    if isinstance(error, Refused):
        why = str(error)
    elif isinstance(error, RuleError):
        why = f"A rule cannot be carried out: {described(error)}"
    else:
        why = f"{_FAULT} {error!r}"
    return {"refused": why} if number is None else {"answer": {"id": number, "refused": why}}


def files_of(drafts: Drafts) -> dict[str, bytes]:
    """Gives the files of a project as they are saved."""
    return {one.name: (drafts.folder / one.name).read_bytes() for one in drafts.files()}


def _files_in(message: Mapping[str, Any]) -> tuple[str, dict[str, bytes]]:
    """Reads the files of a project, and which of them is the ruleset.

    Raises:
        Refused: there are too many of them, or no ruleset is among them.
    """
    main, given = message.get("main"), message.get("files")
    files = {str(name): _bytes(name, one) for name, one in given.items()} if isinstance(given, dict) else {}
    if message.get("zip"):
        from gekido_dsl.studio.archives import unpacked

        files |= unpacked(_bytes("the archive", message["zip"]))
    if sum(map(len, files.values())) > MOST_BYTES or len(files) > MOST_FILES:
        raise Refused(TOO_MUCH)
    return (main if isinstance(main, str) and main in files else _main_of(files)), files


def _main_of(files: Mapping[str, bytes]) -> str:
    """Finds the ruleset among files: what begins a game, as far up as there is one; a variant rather than its base.

    Raises:
        Refused: there is none.
    """
    games = [
        (name.count("/"), b" changes " not in line, name)
        for name, data in files.items()
        if name.endswith(".gdl")
        for line in data.splitlines()
        if line.startswith(b"game ")
    ]
    if not games:
        raise Refused("There is no ruleset among these files: no file ending in .gdl has a line `game`.")
    return min(games)[2]


def _bytes(name: object, letters: object) -> bytes:
    try:
        return base64.b64decode(str(letters), validate=True)
    except (ValueError, binascii.Error):
        raise Refused(f"{str(name)[:100]} is no file.") from None


def write_file(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def made_ready(main: str, files: Mapping[str, bytes], library: Path, version: str) -> bytes:
    """Packs what was worked out of a project, for `StudioPage`; nothing of one with errors.

    Args:
        main: the file with the game.
        library: where the shipped games lie.
        version: of this program.
    """
    carried = Carried()
    with TemporaryDirectory() as folder:
        drafts = Drafts(Path(folder), main, library=library)
        for name, data in files.items():
            drafts.put(name, data)
        with store.kept_in(MemoryStore({}), lambda: version):
            cache.hand_on(main, drafts, drafts, carried.key_store, version)
    return version.encode() + b"\n" + carried.dumps()


def opened_from(content: bytes, clock: Callable[[], float]) -> StudioPage:
    """Opens the studio with a project that was made ready; see `made_ready`."""
    return StudioPage(Path("/studio"), clock, bytes(content))
