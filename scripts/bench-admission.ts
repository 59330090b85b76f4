import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { parseAllDocuments } from 'yaml';

import { loadEngines } from '../src/admission/prepare.ts';
import { judgeCreate } from '../src/admission/judge.ts';
import type { KubeObject } from '../src/fleet/object.ts';

const LOADS = 15;
const WARM = 3000;
/** A batch is short enough to fit between two turns of the scheduler. */
const BATCHES = 300;
const BATCH = 30;

/**
 * Prints what the admission twin costs: loading its parts in a fresh process, and judging one valid object of each kind once all is warm.
 * The least of several runs, since whatever else the machine does can only add to it.
 */
export async function benchAdmission(): Promise<void> {
  for (const part of ['src/admission/validators.gen.js', 'node_modules/@marcbachmann/cel-js/lib/index.js'])
    console.log(line(`admission: load ${part}`, `${least(LOADS, () => loadingMs(part)).toFixed(1)} ms`));
  await loadEngines();
  const text = readFileSync(new URL('../fixtures/admission/valid.yaml', import.meta.url), 'utf8');
  for (const document of parseAllDocuments(text)) {
    const object = document.toJS() as KubeObject;
    for (let run = 0; run < WARM; run++) judgeCreate(object, 'main');
    console.log(line(`admission: judge a ${object.kind}`, `${least(BATCHES, () => judgingUs(object)).toFixed(0)} µs`));
  }
}

function loadingMs(part: string): number {
  const url = pathToFileURL(new URL(`../${part}`, import.meta.url).pathname).href;
  const script = `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

function judgingUs(object: KubeObject): number {
  const start = performance.now();
  for (let run = 0; run < BATCH; run++) judgeCreate(object, 'main');
  return ((performance.now() - start) * 1000) / BATCH;
}

function least(runs: number, measure: () => number): number {
  return Math.min(...Array.from({ length: runs }, measure));
}

function line(what: string, figure: string): string {
  return `${what.padEnd(66)}${figure.padStart(9)}`;
}
