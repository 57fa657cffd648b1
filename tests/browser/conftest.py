"""A real browser, and what it looks at: three rulebooks, one of them generated, and the project's own pages."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SITES = ("gekido", "aimbots", "connect_four", "project")


SHARING = ("test_alone", "test_studio_alone", "test_studio_laying_page", "test_newcomer", "test_in_vscode")
"""Files whose tests share what takes long to be made: they run in one process."""
LONG = ("project", "agree", "test_first_ten_minutes", "test_alone", "test_studio_alone", "match_of_gekido")
"""What takes longest begins first, so that no process waits for another at the end."""


@pytest.hookimpl(tryfirst=True)  # before groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker(pytest.mark.browser)
        # A site is built once, and so is what the tests of some files share.
        given = item.callspec.params if hasattr(item, "callspec") else {}
        group = given.get("folder", item.path.stem if item.path.stem in SHARING else None)
        if group and not (group == "project" and "DOCS_SITE" in os.environ):
            item.add_marker(pytest.mark.xdist_group(group))

    def rank(item: pytest.Item) -> int:
        return next((at for at, words in enumerate(LONG) if words in item.nodeid), len(LONG))

    items[:] = [item for item in items if item not in set(here)] + sorted(here, key=rank)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("there is no Chromium; on Debian: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program)
        yield made
        made.close()


@pytest.fixture(scope="session", params=SITES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished site."""
    name: str = request.param
    made = tmp_path_factory.mktemp(name)
    if name != "project":
        assert main(["docs", name, "-o", str(made)]) == 0
        return made
    if ready := os.environ.get("DOCS_SITE"):  # whoever sets it has just built it
        assert (Path(ready) / "index.html").is_file(), f"DOCS_SITE is {ready}, where no site is"
        return Path(ready)
    pytest.importorskip("material")
    subprocess.run([sys.executable, "tools/made_pages.py"], cwd=ROOT, check=True)
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(made)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return made


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session", params=["disk", "http"])
def address(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """Where the site is found, with a `/` at its end."""
    if request.param == "disk":
        yield folder.as_uri() + "/"
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    server.daemon_threads = True
    worker = threading.Thread(target=server.serve_forever, daemon=True)
    worker.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves the studio that needs no server but one for files; gives its address."""
    folder = tmp_path_factory.mktemp("studio")
    assert main(["studio", "--static", "-o", str(folder)]) == 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/studio/index.html"
    server.shutdown()
