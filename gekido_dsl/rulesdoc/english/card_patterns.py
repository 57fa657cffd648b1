"""Patterns of cards and melds become English: what makes each, and what tells equals apart."""

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.steps import Step, listed
from gekido_dsl.rulesdoc.english.teller import Teller


def _wild_text(t: Teller, ranking: m.Ranking) -> str:
    """Writes which cards are wild: those of a row, or of which something is so."""
    meaning = next((one for one in t.game.definitions.values() if one.name == ranking.wild), None)
    return t.w.link(meaning, ranking.wild) if meaning is not None else md.escape(ranking.wild)


def ranked_text(t: Teller, enum: m.Enum, ranking: m.Ranking) -> list[str]:
    """Writes what cards make, the best first, and what tells equals apart."""
    kind, by = t.w.link(ranking.kind, ranking.kind.plural), t.w.link(ranking.by)
    steps = [
        Step(f"**{t.w.link((enum, at), one.name)}**: {_cards(t, ranking, one)}.")
        for at, one in enumerate(ranking.patterns)
    ]
    equal = (
        f"Of two that make the same, the one whose {kind} of the pattern have the higher {by} is better, the largest "
        f"group first; then the other {kind} decide, the highest first."
    )
    if ranking.also is not None:
        equal += f" In a row, {ranking.also[0]} also counts as {ranking.also[1]}."
    if ranking.wild:
        wild = en.capital(en.a(_wild_text(t, ranking)))
        equal += f" {wild} is wild: it counts as whichever {ranking.kind.name} makes the best pattern."
    number = md.counted(ranking.number, ranking.kind.name, ranking.kind.plural)
    head = f"{en.capital(en.a(t.w.link(enum)))} is the best of these that at most {number} make, from the best down:"
    return [head, listed(steps, numbered=False), equal]


def melds_text(t: Teller, enum: m.Enum, melding: m.Melding) -> list[str]:
    """Writes which cards are laid down together."""
    kind, by = t.w.link(melding.kind, melding.kind.plural), t.w.link(melding.by)
    steps = []
    for at, one in enumerate(melding.melds):
        number = f"{one.least} or more" if one.most is None else f"{one.least} to {one.most}"
        number = str(one.least) if one.most == one.least else number
        said = f"{number} {kind} " + (f"in a row by {by}" if one.in_a_row else f"of the same {by}")
        if one.suit is not None:
            said += f" {'of the same' if one.in_a_row else 'and of different'} {t.w.link(one.suit)}"
        steps.append(Step(f"**{t.w.link((enum, at), one.name)}**: {said}."))
    also = [f"In a row, {melding.also[0]} also counts as {melding.also[1]}."] if melding.also else []
    if melding.wild:
        wild = melding.wild if isinstance(melding.wild, str) else t.w.link(melding.wild, melding.wild.name)
        also.append(
            f"{en.capital(en.a(wild))} is wild: it counts as whichever {melding.kind.name} makes a meld."
        )
    return [f"{en.capital(en.a(t.w.link(enum)))} is one of these:", listed(steps, numbered=False), *also]


def _cards(t: Teller, ranking: m.Ranking, one: m.CardPattern) -> str:
    """Writes which cards make a pattern."""
    by, kind = t.w.link(ranking.by), ranking.kind
    if one.number:
        row = f" in a row by {by}" if one.in_a_row else ""
        suit = f" of the same {t.w.link(one.suit)}" if one.suit is not None else ""
        return f"{md.counted(one.number, kind.name, kind.plural)}{row}{suit}"
    if one.size == 1:
        return f"any {kind.name}"
    texts: list[str] = []
    for size, alike in one.groups:
        text = (
            f"{size} of {'another' if texts else f'the same {by}'}" if alike else f"{size} of different {by}"
        )
        texts.append("any other" if size == 1 and texts else text)
    return md.joined(texts, "and")
