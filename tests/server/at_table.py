"""Somebody at a table: what a page does with its socket."""

import json
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from gekido_dsl.server.tables import Entry


class Page:
    """Keeps what it was shown last."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.shown: dict[str, Any] = {}
        self.log: list[Any] = []
        self.hello = json.loads(socket.receive_text())["hello"]
        self.see()

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        if "shown" in message:
            self.shown = message["shown"]
            self.log = self.log[: self.shown["from"]] + self.shown["log"]
        return message

    def see(self) -> dict[str, Any]:
        """Waits until something else is shown."""
        while "shown" not in self.receive():
            pass
        return self.shown

    def until_asked(self) -> dict[str, Any]:
        """Waits for a question, or for the end."""
        while self.shown["question"] is None and self.shown["outcome"] is None:
            self.see()
        return self.shown

    def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def choose(self, choice: int = 0) -> None:
        self.send(do="choose", step=self.shown["step"], choice=choice)


def path(entry: Entry, key: str, what: str = "socket") -> str:
    return f"/t/{entry.id}/{what}?key={key}"


def sit(client: TestClient, entry: Entry, key: str, **headers: str) -> Any:
    return client.websocket_connect(f"ws://127.0.0.1:8000{path(entry, key)}", headers=headers)
