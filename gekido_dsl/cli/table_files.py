"""`gdl table`: tables of rulesets in other forms, as empty sheets to fill in, and renewed from a published sheet."""

import contextlib
import os
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click

from gekido_dsl.cli import output
from gekido_dsl.cli.paths import RULESET, Ruleset, of_path, owners
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Diagnostic, Severity, suggest
from gekido_dsl.diagnostics.reading import unreadable
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.files import LIBRARY_PREFIX, LIMIT_BYTES, decoded, shipped_folder
from gekido_dsl.language import table_forms as forms
from gekido_dsl.model.tables import signs_of, table_of
from gekido_dsl.source import ReadFailure, Source, file_of, is_sheet, is_workbook
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import toml

SETTINGS: Final = "sheets.toml"
"""Beside a ruleset: where its tables are published."""
_FORMS: Final = (".yaml", ".yml", ".csv", ".tsv", ".xlsx", ".ods")
_WAIT_S: Final = 10
_ALL_S: Final = 30
"""How long one address may take, from the first word to the last."""

_EPILOG = """\b
Examples:
  gdl table convert my-game/cards.yaml my-game/cards.xlsx
  gdl table convert game.xlsx cards.csv --sheet Cards
  gdl table new my-game Card -o cards.xlsx
  gdl table pull my-game
"""


@click.group("table", short_help="Convert tables, start new ones, update them from the web.", epilog=_EPILOG)
def command() -> None:
    """Convert tables to other formats, start new ones, and update them from published sheets."""


# ---------------------------------------------------------------- convert


@command.command("convert")
@click.argument("old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("new", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sheet", metavar="NAME", help="Sheet to read if OLD is a workbook; the first by default.")
@click.option("--ruleset", type=RULESET, help="The ruleset that uses OLD, if it is not next to it.")
@click.option("--force", is_flag=True, help="Overwrite NEW if it exists.")
def convert(old: Path, new: Path, sheet: str | None, ruleset: Ruleset | None, force: bool) -> int:
    """Convert a table to another format.

    The file extensions of OLD and NEW name the formats: .yaml, .csv, .tsv, .xlsx or .ods.

    Everything the ruleset declares is preserved, and this is checked. Comments become the column Notes and vice
    versa; your own columns stay in a sheet and become comments in YAML. OLD is left unchanged.
    """
    _writable(new, force)
    source, table = table_in(old, sheet, ruleset)
    got, found = forms.read(table, source)
    if got is None:
        output.complain([one for one in found if one.severity is Severity.ERROR])
        output.note(f"{old.as_posix()} has errors; nothing was written")
        return 1
    try:
        made = forms.converted(got, new.name)
    except forms.NotKept as why:
        raise click.ClickException(f"{why}; nothing was written") from why
    _write(new, made.encode() if isinstance(made, str) else _workbook(new, made, table))
    output.note(
        f'wrote {counted(len(got.rows), "row")} to {new.as_posix()}; a ruleset names it so: from "{new.name}"'
    )
    return 0


def _writable(path: Path, force: bool) -> None:
    """Refuses a form that cannot be written, and a file that is there.

    Raises:
        click.BadParameter: nothing is written there.
    """
    ending = path.suffix.lower()
    if ending not in _FORMS:
        raise click.BadParameter(f"`{path.name}` ends in none of {', '.join(_FORMS)}", param_hint="NEW")
    if path.exists() and not force:
        raise click.BadParameter(
            f"`{path.as_posix()}` exists already; --force writes over it", param_hint="NEW"
        )


def table_in(
    file: Path, sheet: str | None = None, ruleset: Ruleset | None = None, hint: str = "OLD"
) -> tuple[Source, c.Table]:
    """Finds what a ruleset declares of a file, with the file as it is there.

    Raises:
        click.BadParameter: no ruleset reads it, or the file cannot be read.
    """
    found = [ruleset] if ruleset is not None else [of_path(one) for one in owners(file)]
    for one in found:
        made = load(one.name, one.provider)
        _ = made.model
        for source in made.tables:
            tables = forms.tables_for(made, source.name) if _is(file, sheet, source.name, one) else []
            if tables:
                return source, tables[0]
        failed = _unread(made, file, one)
        if failed is not None:
            output.complain([failed])
            raise click.exceptions.Exit(1)
    where = f"`{ruleset.argument}` does not read" if ruleset is not None else "no ruleset beside it reads"
    step = "--ruleset names the one that" if hint == "OLD" else "a ruleset"
    raise click.BadParameter(
        f"{where} `{file.as_posix()}`; {step} says what its columns are",
        param_hint=hint,
    )


def _is(file: Path, sheet: str | None, name: str, ruleset: Ruleset) -> bool:
    """Tells whether a source is what the user names."""
    path, at = Path(file_of(name)), name[len(file_of(name)) + 1 :]
    base = ruleset.path.parent if ruleset.path is not None else shipped_folder()
    inside = Path(name.removeprefix(LIBRARY_PREFIX)) if name.startswith(LIBRARY_PREFIX) else path
    same = any(one.resolve() == file.resolve() for one in (path, base / inside))
    return same and (sheet is None or at.casefold() == sheet.casefold())


def _unread(made: Compilation, file: Path, ruleset: Ruleset) -> Diagnostic | None:
    """Finds why the file could not be read, if the ruleset names it."""
    for one in made.diagnostics:
        if (
            one.code.slug in ("workbook", "binary-file", "not-utf8", "file-too-large")
            and file.name in one.message
        ):
            return one
    return None


def _workbook(path: Path, grid: forms.Grid | None, table: c.Table) -> bytes:
    """Writes cells, or an empty sheet, in the form that the ending of a file says."""
    library = "odfdo" if path.suffix.lower() == ".ods" else "XlsxWriter"
    try:
        if library == "odfdo":
            from gekido_dsl.language.office_writer import empty_office_sheet, office_sheet

            return (
                office_sheet(grid, table.title, table)
                if grid is not None
                else empty_office_sheet(table.title, table)
            )
        from gekido_dsl.language.workbook_writer import empty_workbook, workbook

        return workbook(grid, table.title, table) if grid is not None else empty_workbook(table.title, table)
    except ImportError:
        raise click.ClickException(
            f"{library}, which writes {path.suffix.lower()}, is not installed: "
            "pip install 'gekido-dsl[sheets]'; .csv needs nothing"
        ) from None


def _write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all.

    Raises:
        click.FileError: it cannot be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.resolve().parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.chmod(temporary, path.stat().st_mode & 0o7777 if path.exists() else 0o644)
            os.replace(temporary, path.resolve())
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise click.FileError(path.as_posix(), error.strerror or "it cannot be written") from error


# ---------------------------------------------------------------- new


@command.command("new")
@click.argument("ruleset", type=RULESET)
@click.argument("kind")
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write: .xlsx, .ods, .csv or .tsv.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
def new(ruleset: Ruleset, kind: str, target: Path, force: bool) -> int:
    """Write an empty sheet for the rows of a KIND.

    It has the headers, and in a workbook also drop-down lists and notes.

    The kind need not have a table yet: `kind Card from "cards.xlsx"` and its fields are enough.
    """
    if not is_sheet(target.name):
        raise click.BadParameter("an empty table is a sheet: .xlsx, .ods, .csv or .tsv", param_hint="-o")
    _writable(target, force)
    table = _declared(ruleset, kind)
    if is_workbook(target.name):
        data = _workbook(target, None, table)
    else:
        headers = [header for header, _, _ in forms.headers_for(table)]
        data = forms.text_of_grid([headers], "\t" if target.name.lower().endswith(".tsv") else ",").encode()
    _write(target, data)
    output.note(f"wrote {target.as_posix()}; fill it in, and check it: gdl validate {ruleset.argument}")
    return 0


def _declared(ruleset: Ruleset, wanted: str) -> c.Table:
    """Gives what a ruleset declares of a kind, as complete as its mistakes allow.

    Raises:
        click.BadParameter: there is no such kind.
    """
    made = load(ruleset.name, ruleset.provider)
    game = made.model.value
    kinds = game.kinds.values() if game is not None else ()
    for kind in kinds:
        if game is not None and wanted.casefold() in (kind.name.casefold(), kind.plural.casefold()):
            return table_of(kind, game) if kind.legend is None or kind.file else signs_of(kind, game)
    if game is None:
        output.complain([one for one in made.diagnostics if one.severity is Severity.ERROR])
        raise click.exceptions.Exit(1)
    names = [kind.name for kind in kinds]
    near = suggest.did_you_mean(wanted, names) or f"there are {', '.join(names) or 'none'}"
    raise click.BadParameter(f"no kind is called `{wanted}`; {near}", param_hint="KIND")


# ---------------------------------------------------------------- pull


@command.command("pull")
@click.argument("ruleset", type=RULESET)
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@click.option("--yes", is_flag=True, help="Write the changes without asking.")
@click.option(
    "--check", is_flag=True, help="Write nothing; exit with code 1 if a table differs from the published one."
)
def pull(ruleset: Ruleset, tables: tuple[str, ...], yes: bool, check: bool) -> int:
    """Update tables from sheets published as CSV.

    Each changed row is shown before anything is written.

    The addresses are kept in sheets.toml next to the ruleset, never in a ruleset itself:

    \b
      ["cards.csv"]
      address = "https://example.org/cards.csv"

    Use the address at which your spreadsheet program publishes the sheet as CSV. Anyone with the address can read it.
    """
    if ruleset.path is None:
        raise click.BadParameter("a shipped game has no published tables", param_hint="RULESET")
    folder = ruleset.path.parent
    known = _settings(folder / SETTINGS)
    for name in tables:
        if name not in known:
            near = suggest.did_you_mean(name, known) or f"it has {', '.join(known) or 'none'}"
            raise click.BadParameter(f"{SETTINGS} has no address for `{name}`; {near}", param_hint="TABLE")
    changed = False
    for name in tables or tuple(known):
        changed = _pull(ruleset, folder, name, known[name], yes=yes, check=check) or changed
    return 1 if changed and (check or (not yes and not output.is_terminal(sys.stdin))) else 0


def _settings(path: Path) -> dict[str, str]:
    """Reads where tables are published.

    Raises:
        click.ClickException: the file is missing or says something else.
    """
    if not path.is_file():
        raise click.ClickException(
            f"there is no {SETTINGS} beside the ruleset; `gdl table pull --help` shows what stands in it"
        )
    try:
        data = toml.read(path.read_bytes()[:LIMIT_BYTES].decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path.as_posix()} cannot be read: it is no UTF-8 text") from None
    except (toml.NotToml, OSError) as error:
        raise click.ClickException(f"{path.as_posix()} cannot be read: {error}") from error
    found: dict[str, str] = {}
    for name, one in data.items():
        address = one.get("address") if isinstance(one, Mapping) else None
        if not isinstance(address, str):
            raise click.ClickException(f'{path.as_posix()}: `{name}` has no `address = "https://..."`')
        if (
            not name.lower().endswith((".csv", ".tsv"))
            or Path(name).is_absolute()
            or ".." in Path(name).parts
        ):
            raise click.ClickException(
                f"{path.as_posix()}: `{name}` is no .csv or .tsv in the ruleset's folder"
            )
        found[name] = address
    return found


def _pull(ruleset: Ruleset, folder: Path, name: str, address: str, *, yes: bool, check: bool) -> bool:
    """Renews one table; tells whether it is another one than it was."""
    data = _fetched(name, address)
    path = folder / name
    new = decoded(name, data)
    if isinstance(new, ReadFailure):
        output.complain([unreadable(address, new)])
        raise click.exceptions.Exit(1)
    old = path.read_bytes() if path.is_file() else None
    if old == data:
        output.note(f"{name}: nothing is new")
        return False
    provider = _With(ruleset, name, new)
    made = load(ruleset.name, provider)
    errors = [one for one in made.diagnostics if one.severity is Severity.ERROR]
    told = _told(made, name, None if old is None else decoded(name, old), new)
    output.result(f"{name} from {address}\n" + "".join(f"  {line}\n" for line in told))
    if errors:
        output.complain(errors)
        output.note(f"{name} was left as it is: with what is published the ruleset has errors")
        raise click.exceptions.Exit(1)
    if check:
        return True
    if not yes and not output.is_terminal(sys.stdin):
        output.note(f"{name} was left as it is; --yes writes it")
        return True
    if yes or click.confirm(f"write {safe(name)}?", err=True):
        _write(path, data)
        output.note(f"wrote {path.as_posix()}")
    return True


class _With:
    """Reads a ruleset as it lies on the disk, but for one table."""

    def __init__(self, ruleset: Ruleset, name: str, new: Source) -> None:
        self._others, self._new = ruleset.provider, new
        base = ruleset.path.parent.as_posix() if ruleset.path is not None else "."
        self._name = name if base == "." else f"{base.rstrip('/')}/{name}"
        self._folder = "" if base == "." else f"{base.rstrip('/')}/"

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        from gekido_dsl.source import join_name

        inside = None if relative_to is None else relative_to.removeprefix(self._folder)
        if join_name(name, inside) == self._name.removeprefix(self._folder):
            return Source(self._name, self._new.text)
        return self._others.read(name, relative_to)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        from gekido_dsl.source import read_bytes

        return read_bytes(self._others, name, relative_to)


def _told(made: Compilation, name: str, old: Source | ReadFailure | None, new: Source) -> list[str]:
    """Tells what is different, row by row, whoever sorted the sheet."""
    _ = made.model
    here = next((one for one in made.tables if one.text == new.text and one.name.endswith(name)), new)
    tables = forms.tables_for(made, here.name)
    if not tables:
        return ["no kind of the ruleset is read from it"]
    before = forms.rows_said(tables[0], old) if isinstance(old, Source) else {}
    after = forms.rows_said(tables[0], new)
    return forms.differences(before, after) or [
        "its rows say the same; only their order, notes or layout are new"
    ]


class _Careful(urllib.request.HTTPRedirectHandler):
    """Follows a redirection only to another address of the web, and never from a safe one to an open one."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        """Refuses what `_allowed` refuses."""
        _allowed(newurl)
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise click.ClickException("the address leads from https to an open one; nothing was read")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _allowed(address: str) -> None:
    """Allows the web, and http only on this machine.

    Raises:
        click.ClickException: it is something else.
    """
    parts = urlsplit(address)
    local = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise click.ClickException(f"`{address}` is no https address; nothing was read")


def _fetched(name: str, address: str) -> bytes:
    """Reads what is published, within the limits of a file and of time.

    Raises:
        click.ClickException: there is nothing, too much of it, or no table.
    """
    _allowed(address)
    opener = urllib.request.build_opener(_Careful)
    begun = time.monotonic()
    parts: list[bytes] = []
    size = 0
    try:
        asked = urllib.request.Request(address, headers={"User-Agent": "gdl", "Accept": "text/csv, text/*"})
        with opener.open(asked, timeout=_WAIT_S) as answer:
            kind = answer.headers.get_content_type()
            while part := answer.read1(65_536):
                parts.append(part)
                size += len(part)
                if size > LIMIT_BYTES:
                    raise click.ClickException(f"{name}: more than {LIMIT_BYTES:,} bytes are published there")
                if time.monotonic() - begun > _ALL_S:
                    raise click.ClickException(f"{name}: {address} took longer than {_ALL_S} seconds")
    except urllib.error.HTTPError as error:
        raise click.ClickException(f"{name}: {address} answers {error.code} {error.reason}") from error
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", None) or error
        raise click.ClickException(f"{name}: {address} cannot be reached: {why}") from error
    data = b"".join(parts)
    if kind == "text/html" or data.lstrip()[:1] == b"<":
        raise click.ClickException(
            f"{name}: a page is published at {address}, and no CSV; publish the sheet as CSV"
        )
    return data
