"""What an editor shows between the words: the answer of an option that holds unless another is given."""

from collections.abc import Iterator
from dataclasses import dataclass

from gekido_dsl.language.mentions import Mentions
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Source


@dataclass(frozen=True, slots=True)
class Hint:
    """A few words that are shown behind a place and are no part of the text."""

    at: int
    text: str
    note: str
    """What they mean, in a sentence."""


def hints(source: Source, mentions: Mentions) -> Iterator[Hint]:
    """Lists the hints of a file of rules, in order.

    Where an option is declared, its default is marked; where rules ask it, the default is named. Examples give
    their answers themselves.
    """
    game = mentions.game
    if game is None:
        return
    found = mentions.sources.get(source.name)
    if found is None or found.text != source.text:
        return
    answers = {option.answers: option for option in game.options.values()}
    asks = [
        span
        for span in (one.span for one in (*game.scenarios, *game.claims))
        if span.source.name == source.name
    ]
    for one in mentions.inside(source.name):
        key, at = one.key, one.span.end
        if one.declares and isinstance(key, tuple) and key[0] in answers and key[1] == 0:
            option = answers[key[0]]
            yield Hint(
                at,
                "(default)",
                f"{option.name} is {option.answers.members[0]} unless another answer is given.",
            )
        elif isinstance(key, m.Option) and not one.declares:
            if any(span.start <= at <= span.end for span in asks):
                continue
            default = key.answers.members[0]
            yield Hint(at, f"(default {default})", f"{key.name} is {default} unless another answer is given.")
