// Compiles texts with the Python of pages, and finds which of its standard library a game needs; `page_bytecode.py`
// calls it.
//
// node page_bytecode.mjs FOLDER
//
// Reads in the folder: the files of Pyodide, stdlib.zip, texts.zip, and named.json with `info`, the eight bytes that
// identify each text that is to be compiled, and the files that a game imports. Writes bytecode.zip and imported.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));
const { info, digests, played } = JSON.parse(readFileSync(join(folder, "named.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const core = await import(pathToFileURL(join(folder, "pyodide.asm.mjs")).href);

/** Starts Python as a page does: without columns, which only make messages about the program's own mistakes finer. */
const start = () => loadPyodide({
  indexURL: `${folder}/`, stdLibURL: join(folder, "stdlib.zip"), createPyodideModule: core.default,
  lockFileContents: { info: { ...info.info, version: info.version }, packages: {} }, env: { PYTHONNODEBUGRANGES: "1" },
});

const python = await start();
python.FS.writeFile("/texts.zip", read("texts.zip"));
python.globals.set("digests", python.toPy(digests));
python.runPython(`
import importlib._bootstrap_external as loading, zipfile

with zipfile.ZipFile("/texts.zip") as source, zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_STORED) as target:
    for path in sorted(source.namelist()):
        if path in digests:
            # Nobody reads docstrings in a page, and what is asserted holds for its texts.
            code = compile(source.read(path), path, "exec", dont_inherit=True, optimize=2)
            name = zipfile.ZipInfo(path + "c", (1980, 1, 1, 0, 0, 0))
            target.writestr(name, bytes(loading._code_to_hash_pyc(code, bytes.fromhex(digests[path]), False)))
`);
writeFileSync(join(folder, "bytecode.zip"), python.FS.readFile("/made.zip"));

// Another Python, in which nothing was imported for the work above.
const page = await start();
page.FS.writeFile("/texts.zip", read("texts.zip"));
page.globals.set("played", page.toPy(played));
const imported = page.runPython(`
import importlib, json, sys
sys.path.insert(0, "/texts.zip")
for path in played:
    importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
import traceback
try:
    json.loads("{")
except ValueError as error:
    traceback.format_exception(error)
given = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"
places = (getattr(module, "__cached__", None) or getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
json.dumps(sorted({place.removeprefix(given) for place in places if place.startswith(given)}))
`);
writeFileSync(join(folder, "imported.json"), imported);
