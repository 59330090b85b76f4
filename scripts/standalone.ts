/**
 * `npm run standalone [-- FOLDER]`: makes one executable for this system, with Node inside, and its release archive. Writes `fleet-gate`
 * (`fleet-gate.exe`) and `fleet-gate-VERSION-OS-ARCH.tar.gz` (`.zip` on Windows) to FOLDER, `.cache/standalone` by default. Source:
 * https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import manifest from '../package.json' with { type: 'json' };
import { archiveName, TAR } from './release/archives.ts';

const root = path.join(import.meta.dirname, '..');
const out = path.resolve(process.argv[2] ?? path.join(root, '.cache/standalone'));
const onWindows = process.platform === 'win32';
const scratch = mkdtempSync(path.join(tmpdir(), 'fleet-gate-standalone-'));
try {
  const bundle = path.join(scratch, 'bundle');
  await bundleTo(bundle);
  const blob = path.join(scratch, 'blob');
  makeBlob(bundle, blob);
  const folder = path.join(scratch, 'archive');
  mkdirSync(folder);
  const program = path.join(folder, onWindows ? 'fleet-gate.exe' : 'fleet-gate');
  makeProgram(program, blob);
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  copyFileSync(path.join(root, 'dist/THIRD-PARTY-LICENSES.txt'), path.join(folder, 'THIRD-PARTY-LICENSES.txt'));
  copyFileSync(licenceOfNode(), path.join(folder, 'LICENSE-node'));
  mkdirSync(out, { recursive: true });
  const archive = path.join(out, archiveName(manifest.version, process.platform, process.arch));
  execFileSync(TAR, [onWindows ? '-acf' : '-czf', archive, '-C', folder, ...readdirSync(folder).toSorted()]);
  copyFileSync(program, path.join(out, path.basename(program)));
  for (const file of [path.join(out, path.basename(program)), archive]) console.log(`${file}: ${statSync(file).size} bytes`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** As CommonJS, because Node runs nothing else in an executable. The first file is separate, because it loads the others. */
async function bundleTo(dir: string): Promise<void> {
  for (const input of [{ launch: 'src/cli/standalone/launch.ts' }, { program: 'src/cli/standalone/program.ts' }]) {
    const build = await rolldown({ cwd: root, input, platform: 'node', checks: { ineffectiveDynamicImport: false } });
    await build.write({ dir, format: 'cjs', minify: true, chunkFileNames: 'chunks/[name].js' });
    await build.close();
  }
}

function makeBlob(bundle: string, blob: string): void {
  const files = readdirSync(bundle, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const assets = files.map(({ parentPath, name }) => path.join(parentPath, name));
  const config = path.join(scratch, 'sea.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: path.join(bundle, 'launch.js'),
      output: blob,
      disableExperimentalSEAWarning: true,
      assets: Object.fromEntries(assets.map((file) => [path.relative(bundle, file).replaceAll(path.sep, '/'), file])),
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
}

/** The Node that runs this script, with the blob in it. macOS starts only signed programs, and Node's signature is for other bytes. */
function makeProgram(program: string, blob: string): void {
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', program]);
  const postject = path.join(root, 'node_modules/postject/dist/cli.js');
  const where = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2', '--macho-segment-name', 'NODE_SEA'];
  // postject warns about unnamed sections of Node, so its output is hidden.
  execFileSync(process.execPath, [postject, program, 'NODE_SEA_BLOB', blob, ...where], { stdio: 'pipe' });
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', program]);
}

/** Beside the program on Windows, above its folder on other systems. */
function licenceOfNode(): string {
  const home = path.dirname(process.execPath);
  const file = [home, path.dirname(home)].map((folder) => path.join(folder, 'LICENSE')).find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${process.execPath} has no LICENSE beside it: take a Node from nodejs.org`);
  return file;
}
