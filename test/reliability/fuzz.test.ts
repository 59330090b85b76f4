import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { FuzzTarget } from '../support/fuzz/fuzz-target.ts';
import { runFuzz } from '../support/fuzz/run-fuzz.ts';
import { reliability } from '../support/reliability.ts';

const FOLDER = path.resolve(import.meta.dirname, '../support/fuzz/targets');
const suite = reliability('fuzz', {
  title: 'Hostile input',
  proves:
    'Any text in a file, a flag, a kubeconfig or a hub: no crash, no endless run, bounded memory, and no silent pass. Each target runs in a thread with 512 MB. An input that contradicts an oracle is reported with its seed and number.',
});
/** CPU milliseconds of one input; in the share, on a machine that does much else, only what never ends counts. */
const LIMIT = suite.whole ? 2000 : 60_000;
const targets = await Promise.all(
  readdirSync(FOLDER)
    .toSorted()
    .map(async (file) => {
      const module = pathToFileURL(path.join(FOLDER, file)).href;
      return { module, target: ((await import(module)) as { readonly target: FuzzTarget }).target };
    }),
);

describe('hostile input', () => {
  test.each(targets)('$target.name', async ({ module, target }) => {
    const to = suite.size(target.all, target.share);
    await runFuzz({ module, seed: suite.seed, from: 0, to, limit: LIMIT }, 512);
    suite.tell({ tried: `${target.name}: ${target.about}`, times: to, outcome: 'no oracle contradicted' });
  });

  test.each([
    ['throws', /^seed 1, input 3 of .*an oracle is contradicted/s],
    ['hangs', /^seed 1, input 3 of .*it does not end/s],
    ['pollutes', /^seed 1, input 3 of .*changed the prototype/s],
  ])('that %s is found', async (fault, said) => {
    const module = new URL(`../support/fuzz/faulty-target.ts?${fault}`, import.meta.url).href;
    await expect(runFuzz({ module, seed: 1, from: 0, to: 10, limit: 200 }, 64)).rejects.toThrow(said);
  });

  test('is a million inputs in the complete run', () => {
    expect(targets.reduce((sum, { target }) => sum + target.all, 0)).toBeGreaterThanOrEqual(1_000_000);
  });
});
