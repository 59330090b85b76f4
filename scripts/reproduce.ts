/**
 * `npm run reproduce`: builds `dist/` twice from clean clones of this commit, each with newly installed packages, and with its own folder,
 * time zone, language and umask. Fails if a byte differs between the two, or from the committed files.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { differingPaths, treeDigest } from './build/tree-digest.ts';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'fleet-gate-reproduce-'));
try {
  const first = cleanBuild('a', { TZ: 'UTC', LC_ALL: 'C' }, 0o022);
  const second = cleanBuild('elsewhere/with a longer name', { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', SOURCE_DATE_EPOCH: '1' }, 0o077);
  const wrong = [
    ...differingPaths(first.built, second.built).map((path) => `${path} differs between two builds`),
    ...differingPaths(first.built, first.committed).map((path) => `${path} is not what this commit builds`),
  ];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`dist/ is reproducible: ${first.built.size} files, the same bytes in two clean builds and in the commit`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function cleanBuild(name: string, environment: Readonly<Record<string, string>>, umask: number) {
  const clone = join(scratch, name);
  const env = { ...process.env, ...environment };
  mkdirSync(dirname(clone), { recursive: true });
  process.umask(umask);
  execFileSync('git', ['clone', '--quiet', '--no-local', '--depth', '1', `file://${root}`, clone], { env, stdio: 'inherit' });
  const committed = treeDigest(join(clone, 'dist'));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: clone, env, stdio: 'inherit' });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: clone, env, stdio: 'inherit' });
  return { committed, built: treeDigest(join(clone, 'dist')) };
}
