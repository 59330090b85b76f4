import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Git ignores it. */
const CACHE = path.resolve(import.meta.dirname, '../../.cache/channels');
/** Built by Go, minutes the first time. */
const REVIEWDOG = 'github.com/reviewdog/reviewdog/cmd/reviewdog@v0.21.0';

export type Channel = 'pre-commit' | 'reviewdog' | 'bash' | 'zsh' | 'fish';

const OF_DEBIAN = ['pre-commit', 'bash', 'zsh', 'fish'] as const satisfies readonly Channel[];

/** The program of another project that runs ours; `undefined` if it is not installed, which is said. */
export function channelProgram(name: Channel): string | undefined {
  const found = [
    path.join(CACHE, name),
    ...(process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  ].find(existsSync);
  if (found === undefined) process.stdout.write(`skipped: ${name} is not installed (npm run test:channels installs what it can)\n`);
  return found;
}

/**
 * Installs what is missing, by Debian's packages and by Go. What cannot be installed is said, and its tests are skipped.
 * @param say told what is done
 */
export function installChannels(say: (line: string) => void): void {
  const missing = OF_DEBIAN.filter((name) => channelProgram(name) === undefined);
  if (missing.length > 0 && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...missing]])
      if (spawnSync('apt-get', ['-q', ...command], { stdio: 'inherit', env }).status !== 0) break;
  }
  if (channelProgram('reviewdog') !== undefined) return;
  say(`installing ${REVIEWDOG}; some minutes when nothing is cached`);
  try {
    execFileSync('go', ['install', REVIEWDOG], { stdio: 'inherit', env: { ...process.env, GOBIN: CACHE, CGO_ENABLED: '0', GOFLAGS: '' } });
  } catch (error) {
    say(`reviewdog was not installed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
