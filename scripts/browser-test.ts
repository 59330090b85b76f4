/**
 * The HTML report in a real browser. If none is found and this machine lets us, Debian's Chromium is installed; else its tests are skipped.
 *   npm run test:browser           everything after `--` goes to vitest
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { findChromium } from '../test/support/find-chromium.ts';

const root = path.resolve(import.meta.dirname, '..');
if (findChromium() === undefined) install();
if (findChromium() === undefined) console.log('no browser: set CHROMIUM to a Chromium or Chrome; the tests that need one are skipped');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.browser.config.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));

/** Only an administrator of a machine with apt may, and what goes wrong is told in the log. */
function install(): void {
  if (process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
    if (spawnSync('apt-get', ['-q', ...command], { stdio: 'inherit', env }).status !== 0) return;
}
