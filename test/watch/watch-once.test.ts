import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { greenFleet, no, NOW, unheardMember } from '../support/fleets/fleet.ts';
import { watchedShop, type WatchedShop } from './watched-shop.ts';

let shop: WatchedShop;
beforeEach(async () => {
  shop = await watchedShop();
});
afterEach(() => shop.close());

const STATE = ['--state', 'watch.json'];
const stateText = (): string => readFileSync(join(shop.cwd, 'watch.json'), 'utf8');

it('ends with 0 if all is good', async () => {
  const { exitCode, report, out } = await shop.once([]);
  const counts = { bad: 0, person: 0, unknown: 0, open: 0, good: 3 };
  expect(report?.watch).toEqual({ judgedAt: expect.any(String), counts, bad: [], changes: [] });
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^PASSED: 3 good\n/);
});

it('reports a failure once, a reminder after a day, and the recovery', async () => {
  const changes = async (): Promise<readonly string[]> => (await shop.once(STATE)).changes;
  expect(await changes()).toEqual([]);
  shop.breakEast();
  expect(await changes()).toEqual([]);
  shop.pass(6);
  expect(await changes()).toEqual(['bad']);
  shop.pass(10);
  expect(await changes()).toEqual([]);
  shop.pass(24 * 60);
  expect(await changes()).toEqual(['stillBad']);
  shop.heal();
  shop.pass(1);
  expect(await changes()).toEqual(['healed']);
});

it('ends with 1 as long as something is bad, and keeps messages of the hub out of the state file', async () => {
  shop.breakEast();
  expect((await shop.once(STATE)).out).toMatch(/^PASSED with 1 in progress: 1 in progress, 2 good\n/);
  shop.pass(6);
  const first = await shop.once(STATE);
  expect(first.exitCode).toBe(1);
  expect(first.out).toMatch(/^FAILED: 1 bad, 2 good; ClusterResourcePlacement\/shop since 2026-03-04T10:06:00\S*: A quota/);
  expect((await shop.once(STATE)).exitCode).toBe(1);
  expect(stateText()).toContain('apply-quota-exceeded');
  expect(stateText()).not.toContain('forbidden');
});

it('finds a rollout without progress at the first check, by the times of the hub', async () => {
  shop.stallEast();
  expect((await shop.once(['--stalled-after', '2h'])).changes).toEqual([]);
  shop.pass(120);
  const { exitCode, changes, out } = await shop.once(['--stalled-after', '2h']);
  expect([exitCode, changes]).toEqual([1, ['bad']]);
  expect(out).toMatch(/no progress since 2026-03-04T/);
  shop.heal();
  expect((await shop.once(['--stalled-after', '2h'])).changes).toEqual([]);
});

it.each([
  ['a Work', () => shop.deleteWork(), 'The Work is being deleted'],
  ['a binding', () => shop.deleteBinding(), 'Content is not removed from north after'],
])('finds a deletion of %s without progress at the first check, by its time', async (_, start, why) => {
  shop.pass(300);
  start();
  shop.pass(30);
  const early = await shop.once([]);
  expect([early.exitCode, early.changes]).toEqual([0, []]);
  expect(early.out).toMatch(/^PASSED with 1 in progress/);
  shop.pass(31);
  const late = await shop.once([]);
  expect([late.exitCode, late.changes]).toEqual([1, ['bad']]);
  expect(late.out).toContain(`no progress since 2026-03-04T15:00:00Z: ${why}`);
});

it('leaves an absent Work, of which the hub has no time, to a later check', async () => {
  shop.hub.store.remove(greenFleet().works[0] ?? greenFleet().placement);
  shop.pass(300);
  expect((await shop.once(STATE)).out).toMatch(/^PASSED with 1 in progress/);
  shop.pass(61);
  expect((await shop.once(STATE)).out).toContain('no progress since 2026-03-04T15:00:00Z: The Work is not written yet');
});

it('reports a member that does not answer once, not for each placement', async () => {
  shop.pass(10, ['east']);
  const { exitCode, report } = await shop.once([]);
  expect(exitCode).toBe(1);
  expect(report?.watch?.counts).toMatchObject({ bad: 1, unknown: 1 });
  expect(report?.watch?.bad).toEqual([
    expect.objectContaining({
      object: expect.objectContaining({ name: 'east' }),
      failure: 'member-silent',
      cause: 'has sent no heartbeat for at least 5 min',
    }),
  ]);
});

it('does not call a member good that never sent a heartbeat, nor its placement', async () => {
  shop.hub.store.put(unheardMember('west', 0));
  const first = await shop.once([]);
  expect([first.exitCode, first.report?.watch?.counts]).toEqual([0, expect.objectContaining({ bad: 0, open: 2, good: 1 })]);
  expect(first.out).toMatch(/^PASSED with 2 in progress/);
  shop.hub.store.put(unheardMember('west', 6 * 60_000));
  const second = await shop.once([]);
  expect([second.exitCode, second.report?.watch?.counts]).toEqual([1, expect.objectContaining({ bad: 1, unknown: 1, good: 1 })]);
  expect(second.out).toContain('has never sent a heartbeat');
});

it('judges only the named targets', async () => {
  expect((await shop.once(['crp/shop'])).exitCode).toBe(0);
  const { exitCode, report } = await shop.once(['crp/other']);
  expect([exitCode, report?.watch?.bad.map(({ failure }) => failure)]).toEqual([1, ['placement-not-found']]);
});

it('ends with 3 if there is nothing to watch', async () => {
  shop.hub.store.remove(greenFleet().placement);
  expect((await shop.once([])).exitCode).toBe(3);
});

it.each([
  ['is not JSON', '{', 'it is not JSON'],
  [
    'is of another hub',
    JSON.stringify({ schema: 'watch-state-v1', hub: 'b', at: '', objects: {} }),
    'it is about another hub or another selection',
  ],
  ['is of another version', JSON.stringify({ schema: 'watch-state-v9' }), 'its schema is not watch-state-v1'],
])('starts without it, and says so, if the state file %s', async (_, text, why) => {
  writeFileSync(join(shop.cwd, 'watch.json'), text);
  expect((await shop.once(STATE)).report?.notes).toEqual([`The state file watch.json is not used: ${why}.`]);
  expect((await shop.once(STATE)).report?.notes).toBeUndefined();
});

it('starts without a state file of which a part is damaged', async () => {
  await shop.once(STATE);
  writeFileSync(join(shop.cwd, 'watch.json'), stateText().replace('"good"', '"fine"'));
  expect((await shop.once(STATE)).report?.notes).toEqual(['The state file watch.json is not used: it is damaged.']);
});

it('ends with 5 if the hub refuses, with 4 if it does not answer, and keeps what it knew', async () => {
  const known = (): object => {
    const { objects, ...rest } = JSON.parse(stateText()) as { readonly objects: Readonly<Record<string, object>> };
    const { 'Hub/hub': _hub, ...others } = objects;
    return { ...rest, objects: others };
  };
  shop.breakEast();
  await shop.once(STATE);
  const before = known();
  shop.hub.faults.denies = () => true;
  expect((await shop.once(STATE)).exitCode).toBe(5);
  await shop.close();
  expect((await shop.once(STATE)).exitCode).toBe(4);
  expect(known()).toEqual(before);
});

it.for([
  ['one watch fails once with 504', 504, {}, 1],
  ['one watch fails once with 429', 429, { 'Retry-After': '1' }, 1],
  ['no watch works', 504, {}, Infinity],
] as const)('passes if all lists are answered and %s', async ([, code, headers, most]) => {
  let failed = 0;
  shop.hub.faults.answers = (path) => {
    if (!path.includes('watch=1') || failed >= most) return undefined;
    failed += 1;
    return { code, body: '', headers };
  };
  const { exitCode, out } = await shop.once(['crp/shop']);
  expect(failed).toBeGreaterThan(0);
  expect(exitCode, out).toBe(0);
});

it.each([[[]], [['--selector', 'env=prod']], [['crp/shop']]])(
  'prints with %j at its first refusal all rights on KubeFleet’s kinds',
  async (argv) => {
    shop.hub.faults.denies = () => true;
    const { err, out } = await shop.once([...argv, '--format', 'markdown']);
    for (const text of [err, out]) {
      const printed = [...text.slice(text.indexOf('"placement.kubernetes-fleet.io"')).matchAll(/ - ([a-z]+)$/gm)].map(([, name]) => name);
      expect(printed, text).toEqual(
        expect.arrayContaining(['clusterresourcebindings', 'clusterresourceplacementevictions', 'clusterresourceplacements', 'works']),
      );
    }
  },
);

it('says what the hub refuses to show, and does not report it as gone', async () => {
  await shop.once(STATE);
  shop.hub.faults.denies = ({ resource }) => resource === 'memberclusters';
  const { changes, report } = await shop.once(STATE);
  expect(changes).toEqual([]);
  expect(report?.notes).toEqual(['Not watched, because the hub refuses to show them: MemberCluster objects.']);
});

const TARGETS = ['clusterresourceplacements', 'resourceplacements', 'clusterstagedupdateruns', 'stagedupdateruns'];

it.for([
  ['ends with 5 if the only kind on the hub may not be listed', 'clusterresourceplacements', [], 5],
  ['does so for a selection by labels', 'clusterresourceplacements', ['--selector', 'env=prod'], 5],
  ['does not pass either if a kind without an object may not be listed: it may have objects', 'stagedupdateruns', [], 5],
  ['passes if all targets are named', 'stagedupdateruns', ['crp/shop'], 0],
  ['ends with 5 if the named one may not be read', 'clusterresourceplacements', ['crp/shop'], 5],
] as const)('%s', async ([, denied, argv, expected]) => {
  shop.hub.faults.denies = ({ resource }) => resource === denied;
  const { exitCode, out, err } = await shop.once([...argv]);
  expect(exitCode, out).toBe(expected);
  if (expected === 5) expect(`${out}${err}`).toMatch(/ACCESS DENIED: .* objects may not be (listed|read)|may not be listed/);
});

it.for([
  ['clusterresourcebindings', 'bindings cannot be read', 'ClusterResourceBinding'],
  ['deployments', 'selected objects (Deployment) cannot be read', undefined],
  ['namespaces', 'selected objects (Namespace) cannot be read', undefined],
] as const)('calls a placement unknown, at any time, if %s may not be read', async ([denied, why, kind]) => {
  shop.hub.faults.denies = ({ resource }) => resource === denied;
  await shop.once(STATE);
  // Longer than a rollout may rest.
  shop.pass(61);
  const { exitCode, report, out } = await shop.once(STATE);
  expect([exitCode, report?.watch?.counts], out).toEqual([0, expect.objectContaining({ bad: 0, open: 0, unknown: 1 })]);
  expect(report?.notes).toEqual([
    `Not known to be good: ClusterResourcePlacement/shop: ${why}.`,
    ...(kind === undefined ? [] : [`Not watched, because the hub refuses to show them: ${kind} objects.`]),
  ]);
});

it('reports a failure of a placement although bindings may not be read', async () => {
  const placement = greenFleet().placement;
  const conditions = [no('ClusterResourcePlacementScheduled', 'InvalidResourceSelectors', 1, 'no such kind')];
  shop.hub.store.put({ ...placement, status: { ...(placement['status'] as object), conditions } });
  shop.hub.faults.denies = ({ resource }) => resource === 'clusterresourcebindings';
  const { exitCode, report } = await shop.once([]);
  expect([exitCode, report?.watch?.bad.map(({ failure }) => failure)]).toEqual([1, ['selectors-invalid']]);
});

it('names Works that may not be read', async () => {
  shop.hub.faults.denies = ({ resource }) => resource === 'works';
  const { exitCode, report } = await shop.once([]);
  expect([exitCode, report?.notes]).toEqual([0, ['Not watched, because the hub refuses to show them: Work objects.']]);
});

it('reports what is bad although another kind may not be listed', async () => {
  shop.breakEast();
  await shop.once(STATE);
  shop.pass(6);
  shop.hub.faults.denies = ({ resource }) => resource === 'stagedupdateruns';
  const { exitCode, report } = await shop.once(STATE);
  expect([exitCode, report?.notes]).toEqual([1, ['Not watched, because the hub refuses to show them: StagedUpdateRun objects.']]);
});

it('keeps what it knew of a kind that may not be listed any more', async () => {
  await shop.once(STATE);
  for (const denied of TARGETS) {
    shop.hub.faults.denies = ({ resource }) => resource === denied;
    const { exitCode, changes } = await shop.once(STATE);
    expect([denied, exitCode, changes]).toEqual([denied, 5, []]);
  }
});

it('reports an eviction that removed a cluster, once', async () => {
  await shop.once(STATE);
  shop.pass(1);
  shop.hub.store.put({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name: 'off-east' },
    spec: { placementName: 'shop', clusterName: 'east' },
    status: { conditions: [{ type: 'Executed', status: 'True', lastTransitionTime: new Date(NOW.getTime() + 30_000).toISOString() }] },
  });
  const { changes, report } = await shop.once(STATE);
  expect(changes).toEqual(['evicted']);
  expect(report?.watch?.changes[0]?.cause).toBe('eviction off-east removed it from east');
  expect((await shop.once(STATE)).changes).toEqual([]);
});
