"""Options and rulings become pages: what can be chosen, and what was decided where sources leave it open."""

from collections.abc import Mapping

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import PAGES
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.tables import yaml


def options(w: Writer) -> list[str]:
    """Writes the page of options."""
    parts = [w.heading(1, PAGES["options"], "page-options")]
    parts.append("What players may agree on before a game; the default is what holds when nothing is said.")
    for option in w.game.options.values():
        with w.about(option):
            parts += [w.titled(2, option), *w.text(option, option.title)]
            ruling = ruling_of(w.game, option)
            meanings = _meanings(w, option, ruling)
            rows = []
            for number, answer in enumerate(option.answers.members):
                name = f"**{md.escape(answer)}**" + (" (default)" if number == 0 else "")
                rows.append((name, md.escape(meanings.get(answer, "")), f"`{setting(option, number)}`"))
            if meanings:
                parts.append(md.table(("Answer", "What it means", "On the command line"), rows))
            else:
                parts.append(md.table(("Answer", "On the command line"), [(row[0], row[2]) for row in rows]))
            if ruling is not None:
                parts.append(f"The question: {md.escape(ruling.question)}")
                parts.append(f"Why the default: {md.escape(ruling.reason)}.")
            parts.append(w.source(option))
            parts += w.mentions(option)
    return [part for part in parts if part]


def setting(option: m.Option, answer: int) -> str:
    """Writes how an answer is chosen on the command line."""
    return f"--option {_spoken(option.name)}={_spoken(option.answers.members[answer])}"


def _spoken(name: str) -> str:
    return "-".join(name.casefold().split())


def ruling_of(game: m.Game, option: m.Option) -> m.Ruling | None:
    """Finds the ruling that an option belongs to."""
    named = next((ruling for ruling in game.rulings if ruling.name == option.ruling), None)
    return named or next((ruling for ruling in game.rulings if ruling.option == option.name), None)


def _meanings(w: Writer, option: m.Option, ruling: m.Ruling | None) -> dict[str, str]:
    """Tells what each answer means, when the ledger lists the answers in the order of its meanings."""
    if ruling is None:
        return {}
    answers = _cells(w, ruling).get("Answers")
    texts = (ruling.default, *ruling.alternatives)
    if not isinstance(answers, tuple) or len(answers) != len(texts):
        return {}
    return {str(answer): text for answer, text in zip(answers, texts, strict=True)}


def _cells(w: Writer, ruling: m.Ruling) -> dict[str, object]:
    """Reads a row of the ledger again, for what the game does not keep of it."""
    source = ruling.span.source
    if source.name not in w.ledgers:
        ledger = yaml.parse(source).value
        w.ledgers[source.name] = {
            row.span: {
                key: tuple(part.value for part in cell.value) if isinstance(cell.value, tuple) else cell.value
                for key, cell in row.value.items()
            }
            for row in (ledger.value if ledger is not None and isinstance(ledger.value, tuple) else ())
            if isinstance(row.value, Mapping)
        }
    return w.ledgers[source.name].get(ruling.span, {})


def ledger(w: Writer) -> list[str]:
    """Writes the page of rulings."""
    parts = [w.heading(1, PAGES["rulings"], "page-rulings")]
    parts.append(
        f"The {md.counted(len(w.game.rulings), 'place')} where the sources are silent, unclear or at odds "
        "with themselves: what this ruleset makes of each, what else it could mean, and why."
    )
    for number, ruling in enumerate(w.game.rulings):
        parts += _ruling(w, number, ruling)
    return parts


def _ruling(w: Writer, number: int, ruling: m.Ruling) -> list[str]:
    parts = [w.titled(2, ("ruling", number)), md.alone(ruling.question)]
    facts = [f"**Default:** {md.escape(ruling.default)}"]
    if ruling.alternatives:
        other = "; ".join(md.escape(text) for text in ruling.alternatives)
        facts.append(f"**Instead:** {other}")
    facts.append(f"**Reason:** {md.escape(ruling.reason)}")
    if ruling.cite:
        facts.append(f"**Source:** {w.cite(ruling.cite)}")
    variant = _cells(w, ruling).get("Variant")
    if ruling.option is not None:
        option = w.game.options.get(ruling.option)
        if option is not None:
            facts.append(f"**Option:** {w.link(option)}")
        else:
            facts.append(f"**Option:** {md.escape(ruling.option)}, which this game does not have")
    if variant is not None:
        facts.append(f"**Only for:** {md.escape(str(variant))}")
    parts.append(md.listed([(0, fact) for fact in facts], numbered=False))
    return parts + w.mentions(("ruling", number), lead="Applied in")
