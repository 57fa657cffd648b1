"""Options and fixtures of all tests."""

import gc
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from turns import in_turn, leave_out, with_slow_tests

from gekido_dsl import compilation, store
from gekido_dsl.backend.who_plays import NotCompiled
from gekido_dsl.diagnostics import Outcome
from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider
from gekido_dsl.source import MemoryProvider, Recording, Source, SourceProvider
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax import parse as parsing
from gekido_dsl.syntax.kept import Kept
from gekido_dsl.tables import yaml

# How long an example takes says nothing on a busy machine; how much a match may do is bounded by the interpreter.
settings.register_profile(
    "shared", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("shared")


# The files of a shipped game are read in hundreds of tests. What a text is read as depends on the text alone and never
# changes, so it is read once in a process.
_parse = parsing.parse


@lru_cache(maxsize=500)
def _parsed(source: Source, renamed: tuple[tuple[str, str], ...]) -> Outcome[s.File]:
    return _parse(source, dict(renamed))


def _parse_once(
    source: Source, renamed: Mapping[str, str] = parsing.NOTHING_RENAMED, kept: Kept | None = None
) -> Outcome[s.File]:
    if kept is not None:
        return _parse(source, renamed, kept)
    return _parsed(source, tuple(sorted(renamed.items())))


parsing.parse = _parse_once
yaml.parse = lru_cache(maxsize=200)(yaml.parse)


# The rulesets of the repository do not change while tests run, and nothing changes a game that was made: each is made
# once in a process, whichever test asks for it. A test that two makings are alike begins a `Compilation` by itself.
_ROOT = Path(__file__).resolve().parents[1]
_SHIPPED = _ROOT / "rulesets"
_load = compilation.load
_made: dict[tuple[object, ...], compilation.Compilation] = {}
MOST_MADE = 100


def _load_once(name: str, provider: SourceProvider) -> compilation.Compilation:
    inside = provider._provider if type(provider) is Recording else provider
    key = _same(name, inside)
    if key is None:
        return _load(name, provider)
    if key not in _made:
        if (
            type(inside) is MemoryProvider and len(_made) >= MOST_MADE
        ):  # texts of tests are soon needed no more
            _made.pop(next((one for one in _made if isinstance(one[1], tuple)), key), None)
        # What is read is noted in any case, so that a game serves those who want that and those who do not.
        _made[key] = _load(name, provider if type(provider) is Recording else Recording(inside))
    made = _made[key]
    if type(provider) is Recording and provider is not made.provider:
        assert (
            isinstance(made.provider, Recording) and made.diagnostics is not None
        )  # by now everything is read
        provider._given.update(made.provider._given)
    return made


def _same(name: str, provider: SourceProvider) -> tuple[object, ...] | None:
    """Gives what is the same for whatever gives the same texts; None where that may change."""
    if type(provider) is MemoryProvider:
        return name, tuple(provider.files.items())
    if type(provider) is not FolderProvider:
        return None
    if name.startswith(LIBRARY_PREFIX):
        folders = [provider._library]
    elif provider._library in (None, _SHIPPED) and provider._root.resolve().is_relative_to(_SHIPPED):
        folders = [provider._root]  # shipped games do not ask for the library, as they are in it
    else:
        folders = [provider._root, provider._library]
    folders = [one.resolve() if one is not None else None for one in folders]
    if not all(one is None or one.is_relative_to(_ROOT) for one in folders):
        return None
    return name, provider._prefix, *folders, provider._limit_bytes


compilation.load = _load_once


__all__ = ["in_turn"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite the expected outputs; read the difference"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError(
            "--update is refused where CI is set: an expectation is rewritten by a person"
        )

    if hasattr(config, "cache"):  # what the tests keep is not the user's
        os.environ.setdefault("GDL_CACHE", str(config.cache.mkdir("gdl")))
        # Hundreds of processes are started; none has to compile what it imports, even where nothing may be written
        # beside it.
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            os.environ.setdefault("PYTHONPYCACHEPREFIX", str(config.cache.mkdir("bytecode")))


# Hypothesis looks for numbers and texts in the sources of all that is tested, to try them now and then: in each process
# anew, and for some eight seconds in a clone in which nothing is kept yet. What is tried here says what it is made of.
providers.constants_from_module = lambda module: providers.Constants()


# Rulesets that were read make millions of objects that are never garbage. To look through all of them every few
# thousand objects took a fifth of the time of all tests.
_OBJECTS_BETWEEN = 10_000


gc.set_threshold(_OBJECTS_BETWEEN, 10, 10)


def pytest_collection_finish() -> None:
    """Leaves what was made by now out of every search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Passes over files of which nothing runs; to import them would take longer than many tests."""
    if collection_path.name == "browser" and "not browser" in (config.getoption("markexpr") or ""):
        return True
    if config.getoption("markexpr") != "slow" or not re.fullmatch(r"test_\w+\.py", collection_path.name):
        return None
    return True if collection_path not in with_slow_tests() else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out slow cases that do not have their turn."""
    leave_out(config, items)


LONG_S = 5
"""A test of the default run that takes longer is told at the end, whatever comes of it: a busy machine may be why."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells which tests of the default run took long."""
    ran = [one for kind in ("passed", "failed") for one in terminalreporter.stats.get(kind, ())]
    long = [one for one in ran if one.duration > LONG_S and not {"slow", "browser"} & one.keywords.keys()]
    if long:
        terminalreporter.section(f"longer than {LONG_S} seconds; docs/contributing/index.md says what to do")
        for one in sorted(long, key=lambda one: one.duration, reverse=True):
            terminalreporter.write_line(f"{one.duration:6.1f} s  {one.nodeid}")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has each test begin as a process does that keeps nothing; commands that run inside it say where they keep."""
    monkeypatch.setattr(store, "_kept", [])
    monkeypatch.setattr(store, "_version", [])


@pytest.fixture(autouse=True)
def the_compiler_holds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test in which the compiler failed and the interpreter stood in; `faulty` has it fail on purpose."""
    failures: list[str] = []

    def noted(self: NotCompiled, why: str) -> None:
        Exception.__init__(self, why)
        if "the compiler failed" in why:
            failures.append(why)

    monkeypatch.setattr(NotCompiled, "__init__", noted)
    yield
    if "faulty" not in request.fixturenames:
        assert not failures


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten."""
    return bool(request.config.getoption("--update"))
