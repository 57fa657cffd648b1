"""A failure to read a file becomes a diagnostic."""

from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.diagnostics.diagnostic import Code, Diagnostic, Label
from gekido_dsl.source import ReadFailure, ReadFailureKind, Span

_CODE_BY_KIND: Final[dict[ReadFailureKind, Code]] = {
    "missing": codes.FILE_MISSING,
    "directory": codes.FILE_IS_DIRECTORY,
    "outside": codes.FILE_OUTSIDE_FOLDER,
    "too-large": codes.FILE_TOO_LARGE,
    "not-utf8": codes.NOT_UTF8,
    "binary": codes.BINARY_FILE,
    "permission": codes.FILE_UNREADABLE,
}

_HELP_BY_KIND: Final[dict[ReadFailureKind, str]] = {
    "missing": "check the spelling of the name, capital letters included",
    "directory": "name a file in that folder",
    "outside": "move the file into the ruleset's folder and name it from there",
    "too-large": "split it into several files",
    "not-utf8": "save it again with the encoding UTF-8; most editors offer this under `save as`",
    "binary": "name a text file; a spreadsheet has to be exported as text first",
    "permission": "allow your user to read the file",
}


def unreadable(name: str, failure: ReadFailure, at: Span | None = None) -> Diagnostic:
    """Says that a file cannot be read.

    Args:
        name: of the file, as it was written.
        at: where a ruleset names the file; None when the user did.
    """
    return Diagnostic(
        code=_CODE_BY_KIND[failure.kind],
        message=f"`{name}` cannot be read: {failure.reason}",
        labels=(Label(at, "named here"),) if at is not None else (),
        help=_HELP_BY_KIND[failure.kind],
    )
