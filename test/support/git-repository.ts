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
  /** Commits all there is, and answers the commit. */
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
  const commit = (): string => {
    git('add', '-A');
    git('commit', '--allow-empty', '-qm', 'x');
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'main');
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (Object.keys(files).length > 0) commit();
  return { dir, git, write, commit, remove: (path) => rmSync(join(dir, path), { recursive: true }) };
}
