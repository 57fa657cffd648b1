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
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gekido_dsl import pages, templates
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider
from gekido_dsl.pages import rulebook
from gekido_dsl.play.bots import Bot, GreedyBot
from gekido_dsl.play.kinds import GREEDY, PERSON, PLANNER, RANDOM
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.play.session import described
from gekido_dsl.simulate import Maker
from gekido_dsl.simulate.experiment import made as batch_of
from gekido_dsl.standalone import archive, packing
from gekido_dsl.standalone.games import KINDS, carriage
from gekido_dsl.standalone.page_table import PageTable
from gekido_dsl.studio.anchors import rules_of, told_at
from gekido_dsl.studio.archives import MOST_BYTES, MOST_FILES, TOO_MUCH, packed, unpacked
from gekido_dsl.studio.asked import text_in
from gekido_dsl.studio.desk import Desk
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.examples import TOLD_S
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.opening import opened
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.studio.shared_games import FIRST_GAMES, SharedGames
from gekido_dsl.table.answers import odds
from gekido_dsl.table.rules import Rules

_PROJECTS: Final = "projects"
_LIBRARY: Final = "library"
_VARIANT: Final = "variant of "
_MAKERS: Final[dict[str, Callable[[int], Bot]]] = {GREEDY: GreedyBot, PLANNER: PlannerBot}
_PIECE_S: Final = 0.3
"""So long one piece of what takes its time may take, as near as can be foreseen."""
_FAULT: Final = "The studio has a fault; what you wrote is kept."
_ENGINE: Final = "page"
_PROGRAM: Final = "/program.zip"
"""Where the page put this program."""
_BOOK_AFTER_MS: Final = 1_200.0
_BLOCK: Final = {name: re.compile(rf"<{name}>(.*?)</{name}>", re.DOTALL) for name in ("script", "style")}

Messages = list[dict[str, Any]]
Work = Iterator[Messages]


class StudioPage:
    """The studio of a page."""

    def __init__(self, root: Path, library: Mapping[str, str], clock: Callable[[], float]) -> None:
        """Begins with nothing open.

        Args:
            root: a folder in the memory of the page.
            library: texts of the shipped games by their names.
            clock: tells the time, in seconds.
        """
        self.clock = clock
        self.desk: Desk | None = None
        self.page: PageTable | None = None
        self._root = root
        self._shipped = sorted(name for name in library if name.endswith(".gdl") and _is_game(library[name]))
        self._folder = root / _PROJECTS
        self._work: deque[tuple[object, Work]] = deque()
        """What takes its time, each with the number of the question that it answers, if it does."""
        self._is_bots_turn = True
        self._jobs = 0
        self._shared: SharedGames | None = None
        """The games that are simulated now."""
        self._kept: dict[str, bytes] = {}
        """What the page has of the files."""
        self._typed: dict[str, str] = {}
        self._book_of: object = None
        self._book_asked = False
        self._told_at: dict[str, str] = {}
        self._library = {name: text.encode() for name, text in library.items()}
        self._lies_there = False
        """Whether the library lies among the files."""

    def write_out(self) -> None:
        """Lays the files out again where a page took over the memory of an earlier one: files are no part of that."""
        self._lies_there = False
        if self.desk is not None:
            for name, data in self._kept.items():
                _write(self.desk.live.drafts.folder, name, data)

    def _lay_library_out(self) -> None:
        """Lays the library among the files, late: the first question does not need it."""
        if not self._lies_there:
            self._lies_there = True
            for name, data in self._library.items():
                _write(self._root / _LIBRARY, name, data)

    # ------------------------------------------------------------ what comes in

    def take(self, text: str) -> str:
        """Does what a message asks; gives a list of messages as JSON."""
        message = json.loads(text)
        match message.get("do"):
            case "open":
                try:
                    answers = self._open(message)
                except Exception as error:
                    answers = [_refusal(error)]
            case "ask":
                answers = self._ask(message)
            case "helped":
                answers = self._helped(message)
            case _ if self.page is None:
                answers = [{"refused": "There is no game yet."}]
            case _:
                return self._with_news(json.loads(self.page.take(text)))
        return self._with_news(answers)

    def think(self, pause_ms: float) -> float | None:
        """See `PageTable.think`; the rulebook is held back until nothing has come in for a moment."""
        if self._next_is_bot():
            assert self.page is not None
            return self.page.think(pause_ms)
        if self._work:
            return 0.0
        return _BOOK_AFTER_MS if self._book_is_due() else None

    def _book_is_due(self) -> bool:
        return self.desk is not None and self._book_asked and self._book_of is not self.desk.live.made

    def tick(self) -> str | None:
        """Has one bot choose, or does a piece of what takes its time."""
        if self._next_is_bot():
            assert self.page is not None
            self._is_bots_turn = False
            text = self.page.tick()
            return self._with_news(json.loads(text)) if text is not None else None
        self._is_bots_turn = True
        if not self._work:
            if not self._book_is_due():
                return None
            assert self.desk is not None
            return self._with_news(self._written(self.desk.live.made))
        number, work = self._work.popleft()
        try:
            answers = next(work, None)
        except Exception as error:
            return self._with_news([_refusal(error, number)])
        if answers is not None:
            self._work.append((number, work))
        return self._with_news(answers or [])

    def _next_is_bot(self) -> bool:
        waits = self.page is None or self.page.waits
        return not waits and (self._is_bots_turn or not (self._work or self._book_is_due()))

    @property
    def waits(self) -> bool:
        """Whether nothing goes on before the page says something."""
        return not self._work and not self._book_is_due() and (self.page is None or self.page.waits)

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
        """Has the desk have the match as it goes on here."""
        if self.desk is not None and self.page is not None and self.page.table is not None:
            self.desk.live.table = self.page.table

    def _with_news(self, answers: Messages) -> str:
        self._same_table()
        news = [*self.page.news(), *self._files()] if self.page is not None else []
        return json.dumps([*answers, *(one for one in news if "keep" not in one)], ensure_ascii=False)

    # ------------------------------------------------------------ projects

    def _open(self, message: Mapping[str, Any]) -> Messages:
        """Opens a project as the page kept it."""
        main, given, typed = message.get("main"), message.get("files"), message.get("typed")
        files = (
            {str(name): _bytes(name, one) for name, one in given.items()} if isinstance(given, dict) else {}
        )
        if message.get("zip"):
            files |= unpacked(_bytes("the archive", message["zip"]))
        if sum(map(len, files.values())) > MOST_BYTES or len(files) > MOST_FILES:
            raise Refused(TOO_MUCH)
        main = main if isinstance(main, str) and main in files else _main_of(files)
        if self.desk is not None and self._is_open(self.desk.live, main, files) and not typed:
            return self._lay(self._begun_again(self.desk.live))
        self._lay_library_out()
        folder = self._fresh(str(message.get("project") or "game"))
        for name, data in files.items():
            Drafts(folder, main).put(name, data)
        drafts = Drafts(folder, main, library=self._root / _LIBRARY)
        for name, text in typed.items() if isinstance(typed, dict) else ():
            if isinstance(text, str) and str(name) in files:
                drafts.type(str(name), text)
        self._kept = {} if message.get("zip") else dict(files)
        return self._lay(self._opened(drafts))

    def _fresh(self, name: str) -> Path:
        """Makes a folder for a project."""
        folder = self._folder / templates.file_name(name)
        number = 1
        while folder.exists():
            number += 1
            folder = self._folder / f"{templates.file_name(name)}-{number}"
        folder.mkdir(parents=True)
        return folder

    def _is_open(self, live: LiveRuleset, main: str, files: Mapping[str, bytes]) -> bool:
        """Tells whether a project is the one that is open, without errors and with nothing typed since it was saved."""
        drafts = live.drafts
        return drafts.main == main and not drafts.texts and live.newest is live.made and self._kept == files

    def _begun_again(self, live: LiveRuleset) -> LiveRuleset:
        """Opens again what is open, which needs no second check."""
        rules = self._rules(live.made, live.drafts)
        return LiveRuleset.opened(live.drafts, rules, self._bot, *_first_setting(rules))

    def _opened(self, drafts: Drafts) -> LiveRuleset:
        def rules(made: Compilation) -> Rules:
            return self._rules(made, drafts)

        return opened(drafts, rules, self._bot, lambda made: _first_setting(rules(made)))

    def _rules(self, made: Compilation, drafts: Drafts) -> Rules:
        return Rules(made, drafts.main, _ENGINE, KINDS, lambda: int(self.clock() * 1_000) % 1_000_000)

    def _bot(self, kind: str, seed: int) -> Bot | None:
        assert self.page is not None
        return self.page.bot(kind, seed)

    def _lay(self, live: LiveRuleset) -> Messages:
        """Has a ruleset be the one at work."""
        self._work.clear()
        if self.desk is None:
            self.desk = Desk(live, KINDS, KINDS.__contains__, _maker, self._templates)
        else:
            self.desk.open(live)
        self.page = PageTable(live.made, self.clock, sees_all_seats=True)
        answers: Messages = [{"opened": {"main": live.drafts.main, "project": live.drafts.folder.name}}]
        if live.newest is not live.made or live.drafts.texts:
            self.desk.checked((True, []))
            answers.append(self.desk.state)
        return [*answers, *self.page.lay(live.made, self.desk.live.table)]

    def _templates(self, now: LiveRuleset) -> Sequence[str]:
        """Lists what a ruleset can begin from: what is open, small complete games, and the shipped ones."""
        own = f"{_VARIANT}{now.drafts.main}"
        shipped = (f"{_VARIANT}{name.removesuffix('.gdl')}" for name in self._shipped)
        return [own, *templates.templates(), *shipped]

    def _new(self, desk: Desk, asked: Mapping[str, Any]) -> Messages:
        """Makes a new project, and opens it."""
        template, name = text_in(asked, "template"), text_in(asked, "name")
        if template not in self._templates(desk.live):
            raise Refused("There is no such template.")
        try:
            files, texts = self._begun(desk.live.drafts, template, name)
            folder = self._fresh(name)
        except templates.BadName as error:
            raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        for one, data in {**files, **{one: text.encode() for one, text in texts.items()}}.items():
            _write(folder, one, data)
        self._kept = {}
        return self._lay(self._opened(Drafts(folder, next(iter(texts)), library=self._root / _LIBRARY)))

    def _begun(self, now: Drafts, template: str, name: str) -> tuple[dict[str, bytes], dict[str, str]]:
        """Gives the files of a new project: those of what is open, and those that are new, the main one first."""
        if not template.startswith(_VARIANT):
            return {}, templates.of_template(template, name)
        base = template.removeprefix(_VARIANT)
        if base != now.main:
            library = FolderProvider(self._root / _PROJECTS, library=self._root / _LIBRARY)
            made = Compilation(f"{LIBRARY_PREFIX}{base}.gdl", library)
            return {}, templates.of_base(made, f"{base}.gdl", name, library)
        made = now.compilation()
        if made.game is None or has_errors(made.diagnostics):
            raise Refused("The game that is open has errors; mend them first.")
        return _files_of(now), templates.of_base(made, now.main, name, now)

    # ------------------------------------------------------------ questions

    def _ask(self, message: Mapping[str, Any]) -> Messages:
        """Answers a question, or begins what answers it later."""
        number, what = message.get("id"), str(message.get("what"))
        given = message.get("asked")
        asked: Mapping[str, Any] = given if isinstance(given, dict) else {}
        desk = self.desk
        self._lay_library_out()
        try:
            if desk is None or self.page is None:
                raise Refused("There is no game yet.")
            if what == "new":
                return [*self._new(desk, asked), {"answer": {"id": number}}]
            work = self._long(desk, what, number, asked)
            if work is not None:
                self._work.append((number, work))
                return []
            answer = self._answered(desk, what, asked)
        except Exception as error:
            return [_refusal(error, number)]
        answers: Messages = [{"answer": {**answer, "id": number}}]
        if self.page.table is not desk.live.table:
            answers += self.page.lay(desk.live.made, desk.live.table)
        if desk.edit is not None:
            self._work.append((None, self._differences(desk)))
        return answers

    def _answered(self, desk: Desk, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        edit = desk.edits.get(what)
        if edit is not None:
            # Files lie in the memory of the page, so nobody else changes them.
            before = dict(desk.live.drafts.texts)
            told = edit(asked)
            is_same = what == "typed" and desk.live.drafts.texts == before
            return {**told, **(desk.as_it_stands() if is_same else desk.checked((True, [])))}
        if what == "stop":
            self._jobs += 1
            return {}
        if what == "book":
            rule = asked.get("rule")
            self._book_asked = self._book_of is not desk.live.made
            return {"ready": not self._book_is_due(), "at": self._told_at.get(str(rule), "")}
        if what == "zip":
            drafts = desk.live.drafts
            whole = _files_of(drafts) | {name: text.encode() for name, text in drafts.texts.items()}
            return {"data": base64.b64encode(packed(whole)).decode()}
        if what == "templates":
            # Projects have names here, and no folders.
            return {**desk.templates(asked), "folder": "", "beside": None}
        found = desk.answers.get(what)
        if found is None:
            raise Refused("A page without a server cannot do that.")
        return found(asked)

    def _long(self, desk: Desk, what: str, number: Any, asked: Mapping[str, Any]) -> Work | None:
        match what:
            case "run_examples":
                return self._examples(desk, number, asked)
            case "odds":
                return self._odds(desk, number)
            case "simulate" | "compare":
                return self._games(desk, number, asked, compares=what == "compare")
            case "send":
                return self._sent(desk, number, asked)
            case "print":
                return self._printed(desk, number, text_in(asked, "what"))
        return None

    def _differences(self, desk: Desk) -> Work:
        """Tells what an edit made different."""
        edit, desk.edit = desk.edit, None
        if edit is None:
            return
        live = desk.live
        things = live.counted(live.counts_by(edit.before))
        yield []
        lines = live.different(edit.before)
        state = desk.told_differences(edit, things, lines)
        if state is not None:
            yield [state]

    def _examples(self, desk: Desk, number: Any, asked: Mapping[str, Any]) -> Work:
        run = desk.examples.chosen(asked)
        began = self.clock()
        while desk.examples.goes_on(run):
            desk.examples.one(run)
            if self.clock() - began > TOLD_S or len(run.results) == len(run.chosen):
                yield [run.news()]
                began = self.clock()
        yield [{"answer": {**run.answer(), "id": number}}]

    def _odds(self, desk: Desk, number: Any) -> Work:
        found = odds(desk.live.table.made, desk.live.table.session)()
        rows = [{"name": name, "text": text} for name, text in found.rows]
        yield [{"answer": {"id": number, "patterns": rows, "notes": list(found.notes)}}]

    def _sent(self, desk: Desk, number: Any, asked: Mapping[str, Any]) -> Work:
        """Writes the game as a page of its own, but for the parts that are this page's own, too."""
        boot, style = text_in(asked, "boot"), text_in(asked, "style")
        sizes = asked.get("sizes")
        drafts = desk.live.drafts
        texts = drafts.compilation()
        if texts.game is None or has_errors(texts.diagnostics):
            raise Refused("The rules have errors; mend them first, so that there is a game to send.")
        yield [{"sending": {"step": 1, "of": 2, "text": "the rules are compiled for the page"}}]
        version = archive.version_of(Path(_PROGRAM).read_bytes())
        game = carriage(drafts.main, drafts, version, modules=True)
        yield [{"sending": {"step": 2, "of": 2, "text": "the rulebook is written"}}]
        try:
            books = [pages.one_file(rulebook.content(texts, {}))]
        except rulebook.BookErrors as error:
            raise Refused(f"The book has errors: {error.found[0].message}") from error
        parts: dict[str, bytes | packing.Beside | packing.Later] = {
            str(name): packing.Later(int(size)) for name, size in dict(sizes or {}).items()
        }
        parts["game"] = packing.compressed(game.content)
        parts["book"] = packing.compressed(books[0].encode())
        page = packing.page(game.about["title"], game.about, parts, packing.Shell(boot, style), books)
        marks = {name: packing.mark(name) for name in dict(sizes or {})}
        name = f"{templates.file_name(texts.game.title)}.html"
        yield [{"answer": {"id": number, "page": page, "marks": marks, "name": name}}]

    def _printed(self, desk: Desk, number: Any, what: str) -> Work:
        """Writes what a browser prints: the rulebook, or sheets of what lies in the box."""
        from gekido_dsl.printing.browser import printed
        from gekido_dsl.printing.stock import Wish, stock

        yield []
        made = desk.live.made
        assert made.game is not None
        if what == "book":
            html = pages.one_file(rulebook.content(made, {}))
            text, style = _BLOCK["script"].sub("", html), "".join(_BLOCK["style"].findall(html))
            yield [{"answer": {"id": number, "html": _BLOCK["style"].sub("", text), "style": style}}]
            return
        things = stock(made.game, Wish(), made.look.value or PLAIN)
        if not things.groups:
            raise Refused("There is nothing to print: the game has no cards, boards or pieces of its own.")
        found = printed(made.game.title, things)
        answer = {
            "html": found.html,
            "style": found.style,
            "sheets": found.sheets,
            "besides": list(things.besides),
        }
        yield [{"answer": {"id": number, **answer}}]

    def _games(self, desk: Desk, number: Any, asked: Mapping[str, Any], *, compares: bool) -> Work:
        """Plays many games, some at a time."""
        many = desk.experiments(asked, compares=compares)
        outcome = many.make()
        self._jobs += 1
        job = self._jobs
        yield [{"answer": {"id": number, "job": job}}]
        self._shared = shared = SharedGames(job, many.games, outcome, self.clock)
        yield from self._played(desk, shared)

    def _played(self, desk: Desk, shared: SharedGames) -> Work:
        """Plays what nobody else has; whoever brings the last games back says what all of them came to."""
        try:
            yield from self._chunks(shared)
            shared.here = False
            if not shared.handed or self._jobs != shared.job:
                yield self._over(desk, shared)
        except Exception as error:  # whatever it is, the page must not wait for it
            self._shared = None
            yield [{"job": {**shared.progress, "trouble": str(error) or "The simulation failed."}}]

    def _over(self, desk: Desk, shared: SharedGames) -> Messages:
        self._shared = None
        report = shared.outcome.report()
        desk.played(shared.outcome)
        return [{"job": {**shared.progress, "report": report, "stopped": self._jobs != shared.job}}]

    def _chunks(self, shared: SharedGames) -> Work:
        def stop() -> bool:
            return self._jobs != shared.job

        batch = batch_of(shared.outcome.experiment)
        size, all_took, here = FIRST_GAMES, 0.0, 0
        while not stop() and (games := shared.take(size)):
            began = self.clock()
            chunk = batch.play(games.start, games.stop, False, stop)
            shared.count(chunk)
            if chunk.end < games.stop and not stop():
                shared.back.append(range(chunk.end, games.stop))
            took = max(self.clock() - began, 0.001)
            all_took, here = all_took + took, here + chunk.end - chunk.first
            size = max(1, min(2 * size, int(size * _PIECE_S / took) + 1))
            wish = shared.wish(here / all_took) if all_took > _PIECE_S else None
            yield [{"job": shared.progress}, *([{"help": wish}] if wish else [])]

    def _helped(self, message: Mapping[str, Any]) -> Messages:
        """Takes games that a helper has played, and hands out the next ones."""
        shared, desk, helper = self._shared, self.desk, int(message["helper"])
        if shared is None or desk is None or message.get("job") != shared.job:
            return []
        if message.get("lost"):
            shared.lost(helper)
        elif message.get("chunk"):
            shared.brought(helper, str(message["chunk"]))
        ended = self._jobs != shared.job
        play = None if ended or message.get("lost") else shared.hand(helper)
        answers: Messages = [{"job": shared.progress}, *([{"play": play}] if play else [])]
        if shared.back and not shared.here:
            shared.here = True
            self._work.append((None, self._played(desk, shared)))
        elif not shared.handed and not shared.here:
            answers += self._over(desk, shared)
        return answers

    def _written(self, made: Compilation) -> Messages:
        """Writes the rulebook; whatever goes wrong, the page is told why there is none."""
        self._book_of, self._book_asked, self._told_at = made, False, {}
        try:
            html = pages.one_file(rulebook.content(made, {}))
        except Exception as error:
            why = error.found[0].message if isinstance(error, rulebook.BookErrors) else str(error)
            return [{"book": {"ready": True, "why": f"There is no rulebook: {why}."}}]
        text, style = _BLOCK["script"].sub("", html), "".join(_BLOCK["style"].findall(html))
        places = told_at({"book/": text, "reference/": text}, rules_of(made))
        self._told_at = {name: place.partition("#")[2] for name, place in places.items()}
        return [{"book": {"ready": True, "html": _BLOCK["style"].sub("", text), "style": style}}]

    # ------------------------------------------------------------ files

    def _files(self) -> Messages:
        """Tells the page which files are others than it has them."""
        if self.desk is None:
            return []
        drafts = self.desk.live.drafts
        now = _files_of(drafts)
        changed = {
            name: base64.b64encode(data).decode()
            for name, data in now.items()
            if self._kept.get(name) != data
        }
        gone = dict.fromkeys(name for name in self._kept if name not in now)
        self._kept = now
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


def _refusal(error: Exception, number: object = None) -> dict[str, Any]:
    """Says why something cannot be had; as the answer to a question, where it is one."""
    if isinstance(error, Refused):
        why = str(error)
    elif isinstance(error, RuleError):
        why = f"A rule cannot be carried out: {described(error)}"
    else:
        why = f"{_FAULT} {error!r}"
    return {"refused": why} if number is None else {"answer": {"id": number, "refused": why}}


def _files_of(drafts: Drafts) -> dict[str, bytes]:
    """Gives the files of a project as they are saved."""
    return {one.name: (drafts.folder / one.name).read_bytes() for one in drafts.files()}


def _maker(kind: str) -> Maker:
    if kind == RANDOM:
        return None
    if kind not in _MAKERS:
        raise Refused(
            "Bots that search play no series of games in a page; choose others, or use `gdl simulate`."
        )
    return _MAKERS[kind]


def _is_game(text: str) -> bool:
    return any(line.startswith("game ") for line in text.splitlines())


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


def _write(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def opened_from(content: bytes, clock: Callable[[], float]) -> StudioPage:
    """Opens the studio with the texts of the shipped games, a JSON object."""
    return StudioPage(Path("/studio"), json.loads(bytes(content)), clock)
