"""Writes the pages of the project's site that are made from the program and the shipped games; `make docs` calls it.

docs/cli/commands.md      every command with its options, from the commands themselves
docs/errors/catalogue.md  every kind of problem with its page, as `gdl explain` prints it
docs/cookbook.md          the cookbook, which is a file of the program
docs/made/                for the first page: a game whose numbers can be changed, pictures, a paragraph and its example
docs/assets/iframe-worker.js  what lets the search work from the disk, as `gdl docs` has it
docs/made/simulation.js   a compiled game, for the page that simulates it
docs/games/               the rulebooks of the shipped games, as `gdl docs` writes them
docs/play/                the shipped games to be played, and the studio, as `gdl publish` writes them
"""

import contextlib
import html
import importlib
import inspect
import io
import json
import re
import shutil
import sys
from pathlib import Path

import click

from gekido_dsl import GreedyBot, Setting, __version__, book, drawing, pages, read
from gekido_dsl.backend.making import bundle_of
from gekido_dsl.backend.rows import for_a_page
from gekido_dsl.cli import alone
from gekido_dsl.cli import main as cli
from gekido_dsl.cli.paths import find, shipped
from gekido_dsl.diagnostics import codes, explain
from gekido_dsl.language import cookbook
from gekido_dsl.lowering import lower
from gekido_dsl.rng import Rng
from gekido_dsl.standalone import archive, games, site

DOCS = Path(__file__).resolve().parents[1] / "docs"
GAMES = DOCS / "games"
PLAY = DOCS / "play"
SHOWN, DECISIONS, PASSAGE = "gekido", 90, "First Movement Phase"
"""The game of the first page, how far it is played, and what its rulebook is quoted for."""
TRIED = "classics/connect_four"
"""The small game of the first page, which a reader changes and plays."""
TRIED_NUMBERS = {
    r"(?<=board Board: )6\b": ("Rows", 4, 6),
    r"\b7(?= Square)": ("Columns", 4, 7),
    r"(?<=make )4\b": ("In a row", 3, 5),
}
"""Where its numbers stand that can be changed; what they are called, the least and the most."""
TRIED_DECISIONS = 17
FIRST = ("gekido", "gekido_duel", "aimbots", "botwars", "geeko")


def commands() -> str:
    """Writes the page of all commands."""
    parts = ["# Every command", "What `--help` says of each, from the program itself."]
    for name in cli.COMMANDS:
        command: click.Command = importlib.import_module(cli.module_of(name)).command
        context = click.Context(command, info_name=f"gdl {name}", **cli.gdl.context_settings)
        pieces = " ".join(command.collect_usage_pieces(context))
        said, _, examples = inspect.cleandoc(command.help or "").partition("\b\n")
        parts += [
            f"## gdl {name}",
            _words(said.strip()),
            f"```console\n$ gdl {name} {pieces}\n```",
        ]
        rows = [
            record
            for param in command.get_params(context)
            if isinstance(param, click.Option) and (record := param.get_help_record(context)) is not None
        ]
        table = [f"| `{_cell(option)}` | {_cell(_words(text))} |" for option, text in rows]
        parts += ["\n".join(["| Option | |", "| --- | --- |", *table])]
        examples = re.sub(r"^Examples?:\n", "", (examples or command.epilog or "").replace("\b\n", ""))
        if examples.strip():
            lines = [f"$ {line.strip()}" for line in examples.strip().splitlines()]
            parts += ["```console\n" + "\n".join(lines) + "\n```"]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _words(text: str) -> str:
    """Keeps what stands in square brackets, such as defaults, from being read as links."""
    return text.replace("[", "\\[").replace("<", "&lt;")


def catalogue() -> str:
    """Writes the page of all kinds of problems."""
    parts = ["# Every problem", "What `gdl explain` says of each, from the program itself."]
    for name, code in sorted(codes.ALL.items()):
        page = explain.page(name) or ""
        title, _, text = page.partition("\n")
        text = re.sub(r"^## (.*)$", r"**\1**", text.strip(), flags=re.MULTILINE)
        parts += [f"## {name}", f"*{code.severity.value.capitalize()}.* {title.removeprefix('# ')}.", text]
    return "\n\n".join(parts) + "\n"


def rulebooks() -> str:
    """Writes the rulebooks of the shipped games, and gives the page that lists them."""
    names = sorted(shipped(), key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    names = [name for name in names if "/" not in name]
    cards = []
    for name in names:
        with contextlib.redirect_stderr(io.StringIO()) as told:
            failed = cli.main(["docs", name, "-o", str(GAMES / name), "--force"])
        if failed:
            raise SystemExit(f"the rulebook of {name} cannot be written: {told.getvalue()}")
        game = read(shipped()[name])
        least, most = game.players.start, game.players.stop - 1
        players = str(least) if least == most else f"{least} to {most}"
        folder = alone.folder_of(find(name))
        links = [
            f"[Rulebook]({name}/index.html)",
            f"[Play](../play/{folder}/play/index.html)",
            statistics(name),
        ]
        cards.append(_game(name, game.title, f"{players} players", links, f"`gdl play {name}`"))
    head = ["# The rulebooks", "What `gdl docs` makes of the games that come with the program."]
    return "\n\n".join([*head, _grid(cards)]) + "\n"


def _game(name: str, title: str, note: str, links: list[str], more: str = "") -> str:
    """Writes what the site shows of a game: a picture of it in play, what it is called, and where it leads."""
    picture = DOCS / "assets" / "tables" / f"{name.rpartition('/')[2]}-1440.jpg"
    shown = (
        f"![{title} in play](../assets/tables/{picture.name}){{ loading=lazy }}" if picture.is_file() else ""
    )
    parts = [shown, f"**{title}**" + (f", {note}" if note else ""), " · ".join(filter(None, links)), more]
    first, *rest = filter(None, parts)
    return "\n\n".join([f"-   {first}", *(f"    {one}" for one in rest)])


def _grid(cards: list[str]) -> str:
    """Puts games side by side, as many as there is room for."""
    return "\n\n".join(['<div class="grid cards" markdown>', *cards, "</div>"])


def playable() -> str:
    """Writes the shipped games as pages that play, and the studio; gives the page that lists them."""
    names = sorted(shipped(), key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    names = [name for name in names if "/" not in name]
    shared = site.Shared()
    files: dict[str, bytes] = {}
    cards = []
    for name in names:
        ruleset = find(name)
        folder = alone.folder_of(ruleset)
        book = f"../../../games/{name}/index.html"
        game = games.carriage(
            ruleset.name, ruleset.provider, archive.version_of(archive.program()), modules=name in FIRST
        )
        report = report_of(name)
        about = f"../../../assets/{report.name}" if report.is_file() else None
        made = site.game(shared, game, book, about)
        files |= {f"{folder}/play/{file}": content for file, content in made.items()}
        links = [
            f"[Play]({folder}/play/index.html)",
            f"[Rulebook](../games/{name}/index.html)",
            f"[Change it](studio/index.html#change={shipped()[name].removesuffix('.gdl')})",
            statistics(name),
        ]
        cards.append(_game(name, game.about["title"], "", links))
    first = alone.first_project()
    made = site.studio(shared, alone.library(), first, alone.made_ready(first), __version__)
    files |= {f"studio/{file}": content for file, content in made.items()} | shared.files
    for file, content in files.items():
        (PLAY / file).parent.mkdir(parents=True, exist_ok=True)
        (PLAY / file).write_bytes(content)
    head = [
        "# Play here",
        "The games that come with the program, against bots or several of you at one screen; nothing leaves the page. "
        "These pages have to be served over HTTP: from the disk, `gdl export` has "
        "[a file for each](../howto/share.md).",
        "In the [studio](studio/index.html) you write a game, play it and read its rulebook, and nothing is installed: "
        "it begins with a small game, or with a variant of any of these.",
        "*Statistics* are what many games between bots say of one, as `gdl simulate --format html` writes it.",
    ]
    return "\n\n".join([*head, _grid(cards)]) + "\n"


def report_of(name: str) -> Path:
    """Says where `statistics_pages.py` puts what many games say of one."""
    return DOCS / "assets" / f"{name.rpartition('/')[2]}-report.html"


def statistics(name: str) -> str:
    """Gives a link to what many games say of a game, where that was made."""
    report = report_of(name)
    return f"[Statistics](../assets/{report.name})" if report.is_file() else ""


def in_play() -> str:
    """Draws a match after some turns, as SVG."""
    ruleset = read(shipped()[SHOWN])
    match = ruleset.match(3, seed=4)
    bots = [GreedyBot(seat) for seat in range(3)]
    while match.decision is not None and len(match.steps) < DECISIONS:
        seat = match.decision.seat
        match.choose(bots[seat].choose(ruleset.executor, match.state, match.decision, len(match.steps)))
    picture = drawing.board(match.view(None).boards[0], title=f"{ruleset.title} in play", legend=False)
    return _in_the_page(drawing.document(picture))


def paragraph() -> tuple[str, str]:
    """Gives what a passage of a rulebook says, as Markdown, and the picture of its first example, as HTML."""
    written = book.write(read(shipped()[SHOWN]).compilation, links=False)
    text = next(chapter.markdown for chapter in written.chapters if f"## {PASSAGE}" in chapter.markdown)
    passage = text.partition(f"## {PASSAGE}")[2].partition("\n## ")[0]
    kept = [block for block in passage.split("\n\n")[1:] if block.strip() and block.lstrip()[0].isalpha()]
    found = re.search(r"\]\(pictures/([^)]+)\.svg\)", passage)
    if found is None:
        raise SystemExit(f"the passage {PASSAGE} has no picture")
    return "\n\n".join(kept) + "\n", _in_the_page(written.pictures[found[1]].svg)


def tried() -> str:
    """Writes a whole small game with numbers that can be changed, beside a picture of its table, as HTML.

    Its text as it then reads is what `tried.js` hands over to the studio, with the files that it names.
    """
    main = DOCS.parent / "rulesets" / f"{TRIED}.gdl"
    theme = main.with_suffix("") / "theme.yaml"
    text = main.read_text(encoding="utf-8").partition("\nscenario")[0]
    shown = html.escape(text, quote=False)
    for where, (name, least, most) in TRIED_NUMBERS.items():
        field = (
            f'<input type="number" aria-label="{name}" min="{least}" max="{most}" value="\\g<0>" required>'
        )
        shown, times = re.subn(where, field, shown)
        if times != 1:
            raise SystemExit(f"{TRIED} has {times} numbers of {name}")
    made = read(shipped()[TRIED])
    match = made.match(2, seed=4)
    rng = Rng(4)
    while match.decision is not None and len(match.steps) < TRIED_DECISIONS:
        match.choose(rng.below(len(match.decision.choices)))
    look = made.compilation.look.value or drawing.PLAIN
    picture = drawing.board(
        match.view(None).boards[0], title=f"{made.title} in play", legend=False, look=look
    )
    # The other pictures of the page have the colours of another game.
    sheet = look.screen.sheet.replace(".gdl .", ".tried .gdl .")
    files = {theme.relative_to(main.parent).as_posix(): theme.read_text(encoding="utf-8")}
    beside = html.escape(json.dumps(files))
    drawn = f"<style>{sheet}</style>{drawing.document(picture, alone=False)}"
    return (
        f'<form class="tried" data-name="{main.name}" data-files="{beside}" data-studio="play/studio/index.html">\n'
        f"<pre>{shown}</pre>\n<div>{_in_the_page(drawn)}"
        '<button class="md-button md-button--primary" hidden>Play it with these numbers</button></div>\n</form>\n'
    )


def _in_the_page(svg: str) -> str:
    """Puts a picture into a page as a part of it, so that it is light or dark as the page is."""
    return f'<figure class="drawn">{svg}</figure>\n'


def simulated() -> str:
    """Compiles a game and gives it as a script, so that a page can have it from the disk, too."""
    ruleset = read(shipped()[SHOWN])
    setting = Setting(max(ruleset.players), 1)
    made = bundle_of(ruleset.game, setting, lower(ruleset.game, setting.players, {}), False)
    return f"globalThis.compiledRulesets = {json.dumps({SHOWN: for_a_page(made)})};\n"


def write() -> None:
    """Writes all of it, in place of what was there."""
    for folder in (GAMES, PLAY):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    (DOCS / "assets").mkdir(exist_ok=True)
    (DOCS / "assets" / "iframe-worker.js").write_text(pages.frame_worker(), encoding="utf-8", newline="\n")
    (DOCS / "made").mkdir(exist_ok=True)
    (DOCS / "made" / "tried.html").write_text(tried(), encoding="utf-8", newline="\n")
    (DOCS / "made" / "play.html").write_text(in_play(), encoding="utf-8", newline="\n")
    text, picture = paragraph()
    (DOCS / "made" / "paragraph.md").write_text(text, encoding="utf-8", newline="\n")
    (DOCS / "made" / "example.html").write_text(picture, encoding="utf-8", newline="\n")
    (DOCS / "made" / "simulation.js").write_text(simulated(), encoding="utf-8", newline="\n")
    (DOCS / "cli" / "commands.md").write_text(commands(), encoding="utf-8", newline="\n")
    (DOCS / "errors" / "catalogue.md").write_text(catalogue(), encoding="utf-8", newline="\n")
    (DOCS / "cookbook.md").write_text(cookbook.page(), encoding="utf-8", newline="\n")
    (GAMES / "index.md").write_text(rulebooks(), encoding="utf-8", newline="\n")
    (PLAY / "index.md").write_text(playable(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(write())
