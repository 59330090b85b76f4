/** Runs once before the tests of this folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { CACHE, channelProgram, type Channel } from './tools.ts';

const OF_DEBIAN = ['pre-commit', 'bash', 'zsh', 'fish', 'prometheus'] as const satisfies readonly Channel[];
/** Built by Go, minutes the first time. */
const REVIEWDOG = 'github.com/reviewdog/reviewdog/cmd/reviewdog@v0.21.0';

/** Installs what is missing, with apt-get and with Go. Says what it cannot install; those tests are skipped. */
export function setup(): void {
  const missing = OF_DEBIAN.filter((name) => channelProgram(name) === undefined);
  if (missing.length > 0 && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...missing]])
      if (spawnSync('apt-get', ['-q', ...command], { stdio: 'inherit', env }).status !== 0) break;
  }
  if (channelProgram('reviewdog') !== undefined) return;
  process.stdout.write(`installing ${REVIEWDOG}; some minutes if nothing is cached\n`);
  try {
    execFileSync('go', ['install', REVIEWDOG], { stdio: 'inherit', env: { ...process.env, GOBIN: CACHE, CGO_ENABLED: '0', GOFLAGS: '' } });
  } catch (error) {
    process.stdout.write(`reviewdog was not installed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
