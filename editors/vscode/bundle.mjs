// Makes dist/extension.js of src/extension.js and the packages that it needs: `npm ci && npm run bundle`.
// The licences of these packages go to dist/LICENSES.txt. The bundle begins with the checksums of what it is made of,
// by which a test tells that it is current.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync, existsSync } from 'node:fs';
import { build } from 'esbuild';

const checksum = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
const made = await build({
  entryPoints: ['src/extension.js'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  metafile: true,
  banner: {
    js: `// Made by bundle.mjs of src/extension.js ${checksum('src/extension.js')}, package-lock.json ${checksum('package-lock.json')}`,
  },
});
const packages = new Set(
  Object.keys(made.metafile.inputs)
    .map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter(Boolean),
);
const licences = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf-8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, 'utf-8') : about.license;
  return `${name} ${about.version} (${about.license})\n\n${text.replaceAll('\r', '').trim()}\n`;
});
writeFileSync('dist/LICENSES.txt', `Packages in extension.js, and their licences.\n\n${licences.join('\n\n')}`);
