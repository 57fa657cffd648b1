"""Options and fixtures of all tests."""

import os

import pytest
from hypothesis import HealthCheck, settings

from gekido_dsl import store

# How long an example takes says nothing on a busy machine; how much a match may do is bounded by the interpreter.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")


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


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has each test begin as a process does that keeps nothing; commands that run inside it say where they keep."""
    monkeypatch.setattr(store, "_kept", [])
    monkeypatch.setattr(store, "_version", [])


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten."""
    return bool(request.config.getoption("--update"))
