/** Runs once before the tests of this folder. */
import { spawnSync } from 'node:child_process';
import { findChromium } from '../support/find-chromium.ts';
import { hasPhoneFont } from '../support/has-phone-font.ts';

/** Installs Debian's Chromium and a font if there is none. Says if it cannot; the tests that need one are skipped. */
export function setup(): void {
  if (findChromium() === undefined) install('chromium');
  if (!hasPhoneFont()) install('fonts-liberation');
  if (findChromium() === undefined)
    process.stdout.write('no browser: set CHROMIUM to a Chromium or Chrome; the tests that need one are skipped\n');
  if (!hasPhoneFont()) process.stdout.write('no font with the widths of Arial: the test of the width of a phone is skipped\n');
}

/** Needs root, and a machine with apt. */
function install(what: string): void {
  if (process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', what]])
    if (spawnSync('apt-get', ['-q', ...command], { stdio: 'inherit', env }).status !== 0) return;
}
