import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { prepareAdmission } from '../../src/admission/prepare.ts';
import { MOST_AS_THEY_ARE } from '../../src/compact/packed-texts.ts';
import type { LintReport } from '../../src/report.ts';
import { lint } from '../../src/static/judge/lint.ts';
import { makeWorld } from '../../src/static/world/make-world.ts';
import { readManifests } from '../../src/static/read/read-manifests.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import type { World } from '../../src/static/world/world.ts';
import { deployOf, FLEET_NOW as now } from '../../test/support/large-fleet.ts';
import { largeTree } from '../../test/support/large-tree.ts';
import type { Figures } from './figure.ts';

/** Files of a small and a large tree; the young generation takes all that the latter of the first allocates. */
const ALLOCATING = [500, 2000] as const;
const KEEPING = [1000, 5000] as const;
const ROUNDS = 3;

/** Takes all the room in which texts are kept as they are: what is kept of a file is counted behind it. */
const ROOM_OF_TEXTS = '# Nothing is deployed by this file.\n'.padEnd(MOST_AS_THEY_ARE, '\n');

/**
 * What `lint` allocates for a file of which KubeFleet has no kind and which nobody names, and what it still holds of it once all rules have
 * looked at it. The difference between a large tree and a small one, so that whatever is there once does not count. Needs `--expose-gc`, and
 * a young generation of 256 MB.
 */
export async function kept(): Promise<Figures> {
  await prepareAdmission(deployOf(0), 'v0.3');
  // Compiled code and what it learned of values is there once, and is there from now on.
  await heldBy(KEEPING[1]);
  return {
    'a file of other kinds: heap allocated': { value: await leastPerFile(ALLOCATING, allocatedBy), unit: 'bytes allocated' },
    'a file of other kinds: memory kept': { value: await leastPerFile(KEEPING, heldBy), unit: 'bytes kept' },
  };
}

/** The least of some rounds: what else the process does can only add to it. */
async function leastPerFile([few, many]: readonly [number, number], bytes: (files: number) => Promise<number>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const small = await bytes(few);
    rounds.push(((await bytes(many)) - small) / (many - few));
  }
  return Math.min(...rounds);
}

async function heldBy(files: number): Promise<number> {
  const before = inUse();
  const tree = await judged(files, ROOM_OF_TEXTS);
  const after = inUse();
  // Asked after the count, so that nothing of it was collected before.
  // The file of comments is one more.
  expectAll(tree, files, files + 1);
  return after - before;
}

async function allocatedBy(files: number): Promise<number> {
  inUse();
  const collections = new Collections();
  const before = process.memoryUsage().heapUsed;
  const tree = await judged(files);
  const after = process.memoryUsage().heapUsed;
  await collections.expectNone();
  expectAll(tree, files);
  return after - before;
}

interface Tree {
  readonly world: World;
  readonly report: LintReport;
}

/** @param before a file that is read before all others */
async function judged(files: number, before?: string): Promise<Tree> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-budget-'));
  try {
    if (before !== undefined) writeFileSync(path.join(folder, '0.yaml'), before);
    writeTree(folder, files);
    const read = await readManifests(['.'], { cwd: folder });
    const world = makeWorld({ target: 'v0.3', now, manifests: read.manifests });
    return { world, report: lint(world, read, { rules: RULES, today: now }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function expectAll({ world, report }: Tree, manifests: number, files = manifests): void {
  if (report.files !== files || world.manifests.length !== manifests) throw new Error(`${report.files} files were judged, not ${files}`);
}

/** Counts garbage collections: one that nobody asked for hides what was allocated before it. */
class Collections {
  #count = 0;
  readonly #observer = new PerformanceObserver((list) => (this.#count += list.getEntries().length));

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  async expectNone(): Promise<void> {
    // The observer is told a turn later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    this.#observer.disconnect();
    if (this.#count > 0) throw new Error('garbage was collected: give it a larger young generation, --min-semi-space-size=256');
  }
}

/** In folders of ten, as the tree has them. */
function writeTree(folder: string, files: number): void {
  let written = 0;
  for (const { name, text } of largeTree(files * 2)) {
    if (text.includes('kubernetes-fleet.io')) continue;
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
    written += 1;
    if (written === files) return;
  }
}

/** Bytes of the heap and of arrays beside it, without garbage. */
function inUse(): number {
  if (globalThis.gc === undefined) throw new Error('start it with --expose-gc');
  // What the first collection finalizes goes with the second.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
