import { existsSync } from 'node:fs';
import path from 'node:path';

/** Git ignores it. */
export const CACHE = path.resolve(import.meta.dirname, '../../.cache/channels');

export type Channel = 'pre-commit' | 'reviewdog' | 'actionlint' | 'bash' | 'zsh' | 'fish' | 'prometheus' | 'promtool';

/** The program of another project that runs ours; `undefined` if it is not installed, which is said. */
export function channelProgram(name: Channel): string | undefined {
  const found = [
    path.join(CACHE, name),
    ...(process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  ].find(existsSync);
  if (found === undefined) process.stdout.write(`skipped: ${name} is not installed (the project channels installs what it can)\n`);
  return found;
}
