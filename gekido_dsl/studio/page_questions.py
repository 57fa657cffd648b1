"""What the studio of a page answers: the questions to its desk, and what takes its time."""

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl import pages, templates
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider
from gekido_dsl.pages import rulebook
from gekido_dsl.play.bots import Bot, GreedyBot
from gekido_dsl.play.kinds import GREEDY, PLANNER, RANDOM
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.simulate import Maker
from gekido_dsl.simulate.experiment import made as batch_of
from gekido_dsl.standalone import archive, packing
from gekido_dsl.standalone.games import KINDS, carriage
from gekido_dsl.studio.anchors import rules_of, told_at
from gekido_dsl.studio.archives import packed
from gekido_dsl.studio.asked import text_in
from gekido_dsl.studio.desk import Desk
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.examples import TOLD_S
from gekido_dsl.studio.in_page import PROJECTS, Messages, Work, files_of, refusal, write_file
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.studio.shared_games import FIRST_GAMES, SharedGames
from gekido_dsl.table.answers import odds

if TYPE_CHECKING:
    from gekido_dsl.studio.in_page import StudioPage

_VARIANT: Final = "variant of "
_MAKERS: Final[dict[str, Callable[[int], Bot]]] = {GREEDY: GreedyBot, PLANNER: PlannerBot}
_PIECE_S: Final = 0.3
"""So long one piece of what takes its time may take, as near as can be foreseen."""
_PROGRAM: Final = "/program.zip"
"""Where the page put this program."""
_BLOCK: Final = {name: re.compile(rf"<{name}>(.*?)</{name}>", re.DOTALL) for name in ("script", "style")}
_BEFORE_READING: Final = ("files", "read")
"""What can be answered of a project whose text was not read yet."""


class Questions:
    """Answers for the studio of a page."""

    def __init__(self, studio: "StudioPage", live: LiveRuleset) -> None:
        """Begins with a ruleset open."""
        self.studio = studio
        self.desk = Desk(live, KINDS, KINDS.__contains__, _maker, self._templates)
        self._jobs = 0
        self._shared: SharedGames | None = None
        """The games that are simulated now."""
        self._book_of: object = None
        self._book_asked = False
        self._told_at: dict[str, str] = {}

    @property
    def book_is_due(self) -> bool:
        """Whether somebody waits for the rulebook."""
        return self._book_asked and self._book_of is not self.desk.live.made

    def read_in_full(self) -> Messages:
        """Reads the text of a project whose game was made ready, and has the match go on by it."""
        live = self.desk.live
        if not live.made.is_resumed:
            return []
        self.studio.lay_library_out()
        return [self.desk.checked((True, [])), *self._laid_anew()]

    def _laid_anew(self) -> Messages:
        """Tells the page of a table that another one was laid in place of."""
        page, live = self.studio.page, self.desk.live
        return page.lay(live.made, live.table) if page is not None and page.table is not live.table else []

    # ------------------------------------------------------------ new projects

    def _templates(self, now: LiveRuleset) -> Sequence[str]:
        """Lists what a ruleset can begin from: what is open, small complete games, and the shipped ones."""
        own = f"{_VARIANT}{now.drafts.main}"
        shipped = (f"{_VARIANT}{name.removesuffix('.gdl')}" for name in sorted(self._shipped()))
        return [own, *templates.templates(), *shipped]

    def _new(self, desk: Desk, asked: Mapping[str, Any]) -> Messages:
        """Makes a new project, and opens it."""
        template, name = text_in(asked, "template"), text_in(asked, "name")
        if template not in self._templates(desk.live):
            raise Refused("There is no such template.")
        try:
            files, texts = self._begun(desk.live.drafts, template, name)
            folder = self.studio.fresh(name)
        except templates.BadName as error:
            raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        for one, data in {**files, **{one: text.encode() for one, text in texts.items()}}.items():
            write_file(folder, one, data)
        self.studio.kept = {}
        drafts = Drafts(folder, next(iter(texts)), library=self.studio.library_folder)
        return self.studio.lay(self.studio.opened(drafts))

    def _shipped(self) -> list[str]:
        """Lists the games of the library."""
        return [
            name
            for name, text in self.studio.library.items()
            if name.endswith(".gdl") and any(line.startswith(b"game ") for line in text.splitlines())
        ]

    def _begun(self, now: Drafts, template: str, name: str) -> tuple[dict[str, bytes], dict[str, str]]:
        """Gives the files of a new project: those of what is open, and those that are new, the main one first."""
        if not template.startswith(_VARIANT):
            return {}, templates.of_template(template, name)
        base = template.removeprefix(_VARIANT)
        if base != now.main:
            library = FolderProvider(self.studio.root / PROJECTS, library=self.studio.library_folder)
            made = Compilation(f"{LIBRARY_PREFIX}{base}.gdl", library)
            return {}, templates.of_base(made, f"{base}.gdl", name, library)
        made = now.compilation()
        if made.game is None or has_errors(made.diagnostics):
            raise Refused("The game that is open has errors; mend them first.")
        return files_of(now), templates.of_base(made, now.main, name, now)

    # ------------------------------------------------------------ questions

    def ask(self, message: Mapping[str, Any]) -> Messages:
        """Answers a question, or begins what answers it later."""
        number, what = message.get("id"), str(message.get("what"))
        given = message.get("asked")
        asked: Mapping[str, Any] = given if isinstance(given, dict) else {}
        desk = self.desk
        answers: Messages = []
        try:
            if what not in _BEFORE_READING:
                self.studio.lay_library_out()
                answers += self.read_in_full()
            if what == "new":
                return [*answers, *self._new(desk, asked), {"answer": {"id": number}}]
            work = self._long(desk, what, number, asked)
            if work is not None:
                self.studio.work.append((number, work))
                return answers
            answer = self._answered(desk, what, asked)
        except Exception as error:
            return [*answers, refusal(error, number)]
        answers += [{"answer": {**answer, "id": number}}, *self._laid_anew()]
        if desk.edit is not None:
            self.studio.work.append((None, self._differences(desk)))
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
            return {"ready": not self.book_is_due, "at": self._told_at.get(str(rule), "")}
        if what == "zip":
            drafts = desk.live.drafts
            whole = files_of(drafts) | {name: text.encode() for name, text in drafts.texts.items()}
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
        began = self.studio.clock()
        while desk.examples.goes_on(run):
            desk.examples.one(run)
            if self.studio.clock() - began > TOLD_S or len(run.results) == len(run.chosen):
                yield [run.news()]
                began = self.studio.clock()
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
        from gekido_dsl.printing.box import Wish
        from gekido_dsl.printing.browser import printed
        from gekido_dsl.printing.stock import stock

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
        self._shared = shared = SharedGames(job, many.games, outcome, self.studio.clock)
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
            began = self.studio.clock()
            chunk = batch.play(games.start, games.stop, False, stop)
            shared.count(chunk)
            if chunk.end < games.stop and not stop():
                shared.back.append(range(chunk.end, games.stop))
            took = max(self.studio.clock() - began, 0.001)
            all_took, here = all_took + took, here + chunk.end - chunk.first
            size = max(1, min(2 * size, int(size * _PIECE_S / took) + 1))
            wish = shared.wish(here / all_took) if all_took > _PIECE_S else None
            yield [{"job": shared.progress}, *([{"help": wish}] if wish else [])]

    def helped(self, message: Mapping[str, Any]) -> Messages:
        """Takes games that a helper has played, and hands out the next ones."""
        shared, desk, helper = self._shared, self.desk, int(message["helper"])
        if shared is None or message.get("job") != shared.job:
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
            self.studio.work.append((None, self._played(desk, shared)))
        elif not shared.handed and not shared.here:
            answers += self._over(desk, shared)
        return answers

    def written(self) -> Messages:
        """Writes the rulebook; whatever goes wrong, the page is told why there is none."""
        made = self.desk.live.made
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


def _maker(kind: str) -> Maker:
    if kind == RANDOM:
        return None
    if kind not in _MAKERS:
        raise Refused(
            "Bots that search play no series of games in a page; choose others, or use `gdl simulate`."
        )
    return _MAKERS[kind]
