import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest repository of git, or the workspace of the runner, that is a folder or is around it; `undefined` if there is none. */
export function repositoryAround(folder: string, workspace?: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (at === workspace || existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
