"""Makes what pages run as bytecode: `make bytecode`, or `python tools/page_bytecode.py`.

Runs the Python of pages in Node.js, 20 or newer, without network, and writes into `gekido_dsl/web/vendor/pyodide/`:

bytecode.zip.gz  the modules of this package and its libraries that pages import, compiled by the page's own Python;
                 and a list of what all modules import, so that an export need not read them
stdlib.zip.gz    of its standard library what a game imports, or needs to say what went wrong
more.zip.gz      the rest of it, which the studio loads, too

A module whose text has changed since goes into pages as text, which costs some milliseconds at their start; a test
fails when that holds for a fifth of them. So this is to be run before a release, and after `make pyodide`. With the
package `zopfli` the files are some percent smaller.
"""

import gzip
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from gekido_dsl.standalone import archive

HERE = Path(__file__).parent
FOLDER = HERE.parent / "gekido_dsl" / "web" / "vendor" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB, MORE = "stdlib.zip", "more.zip"


def compressed(content: bytes) -> bytes:
    """Compresses as well as this machine can, in the format of gzip."""
    try:
        from zopfli import gzip as thorough
    except ImportError:
        return gzip.compress(content, 9, mtime=0)
    made: bytes = thorough.compress(content, numiterations=5)
    return made


def zipped(entries: dict[str, bytes]) -> bytes:
    """Packs files without compressing them."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for name, content in sorted(entries.items()):
            target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    """Gives the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        return {name: source.read(name) for name in source.namelist()}


def renew() -> None:
    """Writes the three files."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("Node.js 20 or newer is needed")
    played, at_start = archive.taken()
    checked, at_its_start = archive.taken(archive.CHECKS)
    texts = {place: text for place, text in checked.items() if place in at_its_start | at_start} | played
    library: dict[str, bytes] = {}
    for name in (STDLIB, MORE):
        place = FOLDER / f"{name}.gz"
        library |= unzipped(gzip.decompress(place.read_bytes())) if place.is_file() else {}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in RUNTIME:
            (root / name).write_bytes(gzip.decompress((FOLDER / f"{name}.gz").read_bytes()))
        (root / STDLIB).write_bytes(zipped(library))
        (root / "texts.zip").write_bytes(zipped(texts))
        named = {
            "info": json.loads((FOLDER / archive.PYTHON).read_text(encoding="utf-8")),
            "digests": {
                place: archive.digest(text).hex()
                for place, text in texts.items()
                if place in at_start | at_its_start
            },
            "played": sorted(place for place in played if place.endswith(".py")),
        }
        (root / "named.json").write_text(json.dumps(named), encoding="utf-8")
        subprocess.run([node, str(HERE / "page_bytecode.mjs"), folder], check=True)
        made = zipped(
            unzipped((root / "bytecode.zip").read_bytes())
            | {
                archive.PYTHON: (FOLDER / archive.PYTHON).read_bytes(),
                archive.IMPORTS: json.dumps(
                    archive.imported(()) | archive.imported(archive.CHECKS), sort_keys=True
                ).encode(),
            }
        )
        needed = set(json.loads((root / "imported.json").read_text(encoding="utf-8")))
    for name, content in (
        (archive.BYTECODE.removesuffix(".gz"), made),
        (STDLIB, zipped({name: code for name, code in library.items() if name in needed})),
        (MORE, zipped({name: code for name, code in library.items() if name not in needed})),
    ):
        place = FOLDER / f"{name}.gz"
        if place.is_file() and gzip.decompress(place.read_bytes()) == content:
            continue
        # Of the bytecode each page takes a part, and compresses that itself.
        small = compressed(content) if name in (STDLIB, MORE) else gzip.compress(content, 9, mtime=0)
        place.write_bytes(small)
        print(f"{name}.gz: {len(small):,} bytes")


if __name__ == "__main__":
    sys.exit(renew())
