import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Crashed {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly log: string;
}

/**
 * Starts the program with an injected bug: the first call of `Map.groupBy` throws an error that quotes a file.
 * @param entry `cli.ts` or `action.ts`
 */
export function crash(
  entry: string,
  argv: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  quotes: string,
): Promise<Crashed> {
  const folder = mkdtempSync(join(cwd, 'crash-'));
  const bug = join(folder, 'bug.mjs');
  writeFileSync(join(folder, 'quoted.txt'), quotes);
  writeFileSync(
    bug,
    `import { readFileSync } from 'node:fs';\nMap.groupBy = () => { throw new Error('a bug that quotes ' + readFileSync(${JSON.stringify(join(folder, 'quoted.txt'))}, 'utf8')); };\n`,
  );
  const child = spawn(process.execPath, ['--import', bug, join(import.meta.dirname, '../../../src', entry), ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, log }));
  });
}
