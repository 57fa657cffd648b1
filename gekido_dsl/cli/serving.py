"""A small web server for a site that changes while it is read: it shows the pages, and says when they are new.

Invariants:
    Only this machine reaches it: it listens on 127.0.0.1, and answers requests that are addressed to it.
    Nothing is read from the disk; what it shows is what it was handed last.
"""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import unquote, urlsplit

HOST: Final = "127.0.0.1"
EVENTS: Final = "/-/events"
CLIENT: Final = "/-/client.js"
"""What pages run here beside their own script; their policy lets nothing run that stands in them."""
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
}
_ALIVE_S: Final = 10.0
"""How often a page that waits is told that there is nothing new."""

_SCRIPT: Final = """\
(() => {
  const KEPT = "gdl-place";
  const heads = () => [...document.querySelectorAll("main [id]")];
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  if (kept?.page === location.pathname) {
    history.scrollRestoration = "manual";
    const back = () => {
      const head = kept.id && document.getElementById(kept.id);
      scrollTo({ top: head ? head.getBoundingClientRect().top + scrollY - kept.off : kept.y, behavior: "instant" });
    };
    back();
    addEventListener("load", back);
  }
  function renew() {
    const head = heads().filter((one) => one.getBoundingClientRect().top < 200).pop();
    sessionStorage.setItem(KEPT, JSON.stringify({
      page: location.pathname, id: head?.id, off: head?.getBoundingClientRect().top, y: scrollY,
    }));
    location.reload();
  }
  let shown = null;
  function trouble(text) {
    document.querySelector(".trouble")?.remove();
    if (!text) return;
    const box = document.createElement("pre");
    box.className = "trouble";
    box.setAttribute("role", "alert");
    box.textContent = text;
    document.querySelector(".bar")?.after(box) ?? document.body.prepend(box);
  }
  new EventSource("EVENTS").onmessage = (event) => {
    const now = JSON.parse(event.data);
    if (shown !== null && now.version !== shown) return renew();
    shown = now.version;
    trouble(now.trouble);
  };
})();
""".replace("EVENTS", EVENTS)

_EMPTY: Final = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>gdl docs</title><link rel="icon" href="data:,">
<style>body{margin:0;font:1rem/1.5 system-ui}.trouble{padding:1rem 2rem;white-space:pre-wrap}</style></head>
<body><main></main></body></html>
"""
"""Until there is a first good book."""


@dataclass
class Shown:
    """What the server shows; whoever changes it wakes all who wait."""

    files: Mapping[str, str | bytes] = field(default_factory=dict)
    version: int = 0
    """Counts the books that were handed in."""
    trouble: str = ""
    """Why the newest text is no book."""
    ended: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)

    def show(self, files: Mapping[str, str | bytes]) -> None:
        """Shows new files from now on."""
        with self.changed:
            self.files, self.trouble = files, ""
            self.version += 1
            self.changed.notify_all()

    def fail(self, trouble: str) -> None:
        """Goes on with the files that are shown, and tells every page what is wrong."""
        with self.changed:
            self.trouble = trouble
            self.changed.notify_all()

    def end(self) -> None:
        """Has everybody who waits stop waiting."""
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    @property
    def state(self) -> tuple[int, str]:
        """What pages are told."""
        return self.version, self.trouble


def server(shown: Shown, port: int) -> ThreadingHTTPServer:
    """Makes a server that is ready to serve.

    Raises:
        OSError: the port is taken.
    """

    class Handler(_Handler):
        what = shown

    made = ThreadingHTTPServer((HOST, port), Handler)
    made.daemon_threads = True
    return made


class _Handler(BaseHTTPRequestHandler):
    what: Shown
    protocol_version = "HTTP/1.1"
    server_version = "gdl"

    def do_GET(self) -> None:
        """Answers with a file, or with the stream of what is new."""
        host = self.headers.get("Host", "").rpartition(":")[0]
        if host not in (HOST, "localhost"):
            return self._answer(403, b"This server answers its own machine alone.\n", "text/plain")
        path = unquote(urlsplit(self.path).path)
        if path == EVENTS:
            return self._events()
        if path == CLIENT:
            return self._answer(200, _SCRIPT.encode(), _TYPES["js"])
        name = path.lstrip("/")
        name = f"{name}index.html" if not name or name.endswith("/") else name
        found = self.what.files.get(name)
        if found is None and name == "index.html":
            found = _EMPTY
        if found is None:
            return self._answer(404, b"There is no such page.\n", "text/plain")
        if isinstance(found, str):
            if name.endswith(".html"):
                found = found.replace("</body>", f'<script src="{CLIENT}"></script></body>', 1)
            found = found.encode("utf-8")
        self._answer(200, found, _TYPES.get(name.rpartition(".")[2], "application/octet-stream"))

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def _events(self) -> None:
        """Tells what is shown, and goes on telling as it changes."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        told: tuple[int, str] | None = None
        try:
            while not self.what.ended:
                with self.what.changed:
                    if self.what.state == told:
                        self.what.changed.wait(_ALIVE_S)
                    now = self.what.state
                if now == told:
                    self.wfile.write(b": still here\n\n")
                else:
                    said = json.dumps({"version": now[0], "trouble": now[1]})
                    self.wfile.write(f"data: {said}\n\n".encode())
                self.wfile.flush()
                told = now
        except OSError:  # the page is gone
            return

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing of single requests."""
