/** `lint` of large trees, compared with kubeconform with schemas of KubeFleet's kinds, which skips all other kinds. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLargeTree } from '../../../test/support/trees/large-tree.ts';
import { writeFleetSchemas } from '../fleet-schemas.ts';
import { goProgram } from '../go-program.ts';
import { figureOf, inTurns, type Turns } from '../interleave.ts';
import type { Measured, Row } from '../row.ts';
import { CLI } from '../dist.ts';
import { medianOf } from '../spread.ts';
import { anyProcess, type ProcessFigures } from '../whole-process.ts';

/**
 * The number of runs by the number of files. The first hundred files cost less than the start of the program, which would hide the growth.
 */
const SIZES: ReadonlyMap<number, number> = new Map([
  [1000, 7],
  [10_000, 5],
  [50_000, 3],
]);

export const rows: readonly Row[] = [
  {
    group: 'throughput',
    what: 'lint of 10,000 files, a tenth of them placements',
    peer: 'kubeconform',
    figures: {
      wall: { unit: 'ms', bound: { of: 'ratio', most: 1.6 } },
      peak: { unit: 'MB', bound: { of: 'ours', most: 400 } },
    },
    measure: async () => {
      const turns = await treeOf(10_000);
      return { wall: figureOf(turns, ({ wall }) => wall), peak: figureOf(turns, ({ peak }) => peak) };
    },
  },
  {
    group: 'throughput',
    what: 'lint by the number of files',
    figures: { CPU: { unit: 'ms', bound: { of: 'growth', most: 1.1 } }, peak: { unit: 'MB', bound: { of: 'growth', most: 1.1 } } },
    measure: async () => {
      const measured: { size: number; turns: Turns<ProcessFigures> }[] = [];
      for (const size of SIZES.keys()) measured.push({ size, turns: await treeOf(size) });
      const by = (figure: (of: ProcessFigures) => number): Measured => ({
        points: measured.map(({ size, turns }) => ({ size, value: medianOf(turns.ours.map(figure)) })),
      });
      return { CPU: by(({ cpu }) => cpu), peak: by(({ peak }) => peak) };
    },
  },
];

const trees = new Map<number, Promise<Turns<ProcessFigures>>>();

/** Each size is measured once, for its own row and for the growth. */
function treeOf(files: number): Promise<Turns<ProcessFigures>> {
  const known = trees.get(files) ?? judged(files);
  trees.set(files, known);
  return known;
}

async function judged(files: number): Promise<Turns<ProcessFigures>> {
  const kubeconform = await goProgram('kubeconform');
  const cwd = mkdtempSync(path.join(tmpdir(), 'fleet-gate-tree-'));
  try {
    const tree = path.join(cwd, 'tree');
    mkdirSync(tree);
    writeLargeTree(tree, files);
    const args = ['-schema-location', writeFleetSchemas(path.join(cwd, 'schemas')), '-ignore-missing-schemas', '-summary', tree];
    return await inTurns(
      SIZES.get(files) ?? 1,
      () => anyProcess(process.execPath, { args: [CLI, 'lint', tree, '--quiet'], cwd }),
      () => anyProcess(kubeconform, { args, cwd }),
    );
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
