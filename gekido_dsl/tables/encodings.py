"""Bytes of a sheet become its text, in the encoding that its program wrote it in.

Invariants:
    A letter that cannot be told is U+FFFD, which `sheets` reports at its cell; no name holds a wrong letter in silence.
"""

import re
from typing import Final

from gekido_dsl.source import ReadFailure

LOST: Final = "\ufffd"
"""Stands for a letter that cannot be told."""

_UTF8_MARK: Final = b"\xef\xbb\xbf"
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_SMALL: Final = "a-zß-öø-ÿ"
_LARGE: Final = "À-ÖØ-ÞŠŽŸŒ"
_OTHER_CODE: Final = re.compile(
    rf"[ƒˆ]|[^\W\d_][¡-©«-³¶¸¹»-¿×÷‰†‡•˜‹€‚„][{_SMALL}]|[‰†‡¢-¨¬®¯³¶¸¹÷][^\W\d_]|[^\W\d_][¤-¦¨¬¯¶¸¿÷„‚˜]"
    rf"|(?<=[{_SMALL}])[{_LARGE}](?![A-Z{_LARGE}])|[à-öø-ÿ]{{3}}|[À-ÖØ-Þ]{{4}}"
)
"""What Windows-1252 makes of the letters of another code: signs and capitals within words, words without a to z."""


def text_of(data: bytes) -> str | ReadFailure:
    """Reads the text of a sheet: UTF-8, UTF-16 or Windows-1252. Letters of any other code are lost."""
    if data.startswith(_UTF16_MARKS):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            return ReadFailure(f"byte {error.start} is not valid UTF-16", "not-utf8")
    nul = data.find(b"\0")
    if nul >= 0:
        unmarked = _unmarked(data, nul)
        return unmarked or ReadFailure(f"it is not text: there is a zero byte at byte {nul}", "binary")
    data = data.removeprefix(_UTF8_MARK)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", errors="replace")
    if len(text) - len(text.encode("ascii", "ignore")) >= 2 * text.count(LOST):
        return text  # as many letters are right as are broken
    windows = data.decode("cp1252", errors="replace")
    carons = sum(map(windows.count, "ŠšŽž"))
    if _OTHER_CODE.search(windows) or carons > len(re.findall("[À-ÿ]", windows)):
        return data.decode("ascii", errors="replace")
    return windows


def _unmarked(data: bytes, nul: int) -> str | None:
    """Reads UTF-16 that begins without a mark: every other byte of its line ends is zero."""
    try:
        text = data.decode("utf-16-be" if nul % 2 == 0 else "utf-16-le")
    except UnicodeDecodeError:
        return None
    return text if "\0" not in text and ("\n" in text or "\r" in text) else None
