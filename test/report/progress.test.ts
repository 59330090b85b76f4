import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elapsedText } from '../../src/report/facts/elapsed.ts';
import { describe, expect, test } from 'vitest';
import { progressFrame, progressLines, progressReminder, suspicionLines, type ProgressView } from '../../src/report/text/progress.ts';
import type { Diagnosis, Report } from '../../src/report.ts';

const report = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/gate-failed.json'), 'utf8')) as Report;
const object = report.gate?.placements[0]?.object ?? { apiVersion: 'v1', kind: 'X', name: 'x' };
const at = '2026-11-20T03:11:40Z';
const moved = (cluster: string, to: string): ProgressView['changes'][number] => ({ at, object, cluster, stage: 'Applied', to });
const view: ProgressView = {
  at: new Date(at),
  changes: [moved('a', 'passed'), moved('b', 'passed'), moved('c', 'failed'), ...['d', 'e', 'f', 'g'].map((name) => moved(name, 'passed'))],
  awaiting: 'ClusterResourcePlacement/web: 2 of 4 clusters',
  gated: report.gate?.placements ?? [],
  elapsed: 192_000,
  timeout: 900_000,
};

test('clusters that moved alike share a line', () => {
  expect(progressLines(view)).toEqual([
    '03:11:40  ClusterResourcePlacement/web a, b, d, e and 2 more: applied',
    '03:11:40  ClusterResourcePlacement/web c: could not apply',
  ]);
  expect(progressLines({ ...view, changes: [] })).toEqual([]);
});

test('what is awaited where nothing moves', () => {
  expect(progressReminder(view)).toBe('03:11:40  waiting for 3m12s of 15m00s: ClusterResourcePlacement/web: 2 of 4 clusters');
});

test('the frame of a terminal', () => {
  expect(progressFrame(view, 60)).toEqual([
    'waiting for 3m12s of 15m00s',
    'failed       [###.......] 1/4 clusters  ClusterResourcePlac…',
    '  east-2: could not apply (Another manager owns fields of D…',
    '  west-1: could not apply (Another manager owns fields of D…',
    '  west-2: waiting to start (The rollout waits for maxUnavai…',
    'passed       [##########] 2/2 clusters  ResourcePlacement/s…',
    'ClusterResourcePlacement/web: 2 of 4 clusters',
  ]);
  expect(progressFrame(view, 60, undefined, 5)).toHaveLength(5);
});

test.each([
  [45_000, '45s'],
  [192_999, '3m12s'],
  [3_900_000, '1h05m'],
  [-5, '0s'],
])('%d ms is %s', (ms, text) => {
  expect(elapsedText(ms)).toBe(text);
});

describe('suspects', () => {
  const suspect = (cluster: string, countsAt: string): Diagnosis => ({
    id: 'workload-image-pull',
    title: 'The image cannot be pulled',
    outcome: 'suspect',
    cluster,
    object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'prod', name: 'web' },
    countsAt,
    evidence: [],
    explain: '',
    remedy: [],
    docs: '',
  });
  const [placement] = view.gated;
  const suspected = (...diagnoses: readonly Diagnosis[]): ProgressView => ({
    ...view,
    gated: placement === undefined ? [] : [{ ...placement, clusters: [], diagnoses }],
  });

  test('are told with the earliest moment one of them counts at', () => {
    const both = suspected(suspect('east', '2026-11-20T03:16:40Z'), suspect('west', '2026-11-20T03:16:38Z'));
    expect(suspicionLines(both).map(({ line }) => line)).toEqual([
      '03:11:40  ClusterResourcePlacement/web suspect: east and 1 more cluster: The image cannot be pulled (Deployment/prod/web); counts at 03:16:38',
    ]);
    expect(progressFrame(both, 120)).toContain(
      '  suspect      east and 1 more cluster: The image cannot be pulled (Deployment/prod/web); counts at 03:16:38',
    );
  });

  test('are only those: what waits, or has failed, is no suspect', () => {
    expect(suspicionLines(suspected({ ...suspect('east', ''), outcome: 'waiting' }))).toEqual([]);
    expect(progressFrame(suspected({ ...suspect('east', ''), outcome: 'terminal' }), 120).join()).not.toContain('suspect');
  });
});
