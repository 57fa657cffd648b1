"""Templates and files of translations are written and brought up to date, with Babel's gettext tools.

Invariants:
    The same ruleset and the same translations give the same bytes; no date is written.
    What a translator wrote is never lost: a text that is gone stays as a comment, one that changed is marked fuzzy.
"""

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from gekido_dsl.files import LIBRARY_PREFIX
from gekido_dsl.model.told_texts import Text

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

_LIKE: Final = 0.6
"""How much alike a changed text and its old wording are; those with one context are likelier to be the same."""
_LIKE_THERE: Final = 0.4
_DROPPED: Final = ("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "Generated-By")
_EMPTY: Final = {
    "PO-Revision-Date": "YEAR-MO-DA",
    "Last-Translator": "FULL NAME",
    "Language-Team": "<LL@li.org>",
}
_WIDTH: Final = 100
Places = dict[tuple[str, str], str]


class NoBabel(Exception):
    """Babel is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "translations are written with Babel, which is not installed; get it with "
            "`pip install 'gekido-dsl[languages]'`"
        )


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says of its game."""

    title: str
    folder: str = ""
    """What the names of all files begin with; translators see them without it."""


def begun(head: Head, texts: Iterable[Text], language: str | None) -> str:
    """Writes a file of translations into a language that has none yet, or the template of all of them.

    Raises:
        ValueError: Babel knows no such language.
        NoBabel: it is not installed.
    """
    return _written(_catalog(head, texts, language))


def updated(head: Head, texts: Sequence[Text], language: str, before: str) -> str:
    """Brings a file of translations up to date with its ruleset.

    Raises:
        ValueError: Babel knows no such language, or cannot read the file.
    """
    needs_babel()
    from babel.messages import pofile

    try:
        old: Catalog = pofile.read_po(
            io.StringIO(before), locale=language.replace("-", "_"), abort_invalid=True
        )
    except pofile.PoFileError as error:
        raise ValueError(str(error)) from error
    known = {(one.context or "", _id(one)): one for one in old if one.id}
    new = _catalog(head, texts, language)
    wanted = {one.key: one for one in texts}
    taken = _carried(old, new, known, wanted)
    new.header_comment, new.fuzzy = old.header_comment, False
    headers = {name: value for name, value in old.mime_headers if name not in _DROPPED}
    return _written(
        new, headers, [one for key, one in known.items() if key not in wanted and key not in taken], old
    )


def _carried(
    old: "Catalog",
    new: "Catalog",
    known: dict[tuple[str, str], "Message"],
    wanted: dict[tuple[str, str], Text],
) -> set[tuple[str, str]]:
    """Gives each text its translation, or that of the old wording that is most like it, as fuzzy.

    Returns:
        The old entries whose translation another text has now.
    """
    taken = set()
    gone = {key: one for key, one in known.items() if key not in wanted and _told(one)}
    dead = {(one.context or "", _id(one)): one for one in old.obsolete.values() if _told(one)}
    for key, text in wanted.items():
        message = new.get(_ids(text), text.context)
        if message is None:
            continue
        if key in known:
            message.user_comments = [one for one in known[key].user_comments if not one.startswith("|")]
        if key in known and _told(known[key]):
            _take(message, known[key], new.num_plurals, fuzzy="fuzzy" in known[key].flags)
            if "fuzzy" in known[key].flags:
                message.previous_id = _previous(known[key])
        elif key in dead:
            _take(message, dead[key], new.num_plurals, fuzzy=False)
        else:
            same = next((one for (_, said), one in gone.items() if said == text.text), None)
            like = same or _likest(text, gone)
            if like is not None:
                taken.add((like.context or "", _id(like)))
                _take(message, like, new.num_plurals, fuzzy=same is None)
                if same is None:
                    message.previous_id = [like.id] if isinstance(like.id, str) else list(like.id)
    return taken


def _take(message: "Message", other: "Message", forms: int, *, fuzzy: bool) -> None:
    """Takes over what was translated, with as many forms as the language has for what is counted."""
    told = [other.string] if isinstance(other.string, str) else [one or "" for one in other.string or ()]
    if isinstance(message.id, str):
        message.string = told[0] if told else ""
    else:
        message.string = tuple([*told, *[""] * forms][:forms])
    if fuzzy:
        message.flags.add("fuzzy")


def _previous(message: "Message") -> list[str]:
    """Gives the old wording, which Babel writes behind `#|` and reads as a comment."""
    from babel.messages.pofile import unescape

    lines = [one[1:].strip() for one in message.user_comments if one.startswith("|")]
    text = "".join(unescape(part) for line in lines for part in re.findall(r'"(?:[^"\\]|\\.)*"', line))
    return [text] if text else []


def _likest(text: Text, gone: dict[tuple[str, str], "Message"]) -> "Message | None":
    best, found = 0.0, None
    for (context, said), message in gone.items():
        least = _LIKE_THERE if context == text.context else _LIKE
        matcher = SequenceMatcher(None, said, text.text, autojunk=False)
        if matcher.real_quick_ratio() < max(best, least) or matcher.quick_ratio() < max(best, least):
            continue
        like = matcher.ratio() + (0.2 if context == text.context else 0.0)
        if like - (0.2 if context == text.context else 0.0) >= least and like > best:
            best, found = like, message
    return found


def _catalog(head: Head, texts: Iterable[Text], language: str | None) -> "Catalog":
    needs_babel()
    from babel import UnknownLocaleError
    from babel.messages.catalog import Catalog

    try:
        made = Catalog(
            locale=language.replace("-", "_") if language is not None else None,
            project=head.title,
            header_comment=f"# {head.title}",
            charset="utf-8",
            fuzzy=False,
        )
    except UnknownLocaleError as error:
        raise ValueError(f"Babel knows no language `{language}`") from error
    for one in texts:
        made.add(
            _ids(one),
            context=one.context,
            locations=[(_file(one, head), one.span.start_position[0] + 1)],
            auto_comments=[one.note] if one.note else [],
        )
    return made


def _file(text: Text, head: Head) -> str:
    """Names the file of a text; what lies behind a blank is no part of a name to gettext."""
    name = text.span.source.name.removeprefix(head.folder).removeprefix(LIBRARY_PREFIX)
    return name.replace(" ", "%20")


def _ids(text: Text) -> str | tuple[str, str]:
    return (text.text, text.plural) if text.plural else text.text


def _id(message: "Message") -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def _told(message: "Message") -> bool:
    return any(message.string) if isinstance(message.string, tuple) else bool(message.string)


def _written(
    catalog: "Catalog",
    headers: dict[str, str] | None = None,
    gone: Sequence["Message"] = (),
    old: "Catalog | None" = None,
) -> str:
    from babel.messages import pofile

    wanted = {(one.context or "", _id(one)) for one in catalog if one.id}
    for one in [*(old.obsolete.values() if old is not None else ()), *gone]:
        key = (one.context or "", _id(one))
        if key not in wanted and _told(one):
            catalog.obsolete[catalog._key_for(one.id, one.context)] = one
    stream = io.BytesIO()
    pofile.write_po(stream, catalog, width=_WIDTH, include_previous=True, include_lineno=False)
    text = stream.getvalue().decode("utf-8")
    head, blank, rest = text.partition("\n\n")
    lines = []
    for line in head.split("\n"):
        name = line[1:].partition(":")[0]
        if name in _DROPPED or any(name == one and mark in line for one, mark in _EMPTY.items()):
            continue
        kept = (headers or {}).get(name)
        if kept is not None and name in _EMPTY and kept != "":
            line = f'"{name}: {_escaped(kept)}\\n"'
        lines.append(line)
    return ("\n".join(lines) + blank + rest).strip("\n") + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def needs_babel() -> None:
    """Makes sure that Babel is there.

    Raises:
        NoBabel: it is not.
    """
    try:
        import babel.messages.pofile  # noqa: F401
    except ImportError as error:
        raise NoBabel from error
