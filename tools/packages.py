"""Builds the wheel and the sdist, checks them, installs them in clean environments and starts what they hold.

    python tools/packages.py build     build both twice from copies of the tracked files; the bytes must agree
    python tools/packages.py check     twine, check-wheel-contents and pyroma
    python tools/packages.py try       install the wheel and start it: see `python tools/packages.py try --help`
    python tools/packages.py tag v1.0  fail unless the tag names the version
    python tools/packages.py           build, check, and start it with the oldest dependencies and in odd places
    python tools/packages.py all       build, check and try everything, on this Python

Everything is installed by uv, but for one environment each by pip, `pipx run` and `uvx`. Nothing is written outside
`dist/` and a temporary folder.
"""

import argparse
import contextlib
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
SECONDS = 300
"""How long one command may take."""
RESOLUTIONS = ("highest", "lowest-direct")
PARTS = ("pip", "starters", "extras", "places", "versions")
NOBODY = 64123
"""A user whom no system knows."""
_ALONE = ("--seed", "1", "--seat", "1=random", "--seat", "2=random", "--language", "en", "--color", "never")
PLAY = ("play", "pig", *_ALONE)
GEKIDO = ("play", "gekido", *_ALONE)


class Failed(Exception):
    """Something does not hold; the text says what."""


def main() -> int:
    """Does what the command line asks for and returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="part")
    for name in ("build", "check", "all"):
        parts.add_parser(name)
    parts.add_parser("tag").add_argument("tag")
    trying = parts.add_parser("try", help="install the wheel and start it")
    trying.add_argument("--python", action="append", default=[], help="an interpreter; as often as you like")
    trying.add_argument("--resolution", action="append", default=[], choices=RESOLUTIONS)
    trying.add_argument("--extras", help="extras to try one by one, separated by commas; all by default")
    trying.add_argument("--only", choices=PARTS, action="append", default=[])
    args = parser.parse_args()
    try:
        match args.part:
            case "build":
                build()
            case "check":
                check()
            case "tag":
                _check_tag(args.tag)
            case "try":
                extras = args.extras.split(",") if args.extras else list(EXTRAS)
                pythons = args.python or [sys.executable]
                attempt(pythons, args.resolution or RESOLUTIONS, extras, args.only or PARTS)
            case whole:
                build()
                check()
                quick = whole is None
                resolutions = ["lowest-direct"] if quick else RESOLUTIONS
                parts_of_it = [part for part in PARTS if part != "extras"] if quick else PARTS
                attempt([sys.executable], resolutions, list(EXTRAS), parts_of_it)
    except Failed as failed:
        print(f"FAILED: {failed}", file=sys.stderr)
        return 1
    return 0


# Building


def build() -> None:
    """Builds twice, from two copies that differ in place, times and modes, and keeps the first result in `dist/`."""
    when = _run(["git", "log", "-1", "--format=%ct"], cwd=ROOT).strip()
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (mode, folded) in enumerate([(0o644, "one"), (0o600, "another place")]):
            copy = Path(folder) / folded / "project"
            _copy_tracked(copy, mode, touched=1_000_000_000 + number * 100_000)
            out = Path(folder) / f"out{number}"
            env = os.environ | {"SOURCE_DATE_EPOCH": when, "TZ": ("UTC", "Asia/Tokyo")[number]}
            _run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(copy)], env=env)
            made.append({path.name: path.read_bytes() for path in out.iterdir()})
        # A wheel from the files themselves, not by way of the sdist: nothing that it holds is missing there.
        straight = Path(folder) / "straight"
        env = os.environ | {"SOURCE_DATE_EPOCH": when}
        _run(
            [
                sys.executable,
                "-m",
                "build",
                "--no-isolation",
                "--wheel",
                "--outdir",
                str(straight),
                str(copy),
            ],
            env=env,
        )
        made.append({path.name: path.read_bytes() for path in straight.iterdir()})
    first, second, third = made
    for name, data in first.items():
        if second.get(name) != data:
            raise Failed(f"two builds of {name} differ")
        if name in third and third[name] != data:
            raise Failed(f"{name} differs when it is not built from the sdist")
    shutil.rmtree(DIST / "packages", ignore_errors=True)
    (DIST / "packages").mkdir(parents=True)
    for name, data in first.items():
        (DIST / "packages" / name).write_bytes(data)
        _said(name, f"built twice, same {len(data):,} bytes, sha256 {sha256(data).hexdigest()}")


def _copy_tracked(target: Path, mode: int, touched: int) -> None:
    names = _run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT).split(
        "\0"
    )
    for name in names:
        source = ROOT / name
        if name and source.is_file() and not source.is_symlink():
            copied = target / name
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copied)
            executable = source.stat().st_mode & stat.S_IXUSR
            copied.chmod(mode | (0o100 if executable else 0))
            os.utime(copied, (touched, touched))


def check() -> None:
    """Checks the metadata and the contents of what was built."""
    built = [str(path) for path in sorted((DIST / "packages").iterdir())]
    wheel = str(_wheel())
    print(_run([sys.executable, "-m", "twine", "check", "--strict", *built]).strip())
    print(_run([_tool("check-wheel-contents"), wheel]).strip())
    # The project has no address of mail: SECURITY.md says how to write to it.
    sdist = next(path for path in built if path.endswith(".tar.gz"))
    print(_run([_tool("pyroma"), "--min", "10", "--skip-tests", "AuthorEmail", sdist]).strip())
    _check_licences(Path(wheel))


def _check_tag(tag: str) -> None:
    """Checks that a tag, such as v1.0.0, names the version of the program and a heading of the changelog."""
    version = _run(
        [sys.executable, "-c", "import gekido_dsl; print(gekido_dsl.__version__)"], cwd=ROOT
    ).strip()
    if tag != f"v{version}":
        raise Failed(f"the tag {tag} is not v{version}, the version in gekido_dsl/__init__.py")
    if f"## [{version}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise Failed(f"CHANGELOG.md has no heading `## [{version}]`")


def _check_licences(wheel: Path) -> None:
    """Checks that the wheel has the licence of everything that it carries, and only files that it should."""
    import zipfile

    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith(".dist-info/METADATA"))).decode()
    for line in ("License-Expression: ", "License-File: LICENSE", "Project-URL: ", "Requires-Python: >=3.11"):
        if line not in metadata:
            raise Failed(f"the wheel's metadata has no line `{line}`")
    licences = [name for name in names if ".dist-info/licenses/" in name]
    carried = {"OFL.txt", "LICENCES.txt", "editor.licences.txt", "LICENSE", "NOTICE.md"}
    missing = carried - {name.rpartition("/")[2] for name in licences}
    if missing:
        raise Failed(f"the wheel's licences lack {', '.join(sorted(missing))}")
    strange = [name for name in names if name.endswith((".pyc", ".orig", "~")) or "__pycache__" in name]
    if strange:
        raise Failed(f"the wheel holds {strange[0]}")
    print(f"licences of all that the wheel carries: {len(licences)} files")


# Installing and starting


def attempt(
    pythons: Sequence[str], resolutions: Sequence[str], extras: Sequence[str], parts: Sequence[str]
) -> None:
    """Installs the wheel in clean environments and starts it in each."""
    with _folder() as folder:
        if "pip" in parts:
            _try_pip(folder)
        if "starters" in parts:
            _try_starters(folder)
        if "extras" in parts:
            for extra in extras:
                env = _environment(folder / f"extra-{extra}", pythons[0], "highest", [extra])
                _said(f"[{extra}]", EXTRAS[extra](env, _empty(folder)))
        if "places" in parts:
            _try_places(folder, pythons[0])
        if "versions" in parts:
            for python in pythons:
                for resolution in resolutions:
                    _try_version(folder, python, resolution)


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="gdl packages ä ", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def _try_pip(folder: Path) -> None:
    """Installs by pip, and starts from an empty folder."""
    env = folder / "by pip"
    _run([sys.executable, "-m", "venv", str(env)])
    _run([str(_bin(env) / "python"), "-m", "pip", "install", "--quiet", str(_wheel())])
    _starts([str(_bin(env) / "gdl")], _empty(folder), {})
    _said("pip install", "starts Gekido")


def _try_starters(folder: Path) -> None:
    """Starts by `pipx run` and by `uvx`, under the name of the package, from an empty folder."""
    found = {"PIP_FIND_LINKS": str(_wheel().parent), "UV_FIND_LINKS": str(_wheel().parent)}
    homes = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "pipx-bin")}
    version = _wheel().name.split("-")[1]
    _starts(
        [_tool("pipx"), "run", "--spec", f"gekido-dsl=={version}", "gekido-dsl"],
        _empty(folder),
        found | homes,
    )
    _said("pipx run gekido-dsl", "starts Gekido")
    _starts([_tool("uvx"), f"gekido-dsl@{version}"], _empty(folder), found)
    _said("uvx gekido-dsl", "starts Gekido")


def _starts(command: Sequence[str], cwd: Path, more: Mapping[str, str]) -> None:
    """Plays a match of Gekido between bots to its end."""
    env = _clean() | {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "HOME"))
    }
    out = _run([*command, *GEKIDO], cwd=cwd, env=env | more)
    if "win" not in out:
        raise Failed(f"{' '.join(command)} did not end a match:\n{out[-2000:]}")


def _try_version(folder: Path, python: str, resolution: str) -> None:
    """Installs the wheel with every extra there is a wheel for, and does a little of everything."""
    version = _run([python, "-c", "import sys; print('.'.join(map(str, sys.version_info[:3])))"]).strip()
    env = _environment(folder / f"{version} {resolution}", python, resolution, sorted(USUAL))
    cwd = _empty(folder)
    gdl = _gdl(env, cwd)
    gdl("validate", "gekido", "aimbots", "botwars", "geeko")
    gdl(*GEKIDO)
    gdl("new", "größer")
    gdl("validate", "--strict", "größer")
    gdl("test", "pig")
    gdl("simulate", "pig", "--seat", "random", "--games", "200", "--jobs", "2")
    for extra in USUAL:
        EXTRAS[extra](env, _empty(folder))
    _said(
        f"Python {version}, {resolution}",
        "validates, plays, simulates, and with its extras " + ", ".join(USUAL),
    )


def _try_places(folder: Path, python: str) -> None:
    """Starts `gdl` where little is as one expects it."""
    env = _environment(folder / "env with spaces and ü", _for_everybody(python), "highest", [])
    locales = _locales(folder)
    file = folder / "a file"
    file.write_text("")
    locked = _empty(folder)
    places: dict[str, dict[str, str]] = {
        "an empty folder": {"HOME": str(_empty(folder))},
        "a home that is a file": {"HOME": str(file)},
        "a home that does not exist": {"HOME": str(folder / "nowhere" / "at all")},
        "no HOME": {},
        "the locale C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        "the locale POSIX": {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        "a console of code page 1252": {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        "a console of code page 437": {"PYTHONIOENCODING": "cp437", "PYTHONUTF8": "0"},
        **{
            f"the locale {name}": {"LC_ALL": name, "LOCPATH": path, "PYTHONUTF8": "0"}
            for name, path in locales
        },
    }
    for place, variables in places.items():
        home = {} if place == "no HOME" else {"HOME": str(_empty(folder))}
        _plays(env, _empty(folder), home | variables, place)
    umlauts = _empty(folder) / "Größe, ça va & more"
    umlauts.mkdir()
    gdl = _gdl(env, umlauts)
    gdl("new", "mein spiel ü")
    (umlauts / "mein-spiel-ü").rename(umlauts / "mein spiel ü")
    gdl("validate", "--strict", "mein spiel ü")
    gdl("docs", "mein spiel ü", "-o", "das buch ö")
    gdl("export", "mein spiel ü", "-o", "eine seite é.html")
    _said("paths with spaces and umlauts", "new, validate, docs, export")
    if not hasattr(os, "getuid"):
        return
    locked.chmod(0o555)
    user = None if os.getuid() else NOBODY
    if user is not None and not _others_may_run(_bin(env) / "python"):
        print(
            "not tried: a read-only home and an unknown user, for no Python here can be run by others than root"
        )
        return
    _plays(env, locked, {"HOME": str(locked)}, "a read-only home and folder", user)
    _plays(
        env,
        Path("/"),
        {},
        "a user whom the system does not know, without a home" if user else "the root",
        user,
    )


def _plays(env: Path, cwd: Path, variables: Mapping[str, str], place: str, user: int | None = None) -> None:
    base = {name: value for name, value in _clean().items() if name != "HOME"}
    out = _run(
        [str(_bin(env) / "gdl"), *PLAY], cwd=cwd, env=base | dict(variables), user=user, encoding="latin-1"
    )
    if "wins" not in out:
        raise Failed(f"in {place}: no match was played to its end:\n{out[-2000:]}")
    _said(place, "plays")


def _for_everybody(python: str) -> str:
    """Finds a Python that other users may run, too; the one that was asked for, if there is none."""
    if not hasattr(os, "getuid") or os.getuid() or _others_may_run(Path(python)):
        return python
    for name in ("/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(name).exists():
            new = _run([name, "-c", "import sys; print(sys.version_info >= (3, 11))"]).strip() == "True"
            if new and _others_may_run(Path(name)):
                return name
    return python


def _others_may_run(program: Path) -> bool:
    real = program.resolve()
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (real, *real.parents, *program.parents))


def _locales(folder: Path) -> list[tuple[str, str]]:
    """Makes locales whose letters and numbers are written in other ways, where the system can."""
    made = []
    for name, letters in (
        ("tr_TR.UTF-8", "UTF-8"),
        ("de_DE.ISO-8859-1", "ISO-8859-1"),
        ("ja_JP.EUC-JP", "EUC-JP"),
    ):
        target = folder / "locales" / name
        target.parent.mkdir(exist_ok=True)
        command = ["localedef", "-i", name.partition(".")[0], "-f", letters, str(target)]
        if shutil.which("localedef") and subprocess.run(command, capture_output=True).returncode in (0, 1):
            if target.exists():
                made.append((name, str(target.parent)))
    if not made:
        print("not tried: locales, for `localedef` has no sources here (Debian: the package `locales`)")
    return made


# What an extra is for


def _web(env: Path, cwd: Path) -> str:
    command = [str(_bin(env) / "gdl"), "play", "pig", "--web", "--no-open", "--port", "0"]
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=_clean(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as server:
        try:
            assert server.stdout is not None
            told = ""
            for line in server.stdout:
                told += line
                address = next((word for word in line.split() if word.startswith("http://127.")), None)
                if address:
                    with urllib.request.urlopen(address, timeout=60) as answer:
                        if b"<html" not in answer.read(4000).lower():
                            raise Failed("the server's page is no page")
                    return "a page is served"
            raise Failed(f"the server told no address:\n{told}")
        finally:
            server.terminate()


def _print(env: Path, cwd: Path) -> str:
    _gdl(env, cwd)("print", "pig", "-o", "sheets.pdf")
    _gdl(env, cwd)("docs", "pig", "--format", "pdf", "-o", "book.pdf")
    if not all((cwd / name).read_bytes().startswith(b"%PDF-") for name in ("sheets.pdf", "book.pdf")):
        raise Failed("what is printed is no PDF")
    return "sheets and a book are printed"


def _sheets(env: Path, cwd: Path) -> str:
    gdl = _gdl(env, cwd)
    gdl("new", "my-cards", "--template", "cards")
    table = next(
        path
        for path in (cwd / "my-cards").rglob("*")
        if path.suffix in (".csv", ".yaml") and "card" in path.name
    )
    for suffix in (".xlsx", ".ods"):
        gdl("table", "convert", str(table), str(table.with_suffix(suffix)))
        if not table.with_suffix(suffix).read_bytes().startswith(b"PK"):
            raise Failed(f"{suffix} was not written")
    return "tables become .xlsx and .ods"


def _languages(env: Path, cwd: Path) -> str:
    gdl = _gdl(env, cwd)
    gdl("new", "my-game")
    gdl("translate", "extract", "my-game", "--language", "de")
    if not list(cwd.rglob("de.po")):
        raise Failed("no translation was begun")
    return "a translation is begun"


def _lsp(env: Path, cwd: Path) -> str:
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": None, "capabilities": {}},
    }
    body = json.dumps(asked)
    leave = json.dumps({"jsonrpc": "2.0", "method": "exit"})
    sent = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in (body, leave))
    out = _run([str(_bin(env) / "gdl"), "lsp"], cwd=cwd, env=_clean(), sent=sent, codes=(0, 1))
    if '"capabilities"' not in out:
        raise Failed(f"the language server did not answer:\n{out}")
    return "the language server answers"


def _mcp(env: Path, cwd: Path) -> str:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    out = _run([str(_bin(env) / "gdl"), "mcp"], cwd=cwd, env=_clean(), sent=json.dumps(asked) + "\n")
    if '"serverInfo"' not in out:
        raise Failed(f"the server for assistants did not answer:\n{out}")
    return "the server for assistants answers"


def _docs(env: Path, cwd: Path) -> str:
    _gdl(env, cwd)("docs", "pig", "--format", "mkdocs", "-o", "book")
    variables = _clean() | {"NO_MKDOCS_2_WARNING": "1"}
    _run(
        [str(_bin(env) / "python"), "-m", "mkdocs", "build", "--quiet", "-d", "built"],
        cwd=cwd / "book",
        env=variables,
    )
    if not (cwd / "book" / "built" / "index.html").exists():
        raise Failed("MkDocs built no page")
    return "MkDocs builds a book"


def _numpy(env: Path, cwd: Path) -> str:
    return _python(
        env,
        cwd,
        "import gekido_dsl; gekido_dsl.read('classics/pig').matches(20, 2).random_choices()",
        "matches as arrays",
    )


def _pettingzoo(env: Path, cwd: Path) -> str:
    code = """
        from gekido_dsl.exports.pettingzoo import env
        match = env("classics/pig", players=2)
        match.reset(seed=1)
        assert match.last()[4]["action_mask"].sum() > 0
    """
    return _python(env, cwd, code, "an environment of PettingZoo")


def _openspiel(env: Path, cwd: Path) -> str:
    code = """
        from gekido_dsl.exports import openspiel
        assert openspiel.load("classics/pig", players=2).new_initial_state().legal_actions()
    """
    return _python(env, cwd, code, "a game of OpenSpiel")


def _dask(env: Path, cwd: Path) -> str:
    code = """
        from distributed import Client, LocalCluster
        import gekido_dsl
        if __name__ == "__main__":
            with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
                with Client(cluster) as client:
                    print(gekido_dsl.read("classics/pig").simulate(20, executor=client.get_executor()))
    """
    return _python(env, cwd, code, "a cluster plays")


EXTRAS: dict[str, Callable[[Path, Path], str]] = {
    "web": _web, "print": _print, "lsp": _lsp, "sheets": _sheets, "languages": _languages, "mcp": _mcp, "docs": _docs,
    "numpy": _numpy, "pettingzoo": _pettingzoo, "openspiel": _openspiel, "dask": _dask,
}  # fmt: skip
"""What each extra is for, tried; each gives a word on it."""
USUAL = ("web", "print", "lsp", "sheets")
"""The extras that `pip install gekido-dsl[...]` is told with."""


def _python(env: Path, cwd: Path, code: str, told: str) -> str:
    import textwrap

    script = cwd / "script.py"
    script.write_text(textwrap.dedent(code), encoding="utf-8")
    _run([str(_bin(env) / "python"), str(script)], cwd=cwd, env=_clean())
    return told


# Environments and commands


def _wheel() -> Path:
    found = sorted((DIST / "packages").glob("*.whl"))
    if not found:
        raise Failed("there is no wheel in dist/packages; run `python tools/packages.py build` first")
    return found[-1]


def _environment(folder: Path, python: str, resolution: str, extras: Sequence[str]) -> Path:
    """Makes an environment with the wheel and these extras."""
    wanted = f"{_wheel()}[{','.join(extras)}]" if extras else str(_wheel())
    _run([_tool("uv"), "venv", "--quiet", "--python", python, str(folder)])
    into = str(_bin(folder) / "python")
    # Like `pip`, and unlike what a developer has, without bytecode: it is compiled at the first start.
    _run([_tool("uv"), "pip", "install", "--quiet", "--python", into, "--resolution", resolution, wanted])
    return folder


def _bin(env: Path) -> Path:
    return env / ("Scripts" if sys.platform == "win32" else "bin")


def _gdl(env: Path, cwd: Path) -> Callable[..., str]:
    def call(*words: str) -> str:
        return _run([str(_bin(env) / "gdl"), *words], cwd=cwd, env=_clean() | {"HOME": str(cwd)})

    return call


def _tool(name: str) -> str:
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise Failed(f"there is no `{name}`: install the extra `packages`")
    return found


_counted = iter(range(100_000))


def _empty(folder: Path) -> Path:
    new = folder / f"empty {next(_counted)}"
    new.mkdir()
    return new


def _clean() -> dict[str, str]:
    """Gives an environment with nothing of this project in it."""
    kept = (
        "PATH",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "LOCALAPPDATA",
        "USERPROFILE",
        "HOME",
        "SSL_CERT_FILE",
        "PIP_CERT",
    )
    return {name: os.environ[name] for name in kept if name in os.environ}


def _run(
    command: Sequence[str], *, cwd: Path | None = None, env: Mapping[str, str] | None = None, sent: str = "",
    user: int | None = None, codes: Sequence[int] = (0,), encoding: str = "utf-8",
) -> str:  # fmt: skip
    """Runs a command and gives what it says; whatever shows a fault of the program fails, too."""
    others = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    try:
        done = subprocess.run(
            command, cwd=cwd, env=env, input=sent, capture_output=True, text=True, encoding=encoding,
            errors="replace", timeout=SECONDS, **others,  # type: ignore[call-overload]
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Failed(f"after {SECONDS} s still running: {' '.join(command)}") from None
    told = done.stdout + done.stderr
    if done.returncode not in codes or "Traceback (most" in told or "internal error" in told:
        raise Failed(f"exit code {done.returncode} of {' '.join(command)}\n{told[-4000:]}")
    return done.stdout


def _said(what: str, held: str) -> None:
    print(f"ok  {what}: {held}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
