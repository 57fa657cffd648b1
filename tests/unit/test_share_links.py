"""A link that holds a game gives it again, and one that holds anything else is refused before it is unpacked."""

import base64
import json
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

import gekido_dsl

LINK = Path(gekido_dsl.__file__).parent / "web" / "static" / "alone_link.js"
ASKED = """
import { readFileSync } from "node:fs";
const source = readFileSync(process.argv[1], "utf8");
const { packed, unpacked } = await import("data:text/javascript;base64," + Buffer.from(source).toString("base64"));
const told = [];
for (const one of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    told.push(await unpacked(typeof one === "string" ? one : await packed(one)));
  } catch (error) {
    told.push(String(error.message));
  }
}
console.log(JSON.stringify([told, process.resourceUsage().maxRSS]));
"""
GAME = {"main": "a.gdl", "files": {"a.gdl": 'edition 1\ngame "ä"\n', "b/c.csv": "Name\n"}}


def _link(data: bytes, times: int = 1) -> str:
    made = zlib.compressobj(9, zlib.DEFLATED, -15)
    parts = [made.compress(data) for _ in range(times)]
    return base64.urlsafe_b64encode(b"".join(parts) + made.flush()).decode().rstrip("=")


def test_a_link_gives_its_game_and_unpacks_no_more_than_a_game_may_have() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    vast = _link(b" " * 1_000_000, 300)
    wrong = [b"null", b"[]", b'{"main": "__proto__", "files": {}}', b'{"main": "a", "files": {"a": 1}}']
    asked = [GAME, vast, "####", "x" * 1_000_001, *map(_link, wrong), _link(b"[" * 900_000)]
    # The shell between them is small: a process begins with what the one that starts it has.
    ran = subprocess.run(
        ["sh", "-c", '"$@"; exit $?', "sh", node, "--input-type=module", "-e", ASKED, str(LINK)],
        input=json.dumps(asked), capture_output=True, text=True, check=True,
    )  # fmt: skip
    told, most_kb = json.loads(ran.stdout)
    assert told[0] == GAME
    assert told[1] == "the text is too long"
    assert told[3] == "the link is too long"
    assert all(isinstance(one, str) for one in told[1:])
    assert most_kb < 280_000
