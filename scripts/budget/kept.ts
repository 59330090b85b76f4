import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareAdmission } from '../../src/admission/prepare.ts';
import { lint } from '../../src/static/lint.ts';
import { makeWorld } from '../../src/static/make-world.ts';
import { readManifests } from '../../src/static/read/read-manifests.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { deployOf, FLEET_NOW as now } from '../../test/support/large-fleet.ts';
import { largeTree } from '../../test/support/large-tree.ts';
import type { Figures } from './figure.ts';

const [FEW, MANY] = [1000, 5000];

/**
 * What `lint` still holds of a file of which KubeFleet has no kind and which nobody names, once all rules have looked at it. The difference
 * between a large tree and a small one, so that whatever is there once does not count. Needs `--expose-gc`.
 */
export async function kept(): Promise<Figures> {
  await prepareAdmission(deployOf(0), 'v0.3');
  await heldBy(FEW);
  const [few, many] = [await heldBy(FEW), await heldBy(MANY)];
  const perFile = (of: (held: Held) => number): number => (of(many) - of(few)) / (MANY - FEW);
  return {
    'a file of other kinds: heap kept': { value: perFile(({ heap }) => heap), unit: 'bytes of heap' },
    'a file of other kinds: kept beside the heap': { value: perFile(({ beside }) => beside), unit: 'bytes of heap' },
  };
}

interface Held {
  readonly heap: number;
  readonly beside: number;
}

async function heldBy(files: number): Promise<Held> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-budget-'));
  try {
    writeTree(folder, files);
    const before = inUse();
    const read = await readManifests(['.'], { cwd: folder });
    const world = makeWorld({ target: 'v0.3', now, manifests: read.manifests });
    const report = lint(world, read, { rules: RULES, today: now });
    const after = inUse();
    // Both are asked after the count, so that nothing of them was collected before it.
    if (report.files !== files || world.manifests.length !== files) throw new Error(`${report.files} files were judged, not ${files}`);
    return { heap: after.heap - before.heap, beside: after.beside - before.beside };
  } finally {
    rmSync(folder, { recursive: true });
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

function inUse(): Held {
  if (globalThis.gc === undefined) throw new Error('start it with --expose-gc');
  // What the first collection finalizes goes with the second.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, beside: arrayBuffers };
}
