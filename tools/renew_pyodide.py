"""Renews the Python that pages run: `make pyodide`, or `python tools/renew_pyodide.py [VERSION]`.

Fetches the npm package `pyodide` by the `npm` of this machine and writes `gekido_dsl/web/vendor/pyodide/`: the parts
that a page needs, compressed; and, by `pip`, what opens workbooks there. Then `tools/page_bytecode.py` has to be run.
Needs Node.js 20 or newer. What of the standard library is left out stands in `renew_pyodide.txt`.
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

HERE = Path(__file__).parent
TARGET = HERE.parent / "gekido_dsl" / "web" / "vendor" / "pyodide"
WORKBOOKS = "python-calamine"
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
        workbooks(root)


def workbooks(root: Path) -> None:
    """Writes what opens workbooks, built for this Python.

    Args:
        root: a folder to work in.
    """
    info = json.loads((TARGET / "about.json").read_text(encoding="utf-8"))["info"]
    version = ".".join(info["python"].split(".")[:2])
    wanted = ["--platform", f"pyemscripten_{info['abi_version']}_wasm32", "--python-version", version]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    subprocess.run([*pip, *wanted, "--dest", str(root), WORKBOOKS], check=True)
    (wheel,) = root.glob("*.whl")
    packed = io.BytesIO()
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(source.namelist()):
            # Two wheels of one version have the same files, whenever they were made.
            if name.endswith((".py", ".so")):
                target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), source.read(name))
    content = gzip.compress(packed.getvalue(), 9, mtime=0)
    (TARGET / "workbooks.zip.gz").write_bytes(content)
    print(f"workbooks.zip.gz: {len(content):,} bytes, of {wheel.name}")


if __name__ == "__main__":
    renew(sys.argv[1] if len(sys.argv) > 1 else "latest")
