import { expect } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { eventually } from '../suite/eventually.ts';
import type { Stage } from './stage.ts';

export interface Story {
  readonly title: string;
  /** Whether it needs a cluster with a kubeconfig. */
  readonly member: boolean;
  readonly tell: (stage: Stage) => Promise<void>;
}

/** The stories, by a word for the names of their objects. None needs nodes or pods. */
export const STORIES: Readonly<Record<string, Story>> = {
  green: {
    title: 'passes a first rollout and then its next content, never the old one',
    member: false,
    tell: async (stage) => {
      await stage.deploy(...contentOf(stage, 'one'), placementOf(stage));
      const first = await stage.gate(PASSED);
      await stage.deploy(...contentOf(stage, 'two'), placementOf(stage));
      const second = await stage.gate(PASSED);
      expect(second.placements[0]?.freshness).toBe('proven');
      expect(Number(second.placements[0]?.snapshotIndex)).toBeGreaterThan(Number(first.placements[0]?.snapshotIndex));
    },
  },
  fixed: {
    title: 'names a cluster that does not exist',
    member: false,
    tell: async (stage) => {
      const policy = { placementType: 'PickFixed', clusterNames: ['gate-live-no-such-cluster'] };
      await stage.deploy(...contentOf(stage, 'one'), placementOf(stage, { policy }));
      await stage.gate(failed({ id: 'scheduled-fixed-clusters-missing' }));
    },
  },
  many: {
    title: 'says that fewer clusters were picked than asked for',
    member: false,
    tell: async (stage) => {
      await stage.deploy(...contentOf(stage, 'one'), placementOf(stage, { policy: { placementType: 'PickN', numberOfClusters: 90 } }));
      await stage.gate(failed({ id: 'scheduled-too-few-clusters' }));
    },
  },
  reserved: {
    title: 'says that a namespace is reserved',
    member: false,
    tell: async (stage) => {
      const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'default' }];
      await stage.deploy(placementOf(stage, { resourceSelectors }));
      await stage.gate(failed({ id: 'selectors-reserved-namespace' }));
    },
  },
  missing: {
    title: 'names the clusters on which the namespace of a ResourcePlacement is missing',
    member: true,
    tell: async (stage) => {
      const { name, clusters } = stage;
      const resourceSelectors = [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'content' }];
      const placement = { ...placementOf(stage, { resourceSelectors }), kind: 'ResourcePlacement', metadata: { name, namespace: name } };
      await stage.deploy(...contentOf(stage, 'one'), placement);
      const object = `ConfigMap/${name}/content`;
      await stage.gate({
        ...failed(...clusters.map((cluster) => ({ id: 'apply-namespace-missing', cluster, object }))),
        mayAlso: ['content-not-selected'],
        clusters: Object.fromEntries(clusters.map((cluster) => [cluster, 'failed'])),
      });
    },
  },
  quota: {
    title: 'names the cluster whose quota is used up, and passes once there is room',
    member: true,
    tell: async (stage) => {
      const { name } = stage;
      const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none', namespace: name } };
      await stage.onMember(namespaceOf(stage), { ...quota, spec: { hard: { 'count/configmaps': '0' } } });
      // The quota has an effect once its controller has processed it.
      await stage.member('-n', name, 'wait', 'resourcequota/none', '--for=jsonpath={.status.hard.count/configmaps}=0', '--timeout=60s');
      await stage.deploy(...contentOf(stage, 'one'), placementOf(stage));
      await stage.gate(failedOnMember(stage, 'apply-quota-exceeded'));
      await stage.member('-n', name, 'delete', 'resourcequota', 'none');
      await stage.gate(PASSED);
    },
  },
  denied: {
    title: 'names the cluster whose policy denies the object',
    member: true,
    tell: async (stage) => {
      const { name } = stage;
      const apiVersion = 'admissionregistration.k8s.io/v1';
      const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': name } };
      const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }];
      const validations = [{ expression: "object.metadata.name != 'content'", message: 'not here' }];
      const spec = { matchConstraints: { namespaceSelector, resourceRules }, validations };
      const binding = { policyName: name, validationActions: ['Deny'] };
      await stage.onMember(
        { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec },
        { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name }, spec: binding },
        namespaceOf(stage),
      );
      // The policy has an effect once the API server has compiled it.
      await eventually(async () => {
        const probe = stage.member('-n', name, 'create', 'configmap', 'content', '--dry-run=server');
        return (await probe.then(String, String)).includes('not here');
      });
      await stage.deploy(...contentOf(stage, 'one'), placementOf(stage));
      await stage.gate(failedOnMember(stage, 'apply-denied-by-policy'));
    },
  },
  takeover: {
    title: 'names the cluster that holds the object with another value',
    member: true,
    tell: async (stage) => {
      await stage.onMember(...contentOf(stage, 'of somebody else'));
      await stage.deploy(...contentOf(stage, 'one'), placementOf(stage, { strategy: { applyStrategy: { whenToTakeOver: 'IfNoDiff' } } }));
      await stage.gate({ ...failedOnMember(stage, 'takeover-differs'), mayAlso: ['diff-found'] });
    },
  },
  run: {
    title: 'waits for the approval of an update run, and passes with it',
    member: true,
    tell: async (stage) => {
      const { name, clusters } = stage;
      const [canary = ''] = clusters;
      await stage.prepare(
        ...contentOf(stage, 'one'),
        placementOf(stage, { policy: { placementType: 'PickFixed', clusterNames: [canary] }, strategy: { type: 'External' } }),
        fleetObject('ClusterStagedUpdateStrategy', name, {
          stages: [{ name: 'canary', labelSelector: {}, afterStageTasks: [{ type: 'Approval' }] }],
        }),
      );
      await stage.deploy(...contentOf(stage, 'one'), runOf(name));
      const approval = { id: 'run-waiting-approval', object: `ClusterApprovalRequest/${name}-after-canary` };
      await stage.gate({ outcome: 'waitingForPerson', exitCode: 10, causes: [approval], flags: ['--on-approval', 'fail'] });
      await approve(stage, `${name}-after-canary`);
      await stage.gate(PASSED);
    },
  },
};

const PASSED = { outcome: 'passed', exitCode: 0, causes: [] } as const;

function failed<Cause>(...causes: readonly Cause[]): { outcome: 'failed'; exitCode: 1; causes: readonly Cause[] } {
  return { outcome: 'failed', exitCode: 1, causes };
}

/** The first cluster refuses the ConfigMap, all others accept it. */
function failedOnMember(
  { name, clusters }: Stage,
  id: string,
): ReturnType<typeof failed<{ id: string; cluster: string; object: string }>> & {
  clusters: Readonly<Record<string, string>>;
} {
  const [first = ''] = clusters;
  return {
    ...failed({ id, cluster: first, object: `ConfigMap/${name}/content` }),
    clusters: Object.fromEntries(clusters.map((cluster) => [cluster, cluster === first ? 'failed' : 'passed'])),
  };
}

function namespaceOf({ name }: Stage): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** A namespace with a ConfigMap. */
function contentOf(stage: Stage, content: string): readonly KubeObject[] {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'content', namespace: stage.name }, data: { content } };
  return [namespaceOf(stage), configMap];
}

/** Selects the clusters with a kubeconfig, all at the same time. */
function placementOf({ name, clusters }: Stage, spec: object = {}): KubeObject {
  return fleetObject('ClusterResourcePlacement', name, {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }],
    ...(clusters.length === 0 ? {} : { policy: { placementType: 'PickFixed', clusterNames: clusters } }),
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '100%' } },
    ...spec,
  });
}

function runOf(name: string): KubeObject {
  return fleetObject('ClusterStagedUpdateRun', name, { placementName: name, stagedRolloutStrategyName: name, state: 'Run' });
}

function fleetObject(kind: string, name: string, spec: object): KubeObject {
  return { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind, metadata: { name }, spec };
}

async function approve(stage: Stage, request: string): Promise<void> {
  const { metadata } = JSON.parse(await stage.hub('get', 'clusterapprovalrequest', request, '-o', 'json')) as {
    metadata: { generation: number };
  };
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const approved = {
    type: 'Approved',
    status: 'True',
    reason: 'lgtm',
    message: 'looks good',
    observedGeneration: metadata.generation,
    lastTransitionTime,
  };
  const patch = JSON.stringify({ status: { conditions: [approved] } });
  await stage.hub('patch', 'clusterapprovalrequest', request, '--subresource=status', '--type=merge', '-p', patch);
}
