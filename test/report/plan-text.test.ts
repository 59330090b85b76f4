import { expect, test } from 'vitest';
import type { PlannedPlacement, Report } from '../../src/report.ts';
import { planDoubts, planFault } from '../../src/report/facts/plan/plan-fault.ts';
import { picksText, unpickedByReason } from '../../src/report/facts/plan/picks.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { renderText } from '../../src/report/text/render-text.ts';
import { rankPlacements } from '../../src/report/facts/plan/plan-rank.ts';
import { movedLines } from '../../src/report/facts/plan/plan-lines.ts';

const placement: PlannedPlacement = {
  object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'web' },
  policy: 'PickN',
  scheduled: 'True',
  reason: '',
  picked: [],
  unpicked: [],
  resources: [],
};

test('clusters that lose by different scores share a line, which then leaves out the scores', () => {
  const loser = (cluster: string, score: number): PlannedPlacement['unpicked'][number] => ({
    cluster,
    plugin: 'Score',
    reason: `Cluster "${cluster}" does not score high enough (affinity score: ${score}, topology spread score: 0)`,
  });
  expect(unpickedByReason({ ...placement, unpicked: [loser('a', 3), loser('b', 5)] })).toEqual([
    { why: 'does not score high enough', clusters: ['a', 'b'] },
  ]);
  expect(unpickedByReason({ ...placement, unpicked: [loser('a', 3), loser('b', 3)] })).toEqual([
    { why: 'does not score high enough (affinity score: 3, topology spread score: 0)', clusters: ['a', 'b'] },
  ]);
});

test('clusters that do not exist share a line too', () => {
  const missing = (cluster: string): PlannedPlacement['unpicked'][number] => ({
    cluster,
    plugin: 'PickFixed',
    reason: `Specified cluster "${cluster}" is not found`,
  });
  expect(unpickedByReason({ ...placement, unpicked: [missing('a'), missing('b')] })).toEqual([
    { why: 'Specified cluster is not found', clusters: ['a', 'b'] },
  ]);
});

test.each([
  [3, 'a1, a2, a3'],
  [7, 'a1, a2, a3 and 4 more'],
])('a patch that fails on %i clusters has the number', (count, told) => {
  const clusters = Array.from({ length: count }, (_, index) => `a${index + 1}`);
  const object = { apiVersion: 'v1', kind: 'ResourceOverride', namespace: 'shop', name: 'web' };
  const resource = { ...object, kind: 'Deployment' };
  const override = { object, clusters, resources: [resource], removed: [], failures: [{ resource, clusters, error: 'no such path' }] };
  expect(planFault({ ...placement, picked: clusters, overrides: [override] })).toBe(
    `would not reach ${told}: ResourceOverride/shop/web fails: no such path`,
  );
});

test('a patch that may fail is a doubt, not a fault', () => {
  const object = { apiVersion: 'v1', kind: 'ResourceOverride', namespace: 'shop', name: 'web' };
  const resource = { ...object, kind: 'Deployment' };
  const doubt = { resource, clusters: ['a'], error: 'no such path', unless: 'another tool adds labels' };
  const planned = {
    ...placement,
    picked: ['a'],
    overrides: [{ object, clusters: ['a'], resources: [resource], removed: [], failures: [], mayFail: [doubt] }],
  };
  expect(planFault(planned)).toBeUndefined();
  expect(planDoubts(planned)).toEqual([
    'ResourceOverride/shop/web may fail on Deployment/shop/web (a): no such path; nothing is synced there, unless another tool adds labels.',
  ]);
});

test('a change names the clusters that move, or says that all stay', () => {
  expect(movedLines({ change: { added: ['a'], removed: ['b'], kept: 1 } })).toEqual([{ label: 'change', text: '+ a  − b  (1 kept)' }]);
  expect(movedLines({ change: { added: ['a'], removed: [], kept: 1 }, refused: ['It is refused.'] })).toEqual([
    { label: 'if accepted', text: '+ a  (1 kept)' },
  ]);
  expect(movedLines({ change: { added: [], removed: [], kept: 3 } })).toEqual([{ label: 'keeps', text: '3 clusters' }]);
  expect(movedLines({ change: { added: [], removed: [], kept: 0 } })).toEqual([]);
});

test('a new run is shown even if its placement does not change', () => {
  const change = { added: [], removed: [], kept: 1 };
  const run = { object: { apiVersion: 'v1', kind: 'ClusterStagedUpdateRun', name: 'next' }, errors: [], stages: [] };
  const quietOf = (own: PlannedPlacement): number => rankPlacements([own]).quiet.length;
  const untouched = { ...placement, picked: ['a'], change };
  expect(quietOf({ ...untouched, runs: [run] })).toBe(1);
  expect(quietOf({ ...untouched, runs: [{ ...run, added: true }] })).toBe(0);
});

test('a taint is written as kubectl writes it', () => {
  const tainted = {
    cluster: 'a',
    plugin: 'TaintToleration',
    reason: 'taint &{Key:dedicated Value:gpu Effect:NoSchedule} cannot be tolerated',
  };
  expect(unpickedByReason({ ...placement, unpicked: [tainted] })).toEqual([
    { why: 'taint dedicated=gpu:NoSchedule cannot be tolerated', clusters: ['a'] },
  ]);
});

test('a placement is not unchanged if it brings an object of another one, or if its objects are unknown', () => {
  const change = { added: [], removed: [], kept: 1 };
  const resource = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' };
  const moved = {
    ...placement,
    change,
    diff: [{ resource, clusters: ['e1'], what: 'changed' as const, movedFrom: placement.object, lines: [] }],
  };
  const open = { ...placement, change, diffNotVerified: [{ clusters: ['e1'], reason: 'Nobody knows.' }] };
  const calm = { ...placement, change, diff: [] };
  const { ranked, quiet } = rankPlacements([moved, open, calm].map((each) => ({ ...each, picked: ['e1'], resources: [resource] })));
  expect([ranked.length, quiet.length]).toEqual([2, 1]);
});

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `aks-${index}`);
const tainted = (cluster: string): PlannedPlacement['unpicked'][number] => ({
  cluster,
  plugin: 'TaintToleration',
  reason: 'taint maintenance',
});
const planOf = (placed: PlannedPlacement, clusters: number): Report => ({
  schema: 'report-v1',
  tool: { name: 'fleet-gate', version: '0.1.0' },
  command: 'plan',
  outcome: 'clean',
  exitCode: 0,
  plan: { clusters, placements: [placed] },
});

test('clusters are shown as how many of how many, and which are excluded', () => {
  const resources = [{ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }];
  const placed = { ...placement, policy: 'PickAll', picked: names(11), unpicked: [tainted('aks-lab')], resources } as const;
  expect(picksText(placed, 12)).toBe('11 of 12 (not aks-lab: taint maintenance)');
  expect(renderText(planOf(placed, 12))).toContain('  picks 11 of 12 (not aks-lab: taint maintenance): aks-0, aks-1,');
  const table = renderMarkdown(planOf(placed, 12))
    .split('\n')
    .find((line) => line.startsWith('| ✅'));
  expect(table).toBe('| ✅ <code>crp/web</code> PickAll | 11 of 12 (not aks-lab: taint maintenance) |');
});

test('many of them are a list in details, and the text lists all of them', () => {
  const many = { ...placement, policy: 'PickAll', picked: names(1000), unpicked: ['x', 'y', 'z', 'w'].map(tainted) } as const;
  const text = renderText(planOf(many, 1004));
  expect(text).toMatch(/^ {2}picks 1000 of 1004: aks-0, .*aks-19 and 980 more$/m);
  expect(text).toContain('  not x, y, z, w (taint maintenance)');
  const moved = { ...many, change: { added: names(6), removed: names(3), kept: 994 } };
  const details = renderMarkdown(planOf(moved, 1004)).split('<details>').slice(1).join('');
  expect(details).toContain(
    `- gains ${names(6)
      .map((name) => `<code>${name}</code>`)
      .join(', ')}`,
  );
  expect(details).toContain(
    `- loses ${names(3)
      .map((name) => `<code>${name}</code>`)
      .join(', ')}`,
  );
});

test('markdown lists a hundred facts of a placement, and the number of further ones', () => {
  const notVerified = Array.from({ length: 130 }, (_, index) => `Fact ${index} is not known.`);
  const whole = { clusters: 1, placements: [{ ...placement, picked: ['m1'], notVerified }] };
  const text = renderMarkdown({
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '0.1.0' },
    command: 'plan',
    outcome: 'clean',
    exitCode: 0,
    plan: whole,
  });
  expect(text).toContain('Fact 99 ');
  expect(text).not.toContain('Fact 100 ');
  expect(text).toContain('\n- and 30 more\n');
});
