import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** Returns the object as an API server stores it, with defaults for missing fields. Only for the kinds that the stories use. */
export function stored(manifest: KubeObject, generation = 1): KubeObject {
  const { metadata } = manifest;
  if (manifest.kind === 'Namespace') {
    const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
    return { ...manifest, metadata: { ...metadata, labels }, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
  }
  if (manifest.kind === 'Deployment')
    return { ...manifest, metadata: { ...metadata, generation }, spec: deploymentSpec(manifest), status: {} };
  if (manifest.kind === 'ClusterResourcePlacement') {
    const apiVersion = 'placement.kubernetes-fleet.io/v1beta1';
    return { ...manifest, apiVersion, metadata: { ...metadata, generation }, spec: placementSpec(manifest) };
  }
  return manifest;
}

/** Returns the part of an object that a resource snapshot contains: without status and without the metadata that an API server adds. */
export function selected(object: KubeObject): KubeObject {
  const { status: _status, ...rest } = object;
  const { generation: _generation, ...metadata } = object.metadata;
  return { ...rest, metadata };
}

/** The default apply strategy of a placement. */
export const DEFAULT_APPLY_STRATEGY = {
  comparisonOption: 'PartialComparison',
  type: 'ClientSideApply',
  whenToApply: 'Always',
  whenToTakeOver: 'Always',
} as const;

function deploymentSpec(manifest: KubeObject): JsonObject {
  const spec = objectAt(manifest, 'spec') ?? {};
  const pod = objectAt(spec, 'template', 'spec') ?? {};
  const containers = listAt(pod, 'containers').map((container) =>
    Object.assign(
      { resources: {}, terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent' },
      container,
      { ports: listAt(container, 'ports').map((port) => Object.assign({ protocol: 'TCP' }, port)) },
    ),
  );
  return {
    ...spec,
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 10,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
    template: {
      ...objectAt(spec, 'template'),
      spec: {
        dnsPolicy: 'ClusterFirst',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
        ...pod,
        containers,
      },
    },
  };
}

function placementSpec(manifest: KubeObject): JsonObject {
  const rollingUpdate = {
    maxSurge: '25%',
    maxUnavailable: '25%',
    unavailablePeriodSeconds: 60,
    ...objectAt(manifest, 'spec', 'strategy', 'rollingUpdate'),
  };
  return {
    revisionHistoryLimit: 10,
    statusReportingScope: 'ClusterScopeOnly',
    policy: objectAt(manifest, 'spec', 'policy') ?? { placementType: 'PickAll' },
    resourceSelectors: listAt(manifest, 'spec', 'resourceSelectors').map((selector) =>
      isObject(selector) && stringAt(selector, 'kind') === 'Namespace'
        ? Object.assign({ selectionScope: 'NamespaceWithResources' }, selector)
        : selector,
    ),
    strategy: { type: 'RollingUpdate', applyStrategy: DEFAULT_APPLY_STRATEGY, rollingUpdate },
  };
}
