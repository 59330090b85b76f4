/**
 * Runs a command with a Node of a pinned version, regardless of the host's Node (20 or newer). `node` in the command is the pinned one, too.
 *   node scripts/on-node.js 24 COMMAND…    the Node of the Action, which `npm ci` installs; that of the host if the platform has none
 *   node scripts/on-node.js 22 COMMAND…    the oldest Node that fleet-gate runs on, which is installed on the first run
 * The link `.bin/node` is not reliable: npm 10 removes it with the packages of other platforms, which have the same link.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const onWindows = process.platform === 'win32';
const [wanted, command, ...args] = process.argv.slice(2);
const home = path.join(root, 'scripts', `node${wanted}`);

const node = installed() ?? (wanted === '24' ? process.execPath : install());
const programs = [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
const env = { ...process.env, PATH: programs };
const child =
  command === 'node' ? spawn(node, args, { stdio: 'inherit', env }) : spawn(command, args, { stdio: 'inherit', env, shell: onWindows });
child.once('error', (error) => {
  throw error;
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
// Ctrl-C interrupts both processes. The exit code is the command's.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));

/** The program in the package that is pinned for this platform; undefined if that version is not installed. */
function installed() {
  const { optionalDependencies: pinned } = manifest(path.join(home, 'package.json'));
  for (const [name, version] of Object.entries(pinned)) {
    for (const around of [home, root]) {
      const folder = path.join(around, 'node_modules', name);
      const program = ['bin/node', 'bin/node.exe'].map((file) => path.join(folder, file)).find((file) => existsSync(file));
      if (program !== undefined && manifest(path.join(folder, 'package.json')).version === version) return program;
    }
  }
  return undefined;
}

function install() {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    stdio: 'inherit',
    shell: onWindows,
  });
  const program = installed();
  if (program === undefined) throw new Error(`${path.join(home, 'package.json')} names no Node for ${process.platform} ${process.arch}`);
  return program;
}

function manifest(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
