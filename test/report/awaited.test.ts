/** Who must act so that a rollout continues, from the state of each cluster and the known cause. */
import { expect, test } from 'vitest';
import { awaitedFrom } from '../../src/report/facts/gate/awaited.ts';
import type { Diagnosis, GatedCluster, Verdict } from '../../src/report.ts';

type Gated = Parameters<typeof awaitedFrom>[0][number];

const at = (stage: string, ...names: readonly string[]): readonly GatedCluster[] =>
  names.map((name) => ({ name, stage, verdict: 'waiting' }));
const told = (parts: Partial<Diagnosis>): Diagnosis => ({
  id: 'x',
  title: 'x',
  outcome: 'waiting',
  evidence: [],
  explain: '',
  remedy: [],
  docs: '',
  ...parts,
});
const gated = (
  clusters: readonly GatedCluster[],
  {
    diagnoses = [],
    kind = 'ClusterResourcePlacement',
    verdict = 'waiting',
  }: { diagnoses?: readonly Diagnosis[]; kind?: string; verdict?: Verdict } = {},
): Gated => ({ object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind, name: 'web' }, verdict, clusters, diagnoses });
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const work = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'Work', namespace: 'fleet-member-oslo', name: 'web-work' };

test.each<[string, readonly Gated[], string]>([
  ['nothing at all', [], ''],
  ['what has passed', [gated(at('Available', 'oslo'), { verdict: 'passed' })], ''],
  ['no cluster yet', [gated([])], 'the hub agent'],
  ['a rollout that has not begun', [gated(at('RolloutStarted', 'oslo', 'rome'))], 'the hub agent for oslo, rome'],
  ['Works that are not written', [gated(at('WorkSynchronized', 'oslo'))], 'the hub agent for oslo'],
  ['one that applies', [gated(at('Applied', 'oslo'))], 'the member agent of oslo'],
  ['several that apply', [gated(at('Applied', 'a', 'b', 'c', 'd', 'e'))], 'the member agents of a, b, c and 2 more'],
  ['a comparison', [gated(at('DiffReported', 'oslo'))], 'the member agent of oslo'],
  [
    'a workload that is not available',
    [gated(at('Available', 'oslo'), { diagnoses: [told({ cluster: 'oslo', object: deployment, outcome: 'suspect' })] })],
    'the controller of Deployment/shop/web on oslo',
  ],
  [
    'an object of KubeFleet, which has no controller on the member',
    [gated(at('Available', 'oslo'), { diagnoses: [told({ cluster: 'oslo', object: work })] })],
    'the member agent of oslo',
  ],
  [
    'a person, before all others',
    [gated(at('Scheduled', 'oslo'), { kind: 'ClusterStagedUpdateRun', diagnoses: [told({ outcome: 'human' })] })],
    'a person; the update run for oslo',
  ],
  [
    'a run that has yet to start a cluster',
    [gated(at('RolloutStarted', 'oslo'), { kind: 'ClusterStagedUpdateRun' })],
    'the update run for oslo',
  ],
  ['a cluster that a run has started', [gated(at('Applied', 'oslo'), { kind: 'ClusterStagedUpdateRun' })], 'the member agent of oslo'],
  ['an unknown condition', [gated(at('Levitated', 'oslo'))], 'the hub agent for oslo'],
  [
    'others beside one that failed',
    [gated([...at('Applied', 'oslo'), { name: 'rome', stage: 'Applied', verdict: 'failed' }], { verdict: 'failed' })],
    'the member agent of oslo',
  ],
  [
    'no one, if everything that is left has failed',
    [gated([{ name: 'rome', stage: 'Applied', verdict: 'failed' }], { verdict: 'failed' })],
    '',
  ],
  ['a cluster of two placements, once', [gated(at('Applied', 'oslo')), gated(at('Applied', 'oslo'))], 'the member agent of oslo'],
])('shows what is awaited: %s', (_, list, from) => {
  expect(awaitedFrom(list)).toBe(from);
});
