"""Python in a page, spoken to by a test: messages go to a table there, and to one here, and have to say the same."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gekido_dsl import web
from gekido_dsl.cli import paths
from gekido_dsl.standalone import archive, games, packing
from gekido_dsl.standalone import parts as own_parts
from tests.browser.tables import window

_START_MS = 180_000
BASE = "http://alone.test/"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'"
)
PAGE = (
    '<!doctype html><html lang="en"><title>t</title><script type="module" src="/harness.js"></script></html>'
)
HARNESS = """
import { alone } from "./alone.js";
const part = async (name) => (await fetch(`/parts/${name}`)).blob();
const LONGEST_MS = 600_000;
const names = ["loader", "core", "wasm", "stdlib", "lock", "program", "game"];
const parts = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await part(name)])));
const script = await (await fetch("/alone_worker.js")).text();
let got = [];
let wake = () => {};
const tell = (one) => { got.push(one); wake(); };
const real = self.Worker;
self.Worker = class extends real { constructor(...given) { super(...given); self.worker = this; } };
const connection = alone(parts, script, {
  progress: () => {}, ready: () => tell({ ready: true }), failed: (words) => tell({ failed: words }),
  keep: () => {}, pause: 0,
});
connection.onmessage = tell;
self.until = async (name) => {
  const ends = setTimeout(() => tell({ failed: `nothing says ${name}` }), LONGEST_MS);
  while (!got.some((one) => one[name] !== undefined || one.failed)) await new Promise((resolve) => { wake = resolve; });
  clearTimeout(ends);
  const had = got;
  got = [];
  return had;
};
self.say = async (message, name) => { connection.send(message); return self.until(name); };
self.open = async (name) => { self.worker.postMessage({ game: await part(name) }); return self.until("ready"); };
document.documentElement.dataset.ready = "";
"""


class There:
    """A table in a page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.packed: dict[str, bytes] = {}

    def open(self, name: str, modules: bool = False) -> bytes:
        """Has the page load a game; gives what it was given."""
        content = packed(name, modules)
        self.packed["game-now"] = packing.compressed(content)
        self._fine(self.page.evaluate("open('game-now')"))
        return content

    def say(self, message: dict[str, Any], until: str) -> list[dict[str, Any]]:
        """Sends a message, and gives what came back."""
        return self._fine(self.page.evaluate("([message, name]) => say(message, name)", [message, until]))

    def _fine(self, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        failed = [one["failed"] for one in found if "failed" in one]
        assert not failed, failed
        return found


def packed(name: str, modules: bool = False) -> bytes:
    """Packs a shipped game.

    Args:
        modules: whether its compiled modules go along, as they do in exported games.
    """
    ruleset = paths.find(name)
    version = archive.version_of(archive.program())
    return games.carriage(ruleset.name, ruleset.provider, version, modules=modules).content


@contextmanager
def python_in(browser: Any, first: str) -> Iterator[There]:
    """Starts Python in a page, with a game."""
    context = window(browser)
    context.set_default_timeout(_START_MS)
    page = context.new_page()
    there = There(page)
    parts = {**own_parts.runtime(), "program": archive.packed()}
    parts["game"] = packing.compressed(packed(first))
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))

    def answered(route: Any) -> None:
        name = route.request.url.removeprefix(BASE)
        if name.startswith("parts/"):
            name = name.removeprefix("parts/")
            route.fulfill(status=200, body=there.packed.get(name) or parts[name])
            return
        body = {"": PAGE, "harness.js": HARNESS}.get(name) or web.assets().get(name)
        headers = {"content-type": web.media_type(name or "x.html"), "content-security-policy": POLICY}
        route.fulfill(status=200 if body else 404, body=body or "", headers=headers)

    page.route("**/*", answered)
    page.goto(BASE)
    page.wait_for_selector("html[data-ready]")
    there._fine(page.evaluate("until('ready')"))
    yield there
    context.close()
    assert not wrong, wrong


def without_time(messages: list[dict[str, Any]]) -> str:
    """Writes messages so that they can be compared."""
    return json.dumps(messages, sort_keys=True, ensure_ascii=False)
