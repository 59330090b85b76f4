/** A placement that picks all clusters, while the scheduler has not looked again at one that now matches. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asDeployed, greenFleet, member, objectsOf, yes, type Fleet } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { gate } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const fleet = greenFleet(['east', 'west']);
const AWAITED = 'north matches the policy, and the scheduler has not picked it yet';
const TAINT = { key: 'busy', value: 'yes', effect: 'NoSchedule' };

/** A member whose agent has joined. @param age of its heartbeat, in seconds */
function joined(name: string, { age = 10, spec = {}, status = {}, labels = { env: 'prod' }, agent = {} }: Joined = {}): KubeObject {
  const plain = member(name, age);
  const [beat] = (plain['status'] as { readonly agentStatus: readonly Json[] }).agentStatus;
  const conditions = [yes('Joined', 'Joined', 1), yes('Healthy', 'Healthy', 1)];
  return {
    ...plain,
    metadata: { name, labels },
    spec: { ...(plain['spec'] as Json), ...spec },
    status: { ...(plain['status'] as Json), agentStatus: [{ ...beat, conditions, ...agent }], ...status },
  };
}

interface Joined {
  readonly age?: number;
  readonly spec?: Json;
  readonly status?: Json;
  readonly labels?: Readonly<Record<string, string>>;
  readonly agent?: Json;
}

const withPolicy = (policy: Json | undefined, north: KubeObject): Fleet => ({
  ...fleet,
  placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as Json), policy } },
  members: [joined('east'), joined('west'), north],
});
const asking = (term: Json): Json => ({
  placementType: 'PickAll',
  affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [term] } } },
});
const PROD = asking({ labelSelector: { matchLabels: { env: 'prod' } } });
const ALL = { placementType: 'PickAll' };

describe('a cluster that matches and is not picked', () => {
  test.each<readonly [string, Json | undefined, KubeObject]>([
    ['without a policy', undefined, joined('north')],
    ['of a policy for all', ALL, joined('north')],
    ['by its labels', PROD, joined('north')],
    [
      'with a taint that is tolerated',
      { ...ALL, tolerations: [{ key: 'busy', operator: 'Exists' }] },
      joined('north', { spec: { taints: [TAINT] } }),
    ],
  ])('delays the pass: %s', (_what, policy, north) => {
    for (const asked of ['available', 'scheduled'] as const) {
      const state = gate({ options: { for: asked } }).once(withPolicy(policy, north));
      expect([state.outcome, state.placements[0]?.summary]).toEqual(['waiting', AWAITED]);
      expect(state.placements[0]?.diagnoses).toEqual([]);
    }
  });

  test.each<readonly [string, Json, KubeObject]>([
    ['its labels do not match', PROD, joined('north', { labels: { env: 'test' } })],
    ['it has a taint', ALL, joined('north', { spec: { taints: [TAINT] } })],
    ['it is leaving', ALL, joined('north', { spec: { state: 'Leave' } })],
    ['its heartbeat is old', ALL, joined('north', { age: 400 })],
    ['it misses heartbeats', ALL, joined('north', { age: 200 })],
    ['its heartbeat is of the future', ALL, joined('north', { age: -400 })],
    ['its agent has not joined', ALL, joined('north', { agent: { conditions: [] } })],
    [
      'the hub reports that it has not joined',
      ALL,
      joined('north', { status: { conditions: [{ ...yes('Joined', 'x', 1), status: 'False' }] } }),
    ],
    ['its agent never reported', ALL, joined('north', { status: { agentStatus: [] } })],
    [
      'the policy asks for a property',
      asking({ propertySelector: { matchExpressions: [{ name: 'a/b', operator: 'Ge', values: ['1'] }] } }),
      joined('north'),
    ],
    [
      'the scheduler stops at a selector',
      asking({ labelSelector: { matchExpressions: [{ key: 'env', operator: 'Gt', values: ['1'] }] } }),
      joined('north'),
    ],
    ['the policy picks by name', { placementType: 'PickFixed', clusterNames: ['east', 'west'] }, joined('north')],
    ['the policy picks a number', { placementType: 'PickN', numberOfClusters: 2 }, joined('north')],
  ])('does not delay the pass if %s', (_why, policy, north) => {
    expect(gate().once(withPolicy(policy, north)).outcome).toBe('passed');
  });

  test('does not delay the pass if member clusters cannot be read', () => {
    const hidden = { MemberCluster: { kind: 'denied', message: 'forbidden' } } as const;
    expect(gate({ hidden }).once(withPolicy(ALL, joined('north'))).outcome).toBe('passed');
  });

  test('is found by the status if bindings cannot be read', () => {
    const hidden = { ClusterResourceBinding: { kind: 'denied', message: 'forbidden' } } as const;
    expect(gate({ hidden }).once(withPolicy(ALL, joined('north'))).placements[0]?.summary).toBe(AWAITED);
    const picked = { ...fleet, members: [joined('east'), joined('west')] };
    expect(gate({ hidden }).once(picked).placements[0]?.summary).not.toContain('picked');
  });
});

test('a wait passes once the scheduler has picked it and the content is there', async () => {
  const north = joined('north');
  const before = withPolicy(ALL, north);
  const after = { ...greenFleet(['east', 'north', 'west']), members: before.members };
  const manifests = [...fleet.content, asDeployed(fleet, {})];
  const { report, seconds } = await gate({ manifests }).play([
    { at: 0, objects: objectsOf(before) },
    { at: 30_000, objects: objectsOf(after) },
  ]);
  expect([report.outcome, seconds >= 30]).toEqual(['passed', true]);
});

test('a member that matches later ends a pass that is still being held', () => {
  const { look, later } = gate();
  const before = look(withPolicy(PROD, joined('north', { labels: { env: 'test' } })));
  const state = later(withPolicy(PROD, joined('north')), before, 1000);
  expect([before.outcome, state.outcome]).toEqual(['passed', 'waiting']);
});

test('a succeeded run of a deploy does not pass before that either, and a run that is only named does', () => {
  const staged = finishedFleet();
  const objects = [
    ...stagedObjects(staged).filter(({ kind }) => kind !== 'MemberCluster'),
    ...staged.members.map(({ metadata }) => joined(metadata.name)),
  ];
  const targets = ['csur/v1'];
  const deployed = gate({ targets, manifests: staged.content });
  expect(deployed.once(objects).outcome).toBe('passed');
  const state = deployed.once([...objects, joined('north')]);
  expect([state.outcome, state.runs[0]?.summary]).toEqual(['waiting', AWAITED]);
  expect(gate({ targets }).once([...objects, joined('north')]).outcome).toBe('passed');
});
