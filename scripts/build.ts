/**
 * Bundles the two entries into `dist/`: `action.js` for the Action and `cli.js` for the npm bin. Beside them lie lazily loaded chunks, and
 * the licences of all that is inside. `--check` builds elsewhere and fails when the committed `dist/` differs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { licencesOf } from './licences.ts';

const check = process.argv.includes('--check');
const committed = join(import.meta.dirname, '..', 'dist');
const out = check ? mkdtempSync(join(tmpdir(), 'fleet-gate-dist-')) : committed;

rmSync(out, { recursive: true, force: true });
await bundle(out);
if (check) {
  const stale = differences(committed, out);
  rmSync(out, { recursive: true, force: true });
  if (stale.length > 0) {
    console.error(`dist/ is not what the sources build (run \`npm run build\` and commit): ${stale.join(', ')}`);
    process.exit(1);
  }
  console.log('dist/ is up to date');
}

async function bundle(dir: string): Promise<void> {
  const build = await rolldown({
    input: { cli: 'src/cli.ts', action: 'src/action.ts' },
    platform: 'node',
    treeshake: {
      // None of these does anything when imported; without saying so, naming one function of the toolkit loads an HTTP client (60 ms).
      moduleSideEffects: [{ test: /node_modules[\\/](@actions|undici|tunnel)[\\/]/, sideEffects: false }],
    },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    minify: true,
    chunkFileNames: 'chunks/[name].js',
    banner: (chunk) => (chunk.fileName === 'cli.js' ? '#!/usr/bin/env node' : ''),
  });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(join(dir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(modules));
  // Node reads dist/*.js as ES modules wherever the Action is checked out to, whatever package.json lies above.
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }\n');
  if (process.platform !== 'win32') execFileSync('chmod', ['+x', join(dir, 'cli.js')]);
}

function differences(a: string, b: string): string[] {
  const names = new Set([...filesUnder(a), ...filesUnder(b)]);
  return [...names].filter((name) => read(a, name) !== read(b, name)).toSorted();
}

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}

function read(dir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dir, name), 'utf8');
  } catch {
    return undefined;
  }
}
