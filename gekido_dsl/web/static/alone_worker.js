/**
 * Python in a worker of the page: it holds the table. A plain script, since a page from the disk has no module workers.
 *
 * Comes in: `{start: {names, pause, inside, kept}}`, the names of the parts and the module that holds the table; `{part, content}`, each of them when it is there, a compressed
 * Blob; then `{message}`, an object for the table, `{game}`, a compressed Blob with another game, or, once it is ready, `{library}`, the bytes of an archive with a package that
 * Python can import from then on.
 * `kept` is `{cache, address, writes}`: where the browser keeps the memory of a Python that has started, so that the next start takes it over, and whether this one is to be kept.
 * Goes out: `{progress: [done, of, words]}`, `{ready: true, remembered}`, `{message}`, `{failed: words}`.
 */
(() => {
  "use strict";
  const INSIDE = "pyodide:/";
  /** A file takes the bytes that it is given, and no copy of them. */
  const OWN = { canOwn: true };
  const STEPS = 5;
  const IDLE_MS = 300;
  const KEEP_AFTER_MS = 1_000;
  /** What the table is called in a memory that is kept. */
  const HELD = "held_table";
  const STUDIO = "gekido_dsl.studio.in_page";
  /** What the first question of the studio is asked without: the rest of the program, the rest of the standard library, and the shipped games. */
  const LATER = ["second", "more", "library"];
  // A package may have its beginning in one archive, and some of its modules in another.
  const MORE = `
import importlib, sys, zipimport
def more(place):
    sys.path.append(place)
    names = set(zipimport.zipimporter(place)._get_files())
    for folder in sorted({name.rpartition("/")[0] for name in names} - {""}):
        if not {folder + "/__init__.pyc", folder + "/__init__.py"} & names and any(name.startswith(folder + "/") and name.endswith((".py", ".pyc")) for name in names):
            importlib.import_module(folder.replace("/", ".")).__path__.append(place + "/" + folder)
`;
  const LIBRARY = `
import sys, zipfile
zipfile.ZipFile("/library.zip").extractall("/library")
sys.path.append("/library")
`;
  // The program and its first game are made of what lasts: looking there for garbage takes a tenth of the start, and of each later search.
  const WAIT = "import gc; gc.disable()";
  const COLLECT = "gc.freeze(); gc.enable()";
  // Pyodide refuses plain workers, for want of `import` in old ones; it is there in all that run it.
  self.importScripts = undefined;
  const opened = (blob) => blob.stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = async (blob) => new Uint8Array(await new Response(opened(blob)).arrayBuffer());
  const module = async (blob) => {
    const address = URL.createObjectURL(new Blob([await bytes(blob)], { type: "text/javascript" }));
    try {
      return await import(address);
    } finally {
      URL.revokeObjectURL(address);
    }
  };
  /** Gives memory back at once: as large as these are, they would lie there until the browser looks for garbage. */
  const release = (array) => array.buffer.transfer?.(0);
  const progress = (done, words) => self.postMessage({ progress: [done, STEPS, words] });

  /** @type {Record<string, {promise: Promise<Blob>, there: (content: Blob) => void}>} */
  const arrivals = {};
  const arrival = (name) => {
    if (!arrivals[name]) {
      let there;
      arrivals[name] = { promise: new Promise((resolve) => (there = resolve)), there };
    }
    return arrivals[name];
  };
  const part = (name) => arrival(name).promise;

  /** Starts Python; nothing is fetched from anywhere: what asks for its files is given the parts. @param had the memory of one that started earlier @param keeps whether its own can be kept */
  async function python(had, keeps) {
    progress(1, "Unpacking");
    self.fetch = async (address) => {
      const name = String(address).slice(INSIDE.length);
      if (name === "pyodide.asm.wasm") return new Response(opened(await part("wasm")), { headers: { "content-type": "application/wasm" } });
      if (name === "stdlib.zip") return new Response(opened(await part("stdlib")));
      throw new TypeError(`This page fetches nothing: ${address}`);
    };
    const [{ loadPyodide }, core] = await Promise.all(["loader", "core"].map(async (name) => module(await part(name))));
    progress(2, "Starting Python");
    const lock = JSON.parse(new TextDecoder().decode(await bytes(await part("lock"))));
    return loadPyodide({
      indexURL: INSIDE, stdLibURL: `${INSIDE}stdlib.zip`, packageBaseUrl: INSIDE,
      createPyodideModule: async (settings) => {
        const made = await core.default(settings);
        if (had && made.HEAP8.length < had.length) made._emscripten_resize_heap(had.length); // Pyodide makes no room for it
        return made;
      },
      lockFileContents: { info: { ...lock.info, version: lock.version }, packages: {} }, env: { PYTHONNODEBUGRANGES: "1" },
      ...(had && { _loadSnapshot: had }), ...(keeps && { _makeSnapshot: true }),
    });
  }

  /** The memory of a Python that started earlier; nothing where a browser keeps nothing, as from the disk. */
  async function remembered(kept) {
    try {
      const found = await (await caches.open(kept.cache)).match(kept.address);
      return found && new Uint8Array(await found.arrayBuffer());
    } catch {
      return undefined;
    }
  }

  /** Has the browser keep the memory of this one, in place of all before it; without room, the next start is as this one was. */
  async function remember(kept, py) {
    try {
      py.globals.set(HELD, table);
      const memory = py.makeMemorySnapshot();
      const cache = await caches.open(kept.cache);
      for (const one of await cache.keys()) await cache.delete(one);
      await cache.put(kept.address, new Response(memory));
      release(memory);
    } catch (error) {
      console.warn(error);
    }
  }

  let table;
  let open;
  /** @type {(archive: Uint8Array) => void} */
  let add = () => {};
  let pause = 600;
  let timer;
  let waiting = [];
  /** Whether all parts are there; before that, bots wait, and so does what is asked of the studio. */
  let complete = false;
  /** Keeps the memory of this Python, once. */
  let keep;

  const post = (text) => {
    for (const message of JSON.parse(text)) self.postMessage({ message });
  };

  /** Has a bot think, and shows what it chose after as long as it says: neither sooner nor later for what it had to choose from. */
  function next() {
    clearTimeout(timer);
    if (!complete) return;
    if (table.waits) {
      if (keep) timer = setTimeout(() => keep(), KEEP_AFTER_MS);
      // Nobody waits for the page now: what a bot will need is made ready.
      else if (table.unprepared) timer = setTimeout(() => table.prepare(), IDLE_MS);
      return;
    }
    timer = setTimeout(() => {
      const held = table.think(pause);
      timer = setTimeout(() => {
        const text = table.tick();
        if (text !== undefined && text !== null) post(text);
        next();
      }, held ?? 0);
    });
  }

  const failed = (error) => {
    console.error(error);
    const lines = String(error?.message ?? error).trim().split("\n");
    self.postMessage({ failed: lines.at(-1) });
  };

  /** Has garbage be collected from now on: with the first message, what lasts has been made. */
  let settle = () => {};

  /** Whether a message was answered before all parts were there. */
  function early(message) {
    if (!table.open_at_once || message.do === "ask") return false;
    const text = message.do === "open" ? table.open_at_once(JSON.stringify(message)) : table.page && table.take(JSON.stringify(message));
    if (text) post(text);
    return Boolean(text);
  }

  function take(message) {
    try {
      if (!complete) {
        if (!early(message)) waiting.push(message);
        return;
      }
      post(table.take(JSON.stringify(message)));
      settle();
      next();
    } catch (error) {
      failed(error);
    }
  }

  async function start({ names, pause: given, inside: name, kept }) {
    pause = given ?? pause;
    const program = part("program").then(bytes);
    const later = LATER.filter((one) => names.includes(one));
    let had = kept && (await remembered(kept));
    let py;
    try {
      py = await python(had, kept?.writes && !had);
    } catch (error) {
      if (!had) throw error;
      console.warn(error);
      had = undefined;
      await caches.delete(kept.cache);
      py = await python(undefined, kept.writes);
    }
    if (had) {
      // What was laid down is not needed twice.
      delete py._api.config._loadSnapshot;
      delete py._api.config.createPyodideModule;
      release(had);
      had = true;
    }
    progress(3, "Unpacking the program");
    // Files are no part of a memory.
    py.FS.writeFile("/program.zip", await program, OWN);
    if (!had) {
      py.runPython(WAIT);
      settle = () => {
        py.runPython(COLLECT);
        settle = () => {};
      };
      py.runPython("import sys; sys.path.insert(0, '/program.zip')");
      py.runPython(MORE);
    }
    const inside = name ?? "gekido_dsl.standalone.page_table";
    const held = Boolean(had) && inside === STUDIO;
    const rest = async () => {
      for (const one of later) {
        const content = await bytes(await part(one));
        if (one === "library") {
          if (!held) table?.complete?.(py.toPy(content));
          continue;
        }
        py.FS.writeFile(`/${one}.zip`, content, OWN);
        if (!had) py.globals.get("more")(`/${one}.zip`);
      }
      complete = true;
    };
    if (inside !== STUDIO) await rest();
    progress(4, "Setting up the game");
    add = (archive) => {
      py.FS.writeFile("/library.zip", archive);
      py.runPython(LIBRARY);
      py.FS.unlink("/library.zip");
      keep = undefined; // its files would be missing from the memory
    };
    open = (content) => {
      clearTimeout(timer);
      // The time as Python tells it: a clock of the page could be no part of a memory.
      table = py.pyimport(inside).opened_from(py.toPy(content), py.pyimport("time").monotonic);
      begun();
    };
    const begun = () => {
      progress(5, "Ready");
      self.postMessage({ ready: true, remembered: held });
    };
    if (held) {
      table = py.globals.get(HELD);
      table.write_out();
      begun();
    } else open(await bytes(await part("game")));
    if (kept?.writes && !had) {
      keep = () => {
        keep = undefined;
        remember(kept, py).then(next);
      };
    }
    takeWaiting();
    if (!complete) {
      await rest();
      takeWaiting();
      next();
    }
  }

  /** Takes what came in meanwhile. */
  function takeWaiting() {
    const asked = waiting ?? [];
    waiting = [];
    for (const message of asked) take(message);
  }

  self.onmessage = ({ data }) => {
    if (data.part) arrival(data.part).there(data.content);
    else if (data.start) start(data.start).catch(failed);
    else if (data.library) add(data.library);
    else if (data.game) bytes(data.game).then(open).catch(failed);
    else if (table) take(data.message);
    else waiting.push(data.message);
  };
})();
