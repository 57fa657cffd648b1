"""The pages around the rules: the first page, examples, the glossary, variants, and how it all was made."""

from collections import Counter

from gekido_dsl.compilation import Compilation
from gekido_dsl.languages import spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.different import what_is_different
from gekido_dsl.rulesdoc.names import PAGES
from gekido_dsl.rulesdoc.rulings import ruling_of
from gekido_dsl.rulesdoc.turn import limits_of
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.syntax import nodes as s

_ABOUT = {
    "components": "what lies on the table",
    "tables": "every row, with its numbers",
    "turn": "set-up, phases and the end of the game",
    "rules": "what is done by name, what follows an event, what stands in for one",
    "effects": "what the rows of the tables do",
    "windows": "when players may act, and how",
    "definitions": "the words that rules use, and how numbers are worked out",
    "options": "what players may agree on",
    "rulings": "what was decided where the sources leave it open",
    "sources": "which page of a rulebook is told by which rule",
    "scenarios": "how the rules work out, step by step",
    "glossary": "every name, from A to Z",
    "changes": "what this variant makes of another game",
    "made": "files, counts and the identity of the ruleset",
}


def index(w: Writer, command: str, pages: list[str]) -> list[str]:
    """Writes the first page."""
    game = w.game
    players = f"{game.least_players}"
    if game.most_players != game.least_players:
        players += f" to {game.most_players}"
    rounds = game.turn is not None and game.turn.together
    order = "taking their turns together" if rounds else "taking turns clockwise"
    facts = [f"For {players} player{'s' if game.most_players != 1 else ''}, {order}."]
    if game.partners:
        facts.append("Partners sit opposite each other.")
    if game.facing:
        facts.append("The players face each other.")
    if game.order_span is not None:
        facts.append("Of what happens at the same time, the player on turn decides what comes first.")
    limits = limits_of(game)
    if limits:
        facts.append(f"A game that is not over after {limits} stops and counts as unfinished.")
    parts = [
        w.heading(1, md.escape(game.title), "page-index"),
        md.listed([(0, f) for f in facts], numbered=False),
    ]
    if game.sources:
        parts.append(w.heading(2, text("Sources"), "part-sources"))
        sources = [(0, f"{md.escape(key)}: *{md.escape(title)}*") for key, title in game.sources.items()]
        parts.append(md.listed(sources, numbered=False))
        parts.append(
            "**Reconstructed** marks what these sources do not print, and what this ruleset therefore had to "
            "make up."
        )
    parts.append(w.heading(2, text("What is where"), "part-pages"))
    parts.append(
        md.listed(
            [
                (0, f"[{spoken(PAGES[page])}]({w.href(page)}): {_ABOUT[page]}")
                for page in pages
                if page != "index"
            ],
            numbered=False,
        )
    )
    if game.options:
        parts.append(w.heading(2, text("Options at a glance"), "part-options"))
        rows = []
        for option in game.options.values():
            others = ", ".join(md.escape(answer) for answer in option.answers.members[1:])
            ruling = ruling_of(game, option)
            name = w.ruling(ruling.name) if ruling is not None else ""
            asks = md.escape(option.title or "")
            rows.append((w.link(option), asks, md.escape(option.answers.members[0]), others, name))
        parts.append(md.table(("Option", "What it settles", "Default", "Instead", "Ruling"), rows))
    parts.append(w.heading(2, text("How to play it"), "part-play"))
    lines = [f"gdl play {command}"]
    if game.most_players > game.least_players:
        lines.append(f"gdl play {command} --players {game.most_players}")
    for option in list(game.options.values())[:1]:
        if len(option.answers.members) > 1:
            chosen = "=".join(
                "-".join(x.casefold().split()) for x in (option.name, option.answers.members[1])
            )
            lines.append(f"gdl play {command} --option {chosen}")
    parts.append("```sh\n" + "\n".join(lines) + "\n```")
    return parts


def scenarios(w: Writer) -> list[str]:
    """Writes the page of examples."""
    parts = [w.heading(1, PAGES["scenarios"], "page-scenarios")]
    parts.append("Each is checked by `gdl test`: what is given, what happens, and what then holds.")
    if w.game.claims:
        parts.append("What is claimed of many games is tested by `gdl test --claims`.")
    for scenario in (*w.game.scenarios, *w.game.claims):
        with w.about(scenario):
            parts.append(w.titled(2, scenario))
            w.waiting.setdefault(w.page)
            if not w.known:  # what it mentions counts; the words of a step are read better without links
                w.lines(scenario.span)
            steps = []
            for depth, text in w.plain_lines(scenario.span)[1:]:
                word, _, rest = text.partition(" ")
                led = word in ("given", "when", "then")
                steps.append(
                    (
                        max(depth - 1, 0),
                        f"**{word.capitalize()}** {md.escape(rest)}" if led else md.alone(text),
                    )
                )
            parts.append(md.listed(steps, numbered=False))
            parts.append(w.source(scenario, f"Written in {w.where(scenario.span)}."))
    return parts


def glossary(w: Writer) -> list[str]:
    """Writes the page of all names."""
    entries: dict[str, list[tuple[str, str]]] = {}
    done: set[str] = set()
    for key, target in w.names:
        if target.slug in done or isinstance(key, m.Scenario | m.Claim):
            continue
        done.add(target.slug)
        what = target.what
        if target.of is not None and target.of in w.names:
            what += f" of {w.link(target.of, count=False)}"
        entries.setdefault(target.name, []).append((w.link(key, count=False), what))
    for option in w.game.options.values():
        for answer in option.answers.members:
            said = f"an answer of {w.link(option, count=False)}"
            entries.setdefault(answer, []).append((w.link(option, answer, count=False), said))
    for enum, owner in _anonymous(w):
        for number, member in enumerate(enum.members):
            said = f"a value of {w.link(owner, count=False)}"
            entries.setdefault(member, []).append((w.link((enum, number), member, count=False), said))
    parts = [w.heading(1, PAGES["glossary"], "page-glossary")]
    letter = ""
    lines: list[tuple[int, str]] = []
    for name in sorted(entries, key=lambda each: (each.casefold(), each)):
        first = name[:1].upper()
        if first != letter:
            if lines:
                parts.append(md.listed(lines, numbered=False))
            letter, lines = first, []
            parts.append(w.heading(2, md.alone(letter), f"letter-{md.slug(letter)}"))
        found: dict[str, list[str]] = {}
        for link, what in entries[name]:
            found.setdefault(what, []).append(link)
        lines += [(0, f"{links[0]}: {what}{_more(links[1:])}") for what, links in found.items()]
    if lines:
        parts.append(md.listed(lines, numbered=False))
    return parts


def _more(links: list[str]) -> str:
    """Numbers the places of a name that stands for several rows."""
    numbered = [f"[{number}]({link.rsplit('(', 1)[1]}" for number, link in enumerate(links, 2)]
    return f" (also {', '.join(numbered)})" if numbered else ""


def _anonymous(w: Writer) -> list[tuple[m.Enum, m.Decl]]:
    """Lists the lists of values that stand within columns, facts and links, with what they stand in."""
    from gekido_dsl.model.types import EnumType, item

    owners: list[m.Kind | m.Procedure] = [*w.game.kinds.values(), *w.game.phases.values()]
    found: list[tuple[m.Enum, m.Decl]] = []
    for owner in owners:
        for field in owner.fields.values():
            one = item(item(field.type))
            if isinstance(one, EnumType) and one.enum.anonymous:
                found.append((one.enum, field))
    return [*found, *((link.sides, link) for link in w.game.links.values())]


# ---------------------------------------------------------------- variants


def variant_files(compilation: Compilation) -> list[tuple[s.Game, s.File, str]]:
    """Lists the files that change another game, each with what it is called."""
    found = []
    for source, file in compilation.files:
        for declaration in file.declarations:
            if isinstance(declaration, s.Game) and declaration.changes:
                found.append((declaration, file, source.name))
    return found


def changes(w: Writer, compilation: Compilation) -> list[str]:
    """Writes the page of what a variant changes."""
    parts = [w.heading(1, PAGES["changes"], "page-changes")]
    base = compilation.base
    if w.different is None:
        w.different = what_is_different(compilation, reference="", links=not w.single)
    said = w.different
    if base is not None and base.game is not None:
        parts.append(
            f"Everything that is not named here is as in {md.escape(base.game.title)}; the other pages show "
            "the whole game that comes out."
        )
        parts.append(said.noticed or "Players notice nothing of it.")
        if said.behind:
            parts.append(w.heading(2, text("The rules behind it"), "rules-behind"))
            summary = f"{md.counted(said.behind_count, 'rule, word or number', 'rules, words and numbers')}"
            parts.append(said.behind if w.single else md.folded(summary, said.behind))
    for number, (game, file, name) in enumerate(variant_files(compilation), 1):
        parts.append(w.heading(2, f"{md.escape(game.title)}, as it is written", f"variant-{number}"))
        parts.append(f"Changes {_bases(game)}.")
        cites = w.marks(mark.text for mark in game.cites)
        if cites:
            parts.append(f"Source: {cites}.")
        own = _of_variant(compilation, file, name)
        patches = [line for one in own if isinstance(one, s.Patch) for line in one.span.text.splitlines()]
        if patches:
            summary = f"{md.counted(len(patches), 'line')} that change and remove"
            parts.append(md.folded(summary, md.fenced(patches, "gdl")))
        added = [one for one in own if not isinstance(one, s.Patch | s.Edition | s.Use | s.Game)]
        if added:
            number_of = md.counted(len(added), "declaration of its own", "declarations of its own")
            parts.append(f"It has {number_of}, which stand where they belong on the other pages.")
    return parts


def _bases(game: s.Game) -> str:
    """Lists the files of the games that a variant changes."""
    return " and ".join(f"`{name.text}`" for name in game.changes)


def _of_variant(compilation: Compilation, file: s.File, name: str) -> list[s.Declaration]:
    """Lists what a variant declares itself, its own parts included."""
    found: list[s.Declaration] = []
    for declaration in file.declarations:
        found.append(declaration)
        if isinstance(declaration, s.Use):
            for source, part in compilation.files:
                if source.name != name and source.name.endswith(declaration.file.removeprefix("./")):
                    found += _of_variant(compilation, part, source.name)
    return found


# ---------------------------------------------------------------- how it was made


def made(w: Writer, compilation: Compilation, command: str) -> list[str]:
    """Writes the page on the ruleset itself."""
    game = w.game
    parts = [w.heading(1, PAGES["made"], "page-made")]
    parts.append(
        f"These pages were written by `gdl docs {command}` from the ruleset itself; nothing is typed twice."
    )
    facts = [f"Identity of the ruleset: `{compilation.identity}`", f"Edition of the language: {game.edition}"]
    for changed, _, _ in variant_files(compilation):
        facts.append(f"{md.escape(changed.title)} changes {_bases(changed)}; {_link_changes(w)}.")
    parts.append(md.listed([(0, fact) for fact in facts], numbered=False))
    parts.append(w.heading(2, text("Files"), "part-files"))
    rows = [
        (f"`{w.file(source.name)}`", "rules", _line_count(source.text)) for source, _ in compilation.files
    ]
    rows += [(f"`{w.file(source.name)}`", "table", _line_count(source.text)) for source in compilation.tables]
    parts.append(md.table(("File", "Holds", "Lines"), rows))
    parts.append(w.heading(2, text("Counts"), "part-counts"))
    parts.append(md.table(("What", "How many", "Reconstructed"), _counts(game)))
    return parts


def _link_changes(w: Writer) -> str:
    return f"[what it changes]({w.href('changes')})"


def _line_count(text: str) -> str:
    return f"{len(text.splitlines()):,}"


def _counts(game: m.Game) -> list[tuple[str, str, str]]:
    sorts: Counter[str] = Counter()
    rebuilt: Counter[str] = Counter()
    for decl in game.declarations():
        sort = decl.word if isinstance(decl, m.Procedure | m.Place) else type(decl).__name__.casefold()
        sort = {"enum": "list of values", "patternset": "set of patterns"}.get(sort, sort)
        if isinstance(decl, m.Kind) and decl.faces is not None:
            sort = "die"
        sorts[sort] += 1
        rebuilt[sort] += decl.reconstructed
    rows = [(sort, f"{number:,}", f"{rebuilt[sort]:,}") for sort, number in sorts.items()]
    for kind in game.kinds.values():
        if kind.file is not None:
            marked = sum(row.reconstructed for row in kind.rows)
            rows.append((f"row of {md.escape(kind.name)}", f"{len(kind.rows):,}", f"{marked:,}"))
    rows.append(("ruling", f"{len(game.rulings):,}", ""))
    rows.append(("example", f"{len(game.scenarios):,}", ""))
    return rows
