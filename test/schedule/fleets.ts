/** Random fleets and policies for property tests, and short ways to write single ones down. */
import * as fc from 'fast-check';

import { memberCluster, type MemberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

export const NOW = new Date('2026-01-01T12:00:00Z');

export interface MemberFacts {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string }[];
  readonly cost?: string;
  readonly joined?: boolean;
  readonly namespaces?: readonly string[];
}

/** A MemberCluster whose agent reported at `NOW`. */
export function memberObject(name: string, { labels = {}, taints = [], cost, joined = true, namespaces }: MemberFacts = {}): KubeObject {
  const condition = (type: string): object => ({ type, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' });
  return {
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name, labels },
    spec: { taints: taints.map((taint) => ({ effect: 'NoSchedule', ...taint })) },
    status: {
      conditions: namespaces === undefined ? [] : [condition('NamespaceCollectionSucceeded')],
      ...(namespaces === undefined
        ? {}
        : { namespaces: Object.fromEntries(namespaces.map((namespace) => [namespace, `work-${namespace}`])) }),
      agentStatus: [
        {
          type: 'MemberAgent',
          conditions: joined ? [condition('Joined'), condition('Healthy')] : [condition('Healthy')],
          lastReceivedHeartbeat: NOW.toISOString(),
        },
      ],
      properties: cost === undefined ? {} : { cost: { value: cost } },
      resourceUsage: { available: { cpu: '4' } },
    },
  };
}

export function member(name: string, facts: MemberFacts = {}): MemberCluster {
  return memberCluster(memberObject(name, facts));
}

export function placement(policy: unknown, selectors: readonly object[] = [], kind = 'ClusterResourcePlacement'): KubeObject {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind,
    metadata: { name: 'web', ...(kind === 'ResourcePlacement' ? { namespace: 'shop' } : {}) },
    spec: { resourceSelectors: selectors, ...(policy === undefined ? {} : { policy }) },
  };
}

export function required(...terms: readonly object[]): object {
  return { affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: terms } } } };
}

const regions = fc.constantFrom('east', 'west', 'south');

export const fleets = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,3}$/), { minLength: 1, maxLength: 12 }).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc
        .record({
          labels: fc.record({ region: regions, env: fc.constantFrom('prod', 'dev') }, { requiredKeys: [] }),
          taints: fc.constantFrom([], [], [{ key: 'gpu', value: 'true' }]),
          cost: fc.constantFrom('1', '500m', '2.5', '30'),
          joined: fc.constantFrom(true, true, true, false),
        })
        .map((facts) => member(name, facts)),
    ),
  ),
);

const terms = fc.array(
  fc.record(
    {
      labelSelector: fc.oneof(
        fc.record({ matchLabels: fc.record({ region: regions }) }),
        fc.record({ matchExpressions: fc.constant([{ key: 'env', operator: 'NotIn', values: ['dev'] }]) }),
      ),
      propertySelector: fc.constant({ matchExpressions: [{ name: 'cost', operator: 'Le', values: ['2500m'] }] }),
    },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 3 },
);

const preferences = fc.array(
  fc.record({
    weight: fc.integer({ min: -100, max: 100 }),
    preference: fc.oneof(
      fc.record({ labelSelector: fc.record({ matchLabels: fc.record({ region: regions }) }) }),
      fc.record({ propertySorter: fc.record({ name: fc.constant('cost'), sortOrder: fc.constantFrom('Ascending', 'Descending') }) }),
    ),
  }),
  { maxLength: 3 },
);

const spread = fc.array(
  fc.record({
    topologyKey: fc.constantFrom('region', 'env'),
    maxSkew: fc.integer({ min: 1, max: 2 }),
    whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'),
  }),
  { maxLength: 2 },
);

/** Policies of PickAll and PickN; the parts are random, the whole is what admission allows. */
export const policies = fc
  .record({
    required: fc.option(terms),
    preferred: preferences,
    topologySpreadConstraints: spread,
    tolerations: fc.constantFrom([], [{ key: 'gpu', operator: 'Exists' }]),
    number: fc.option(fc.integer({ min: 0, max: 12 })),
  })
  .map(({ required: clusterSelectorTerms, preferred, topologySpreadConstraints, tolerations, number }) => {
    const requirement = clusterSelectorTerms === null ? {} : { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } };
    if (number === null) return { placementType: 'PickAll', affinity: { clusterAffinity: requirement }, tolerations };
    const clusterAffinity = { ...requirement, preferredDuringSchedulingIgnoredDuringExecution: preferred };
    return { placementType: 'PickN', numberOfClusters: number, affinity: { clusterAffinity }, topologySpreadConstraints, tolerations };
  });
