"""A failure to read a file becomes a diagnostic."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.diagnostics.diagnostic import Code, Diagnostic, Label
from gekido_dsl.diagnostics.suggest import did_you_mean
from gekido_dsl.source import ReadFailure, ReadFailureKind, Span, file_of

_CODE_BY_KIND: Final[dict[ReadFailureKind, Code]] = {
    "missing": codes.FILE_MISSING,
    "directory": codes.FILE_IS_DIRECTORY,
    "outside": codes.FILE_OUTSIDE_FOLDER,
    "too-large": codes.FILE_TOO_LARGE,
    "not-utf8": codes.NOT_UTF8,
    "binary": codes.BINARY_FILE,
    "permission": codes.FILE_UNREADABLE,
    "workbook": codes.WORKBOOK,
}

_HELP_BY_KIND: Final[dict[ReadFailureKind, str]] = {
    "missing": "check the spelling and the folder: paths begin in the folder of the ruleset",
    "directory": "name a file in that folder",
    "outside": "move the file into the ruleset's folder and name it from there",
    "too-large": "split it into several files",
    "not-utf8": "save it again with the encoding UTF-8; most editors offer this under `save as`",
    "binary": "name a text file, or a spreadsheet saved as .xlsx, .ods or .csv",
    "permission": "allow your user to read the file",
    "workbook": "save it again as .xlsx or as CSV from your spreadsheet program",
}


def unreadable(name: str, failure: ReadFailure, at: Span | None = None) -> Diagnostic:
    """Says that a file cannot be read.

    Args:
        name: of the file, as it was written.
        at: where a ruleset names the file; None when the user did.
    """
    return Diagnostic(
        code=_CODE_BY_KIND[failure.kind],
        message=f"`{file_of(name)}` cannot be read: {failure.reason}",
        labels=(Label(at, "named here"),) if at is not None else (),
        help=failure.help
        or did_you_mean(file_of(name).rpartition("/")[2], failure.beside)
        or _HELP_BY_KIND[failure.kind],
    )


def circle(names: Sequence[str], at: Span | None) -> Diagnostic:
    """Says that files use or change one another in a circle; the first name is also the last."""
    labels = (Label(at, "leads back to a file that is being read"),) if at is not None else ()
    message = f"these files use one another in a circle: {' → '.join(names)}"
    step = "remove one of these lines, and put what both files need into a third file"
    return Diagnostic(codes.IMPORT_CYCLE, message, labels, step)


def too_many(message: str, at: Span | None) -> Diagnostic:
    """Says that there are more files than there may be, or more in them."""
    return Diagnostic(codes.FILE_TOO_LARGE, message, (Label(at, "one too many"),) if at is not None else ())
