"""What a book takes over whole: passages of rules, rulings, the glossary, pictures, worked examples, differences."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from gekido_dsl.book.nodes import Chapter, Directive, Link
from gekido_dsl.diagnostics import codes, suggest
from gekido_dsl.languages import now, spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import passage
from gekido_dsl.rulesdoc import pictures as drawn
from gekido_dsl.rulesdoc.different import what_is_different
from gekido_dsl.rulesdoc.passage import REFERENCE

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_WORDS: Final = (m.Definition, m.Property, m.Amount, m.PatternSet)
_FEW_WORDS: Final = 8
"""A reader finds fewer words than these without a list."""
_EXPLAINED: Final = 260
"""How long the explanation of a word is at most."""
PICTURES = "pictures/"
"""Where pictures lie, seen from a chapter."""


def rule(expander: "Expander", decl: m.Decl) -> str:
    """Writes the generated passage of a declaration."""
    return passage(expander.writer, decl).strip()


def ruling(expander: "Expander", directive: Directive, name: str) -> str | None:
    """Writes a ruling as question and answer."""
    found = next((one for one in expander.game.rulings if one.name == name), None)
    if found is None:
        known = [one.name for one in expander.game.rulings]
        expander.report(
            directive, f"the ledger has no ruling {name}", "not in the ledger", suggest.did_you_mean(name, known),
            codes.UNKNOWN_NAME, name,
        )  # fmt: skip
        return None
    return _ruling(expander, found)


def _ruling(expander: "Expander", one: m.Ruling) -> str:
    option = expander.game.options.get(one.option or "")
    question, default = (now().name(told, ("ruling",)) for told in (one.question, one.default))
    answer = _sentence(default)
    if option is not None:
        chosen = expander.options.get(option.name, option.answers.members[0])
        if chosen != option.answers.members[0]:
            answer = spoken(
                text(
                    "You play with “{answer}”; the rule would otherwise be: {default}.",
                    answer=chosen,
                    default=default.rstrip("."),
                )
            )
    sign = expander.signs.sign([("ruling", expander.game.rulings.index(one))])
    return f"**{md.alone(_sentence(question))}** {md.escape(answer)}{sign}"


def _sentence(text: str) -> str:
    """Begins a note with a capital letter and ends it with a full stop."""
    text = text.strip()
    ended = text.endswith((".", "!", "?", ":", "”"))
    return text[:1].upper() + text[1:] + ("" if ended or not text else ".")


def rulings(expander: "Expander") -> str:
    """Writes all rulings as questions and answers."""
    return "\n\n".join(_ruling(expander, one) for one in expander.game.rulings)


def glossary(expander: "Expander") -> str:
    """Writes the words of the game with what they mean, from A to Z."""
    untold = expander.writer.players.helpers | expander.writer.players.asleep
    game = expander.game
    lines: dict[str, str] = {}
    decls = [
        *game.kinds.values(), *game.enums.values(), *game.boards.values(), *game.places.values(),
        *game.tracks.values(), *game.counters.values(), *game.links.values(), *game.patterns.values(),
        *game.phases.values(), *game.actions.values(), *game.definitions.values(), *game.amounts.values(),
    ]  # fmt: skip
    for decl in decls:
        if decl not in expander.naming.names or decl in expander.parts.machine or decl in untold:
            continue
        told = _explained(expander, decl)
        sheet = isinstance(decl, m.Kind) and decl.sheet
        name = f"**{expander.link(decl, 'What each player has' if sheet else decl.name)}**"
        lines.setdefault(decl.name, f"- {name}: {told or f'{expander.naming.target(decl).what}.'}")
    return "\n".join(lines[name] for name in sorted(lines, key=str.casefold))


def words_index(expander: "Expander", chapters: Sequence[Chapter], told: Mapping[str, Sequence[Link]]) -> str:
    """Lists the words that chapters explain, from A to Z, with where; nothing where they are few.

    Args:
        told: by the address of a declaration, where it is told.
    """
    titles = {one.slug: one.title for one in chapters}
    lines: dict[str, str] = {}
    for decl in expander.game.declarations():
        if (
            not isinstance(decl, _WORDS)
            or decl not in expander.naming.names
            or decl in expander.parts.machine
        ):
            continue
        home = next(
            (one for one in told.get(expander.naming.target(decl).slug, ()) if one.chapter != "overview"),
            None,
        )
        anchored = home is not None and home.passage.startswith(
            f"{home.chapter}-{expander.naming.target(decl).slug}"
        )
        if home is not None and anchored and home.chapter in titles:
            where = f"[{md.escape(titles[home.chapter])}]({home.chapter}.md#{home.chapter})"
            lines.setdefault(decl.name, f"- **{md.escape(decl.name)}**: {where}")
    if len(lines) < _FEW_WORDS:
        return ""
    return "\n".join(lines[name] for name in sorted(lines, key=str.casefold))


def _explained(expander: "Expander", decl: m.Decl) -> str:
    """Explains a word in a line: by the text of its declaration, else by its passage if that is short."""
    if decl.text:
        return md.escape(decl.text)
    first = rule(expander, decl).split("\n\n")[0]
    plain = _LINK.sub(r"\1", first.replace("\n", " ").strip())
    short = len(plain) <= _EXPLAINED and not first.lstrip().startswith(("-", "1.", "|", "<"))
    return plain if short and not plain.endswith(":") else ""


def different(expander: "Expander", directive: Directive) -> str | None:
    """Writes what a variant makes of its base, in sentences."""
    if expander.game.base is None:
        expander.report(
            directive,
            "the game changes no other one",
            "nothing is different",
            "take it out; it is for variants",
        )
        return None
    if not expander.drawn:
        return ""
    said = what_is_different(expander.compilation, options=expander.options)
    noticed = said.noticed or "You notice nothing of it at the table."
    if not said.behind:
        return noticed
    goal = f"{REFERENCE}changes.md#rules-behind"
    return f"{noticed}\n\nWhat else is worded anew stands [in the reference]({goal})."


def picture(expander: "Expander", directive: Directive, subject: str) -> str | None:
    """Refers to a picture, which lies beside the chapter."""
    if subject.startswith("example "):
        return example(expander, directive, subject.removeprefix("example "), alone=True)
    known = expander.subjects
    wanted = subject.casefold()
    if any(one.casefold() == wanted for one in known) and not expander.drawn:
        return ""
    made = drawn.picture(expander.compilation, subject, expander.options)
    if made is not None:
        return refer(expander, md.slug(subject), made)
    help_ = suggest.did_you_mean(subject, known)
    expander.report(directive, f"there is no picture of `{subject}`", "not drawn", help_, part=subject)
    return None


def refer(expander: "Expander", name: str, made: drawn.Picture) -> str:
    """Keeps a picture and writes the reference to it."""
    expander.pictures.setdefault(name, made)
    return f"![{md.escape(made.alt)}]({PICTURES}{name}.svg)"


def example(expander: "Expander", directive: Directive, title: str, *, alone: bool = False) -> str | None:
    """Writes a worked example as a strip; nothing where it does not come out, or has nothing to draw (`worked`).

    Args:
        alone: whether its title is left out, since the author tells it.
    """
    title = title.strip().strip('"')
    scenarios = expander.game.scenarios
    found = next((one for one in scenarios if one.name == title), None)
    if found is None and expander.inherited:
        return ""  # a variant has examples of its own; those of its base need not hold
    if found is None:
        expander.report(
            directive, f"no scenario is called “{title}”", "not declared",
            suggest.did_you_mean(title, [one.name for one in scenarios]), codes.UNKNOWN_NAME, title,
        )  # fmt: skip
        return None
    made = drawn.strip(expander.compilation, found) if expander.drawn else None
    if made is not None:
        shown = refer(expander, f"example-{md.slug(title)}", made)
    elif expander.drawn:
        return ""
    else:
        lines = expander.writer.lines(found.span)[1:]
        shown = md.listed([(max(depth - 1, 0), text) for depth, text in lines], numbered=False)
    return shown if alone else f"**{_example(title)}**{expander.signs.sign([found])}\n\n{shown}"


def _example(title: str) -> str:
    """Writes the title of an example in the language of the book."""
    return md.escape(now().of(text("Example: {title}", title=title)))
