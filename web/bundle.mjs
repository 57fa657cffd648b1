/** Bundles the editor, and puts the licences of what is in it beside it. Run by `npm ci && npm run bundle`. */

import { build } from "esbuild";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const OUT = new URL("../gekido_dsl/web/static/vendor/", import.meta.url).pathname;

const made = await build({
  entryPoints: ["editor.js"],
  outfile: `${OUT}editor.js`,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  metafile: true,
});

const inside = new Set(Object.keys(made.metafile.inputs)
  .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean));
const licences = [...inside].sort().map((name) => {
  const folder = `node_modules/${name}/`;
  const { version, license } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(folder + file, "utf8").trim() : ""}\n`;
});
writeFileSync(`${OUT}editor.licences.txt`, `What is bundled in editor.js:\n\n${licences.join(`\n${"-".repeat(72)}\n\n`)}`);
