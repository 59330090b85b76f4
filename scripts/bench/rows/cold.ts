/** How long a `lint` of two files takes as a whole process, compared with a Node that does nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dump } from 'js-yaml';
import { deployOf } from '../../../test/support/fleets/large-fleet.ts';
import { CLI } from '../dist.ts';
import { figureOf, inTurns } from '../interleave.ts';
import type { Measured, Row } from '../row.ts';
import { nodeProcess, type Program } from '../whole-process.ts';

const ROUNDS = 21;
const NOTHING: Program = { args: ['-e', '0'] };

export const rows: readonly Row[] = [
  // As on a CI runner: there is no compile cache.
  lint('first run', { CI: 'true' }, 4.5),
  // The run before the first measured one writes the compile cache.
  lint('later run', {}, 3.3),
];

function lint(when: string, env: Readonly<Record<string, string>>, most: number): Row {
  return {
    group: 'cold',
    what: `lint of two files, ${when}`,
    peer: 'node -e 0',
    figures: { wall: { unit: 'ms', bound: { of: 'ratio', most } } },
    measure: () => measured(env),
  };
}

async function measured(env: Readonly<Record<string, string>>): Promise<{ readonly wall: Measured }> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'fleet-gate-small-'));
  try {
    writeTwoFiles(path.join(cwd, 'deploy'));
    const home = path.join(cwd, 'home');
    mkdirSync(home, { mode: 0o700 });
    const program = { args: [CLI, 'lint', 'deploy'], cwd, env: { PATH: process.env['PATH'], HOME: home, TMPDIR: cwd, ...env } };
    const turns = await inTurns(
      ROUNDS,
      () => nodeProcess(program),
      () => nodeProcess(NOTHING),
    );
    return { wall: figureOf(turns, ({ wall }) => wall) };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** One placement in a file, and a namespace with a workload in another. */
function writeTwoFiles(folder: string): void {
  const [placement = '', ...content] = deployOf(0).map((object) => dump(object, { noRefs: true }));
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'placement.yaml'), placement);
  writeFileSync(path.join(folder, 'app.yaml'), content.join('---\n'));
}
