/** Runs once before the tests of this folder. */
import { spawnSync } from 'node:child_process';
import { findChromium } from '../support/find-chromium.ts';

/** Installs Debian's Chromium if there is no browser. Says if it cannot; the tests that need one are skipped. */
export function setup(): void {
  if (findChromium() === undefined) install();
  if (findChromium() === undefined)
    process.stdout.write('no browser: set CHROMIUM to a Chromium or Chrome; the tests that need one are skipped\n');
}

/** Needs root, and a machine with apt. */
function install(): void {
  if (process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
    if (spawnSync('apt-get', ['-q', ...command], { stdio: 'inherit', env }).status !== 0) return;
}
