/** MemberClusters of the deploy: what is picked before the hub has their labels and taints is not what is meant. */
import { expect, test } from 'vitest';
import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, member, NOW } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const fleet = greenFleet(['east', 'west']);
const { look, later } = gate();

function written(name: string, labels: Readonly<Record<string, string>>, taints: readonly object[] = []): KubeObject {
  return { apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', metadata: { name, labels }, spec: { taints } };
}

const TAINT = { key: 'busy', value: 'yes', effect: 'NoSchedule' };

test.for<readonly [string, KubeObject, string | undefined]>([
  ['its labels are there', written('east', { env: 'prod' }), undefined],
  ['a label has another value', written('east', { env: 'test' }), '(its label env is not test)'],
  ['a label is not there yet', written('east', { region: 'eu' }), '(its label region is not eu)'],
  ['a taint is not there yet', written('east', {}, [TAINT]), '(its taint busy is missing)'],
  ['the member is not there yet', written('south', {}), '(it is not there)'],
  ['the member has an empty status', { ...written('south', {}), status: {} }, '(it is not there)'],
  ['the member is a copy from another hub', member('south', 10), undefined],
])('%s', ([, manifest, lacking]) => {
  for (const asked of ['available', 'scheduled'] as const) {
    const state = look(fleet, { manifests: [...fleet.content, manifest], options: { for: asked } });
    expect(state.outcome).toBe(lacking === undefined ? 'passed' : 'waiting');
    if (lacking !== undefined)
      expect(state.placements[0]?.summary).toContain(`MemberCluster/${manifest.metadata.name} as deployed ${lacking}`);
  }
});

test('a run that has ended does not pass before these members have joined either', () => {
  const manifests = [...fleet.content, written('east', { region: 'eu' })];
  const state = look(stagedObjects(finishedFleet()), { targets: ['csur/v1'], manifests });
  expect([state.outcome, state.runs[0]?.summary]).toEqual([
    'waiting',
    'the hub does not hold MemberCluster/east as deployed (its label region is not eu)',
  ]);
  expect(look(stagedObjects(finishedFleet()), { targets: ['csur/v1'], manifests: fleet.content }).outcome).toBe('passed');
});

const agent = (spec: object): KubeObject => ({ ...written('east', { env: 'prod' }), spec });

test.for<readonly [string, object, object, string | undefined]>([
  ['the same', { identity: { kind: 'User', name: 'a' }, heartbeatPeriodSeconds: 60 }, {}, undefined],
  ['no heartbeat, which has a default', { identity: { kind: 'User', name: 'a' } }, {}, undefined],
  ['a group, which has a default', { identity: { kind: 'User', name: 'a' } }, { apiGroup: 'rbac.authorization.k8s.io' }, undefined],
  ['another identity', { identity: { kind: 'User', name: 'b' } }, {}, '(differs at /spec/identity/name)'],
  ['another heartbeat', { heartbeatPeriodSeconds: 15 }, {}, '(differs at /spec/heartbeatPeriodSeconds)'],
])('a MemberCluster with %s', ([, spec, more, lacking]) => {
  const live = { ...member('east', 10), spec: { identity: { kind: 'User', name: 'a', ...more }, heartbeatPeriodSeconds: 60 } };
  const state = look({ ...fleet, members: [live, member('west', 10)] }, { manifests: [...fleet.content, agent(spec)] });
  expect(state.outcome).toBe(lacking === undefined ? 'passed' : 'waiting');
  if (lacking !== undefined) expect(state.placements[0]?.summary).toContain(`MemberCluster/east as deployed ${lacking}`);
});

test('a taint that is added beside the wait does not prevent a pass', () => {
  const tainted = { ...member('east', 10), spec: { taints: [TAINT, { ...TAINT, key: 'other' }] } };
  const manifests = [...fleet.content, written('east', {}, [TAINT])];
  expect(look({ ...fleet, members: [tainted, member('west', 10)] }, { manifests }).outcome).toBe('passed');
});

const applied = (manifest: KubeObject): KubeObject => {
  const live = member('east', 10);
  const { labels = {} } = manifest.metadata;
  const annotations = { [LAST_APPLIED]: JSON.stringify(manifest) };
  return { ...live, metadata: { ...live.metadata, labels: { ...live.metadata.labels, ...labels }, annotations }, spec: manifest['spec'] };
};

test.for<readonly [string, KubeObject, string | undefined]>([
  ['label', applied(written('east', { env: 'prod', tier: 'a' })), 'it still has the label tier'],
  ['taint', applied(written('east', { env: 'prod' }, [TAINT])), 'it still has the taint busy'],
  ['label that tracks the object', applied(written('east', { env: 'prod', 'app.kubernetes.io/instance': 'x' })), undefined],
])('a removed %s that the last apply set', ([, live, lacking]) => {
  const manifests = [...fleet.content, written('east', { env: 'prod' })];
  const state = look({ ...fleet, members: [live, member('west', 10)] }, { manifests });
  expect(state.outcome).toBe(lacking === undefined ? 'passed' : 'waiting');
  if (lacking !== undefined) expect(state.placements[0]?.summary).toContain(lacking);
});

test('a pass waits, and is not proven, if MemberClusters cannot be read', () => {
  const asked = {
    manifests: [...fleet.content, written('east', {})],
    hidden: { MemberCluster: { kind: 'denied', message: 'forbidden' } },
  } as const;
  const first = look(fleet, asked);
  expect(first.outcome).toBe('waiting');
  const hubTime = new Date(NOW.getTime() + 20 * 60_000);
  const state = later(fleet, first, 20 * 60_000, { ...asked, hubTime });
  expect([state.outcome, state.placements[0]?.freshness]).toEqual(['passed', 'assumed']);
});
