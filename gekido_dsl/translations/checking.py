"""What is wrong with the translations of a ruleset, what in them is stale, and what is missing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model.told_texts import Text
from gekido_dsl.source import Span
from gekido_dsl.translations import forms
from gekido_dsl.translations.placeholders import added, lost
from gekido_dsl.translations.po import FINDINGS_LIMIT, Entry
from gekido_dsl.translations.whole import Translation, own_texts, translations


@dataclass(frozen=True, slots=True)
class State:
    """How far a file of translations is."""

    translation: Translation
    done: int
    stale: tuple[tuple[Entry, Text | None], ...]
    """Entries whose text has changed, or is gone, each with the text that it is now."""
    missing: tuple[Text, ...]

    @property
    def whole(self) -> int:
        """How many texts there are."""
        return self.done + len(self.missing) + sum(text is not None for _, text in self.stale)


def check(compilation: Compilation) -> list[Diagnostic]:
    """Lists what is wrong with the translations of a ruleset: those that it names itself, one finding a mistake."""
    if not compilation.translations or compilation.game is None:
        return []
    read = translations(compilation)
    found = list(read.diagnostics)
    for state in states(compilation):
        found += _placeholders(state)
        found += _forms(state)
        found += _stale(state)
    return found


def states(compilation: Compilation, language: str | None = None) -> list[State]:
    """Tells how far each of a ruleset's own translations is."""
    found = []
    texts_of: dict[str, Mapping[tuple[str, str], Text]] = {}
    for one in translations(compilation).files:
        if not one.own or language not in (None, one.language):
            continue
        if one.language not in texts_of:
            texts_of[one.language] = {text.key: text for text in own_texts(compilation, one.language)}
        found.append(_state(one, texts_of[one.language]))
    return found


def _state(one: Translation, texts: Mapping[tuple[str, str], Text]) -> State:
    entries = one.catalogue.entries
    stale = [
        (entry, texts.get(key)) for key, entry in entries.items() if any(entry.forms.values())
        and (entry.fuzzy or key not in texts)
    ]  # fmt: skip
    of_stale = {entry.key for entry, _ in stale}
    missing = [
        text
        for key, text in texts.items()
        if key not in of_stale and not (key in entries and entries[key].done)
    ]
    done = len(texts) - len(missing) - sum(text is not None for _, text in stale)
    return State(one, done, tuple(stale), tuple(missing))


def _placeholders(state: State) -> Iterator[Diagnostic]:
    number = 0
    for entry in state.translation.catalogue.entries.values():
        if not entry.done:
            continue
        for form, told in entry.forms.items():
            # A form for one thing alone may leave the number out.
            gone = lost(entry.text, told) if form == 0 and not entry.plural else []
            more = added(f"{entry.text} {entry.plural}", told)
            if (gone or more) and number < FINDINGS_LIMIT:
                number += 1
                yield _lost(entry, gone, more)


def _lost(entry: Entry, gone: list[str], more: list[str]) -> Diagnostic:
    said = [f"lacks `{gone[0]}`"] if gone else []
    said += [f"has `{more[0]}`, which its text has not"] if more else []
    at = entry.place
    where = at.text.find(more[0]) if more else -1
    if more and where >= 0:
        at = Span(at.source, at.start + where, at.start + where + len(more[0]))
    text = entry.span
    labels = (Label(at), *((Label(text, "the text"),) if text is not None else ()))
    return Diagnostic(
        codes.LOST_PLACEHOLDER,
        f"the translation {' and '.join(said)}",
        labels,
        "copy the contents of braces and the addresses of links unchanged",
    )


def _forms(state: State) -> Iterator[Diagnostic]:
    """Reports lines that say the gender and the forms of a name, and cannot be read."""
    number = 0
    for entry in state.translation.catalogue.entries.values():
        if not entry.done or not forms.role_of(entry.context) or number >= FINDINGS_LIMIT:
            continue
        found = forms.wrong(state.translation.language, entry.forms[0])
        if found is not None:
            number += 1
            message, step = found
            yield Diagnostic(codes.WRONG_TRANSLATION, message, (Label(entry.place),), step)


def _stale(state: State) -> Iterator[Diagnostic]:
    """Reports stale entries of a file together, at the first of them."""
    if not state.stale:
        return
    entry, text = state.stale[0]
    number = len(state.stale)
    others = f", and {number - 1} more" if number > 1 else ""
    labels = [Label(entry.place, "of an earlier text")]
    if text is not None:
        labels.append(Label(text.span, "the text now"))
    yield Diagnostic(
        codes.STALE_TRANSLATION,
        f"a translation is stale{others}",
        tuple(labels),
        "run `gdl translate update`, then remove `fuzzy` from each entry that is right",
    )
