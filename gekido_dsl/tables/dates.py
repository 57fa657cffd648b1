"""Tells the dates that spreadsheet programs make of texts like `1-2`, in the languages that they are used in.

Invariants:
    A word after a number is no date by itself: `May 4`, `2 set` and `10 sept` are names.
"""

import re
from typing import Final

_MONTHS: Final = frozenset(
    """
    abril agosto août april aprile aprilie aralık august augusti augustus augusztus avril ağustos březen
    března czerwca czerwiec december decembrie desember dezember dezembro dicembre diciembre duben dubna
    décembre ekim enero eylül febbraio febrero februar februari februarie february február fevereiro
    février gennaio giugno grudnia grudzień haziran ianuarie iulie iunie janeiro januar januari january
    január janvier juillet juin julho juli julio july june junho juni junio július június kasım květen
    května kwiecień kwietnia leden ledna lipca lipiec listopad listopada listopadu luglio lutego luty
    maart maggio mai maio maj maja marca march mars mart martie marts marzec marzo março may mayo mayıs
    mei május március märz nisan noiembrie november novembre novembro noviembre ocak october octobre
    octombrie octubre oktober október ottobre outubro październik października prosince prosinec
    september septembre septembrie septiembre setembro settembre sierpień sierpnia srpen srpna styczeń
    stycznia szeptember temmuz wrzesień września září április únor února červen července červenec června
    říjen října şubat август августа апрель апреля декабрь декабря июль июля июнь июня май март марта
    мая ноябрь ноября октябрь октября сентябрь сентября февраль февраля январь января
    """.split()  # noqa: SIM905
)
"""Months in Czech, Danish, Dutch, English, French, German, Hungarian, Italian, Norwegian, Polish, Portuguese, Romanian,
Russian, Spanish, Swedish and Turkish, as the Unicode CLDR has them; a program shortens them to their beginning."""
_OTHERWISE: Final = frozenset("mrt mrz čvc čvn".split())  # noqa: SIM905
"""Short months that are not how their names begin."""
_WORDS: Final = frozenset("ago august dub gen led lip lis list lug lute mag mart out pro set".split())  # noqa: SIM905
"""Short months that are words of rules as well, so that a date of them has a day of two digits."""
_NUMBERS: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[ T][\d:.]+)?|\d{4}(?:/\d{1,2}/|\. ?\d{1,2}\. ?)\d{1,2}\.?|\d{1,2}/\d{1,2}/\d{2,4}"
    r"|(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])-\d{2}|\d{1,2}-\d{1,2}-\d{4}"
    r"|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}[月월] ?\d{1,2}[日일]"
)
_MONTH: Final = r"(?P<month>[^\W\d_]{3,})\.?"
_NAMED: Final = (
    re.compile(rf"(?P<day>\d{{1,2}})(?:[-/.]|\. ){_MONTH}(?:[-/. ] ?(?:\d{{2}}|\d{{4}}))?"),
    re.compile(rf"(?P<day>){_MONTH}[-/. ](?:\d{{2}}|\d{{4}})"),
    re.compile(rf"(?P<day>\d{{1,2}} |){_MONTH} (?:\d{{1,2}}, )?\d{{4}}"),
)


def is_date(text: str) -> bool:
    """Tells whether a text as a whole is a date or a time of day, as a program writes it."""
    folded = text.casefold()
    if _NUMBERS.fullmatch(folded):
        return True
    return any(
        _is_month(found["month"], len(found["day"].strip()) == 2)
        for form in _NAMED
        if (found := form.fullmatch(folded))
    )


def _is_month(word: str, is_certain: bool) -> bool:
    if word in _WORDS and not is_certain:
        return False
    return word in _OTHERWISE or any(month.startswith(word) for month in _MONTHS)
