"""A game is told in another language, in which each text stands in brackets: it is the same, and plays the same."""

from collections.abc import Callable
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.languages.language import Language
from gekido_dsl.languages.naming import named
from gekido_dsl.lockstep import Differs
from gekido_dsl.model.told_texts import Text
from gekido_dsl.rng import Rng
from gekido_dsl.table import Table, Viewer, opened
from gekido_dsl.translations import checking
from gekido_dsl.translations.naming import told
from gekido_dsl.translations.whole import all_texts

FILE: Final = "xx.po"
LINE: Final = f'translation de from "{FILE}"'
_DECISIONS: Final = 8
_HEAD: Final = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)


def entries(made: Compilation) -> str:
    """Writes a file of translations with all that players read of a game."""
    return "\n".join([_HEAD, *(_entry(one) for one in all_texts(made))])


def _entry(one: Text) -> str:
    lines = [f'msgctxt "{_escaped(one.context)}"', f'msgid "{_escaped(one.text)}"']
    if one.plural:
        lines += [f'msgid_plural "{_escaped(one.plural)}"']
        lines += [
            f'msgstr[{form}] "{_escaped(_marked(text))}"' for form, text in enumerate((one.text, one.plural))
        ]
    else:
        lines.append(f'msgstr "{_escaped(_marked(one.text))}"')
    return "\n".join(lines) + "\n"


def _marked(text: str) -> str:
    return f"[~{text}~]"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def told_in_another_language(
    made: Compilation, with_file: Callable[[str], Compilation], setting: Setting
) -> None:
    """Plays a match in two languages.

    Args:
        with_file: compiles the ruleset with a file of translations of such a text.
    Raises:
        Differs: the translations are not taken, or what is played is another match.
    """
    again = with_file(entries(made))
    found = [*again.diagnostics, *checking.check(again)]
    wrong = [one.message for one in found if one.severity is Severity.ERROR]
    if wrong:
        raise Differs(f"translations have errors: {wrong[0]}")
    if again.identity != made.identity:
        raise Differs("with translations it means something else")
    language = named(told(again)).find("de")
    if language is None:
        raise Differs("the language is not known")
    lost = [one for one in all_texts(made) if language.names(one.text) == one.text]
    if lost:
        raise Differs(f"texts without a translation: {lost[0].context}")
    _play(again, setting, language)


def _play(made: Compilation, setting: Setting, language: Language) -> None:
    everybody = frozenset(range(setting.players))
    plain, other = Viewer(everybody, is_host=True), Viewer(everybody, is_host=True, language=language)
    try:
        one, two = (Table(made, opened(made, setting)) for _ in range(2))
    except RuleError:
        return
    rng = Rng(setting.seed + 3)
    for _ in range(_DECISIONS):
        decision = one.session.decision
        if decision is None:
            break
        asked = [table.shown(viewer)["shown"]["question"] for table, viewer in ((one, plain), (two, other))]
        if None not in asked and len(asked[0]["choices"]) != len(asked[1]["choices"]):
            raise Differs("choices in another language")
        number = rng.below(len(decision.choices))
        failed = [_fails(table, number) for table in (one, two)]
        if failed[0] != failed[1]:
            raise Differs(f"a choice in another language: {failed[1]}, should be {failed[0]}")
        if failed[0]:
            break
    if one.session.log != two.session.log:
        raise Differs("the log of a match in another language")


def _fails(table: Table, number: int) -> str:
    try:
        table.session.choose(number)
    except RuleError as error:
        return error.message
    return ""
