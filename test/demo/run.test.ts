import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runDemo, type DemoResult } from '../../src/demo/run.ts';
import { kubectlWaitIsMet } from '../../src/demo/kubectl-wait.ts';
import type { DemoOptions } from '../../src/demo/demo-io.ts';

interface Shown extends DemoResult {
  readonly printed: string;
  readonly markdown: string;
}

async function demo(signal: AbortSignal, options?: DemoOptions, onText?: (text: string) => void): Promise<Shown> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'fleet-gate-demo-test-'));
  const printed: string[] = [];
  const write = (text: string): void => {
    printed.push(text);
    onText?.(text);
  };
  try {
    const result = await runDemo({ cwd, signal, stdout: { write, isTTY: false, columns: 80 } }, options);
    const markdown = options?.out === '-' ? '' : await readFile(path.join(cwd, options?.out ?? 'fleet-gate-demo.md'), 'utf8');
    return { ...result, printed: printed.join(''), markdown };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

test('storefront passes once its new content is everywhere, billing fails with its cause', async () => {
  const { exitCode, report, printed, markdown } = await demo(new AbortController().signal);
  expect(printed).not.toContain('did not go as planted');
  expect(exitCode).toBe(0);
  const picks = report.plan?.placements.map(({ object, picked }) => [object.name, picked.toSorted()]);
  expect(picks).toContainEqual(['storefront', ['amsterdam', 'dublin', 'oslo']]);
  expect(picks).toContainEqual(['api', ['amsterdam', 'dublin']]);
  expect(printed).toContain('2. What the scheduler would pick');

  const [billing, storefront] = ['billing', 'storefront'].map((name) => report.gate?.placements.find(({ object }) => object.name === name));
  expect([storefront?.verdict, storefront?.freshness, storefront?.snapshotIndex]).toEqual(['passed', 'proven', 1]);
  expect(billing?.clusters.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name)).toEqual(['oslo']);
  expect(billing?.diagnoses[0]).toMatchObject({ id: 'apply-owned-by-other-controller', cluster: 'oslo', outcome: 'terminal' });

  const falseGreen = printed.indexOf('kubectl wait would have said "condition met" here: ClusterResourcePlacement/storefront');
  expect(falseGreen).toBeGreaterThan(0);
  expect(printed.indexOf('resource snapshot 1 is what was deployed')).toBeGreaterThan(falseGreen);
  expect(markdown).toContain('apply-owned-by-other-controller');
  expect(printed).toContain('fleet-gate-demo.md');
});

test('a cancelled demo ends with 130 and shows its state', async () => {
  const controller = new AbortController();
  let isGating = false;
  const { exitCode, report, printed } = await demo(controller.signal, { out: '-' }, (text) => {
    if (isGating && text.includes('ClusterResourcePlacement/')) controller.abort();
    isGating ||= text.startsWith('3. The gate');
  });
  expect(exitCode).toBe(130);
  expect(report.gate?.outcome).toBe('cancelled');
  expect(printed).toContain('fleet-gate');
});

test('a report that cannot be written is an error line with the flag', async () => {
  const controller = new AbortController();
  controller.abort();
  const out = `${import.meta.filename}/report.md`;
  await expect(demo(controller.signal, { out })).rejects.toThrow(`--out ${out}: cannot be written (its folder is a file)`);
});

test.each([
  ['True', 3, true],
  ['True', 2, false],
  ['True', undefined, true],
  ['False', 3, false],
  ['Unknown', 3, false],
])('kubectl wait on Available %s of generation %s: %s', (status, observedGeneration, met) => {
  const conditions = [
    { type: 'ClusterResourcePlacementAvailable', status, ...(observedGeneration === undefined ? {} : { observedGeneration }) },
  ];
  const placement = { apiVersion: 'v1', kind: 'ClusterResourcePlacement', metadata: { name: 'a', generation: 3 }, status: { conditions } };
  expect(kubectlWaitIsMet(placement, 'ClusterResourcePlacementAvailable')).toBe(met);
});
