import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet } from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const { once } = gate();
const DENIED = { kind: 'denied', message: 'forbidden' } as const;

function labelled(fleet: Fleet, ...labels: readonly Readonly<Record<string, string>>[]): Fleet {
  const members = fleet.members.map((member, index): KubeObject => ({
    ...member,
    metadata: { ...member.metadata, labels: { ...labels[index] } },
  }));
  return { ...fleet, members };
}

function withPolicy(fleet: Fleet, policy: object): Fleet {
  return { ...fleet, placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), policy } } };
}

/** `label: cluster=group …` */
function groupsOf(fleet: Fleet, hidden: Parameters<typeof once>[1] = {}): string {
  const [placement] = once(fleet, hidden).placements;
  const rows = (placement?.clusters ?? []).map(({ name, group }) => `${name}=${group ?? ''}`);
  return `${placement?.groupedBy ?? 'nothing'}: ${rows.join(' ')}`;
}

const fleet = greenFleet(['east', 'north', 'west']);
const norway = { 'topology.kubernetes.io/region': 'norway', env: 'prod' };
const sweden = { 'topology.kubernetes.io/region': 'sweden', env: 'canary' };
const spread = { placementType: 'PickAll', topologySpreadConstraints: [{ topologyKey: 'env' }] };
const selected = (labelSelector: object): object => ({
  placementType: 'PickAll',
  affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector }] } } },
});

test('clusters are grouped by region, before labels of the policy', () => {
  expect(groupsOf(withPolicy(labelled(fleet, norway, sweden, norway), spread))).toBe(
    'topology.kubernetes.io/region: east=norway north=sweden west=norway',
  );
});

test('clusters are grouped by the location of Azure, and a cluster without a location is in no group', () => {
  const azure = (value: string): Readonly<Record<string, string>> => ({ 'fleet.azure.com/location': value });
  expect(groupsOf(labelled(fleet, azure('eastus'), {}, azure('westus')))).toBe('fleet.azure.com/location: east=eastus north= west=westus');
});

test.each([
  ['spreads over', spread],
  ['selects by value', selected({ matchExpressions: [{ key: 'env', operator: 'In', values: ['prod', 'canary'] }] })],
])('clusters are grouped by the label that the policy %s', (_how, policy) => {
  const plain = labelled(fleet, { env: 'prod' }, { env: 'canary' }, { env: 'prod' });
  expect(groupsOf(withPolicy(plain, policy))).toBe('env: east=prod north=canary west=prod');
});

test('clusters are not grouped if all are equal, if no label is requested, or if members cannot be read', () => {
  expect(groupsOf(labelled(fleet, norway, norway, norway))).toBe('nothing: east= north= west=');
  expect(groupsOf(labelled(fleet, { env: 'prod' }, { env: 'canary' }, { env: 'prod' }))).toBe('nothing: east= north= west=');
  expect(groupsOf(labelled(fleet, norway, sweden, norway), { hidden: { MemberCluster: DENIED } })).toBe('nothing: east= north= west=');
});

test('names alone do not make groups', () => {
  expect(groupsOf(greenFleet(['eu-1', 'eu-2', 'us-1']))).toBe('nothing: eu-1= eu-2= us-1=');
});

test('clusters are grouped by the stages of the run that updates the placement', () => {
  const objects = stagedObjects(stagedFleet());
  const run = objects.find(({ kind }) => kind === 'ClusterStagedUpdateRun')?.metadata.name ?? '';
  const state = once(objects, { targets: ['crp/shop', `csur/${run}`] });
  const [placement] = state.placements;
  const stages = new Map(state.runs[0]?.stages.flatMap(({ name, clusters }) => clusters.map((cluster) => [cluster.name, name])));
  expect(placement?.groupedBy).toBe('stage');
  expect(state.runs[0]?.groupedBy).toBe('stage');
  expect(stages.size).toBeGreaterThan(0);
  for (const gated of [placement, state.runs[0]]) expect(new Map(gated?.clusters.map(({ name, group }) => [name, group]))).toEqual(stages);
});
