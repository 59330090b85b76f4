import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A real repository in a temporary folder. */
export interface GitRepository {
  readonly dir: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  /** Commits all files. Returns the hash of the commit. */
  readonly commit: () => string;
}

export function gitRepository(files: Readonly<Record<string, string>> = {}): GitRepository {
  const dir = realpathSync(temporaryFolder());
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd: dir,
      stdio: 'pipe',
      encoding: 'utf8',
    }).trim();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const commands = (script: string): string =>
    execFileSync('sh', ['-ec', script], { cwd: dir, env: { ...process.env, ...IDENTITY }, stdio: 'pipe', encoding: 'utf8' }).trim();
  commands(Object.keys(files).length > 0 ? `${INIT}; ${COMMIT}` : INIT);
  return { dir, git, write, commit: () => commands(COMMIT), remove: (path) => rmSync(join(dir, path), { recursive: true }) };
}

// One shell runs it all: starting a process takes longer the more memory this one has, about 10 ms for 300 MB.
const INIT = 'git init -q -b main';
const COMMIT = 'git add -A; git commit --allow-empty --no-gpg-sign -qm x; git rev-parse HEAD';
const IDENTITY = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.com', GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.com' };
