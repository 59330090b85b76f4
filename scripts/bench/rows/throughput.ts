/** `lint` of trees of every size, against kubeconform with schemas of KubeFleet's kinds, which skips all other kinds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EXIT_CODES } from '../../../src/report.ts';
import { LISTED_RULES } from '../../../src/static/listed-rules.gen.ts';
import type { ListedRule } from '../../../src/static/world/rule.ts';
import { largeTree, writeLargeTree } from '../../../test/support/large-tree.ts';
import { writeFleetSchemas } from '../fleet-schemas.ts';
import { goProgram } from '../go-program.ts';
import { figureOf, inTurns, type Turns } from '../interleave.ts';
import { type Claim, type Measured, type Row, Skipped } from '../row.ts';
import { CLI } from '../small-runs.ts';
import { medianOf } from '../spread.ts';
import { anyProcess, type ProcessFigures, UnexpectedExit } from '../whole-process.ts';

const PEER = 'kubeconform';
/** By the number of files: how often it is run. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [100, 11],
  [1000, 7],
  [10_000, 5],
  [50_000, 3],
]);
/** The number of files that has bounds: the most times the wall time of the peer, and the most memory. */
const BOUND_AT = 10_000;
const MOST_TIMES = 1.6;
const MOST_MB = 400;
const CONFIG = 'config.yaml';
const WORDS = new Intl.NumberFormat('en');

const kinds = {
  wall: (of: ProcessFigures): number => of.wall,
  CPU: (of: ProcessFigures): number => of.cpu,
  peak: (of: ProcessFigures): number => of.peak,
};

export const rows: readonly Row[] = [
  ...[...SIZES.keys()].map((files) =>
    compared(`lint of ${WORDS.format(files)} files, a tenth of them placements`, () => treeOf(files), files === BOUND_AT),
  ),
  withRules('the rule `schema` alone', ({ id }) => id === 'schema'),
  withRules('no rule', () => false),
  compared('lint of one file of 30 MB', () => judged((folder) => writeOneFile(folder, 30_000_000), 3)),
  compared('lint of one file of 50 MB', () => judged((folder) => writeOneFile(folder, 50_000_000), 3)),
  compared('lint of 100,000 documents in 1,000 files', () => judged((folder) => writeManyDocuments(folder, 1000, 100), 3)),
  {
    group: 'throughput',
    what: 'lint by the number of files',
    figures: { CPU: growth('ms'), peak: growth('MB') },
    measure: async () => {
      const points: { size: number; turns: Turns<ProcessFigures> }[] = [];
      for (const size of SIZES.keys()) points.push({ size, turns: await treeOf(size) });
      // The first hundred files cost less than the start of the program, which would hide how it grows.
      const grown = points.filter(({ size }) => size >= 1000);
      const by = (figure: (of: ProcessFigures) => number): Measured => ({
        points: grown.map(({ size, turns }) => ({ size, value: medianOf(turns.ours.map(figure)) })),
      });
      return { CPU: by(kinds.CPU), peak: by(kinds.peak) };
    },
  },
];

function compared(what: string, turns: () => Promise<Turns<ProcessFigures>>, isBound = false): Row {
  return {
    group: 'throughput',
    what,
    peer: PEER,
    figures: {
      wall: { unit: 'ms', ...(isBound ? { bound: { of: 'ratio', most: MOST_TIMES } } : {}) },
      CPU: { unit: 'ms' },
      peak: { unit: 'MB', ...(isBound ? { bound: { of: 'ours', most: MOST_MB } } : {}) },
    },
    measure: async () => {
      const run = await turns();
      return { wall: figureOf(run, kinds.wall), CPU: figureOf(run, kinds.CPU), peak: figureOf(run, kinds.peak) };
    },
  };
}

/** What the peer checks as well, or less. */
function withRules(which: string, isOn: (rule: ListedRule) => boolean): Row {
  const rules = Object.fromEntries(LISTED_RULES.filter((rule) => !isOn(rule)).map(({ id }) => [id, { severity: 'off' }]));
  const write = (folder: string): void => {
    writeLargeTree(folder, BOUND_AT);
    writeFileSync(path.join(folder, '..', CONFIG), JSON.stringify({ rules }));
  };
  return compared(`lint of ${WORDS.format(BOUND_AT)} files with ${which}`, () =>
    judged(write, SIZES.get(BOUND_AT) ?? 1, ['--config', CONFIG]),
  );
}

function growth(unit: string): Claim {
  return { unit, bound: { of: 'growth', most: 1.1 } };
}

const trees = new Map<number, Promise<Turns<ProcessFigures>>>();

/** Each size is measured once, for its own row and for that of the growth. */
function treeOf(files: number): Promise<Turns<ProcessFigures>> {
  const known = trees.get(files) ?? judged((folder) => writeLargeTree(folder, files), SIZES.get(files) ?? 1);
  trees.set(files, known);
  return known;
}

/** Both judge the same folder. */
function judged(write: (folder: string) => void, rounds: number, flags: readonly string[] = []): Promise<Turns<ProcessFigures>> {
  return inTree(write, async (tree, kubeconform) => {
    try {
      const cwd = path.dirname(tree);
      return await inTurns(
        rounds,
        () => anyProcess(process.execPath, { args: [CLI, 'lint', tree, '--quiet', ...flags], cwd }),
        kubeconform,
      );
    } catch (error) {
      if (error instanceof UnexpectedExit && error.code === EXIT_CODES.notEvaluated)
        throw new Skipped('lint reads no file of that size, and says so by its exit code 6', { cause: error });
      throw error;
    }
  });
}

/** Writes a tree, has it used beside kubeconform with schemas of KubeFleet's kinds, and removes it. */
async function inTree<T>(
  write: (folder: string) => void,
  use: (tree: string, kubeconform: () => Promise<ProcessFigures>) => Promise<T>,
): Promise<T> {
  const kubeconform = await goProgram('kubeconform');
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-tree-'));
  try {
    const tree = path.join(folder, 'tree');
    mkdirSync(tree);
    write(tree);
    const args = ['-schema-location', writeFleetSchemas(path.join(folder, 'schemas')), '-ignore-missing-schemas', '-summary', tree];
    return await use(tree, () => anyProcess(kubeconform, { args, cwd: folder }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Ten thousand documents, of which the ConfigMaps are large. */
function writeOneFile(folder: string, bytes: number): void {
  const documents = [...largeTree(10_000)].map(({ text }) => text);
  const maps = documents.filter((text) => text.includes('kind: ConfigMap')).length;
  const missing = (bytes - documents.join('---\n').length) / maps;
  const lines = '    another.key = another value\n'.repeat(Math.ceil(missing / 32));
  const text = documents.map((each) => (each.includes('kind: ConfigMap') ? `${each}${lines}` : each)).join('---\n');
  writeFileSync(path.join(folder, 'all.yaml'), text);
}

function writeManyDocuments(folder: string, files: number, documents: number): void {
  const texts = [...largeTree(files * documents)].map(({ text }) => text);
  for (let file = 0; file < files; file += 1)
    writeFileSync(path.join(folder, `${file}.yaml`), texts.slice(file * documents, (file + 1) * documents).join('---\n'));
}
