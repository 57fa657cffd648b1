"""What a page brings along of the program follows from what it imports, and is enough to play."""

import base64
import json
import os
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from gekido_dsl.cli import paths
from gekido_dsl.standalone import archive, games, letters
from gekido_dsl.standalone.reaching import Modules, imports

PLAYED = """
import json, sys
assert not any(name.partition(".")[0] in ("lark", "yaml", "networkx", "jsonschema", "click") for name in sys.modules)
from gekido_dsl.standalone.page_table import opened_from
table = opened_from(open(sys.argv[1], "rb").read(), lambda: 0.0)
def said(**message):
    found = {}
    for one in json.loads(table.take(json.dumps(message))):
        found |= one
    return found
shown = said(do="begin", players=2, seed=3, seats=["person", "planner"])["shown"]
for _ in range(4):
    if shown["question"]:
        shown = said(do="choose", step=shown["step"], choice=0)["shown"]
    while (told := table.tick()) is not None:
        shown = [one for one in json.loads(told) if "shown" in one][-1]["shown"]
for asked in ({"do": "why", "text": ""}, {"do": "odds"}, {"do": "show", "text": "r1c1"}, {"do": "undo"}):
    said(**asked)
said(do="prepare", players=2)
said(do="seat", seat=1, who="search:1s")
table.prepare()
print(type(table.table.session.executor).__name__)
"""


FIRST_QUESTION = """
import importlib.abc, json, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in OWN and name not in THERE or name.startswith("importlib.resources"):
            raise ModuleNotFoundError(name)
THERE, OWN, opening = json.load(open(sys.argv[1]))
sys.meta_path.insert(0, Absent())
from pathlib import Path
from gekido_dsl.studio.in_page import opened_from
page = opened_from(open(sys.argv[2], "rb").read(), lambda: 0.0)
page.root = Path(sys.argv[3])
print([next(iter(one)) for one in json.loads(page.open_at_once(opening))])
"""


def test_the_studio_asks_its_first_question_with_the_first_part_alone(tmp_path: Path) -> None:
    from gekido_dsl import templates
    from gekido_dsl.files import shipped_folder
    from gekido_dsl.studio.in_page import made_ready

    texts = templates.of_template("cards", "Mine")
    main = next(iter(texts))
    data = {name: text.encode() for name, text in texts.items()}
    (tmp_path / "ready").write_bytes(made_ready(main, data, shipped_folder(), "1"))
    letters = {name: base64.b64encode(text.encode()).decode() for name, text in texts.items()}
    opening = {"do": "open", "project": "mine", "main": main, "files": letters, "typed": {}}
    whole, _ = archive.taken(archive.CHECKS)
    there, every = (
        {
            place.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            for place in places
            if place.endswith(".py")
        }
        for places in (archive.of_first_part(archive.CHECKS), whole)
    )
    own = {name.partition(".")[0] for name in every}
    assert len(there) < len(every) / 2
    (tmp_path / "there.json").write_text(json.dumps([sorted(there), sorted(own), json.dumps(opening)]))
    run = subprocess.run(
        [sys.executable, "-c", FIRST_QUESTION, "there.json", "ready", str(tmp_path / "files")],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.stdout.split() == ["['opened',", "'hello',", "'shown']"], run.stderr


def test_imports_are_told_apart() -> None:
    found = imports(
        "from typing import TYPE_CHECKING\n"
        "import a.b\n"
        "from .c import d\n"
        "try:\n    import quick\nexcept ImportError:\n    quick = None\n"
        "if TYPE_CHECKING:\n    import types_alone\n"
        "def later():\n    from e import f\n",
        "own",
    )
    assert found.first == ("typing", "typing.TYPE_CHECKING", "a.b", "own.c", "own.c.d")
    assert found.later == ("quick", "e", "e.f")


def test_what_cannot_be_imported_is_not_needed() -> None:
    modules = Modules(
        {
            "own": "",
            "own.entry": "import own.near\ndef f():\n    import own.far\n    import own.foreign\n",
            "own.near": "import json",
            "own.far": "from own import late",
            "own.late": "",
            "own.foreign": "import own.of_foreign\nimport not_in_a_page",
            "own.of_foreign": "",
            "own.never": "",
        },
        ["own"],
    )
    assert modules.reached(["own.entry"]) == {"own", "own.entry", "own.near", "own.far", "own.late"}
    assert modules.reached(["own.entry"], at_once=True) == {"own", "own.entry", "own.near"}


@pytest.mark.parametrize("name", [pytest.param("gekido", marks=pytest.mark.slow), "classics/pig"])
@pytest.mark.slow
def test_a_game_is_played_with_what_is_taken_alone(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(BytesIO(archive.program())) as content:
        taken = {place.removesuffix("c") for place in content.namelist()}
    texts, _ = archive.taken()
    assert taken == set(texts)
    for place, text in texts.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(text)
    ruleset = paths.find(name)
    (tmp_path / "game").write_bytes(games.carriage(ruleset.name, ruleset.provider, "v", modules=True).content)
    made = subprocess.run(
        [sys.executable, "-c", PLAYED, str(tmp_path / "game")],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert made.stdout.strip() == "CompiledExecutor", made.stderr


@pytest.mark.slow
def test_nothing_is_taken_that_a_page_never_runs() -> None:
    parts = {place.split("/")[1] for place in archive.taken()[0]}
    assert {"standalone", "interpreter", "backend", "table"} <= parts, "a page could not begin"
    assert not parts & {"api.py", "book", "cli", "files.py", "insight", "lsp", "pages", "printing", "server"}
    studio, _ = archive.taken(archive.CHECKS)
    assert {"gekido_dsl/grammar/gdl.lark", "lark/lark.py", "rpds.py"} <= set(studio)
    assert "gekido_dsl/model/checks/cycle_without_decision.py" in studio and "networkx/__init__.py" in studio


@pytest.mark.dear
def test_most_of_what_pages_run_is_bytecode_of_the_present_program() -> None:
    fresh, stale = archive.current()
    share = len(fresh) / (len(fresh) + len(stale))
    assert share >= 0.8, (
        f"of {len(stale)} modules pages bring the text alone, so they start slower: run `make bytecode` "
        f"(it needs Node.js), and commit what it writes; {', '.join(stale[:20])}, ..."
    )


@pytest.mark.dear
def test_what_modules_import_is_believed_of_their_own_text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, _ = archive.taken()
    place = "gekido_dsl/rng.py"
    listed = {place: (archive.digest(texts[place]).hex(), ["first"], ["later"])}
    monkeypatch.setattr(archive, "_compiled", lambda: {archive.IMPORTS: json.dumps(listed).encode()})
    names = {place: "gekido_dsl.rng"}
    assert archive._read_before(texts, names)["gekido_dsl.rng"].first == ("first",)
    assert not archive._read_before({place: texts[place] + b"\nimport re\n"}, names)


def test_bytecode_of_another_python_is_left_out() -> None:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as content:
        content.writestr("a.pyc", b"code")
        content.writestr(archive.PYTHON, b'{"version": "1"}\r\n')
    assert archive.made_for(b'{"version": "1"}\n', made.getvalue()) == {"a.pyc": b"code"}
    assert archive.made_for(b'{"version": "2"}\n', made.getvalue()) == {}


READ = """
const [text, size] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const source = require("fs").readFileSync(process.argv[1], "utf8");
const body = /const raw = (\\(text, size\\) => \\{[\\s\\S]*?\\n    \\});/.exec(source)[1];
const raw = new Function("Blob", `return ${body}`)(class { constructor(parts) { this.bytes = parts[0]; } });
console.log(Buffer.from(raw(text, size).bytes).toString("hex"));
"""


def test_bytes_in_a_page_are_read_again(tmp_path: Path) -> None:
    every = b"".join(bytes([first, second]) for first in range(256) for second in range(256))
    node = shutil.which("node")
    boot = Path(archive.__file__).parents[1] / "web" / "static" / "alone_boot.js"
    for content in (b"", b"\0", b"<", b"\0" * 9, b"\xff" * 15, every):
        text = letters.written(content)
        assert not set(text) & {"\0", "\r", "<"}
        assert len(text.encode()) <= len(content) * 8 / 7 + 10
        if node is None:
            continue
        told = subprocess.run(
            [node, "-e", READ, str(boot)],
            input=json.dumps([text, len(content)]),
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == content.hex()
