"""Which names of a ruleset a translation says the gender and the forms of, since sentences of its language need them.

An entry has the context `forms of kind` (or of what the name is), the name, and a line as in `f; to: auf die Hand`: the
gender, then what does not follow from it.

Invariants:
    What is asked for follows from the sentences of the program in that language. Names of rows and values, which stand
    as titles, may have such entries and need none.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from gekido_dsl.languages.grammar import GIVEN_ON, grammar_of, parts, read
from gekido_dsl.languages.language import FORMS, ROLES, find
from gekido_dsl.model.told_texts import Text

OF: Final = f"{FORMS} of "
_TITLES: Final = frozenset({"row", "value", "space", "side", "title", "text", "question", "answer", "game"})


def role_of(context: str) -> str:
    """Gives what an entry of forms is about; empty for another entry."""
    return context.removeprefix(OF) if context.startswith(OF) else ""


def needed(language: str, texts: Iterable[Text]) -> Iterator[Text]:
    """Gives the entries of forms that a language needs of these texts."""
    grammar, roles = grammar_of(language), _roles(language)
    if grammar is None or not roles:
        return
    letters = ", ".join(f"{one} ({name})" for one, name in grammar.genders.items())
    first = next(one for one in grammar.patterns if one not in ("a", "the"))
    note = (
        f"the gender: {letters}; then, after semicolons, forms that do not follow from it, as `{first}: ...`"
    )
    seen = set()
    for one in texts:
        role = one.context.partition(" ")[0]
        if role in roles and (role, one.text) not in seen:
            seen.add((role, one.text))
            yield Text(f"{OF}{role}", one.text, one.span, note=note)


def wrong(language: str, line: str) -> tuple[str, str] | None:
    """Tells what is wrong with a line, and what may be written; None of a good one."""
    grammar = grammar_of(language)
    if grammar is None:
        return None
    gender, own = read(line)
    if gender not in ("", *grammar.genders):
        genders = ", ".join(f"`{one}` for {name}" for one, name in grammar.genders.items())
        return f"`{gender}` is no gender", f"begin the line with {genders}"
    known = [*grammar.patterns]
    for form in own:
        if form not in known:
            forms = ", ".join(f"`{one}`" for one in known)
            return f"no sentence asks for a form `{form}`", f"the forms are {forms}"
    rest = [part for part in line.split(";")[1:] if part.strip()]
    if len(own) < len(rest):
        return "a form has no colon or no text, or appears twice", f"write it as in `{known[0]}: ...`"
    return None


@cache
def _roles(language: str) -> frozenset[str]:
    """Gives what names are of which some sentence asks for a form."""
    found = find(language)
    if found is None:
        return frozenset()
    asked = set()
    for message in found.messages.values():
        for one in [message] if isinstance(message, str) else message:
            for _, name, form in parts(one):
                if form and form != GIVEN_ON:
                    asked |= set(ROLES.get(name, ()))
    return frozenset(asked) - _TITLES
