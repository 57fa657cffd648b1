// Makes what `gekido_dsl/web/vendor/pyodide` holds, from the npm package `pyodide`; `renew_pyodide.py` calls it.
//
// node renew_pyodide.mjs FOLDER-OF-THE-PACKAGE FOLDER-TO-WRITE-TO LIST-OF-WHAT-IS-LEFT-OUT
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [from, to, leftOut] = process.argv.slice(2);
const { loadPyodide, version } = await import(pathToFileURL(join(from, "pyodide.mjs")).href);

// The standard library as bytecode of its own Python: smaller, and in the page nothing of it has to be compiled.
// Without columns, which only make messages about mistakes of the library itself finer.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.globals.set("left_out", readFileSync(leftOut, "utf8"));
python.runPython(`
import importlib._bootstrap_external as loading, io, sys, zipfile

names = set(left_out.split())
def wanted(path):
    parts = path.removesuffix(".py").split("/")
    return path.endswith(".py") and not any("/".join(parts[:n]) in names for n in range(1, len(parts) + 1))

made = io.BytesIO()
given = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
with zipfile.ZipFile(given) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
    for path in sorted(source.namelist()):
        if not wanted(path):
            continue
        text = source.read(path)
        # What joins Python and JavaScript reads its own docstrings; nothing else needs any.
        own = path.startswith(("pyodide/", "_pyodide/"))
        code = compile(text, path, "exec", dont_inherit=True, optimize=0 if own else 2)
        name = zipfile.ZipInfo(path.removesuffix(".py") + ".pyc", (1980, 1, 1, 0, 0, 0))
        target.writestr(name, bytes(loading._code_to_hash_pyc(code, b"\\0" * 8, False)))
library = made.getvalue()
`);
const library = python.globals.get("library").toJs();

const put = (name, content) => writeFileSync(join(to, name), content);

// Where packages would be fetched from is taken out: a page here fetches nothing.
const loader = readFileSync(join(from, "pyodide.mjs"), "utf8")
  .replace(/`https:\/\/[^`]*`/, '""')
  .replace(/\/\/# sourceMappingURL=.*/, "");
if (loader.includes("https://")) throw new Error("pyodide.mjs has another address in it");

put("pyodide.mjs", loader);
put("pyodide.asm.mjs", readFileSync(join(from, "pyodide.asm.mjs")));
put("pyodide.asm.wasm", readFileSync(join(from, "pyodide.asm.wasm")));
put("stdlib.zip", library);
const { info } = JSON.parse(readFileSync(join(from, "pyodide-lock.json"), "utf8"));
writeFileSync(join(to, "about.json"), JSON.stringify({ version, info }, null, 2) + "\n");
