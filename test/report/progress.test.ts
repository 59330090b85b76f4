import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elapsedText } from '../../src/report/facts/words/elapsed.ts';
import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { describe, expect, test } from 'vitest';
import { progressFrame, progressLines, progressReminder, suspicionLines, type ProgressView } from '../../src/report/text/progress.ts';
import type { Diagnosis, Report, TimelineEntry } from '../../src/report.ts';

const report = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/gate-failed.json'), 'utf8')) as Report;
const object = report.gate?.placements[0]?.object ?? { apiVersion: 'v1', kind: 'X', name: 'x' };
const at = '2026-11-20T03:11:40Z';
const moved = (cluster: string, to: string): TimelineEntry => ({ at, object, cluster, stage: 'Applied', to });
const view: ProgressView = {
  at: new Date(at),
  now: new Date(at),
  changes: [moved('a', 'passed'), moved('b', 'passed'), moved('c', 'failed'), ...['d', 'e', 'f', 'g'].map((name) => moved(name, 'passed'))],
  awaiting: 'ClusterResourcePlacement/web: 2 of 4 clusters',
  gated: report.gate?.placements ?? [],
  elapsed: 192_000,
  timeout: 900_000,
};

test('clusters with the same change share a line', () => {
  expect(progressLines(view)).toEqual([
    '03:11:40  ClusterResourcePlacement/web a, b, d, e and 2 more: applied',
    '03:11:40  ClusterResourcePlacement/web c: could not apply',
  ]);
  expect(progressLines({ ...view, changes: [] })).toEqual([]);
});

test('a line names what is awaited if nothing changes', () => {
  expect(progressReminder(view)).toBe(
    '03:11:40  waiting for 3m12s of 15m00s: ClusterResourcePlacement/web: 2 of 4 clusters; awaited from the hub agent for west-2',
  );
});

test('a frame of a terminal has the current state', () => {
  expect(progressFrame(view, 60)).toEqual([
    'waiting for 3m12s of 15m00s',
    '2 placements: 1 failed, 1 passed',
    '4 clusters: 2 could not apply, 1 waiting to start, 1 availa…',
    'failed       [###.......] 1/4 clusters  ClusterResourcePlac…',
    '  east-2, west-1: could not apply (Another manager owns fie…',
    '  west-2: waiting to start (The rollout waits for maxUnavai…',
    'passed       [##########] 2/2 clusters  ResourcePlacement/s…',
    'awaited from the hub agent for west-2',
  ]);
  expect(progressFrame(view, 130)[1]).toBe(
    '2 placements: 1 failed, 1 passed · 4 clusters: 2 could not apply, 1 waiting to start, 1 available',
  );
});

test.each([1, 2, 3, 5, 8, 10, 24])('a frame leaves one row for the cursor at %d rows', (rows) => {
  const many = { ...view, gated: Array.from({ length: 30 }, () => view.gated).flat() };
  for (const width of [10, 60, 200]) expect(progressFrame(many, width, undefined, rows).length).toBeLessThanOrEqual(Math.max(1, rows - 1));
});

test('a name occurs once in a frame', () => {
  const lines = progressFrame(view, 200).join('\n');
  for (const { object: shown } of view.gated) expect(lines.split(displayName(shown))).toHaveLength(2);
});

test('a placement that waits and has no cause yet is shown with its summary', () => {
  const [placement] = view.gated;
  const young = { object, verdict: 'waiting', summary: 'Scheduled is not reported yet', clusters: [], diagnoses: [] } as const;
  expect(progressFrame({ ...view, gated: placement === undefined ? [] : [young] }, 80)).toEqual([
    'waiting for 3m12s of 15m00s',
    '1 placement: 1 waiting · no cluster yet',
    'waiting      [..........] 0/0 clusters  ClusterResourcePlacement/web',
    '  Scheduled is not reported yet',
    'awaited from the hub agent',
  ]);
});

test.each([
  [45_000, '45s'],
  [192_999, '3m12s'],
  [3_900_000, '1h05m'],
  [-5, '0s'],
])('%d ms is %s', (ms, text) => {
  expect(elapsedText(ms)).toBe(text);
});

describe('probable causes', () => {
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

  test('are shown with the earliest time at which one becomes a failure', () => {
    const both = suspected(suspect('east', '2026-11-20T03:16:40Z'), suspect('west', '2026-11-20T03:16:38Z'));
    expect(suspicionLines(both).map(({ line }) => line)).toEqual([
      '03:11:40  ClusterResourcePlacement/web probable cause: east and 1 more cluster: The image cannot be pulled (Deployment/prod/web); becomes a failure at 03:16:38',
    ]);
    expect(progressFrame(both, 120)).toContain(
      '  probable cause, becomes a failure in 4m58s: east and 1 more cluster: The image cannot be pulled (Deployment/prod/web)',
    );
  });

  test('count down as time passes', () => {
    const soon = suspected(suspect('east', '2026-11-20T03:12:20Z'));
    const shown = (now: string): string => progressFrame({ ...soon, now: new Date(now) }, 200).join('\n');
    expect(shown('2026-11-20T03:11:40Z')).toContain('becomes a failure in 40s');
    expect(shown('2026-11-20T03:12:19.5Z')).toContain('becomes a failure in 1s');
    expect(shown('2026-11-20T03:12:21Z')).toContain('becomes a failure now');
  });

  test('do not repeat the name of the placement', () => {
    const own = { ...suspect('', '2026-11-20T03:12:20Z'), object };
    const { cluster: _, ...whole } = own;
    const shown = [...progressFrame(suspected(whole), 200), ...suspicionLines(suspected(whole)).map(({ line }) => line)].join('\n');
    expect(shown.split(displayName(object))).toHaveLength(3);
  });

  test('do not include what waits or has failed', () => {
    expect(suspicionLines(suspected({ ...suspect('east', ''), outcome: 'waiting' }))).toEqual([]);
    expect(progressFrame(suspected({ ...suspect('east', ''), outcome: 'terminal' }), 120).join()).not.toContain('suspect');
  });
});
