/**
 * Bundles the two entries into `dist/`: `action.js` for the Action and `cli.js` for the npm bin, with lazily loaded chunks, and the
 * licences and the bill of materials of all bundled packages. `--check` builds elsewhere and fails if the committed `dist/` differs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleTo } from './build/bundle.ts';
import { bundledPackages } from './build/bundled-packages.ts';
import { licencesOf } from './build/licences.ts';
import { sbomOf, type Lockfile } from './build/sbom.ts';
import { differingPaths, treeDigest } from './build/tree-digest.ts';

const check = process.argv.includes('--check');
const committed = join(import.meta.dirname, '..', 'dist');
const out = check ? mkdtempSync(join(tmpdir(), 'fleet-gate-dist-')) : committed;

rmSync(out, { recursive: true, force: true });
await bundle(out);
if (check) {
  const stale = differingPaths(treeDigest(committed), treeDigest(out));
  rmSync(out, { recursive: true, force: true });
  if (stale.length > 0) {
    console.error(`dist/ is not what the sources build (run \`npm run build\` and commit): ${stale.join(', ')}`);
    process.exit(1);
  }
  console.log('dist/ is up to date');
}

async function bundle(dir: string): Promise<void> {
  const output = await bundleTo(dir, { minify: true });
  for (const { fileName, type } of output) if (type === 'chunk') inAscii(join(dir, fileName));
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const packages = bundledPackages(modules);
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lockfile;
  writeFileSync(join(dir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(packages));
  writeFileSync(join(dir, 'sbom.cdx.json'), sbomOf(packages, lock));
  // With it, Node reads dist/*.js as CommonJS wherever the Action is checked out, whatever package.json is above.
  writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
  if (process.platform !== 'win32') execFileSync('chmod', ['+x', join(dir, 'cli.js')]);
}

/** One character that Latin-1 lacks doubles the memory of the file's text, and the time to hash and parse it. */
function inAscii(file: string): void {
  const code = readFileSync(file, 'utf8');
  if (/String\.raw`[^`]*[^\0-\x7F]/.test(code)) throw new Error(`${file}: a raw text cannot be written in ASCII`);
  writeFileSync(
    file,
    code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
