"""The questions that a designer asks when a match is over: a list in `playtest.yaml`, beside the ruleset."""

from typing import Final

from gekido_dsl.source import ReadFailure, Source, SourceProvider
from gekido_dsl.tables.yaml import parse

NAME: Final = "playtest.yaml"
MOST_QUESTIONS: Final = 20
_MOST_CHARACTERS: Final = 300


class BadForm(ValueError):
    """The form cannot be used; its text says where and why."""


def questions(provider: SourceProvider, ruleset: str | None) -> tuple[str, ...]:
    """Reads the questions of a ruleset's form; none where it has no form.

    Args:
        ruleset: the source beside which the form lies; None for the folder of the provider.
    Raises:
        BadForm: the file is no list of questions.
    """
    source = provider.read(NAME, ruleset)
    if isinstance(source, ReadFailure):
        return ()
    return _read(source)


def _read(source: Source) -> tuple[str, ...]:
    made = parse(source)
    if made.diagnostics:
        first = made.diagnostics[0]
        raise BadForm(f"{NAME}: {first.message}")
    held = made.value.value if made.value is not None else None
    asked = [one.value for one in held] if isinstance(held, tuple | list) else []
    if not asked or not all(isinstance(one, str) and one.strip() for one in asked):
        raise BadForm(
            f"{NAME}: write a list of questions, each on a line such as `- How much did you enjoy it?`"
        )
    if len(asked) > MOST_QUESTIONS or any(len(str(one)) > _MOST_CHARACTERS for one in asked):
        raise BadForm(
            f"{NAME}: ask at most {MOST_QUESTIONS} questions of at most {_MOST_CHARACTERS} characters"
        )
    return tuple(" ".join(str(one).split()) for one in asked)
