"""`gdl translate`: what a game says to players, to be translated, and how far its translations are."""

from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Severity
from gekido_dsl.diagnostics.render.place import counted, place
from gekido_dsl.files import LIBRARY_PREFIX, shipped_folder
from gekido_dsl.source import Span
from gekido_dsl.translations import checking, updating
from gekido_dsl.translations.forms import role_of
from gekido_dsl.translations.tags import canonical
from gekido_dsl.translations.whole import Translation, own_texts, translations

_EPILOG: Final = """\b
Examples:
  gdl translate extract my-game --language de     begins my-game/languages/de.po
  gdl translate extract my-game                   prints a template without a language
  gdl translate update my-game                    after the rules or the book have changed
  gdl translate check my-game --complete          fails when something is stale or missing
"""
_LISTED: Final = 200
"""How many stale or missing texts are listed of a file."""


@click.group("translate", short_help="Translate a game and keep translations up to date.", epilog=_EPILOG)
def command() -> None:
    """Translate what a game says to players, and keep translations up to date with the rules and the book."""


@command.command("extract")
@click.argument("ruleset", type=RULESET)
@click.option(
    "--language", metavar="CODE", help="Start a translation into this language, such as de or pt-BR."
)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write. By default a template is printed, and a translation goes to languages/CODE.po in the folder "
    "of the ruleset.",
)
def extract(ruleset: Ruleset, language: str | None, target: Path | None) -> int:
    """Write all translatable texts, as a template or a new translation.

    A variant needs only the texts that its base does not have.
    """
    tag = _tag(language) if language is not None else None
    made = loading.compiled(ruleset, whole=True)
    texts = own_texts(made, tag)
    try:
        text = updating.begun(_head(made), texts, tag)
    except (updating.NoBabel, ValueError) as error:
        raise click.ClickException(str(error)) from error
    if tag is None and target is None:
        output.result(text, None)
        return 0
    path = target if target is not None else _usual(ruleset, tag or "")
    if path.exists() and tag is not None:
        raise click.ClickException(
            f"`{path.as_posix()}` exists already; `gdl translate update` brings it up to date"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    output.note(f"wrote {counted(len(texts), 'text')} to {path.as_posix()}")
    if tag is not None and not any(one.language == tag for one in translations(made).files):
        beside = ruleset.path.parent if ruleset.path is not None else path.parent.parent
        named = path.relative_to(beside).as_posix() if path.is_relative_to(beside) else path.as_posix()
        output.note(f'name it in the ruleset: translation {tag} from "{named}"')
    return 0


@command.command("update")
@click.argument("ruleset", type=RULESET)
@click.option("--language", metavar="CODE", help="Only the translation into this language.")
def update(ruleset: Ruleset, language: str | None) -> int:
    """Add new texts to the translations and mark changed ones as stale."""
    tag = _tag(language) if language is not None else None
    made = loading.compiled(ruleset, whole=True)
    read = translations(made)
    output.complain([one for one in read.diagnostics if one.severity is Severity.ERROR])
    if read.diagnostics:
        output.note("nothing was written")
        return 1
    for one in _wanted(made, tag, ruleset.argument):
        source = one.catalogue.source
        texts = own_texts(made, one.language)
        try:
            text = updating.updated(_head(made), texts, one.language, source.text)
        except (updating.NoBabel, ValueError) as error:
            raise click.ClickException(str(error)) from error
        path = _on_disk(source.name)
        if text != source.text:
            path.write_text(text, encoding="utf-8", newline="\n")
    again = loading.compiled(ruleset, whole=True)
    for state in checking.states(again, tag):
        output.note(_told(state))
    return 0


@command.command("check")
@click.argument("ruleset", type=RULESET)
@click.option("--language", metavar="CODE", help="Only the translation into this language.")
@click.option("--complete", is_flag=True, help="Exit with code 1 if anything is stale or missing.")
@output.color_option
def check(ruleset: Ruleset, language: str | None, complete: bool, colour: str) -> int:
    """List what is wrong, stale or missing in the translations."""
    tag = _tag(language) if language is not None else None
    made = loading.compiled(ruleset, whole=True)
    _wanted(made, tag, ruleset.argument)
    found = [
        one
        for one in checking.check(made)
        if one.code.slug != "stale-translation" and _concerns(made, one, tag)
    ]
    if found:
        output.complain(found)
    lacking = False
    for state in checking.states(made, tag):
        lines = [f"{_at(entry.place)}: stale: {_short(entry.text)}" for entry, _ in state.stale]
        lines += [
            f"{_at(text.span)}: {'no forms' if role_of(text.context) else 'not translated'}: {_short(text.text)}"
            for text in state.missing
        ]
        lacking = lacking or bool(lines)
        more = [f"and {len(lines) - _LISTED} more"] if len(lines) > _LISTED else []
        output.result("".join(f"{line}\n" for line in [*lines[:_LISTED], *more]), None)
        output.note(_told(state))
    return 1 if found or (complete and lacking) else 0


def _concerns(made: Compilation, finding: object, tag: str | None) -> bool:
    span = getattr(finding, "span", None)
    if tag is None or span is None:
        return True
    return any(
        span.source.name == one.catalogue.source.name
        for one in translations(made).files
        if one.language == tag
    ) or not str(span.source.name).endswith(".po")


def _tag(written: str) -> str:
    tag = canonical(written)
    if tag is None:
        raise click.BadParameter(f"`{written}` is no code of a language, such as de or pt-BR")
    return tag


def _wanted(made: Compilation, tag: str | None, argument: str) -> list[Translation]:
    """Lists a ruleset's own translations.

    Raises:
        click.ClickException: there is none.
    """
    found = [one for one in translations(made).files if one.own and tag in (None, one.language)]
    if not found and not translations(made).diagnostics:
        into = f" into {tag}" if tag is not None else ""
        raise click.ClickException(
            f"the ruleset names no translation{into}; begin one with `gdl translate extract {argument} "
            f"--language {tag or 'de'}`"
        )
    return found


def _usual(ruleset: Ruleset, tag: str) -> Path:
    """Gives where a translation lies: `languages/de.po` in the folder of the ruleset's other files."""
    path = ruleset.path
    if path is None:
        raise click.ClickException("a shipped game is not written to; say where with -o")
    folder = path.with_suffix("") if path.with_suffix("").is_dir() else path.parent
    return folder / "languages" / f"{tag}.po"


def _head(made: Compilation) -> updating.Head:
    """Gives the title of a game, and the folder from which its files are named to translators."""
    names = [source.name for source, _ in made.files]
    main = next((one for one in names if one == made.name or one.endswith(f"/{made.name}")), "")
    folder = main.removesuffix(made.name)
    return updating.Head(loading.game_of(made).title, folder)


def _on_disk(name: str) -> Path:
    if name.startswith(LIBRARY_PREFIX):
        return shipped_folder() / name.removeprefix(LIBRARY_PREFIX)
    return Path(name)


def _told(state: checking.State) -> str:
    one = state.translation
    stale = f", {len(state.stale)} stale" if state.stale else ""
    missing = f", {len(state.missing)} missing" if state.missing else ""
    return f"{one.language}: {state.done} of {state.whole} texts translated{stale}{missing}"


def _at(span: Span) -> str:
    at = place(span)
    return f"{at.file}:{at.line}:{at.column}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:69].rstrip()}…"
