/** Runs once before the tests of this folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { CACHE, channelProgram, type Channel } from './tools.ts';

const OF_DEBIAN = ['pre-commit', 'bash', 'zsh', 'fish', 'prometheus'] as const satisfies readonly Channel[];
/** Built by Go, minutes the first time. */
const OF_GO = {
  reviewdog: 'github.com/reviewdog/reviewdog/cmd/reviewdog@v0.21.0',
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
} as const satisfies Partial<Record<Channel, string>>;

/** Installs what is missing, with apt-get and with Go. Says what it cannot install; those tests are skipped. */
export function setup(): void {
  const missing = OF_DEBIAN.filter((name) => channelProgram(name) === undefined);
  if (missing.length > 0 && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...missing]])
      if (spawnSync('apt-get', ['-q', ...command], { stdio: 'inherit', env }).status !== 0) break;
  }
  for (const name of ['reviewdog', 'actionlint'] as const) if (channelProgram(name) === undefined) installWithGo(name);
}

function installWithGo(name: keyof typeof OF_GO): void {
  process.stdout.write(`installing ${OF_GO[name]}; some minutes if nothing is cached\n`);
  try {
    execFileSync('go', ['install', OF_GO[name]], {
      stdio: 'inherit',
      env: { ...process.env, GOBIN: CACHE, CGO_ENABLED: '0', GOFLAGS: '' },
    });
  } catch (error) {
    process.stdout.write(`${name} was not installed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
