"""What people say at a table and the language says in another form: a whole line is read, and told as it is written.

Invariants:
    Only a line that the grammar has refused is looked at, so that nothing here can refuse a right one.
    What is offered is made of the names that the same file declares.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax.declared import Names
from gekido_dsl.syntax.everyday import amounts, play
from gekido_dsl.syntax.everyday.said import BOUND, FIGURE, HAS, LONGEST, NAME, PERSON, Found

_THEM: Final = r"(?:the|a|an|all|each|every|other) "
_VALUE: Final = r"(?: of)?(?P<value> (?:at least|at most|more than|less than)? ?(?:\w+ )?[\w']+)"
_LIST: Final = r"\[(?P<inside>[A-Z][\w ]*(?:, ?[A-Z][\w ]*)*)\]"
_TEAM: Final = r"co-?operative|cooperate|coop|together|as a team|in teams|teams?|partnerships?|partners|pairs"
_WHENCE: Final = rf"(?: (?:of|from|off|in) (?:the )?(?P<where>{NAME}))?"
_SEAT: Final = (
    r"(?:player (?P<number>[1-8])|(?P<ordinal>first|second|third|fourth|fifth|sixth|seventh|eighth) player)"
)
_CHANGED: Final = r"remove|subtract|take|deduct|lose|spend|pay|add|give|gain|get|score|earn|receive|collect"
_HAPPENS: Final = r"\w+ed|put|laid|moves|goes|lands|arrives|steps|comes"
_SAID: Final[tuple[tuple[str, Callable[[re.Match[str], Names], Found | None]], ...]] = (
    (
        rf"\b(?:{PERSON} )?(?:lose|miss|skip|pass|forfeit)(?:s|es)? "
        r"(?:(?:a|an|one|1|the|his|her|their|my|your|its|this|that) )?(?:next )?turns?\b",
        play.turn,
    ),
    (
        r"^(?:(?:all|each|every)(?: (?:of the|the|other))? players?|everyone|everybody|players) "
        r"(?:secretly|in secret|simultaneously|at once|at the same time)\b",
        play.secretly,
    ),
    (
        rf"\b(?:the )?(?P<end>top|bottom) (?:(?P<count>{FIGURE}) )?(?P<what>{NAME}?){_WHENCE}(?=[ ,]|$)",
        play.at_the_end,
    ),
    (
        r"\bplayer (?:on|to|at) (?:the|my|his|their) (?P<side>left|right)\b"
        r"|\b(?:the|my) (?P<hand>left|right) player\b",
        play.beside,
    ),
    (
        r"^(?:the )?last (?:player )?(?:standing|left|remaining|alive|in the game|who is left)(?: player)? wins?$",
        play.last_one,
    ),
    (
        rf"(?:\bthere (?:is|are) )?\bno (?:more )?(?P<what>{NAME}) (?:are |is )?"
        r"(?:left |remaining |remain )?(?:in|on) (?:the )?"
        rf"(?P<where>{NAME}?)(?: anymore| any more)?$",
        play.none_left,
    ),
    (rf"(?P<where>(?:the )?{NAME}) (?:is|runs|has run|gets) out of (?P<what>{NAME})", play.none_left),
    (
        rf"^(?P<begin>when) (?:the )?{_SEAT} "
        r"(?:plays|picks|selects|takes|places|puts|moves|discards|buys|clicks) (?:on )?(?P<what>.+)$",
        play.chosen,
    ),
    (
        rf"^(?P<begin>given|then) (?:the )?{_SEAT} (?:has|holds|starts with) (?P<what>[A-Z][\w ,]*?)"
        r"(?: (?:in|on) (?:his |the |their |her |my )?(?P<where>[Hh]and|[A-Z]\w*))?$",
        play.held,
    ),
    (
        rf"^(?:(?:{PERSON}) )?(?:may )?(?:choose|decide|pick|select)s?"
        r"(?: (?:between|one of|either|whether to|to)|:) (?P<one>[^:]+?),? (?:or|and) (?P<two>.+)$",
        play.either,
    ),
    (r"^either (?P<one>.+?),? or (?P<two>.+)$", play.either),
    (rf"^(?:{PERSON}) (?:starts|begins) (?:in|on|at) (?P<where>{NAME})$", play.placed),
    (
        r"\b(?:I own it|it is mine|it's mine|(?:it )?belongs to me|(?:it )?is owned by me|owned by me)\b",
        play.owned,
    ),
    (
        r"\bthere is a (?:path|way|route|connection|line)(?: of [\w ]+?)? (?:from|between) "
        r"(?P<one>[\w' ]+?) (?:to|and) (?P<two>[\w' ]+?)"
        r"(?: over (?P<over>.+))?$",
        play.connected,
    ),
    (rf"\b(?P<count>\d+) ?[x×*] (?P<what>{NAME})", amounts.times),
    (
        r"(?P<before>\b(?:if|and|or|that|when|is|are|until|while) |^)(?P<is>(?:it )?(?:is |are ))?"
        r"(?P<near>adjacent to|next to|beside|adjoining|touching|neighbouring|bordering) (?=\w)",
        play.near,
    ),
    (rf"^(?:{PERSON} )?(?:may|can) (?P<what>[a-z]+(?: [a-z]+)*)(?P<rest> if .+)?$", play.may),
    (
        rf"^(?:each|every) (?P<other>other )?player (?:gets|receives|draws|takes|is dealt|starts with|has) "
        rf"(?P<count>{FIGURE}) (?P<what>{NAME})$",
        amounts.dealt_to_each,
    ),
    (
        r"^(?:the )?player (?:with|who has) (?:the )?(?P<most>most|highest|least|lowest|fewest) "
        rf"(?P<what>{NAME}) "
        r"is (?:the )?(?P<word>[a-z]+)$",
        play.called,
    ),
    (
        r"^(?P<what>[A-Z][\w -]*): (?P<count>\d+),? ?\(?(?:max\.?|maximum|up to|at most) (?P<most>\d+)\)?$",
        amounts.ranged,
    ),
    (
        r"\b(?:an? )?(?:extra|another|second|additional|bonus) turn\b|\b(?:goes|plays|moves|rolls) again\b",
        play.again,
    ),
    (
        r"^(?:(?:the |this )?game |it |result )?(?:is |ends in |ends as |ends with )?(?:a )?"
        r"(?:draw|tie|stalemate|drawn|tied)(?: game)?$",
        play.drawn,
    ),
    (
        rf"^(?P<who>{PERSON}|[a-z ]*player) (?P<verb>wins?|loses?)(?: the game)? "
        r"(?:if|when|once|as soon as) (?P<when>.+)$",
        play.won,
    ),
    (
        r"^(?:if|when|once) (?P<when>.+?),? (?:then )?(?P<who>(?:the|that|this|a) player|he|they|you|I) "
        r"(?P<verb>wins?|loses?)(?: the game)?$",
        play.won,
    ),
    (
        rf"^(?:the )?first (?:player )?(?:to|who)(?: \w+)? (?P<count>{FIGURE})(?: (?P<what>{NAME}?))?"
        r"(?: wins?(?: the game)?)?$",
        play.first_to,
    ),
    (
        r"^(?:the )?game (?:ends|is over|finishes|stops|lasts)(?: (?:at|in|on|after|with|when|for))?"
        rf"(?: the)?(?: end of)?(?: the)? (?:(?P<one>round|turn) (?P<number>{FIGURE})"
        rf"|(?P<count>{FIGURE}) (?P<unit>rounds?|turns?))\b.*$",
        play.after,
    ),
    (rf"^players\b.* (?P<word>{_TEAM})\b.*$", play.seated),
    (
        r"^(?:each|every) player (?:has|gets|receives|owns|(?:starts|begins) with) "
        rf"(?:an? (?P<place>[A-Z]\w*) of )?(?P<count>{FIGURE}) (?P<what>{NAME})$",
        amounts.has_of_each,
    ),
    (
        rf"(?<![\w'])(?P<who>(?:{PERSON})|(?:the |my )?[A-Z][\w-]*(?: [A-Z][\w-]*)*) (?:{HAS}) "
        rf"(?P<all>(?:{BOUND})(?:{FIGURE})? ?(?:{NAME})(?: and (?:{FIGURE}) (?:{NAME}))*)"
        r"(?: left| remaining| in (?:his|her|the|their|my) \w+| on (?:the )?\w+)?(?= and | or |,|\)|$)",
        amounts.compares,
    ),
    (
        rf"^(?:give|hand|hand out|distribute|deal out|pass) (?P<count>{FIGURE}) (?P<what>{NAME}) "
        rf"to (?P<whom>(?:{_THEM})*[\w' ]+?)(?P<rest> if .*| unless .*)?$",
        amounts.given,
    ),
    (
        rf"^(?:(?:{PERSON}) )?(?P<verb>{_CHANGED})s? (?P<count>{FIGURE}) (?P<what>{NAME})"
        r"(?: (?:from|to|of)(?P<whom> [\w' ]+?))?(?= if | unless |$)",
        amounts.changes,
    ),
    (
        r"^(?P<verb>add|subtract|deduct) (?P<count>[\w' ]+?) (?:to|from) "
        r"(?P<what>(?:(?:my|its|the) )?[\w' ]*[A-Z][\w' ]*)$",
        amounts.adds,
    ),
    (
        r"^(?:roll|throw|toss)s? (?P<what>(?:(?:a|the|all|both|one|two|three|\d+) )?(?:die|dice))\b",
        play.rolled,
    ),
    (
        r"^(?P<begin>given|when) (?P<what>[\w ]+?) "
        r"(?:rolls?|shows?|lands? on|comes? up|turns? up|is|are) (?P<face>[\w, ]+)$",
        play.fallen,
    ),
    (rf"\bthat (?:has (?:an? )?)?(?P<fact>[a-z]+s|[A-Z]\w*){_VALUE}", amounts.fact_of),
    (rf"\bwith (?:an? |the )?(?P<fact>[A-Z]\w*){_VALUE}", amounts.fact_of),
    (rf"(?P<before>\b(?:is|are|has|to|:)) ?(?P<list>{_LIST})$", amounts.bracketed),
    (
        rf"\bone of (?P<whose>my|the|his|her|their|your) (?P<what>{NAME})"
        r"(?P<place> (?:in|of|on|from) [\w' ]+?)?(?= to | onto |,|$)",
        amounts.one_of,
    ),
    (
        rf"^deal (?:(?P<count>all|the|{FIGURE}) )?(?P<what>{NAME})? ?(?:to )?"
        rf"(?:{_THEM})?(?:players?)? ?(?:evenly|equally|each|apiece)$",
        amounts.dealt,
    ),
    (
        r"^(?:the )?(?:winner is (?:the )?)?(?:player|one|whoever|person)(?: who| that)? (?:with|has|having) "
        rf"(?:the )?(?P<most>most|highest|biggest|largest|least|lowest|fewest) (?P<what>{NAME}) "
        r"(?P<verb>wins|loses)(?: the game)?$",
        play.most,
    ),
    (
        rf"^(?:when|whenever|once|after|if|each time|every time) (?:(?:a|an|any|the) )?(?P<what>{NAME}?) "
        rf"(?:(?:is|gets|was|has been) )?(?P<verb>{_HAPPENS})"
        rf"(?: (?:to|on|onto|into|in|at)(?: (?:a|an|the))? (?P<where>{NAME}))?$",
        play.moment,
    ),
    (
        r"^(?P<if>(?:if|once|whenever) (?:it is |it's |the deck is )?empty),? (?:then )?(?P<then>.+)$",
        play.emptied,
    ),
    (
        r"^must (?P<what>follow [\w ]+?|be [\w ]+?),? (?P<end>if (?:possible|able|they can|he can))$",
        play.follows,
    ),
    (r"(?<!\bby )\b(?P<word>his|her|their|your|our) (?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*)*)", amounts.their),
)
"""What is said at a table, and who says it in the language; the first that answers is taken."""
_AMOUNTS: Final = (amounts.adds, amounts.changes)
"""What an amount says in its own words."""
_AT_THE_MARGIN: Final = (play.won, play.first_to, play.after, amounts.has_of_each, play.moment)
"""What begins a declaration alone."""


@lru_cache(maxsize=1)
def _said() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Names], Found | None]], ...]:
    return tuple((re.compile(pattern), told) for pattern, told in _SAID)


def read(source: Source, line: Line, refused: int) -> Diagnostic | None:
    """Finds what was meant by a line that the grammar refuses; None where nothing here says it.

    Args:
        refused: where the grammar stopped. What lies before that can be read, and is no mistake.
    """
    text = source.text[line.start : line.end].rstrip().rstrip(":.").rstrip()
    if "\n" in text or len(text) > LONGEST:
        return None
    names = None
    head = source.text[: line.start].rpartition("\namount ")[2].partition("\n")[2]
    in_amount = bool(line.indent) and not re.search(r"^\S", head, re.MULTILINE)
    for pattern, told in _said():
        if (line.indent and told in _AT_THE_MARGIN) or (in_amount and told in _AMOUNTS):
            continue
        for match in pattern.finditer(text):
            if match.start() and not line.indent and refused <= line.start:
                continue  # what no declaration begins with is told first
            names = names or Names(source.text)
            found = told(match, names)
            if found is not None and line.start + found.end >= min(refused, line.start + len(text)):
                span = Span(source, line.start + found.start, line.start + found.end)
                label = Label(span, "written differently")
                return Diagnostic(found.code, found.message, (label,), help=found.help)
    return None
