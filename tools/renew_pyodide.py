"""Renews the Python that pages run: `make pyodide`, or `python tools/renew_pyodide.py [VERSION]`.

Fetches the npm package `pyodide` by the `npm` of this machine and writes `gekido_dsl/web/vendor/pyodide/`: the parts
that a page needs, compressed. Then `tools/page_bytecode.py` has to be run. Needs Node.js 20 or newer. What of the
standard library is left out stands in `renew_pyodide.txt`.
"""

import gzip
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE.parent / "gekido_dsl" / "web" / "vendor" / "pyodide"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "stdlib.zip")


def renew(version: str) -> None:
    """Writes the folder anew."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise SystemExit("Node.js 20 or newer with npm is needed")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run([npm, "install", "--silent", "--prefix", folder, f"pyodide@{version}"], check=True)
        made = root / "made"
        made.mkdir()
        left_out = HERE / "renew_pyodide.txt"
        package = root / "node_modules" / "pyodide"
        script = HERE / "renew_pyodide.mjs"
        subprocess.run([node, str(script), str(package), str(made), str(left_out)], check=True)
        TARGET.mkdir(parents=True, exist_ok=True)
        for name in PARTS:
            content = gzip.compress((made / name).read_bytes(), 9, mtime=0)
            (TARGET / f"{name}.gz").write_bytes(content)
            print(f"{name}.gz: {len(content):,} bytes")
        # The whole library is in one file now.
        (TARGET / "more.zip.gz").unlink(missing_ok=True)
        (TARGET / "about.json").write_bytes((made / "about.json").read_bytes())


if __name__ == "__main__":
    renew(sys.argv[1] if len(sys.argv) > 1 else "latest")
