/** Placements, their content, and members, in any number: one placement for each namespace, one region for a quarter of the members. */
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

export const SYNTHETIC_NOW = new Date('2026-01-01T12:00:00Z');
const REGIONS = ['east', 'west', 'north', 'south'];
const API = 'placement.kubernetes-fleet.io/v1';

export function pickAll(index: number): object {
  return { placementType: 'PickAll', ...requiredRegion(index) };
}

export function pickN(index: number): object {
  return { placementType: 'PickN', numberOfClusters: 3, ...requiredRegion(index) };
}

function requiredRegion(index: number): object {
  const labelSelector = { matchLabels: { region: REGIONS[index % REGIONS.length] } };
  return {
    affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector }] } } },
  };
}

/** Selects the namespace. @param more of its spec */
export function placement(index: number, policy: object, { namespace = `team-${index}`, more = {} } = {}): KubeObject {
  const selector = { group: '', version: 'v1', kind: 'Namespace', name: namespace };
  return {
    apiVersion: API,
    kind: 'ClusterResourcePlacement',
    metadata: { name: `team-${index}` },
    spec: { resourceSelectors: [selector], policy, ...more },
  };
}

export function content(index: number, mode = 'fast'): readonly KubeObject[] {
  const namespace = `team-${index}`;
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { mode } },
  ];
}

/** Ten workloads, with the objects that they need in the namespace. */
export function workloads(index: number): readonly KubeObject[] {
  return Array.from({ length: 10 }, (_, position) => {
    const name = `web-${position}`;
    const labels = { app: name };
    const container = {
      name: 'web',
      image: `registry.example/team-${index}/${name}:1.4`,
      envFrom: [{ configMapRef: { name: 'settings' } }],
      ports: [{ containerPort: 8080 }],
      resources: { requests: { cpu: '100m', memory: '128Mi' } },
    };
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: `team-${index}`, labels },
      spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container] } } },
    };
  });
}

/** One for each placement: for half the clusters, or with another value for each. */
export function overridesFor(count: number, of: 'half' | 'each' = 'half'): readonly KubeObject[] {
  const labelSelector = of === 'half' ? { matchLabels: { env: 'prod' } } : {};
  const patch =
    of === 'half'
      ? { op: 'replace', path: '/data/mode', value: 'careful' }
      : { op: 'add', path: '/data/site', value: '${MEMBER-CLUSTER-NAME}' };
  const rule = { clusterSelector: { clusterSelectorTerms: [{ labelSelector }] }, jsonPatchOverrides: [patch] };
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: API,
    kind: 'ResourceOverride',
    metadata: { name: 'mode', namespace: `team-${index}` },
    spec: {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
      policy: { overrideRules: [rule] },
    },
  }));
}

/** One for each placement, all with one strategy of two stages. */
export function runsFor(count: number): readonly KubeObject[] {
  const stage = (env: string): object => ({ name: env, labelSelector: { matchLabels: { env } }, maxConcurrency: '25%' });
  const strategy: KubeObject = {
    apiVersion: API,
    kind: 'ClusterStagedUpdateStrategy',
    metadata: { name: 'waves' },
    spec: { stages: [stage('test'), stage('prod')] },
  };
  const runs = Array.from({ length: count }, (_, index) => ({
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: `run-${index}` },
    spec: { placementName: `team-${index}`, stagedRolloutStrategyName: 'waves', state: 'Run' },
  }));
  return [strategy, ...runs];
}

export function fleet(clusters: number): readonly KubeObject[] {
  const condition = (type: string): object => ({ type, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' });
  const agent = {
    type: 'MemberAgent',
    conditions: [condition('Joined'), condition('Healthy')],
    lastReceivedHeartbeat: SYNTHETIC_NOW.toISOString(),
  };
  return Array.from({ length: clusters }, (_, index) => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: {
      name: `member-${index}`,
      labels: { region: REGIONS[(index >> 1) % REGIONS.length] ?? '', env: index % 2 === 0 ? 'prod' : 'test' },
    },
    spec: {},
    status: { agentStatus: [agent] },
  }));
}

/** As one file. */
export function textOf(objects: readonly KubeObject[]): string {
  return objects.map((object) => JSON.stringify(object, undefined, 1)).join('\n---\n');
}

export function numbered<T>(count: number, of: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => of(index));
}
