/** What the admission twin costs: loading its parts in a fresh process, and judging one valid object of each kind once all is warm. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { judgeCreate } from '../../../src/admission/judge.ts';
import { loadEngines } from '../../../src/admission/prepare.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Row } from '../row.ts';
import { numbered } from '../synthetic-fleet.ts';

const LOADS = 15;
const WARM = 3000;
/** A batch is short enough to fit between two turns of the scheduler. */
const BATCHES = 300;
const BATCH = 30;
const ROOT = new URL('../../../', import.meta.url);

const PARTS = ['src/admission/validators/resource-placement-v1.gen.js', 'node_modules/@marcbachmann/cel-js/lib/index.js'];
const VALID = parseAllDocuments(readFileSync(new URL('fixtures/admission/valid.yaml', ROOT), 'utf8')).map(
  (document) => document.toJS() as KubeObject,
);

export const rows: readonly Row[] = [
  ...PARTS.map((part) => absolute(`admission: load ${part}`, 'ms', () => numbered(LOADS, () => loadingMs(part)))),
  ...VALID.map((object) => absolute(`admission: judge a ${object.kind} of ${object.apiVersion}`, 'µs', () => judging(object))),
];

function absolute(what: string, unit: string, samples: () => readonly number[] | Promise<readonly number[]>): Row {
  return { group: 'admission', what, figures: { wall: { unit } }, measure: async () => ({ wall: { ours: await samples() } }) };
}

function loadingMs(part: string): number {
  const { href } = pathToFileURL(new URL(part, ROOT).pathname);
  const script = `const start = performance.now(); await import(${JSON.stringify(href)}); console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

async function judging(object: KubeObject): Promise<readonly number[]> {
  await loadEngines();
  for (let run = 0; run < WARM; run += 1) judgeCreate(object, 'main');
  return numbered(BATCHES, () => {
    const start = performance.now();
    for (let run = 0; run < BATCH; run += 1) judgeCreate(object, 'main');
    return ((performance.now() - start) * 1000) / BATCH;
  });
}
