import { describe, expect, it } from 'vitest';

import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { hubContent, type Selectable } from '../../src/selection/hub-content.ts';
import { selectResources } from '../../src/selection/select-resources.ts';
import type { Selection } from '../../src/selection/selection.ts';
import { placement } from '../schedule/fleets.ts';

const SHOP: readonly Selectable[] = [
  at('v1', 'Namespace', 'shop', undefined, { labels: { team: 'shop' } }),
  at('apps/v1', 'Deployment', 'web', 'shop'),
  at('v1', 'ConfigMap', 'settings', 'shop', { labels: { app: 'web' } }),
  at('v1', 'ConfigMap', 'kube-root-ca.crt', 'shop'),
  at('v1', 'ServiceAccount', 'default', 'shop'),
  at('v1', 'Secret', 'token', 'shop', { type: 'kubernetes.io/service-account-token' }),
  at('v1', 'Service', 'web', 'shop'),
  at('v1', 'Endpoints', 'web', 'shop'),
  at('v1', 'Endpoints', 'external', 'shop'),
  at('v1', 'Pod', 'debug', 'shop'),
  at('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'web', 'shop'),
  at('placement.kubernetes-fleet.io/v1beta1', 'ResourceEnvelope', 'wrapped', 'shop'),
  at('v1', 'ConfigMap', 'settings', 'other'),
  at('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader', undefined),
];

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' };
const CLUSTER_ROLE = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' };

describe('resource selection', () => {
  it('selects a namespace with its contents, except what the cluster creates and what is never propagated', () => {
    expect(selected(NAMESPACE)).toEqual([
      'Namespace/shop',
      'ConfigMap/shop/settings',
      'Service/shop/web',
      'Deployment/shop/web',
      'Endpoints/shop/external',
      'ResourceEnvelope/shop/wrapped',
    ]);
  });

  it('selects only the Namespace with NamespaceOnly', () => {
    expect(selected({ ...NAMESPACE, selectionScope: 'NamespaceOnly' })).toEqual(['Namespace/shop']);
  });

  it('opens one namespace for the other selectors with NamespaceWithResourceSelectors', () => {
    const opened = { ...NAMESPACE, selectionScope: 'NamespaceWithResourceSelectors' };
    const labelled = { group: '', version: 'v1', kind: 'ConfigMap', labelSelector: { matchLabels: { app: 'web' } } };
    expect(selected(opened, labelled, CLUSTER_ROLE)).toEqual(['Namespace/shop', 'ConfigMap/shop/settings', 'ClusterRole/reader']);
  });

  it('finds namespaces by the label that every hub gives them', () => {
    const byName = {
      group: '',
      version: 'v1',
      kind: 'Namespace',
      labelSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
    };
    expect(selected({ ...byName, selectionScope: 'NamespaceOnly' })).toEqual(['Namespace/shop']);
  });

  it('selects for a ResourcePlacement only in its own namespace', () => {
    const configMaps = { group: '', version: 'v1', kind: 'ConfigMap' };
    const selection = select([configMaps, DEPLOYMENT], 'ResourcePlacement');
    expect(names(selection)).toEqual(['ConfigMap/shop/settings', 'Deployment/shop/web']);
  });

  it('finds kinds in lower case, and without a version if they are namespaced', () => {
    expect(names(select([{ ...DEPLOYMENT, kind: 'deployment', version: '' }], 'ResourcePlacement'))).toEqual(['Deployment/shop/web']);
  });

  it.each<[string, readonly object[], string, string]>([
    [
      'a namespaced kind',
      [DEPLOYMENT],
      'ClusterResourcePlacement',
      'invalid placement /web: cannot select namespace-scoped resource apps/v1, Resource=deployments in a clusterResourcePlacement',
    ],
    [
      'a core kind',
      [{ group: '', version: 'v1', kind: 'ConfigMap' }],
      'ClusterResourcePlacement',
      'invalid placement /web: cannot select namespace-scoped resource /v1, Resource=configmaps in a clusterResourcePlacement',
    ],
    [
      'namespace in lower case',
      [{ ...NAMESPACE, kind: 'namespace' }],
      'ClusterResourcePlacement',
      'invalid placement /web: cannot select namespace-scoped resource /v1, Resource=namespaces in a clusterResourcePlacement',
    ],
    [
      'a cluster-scoped kind',
      [CLUSTER_ROLE],
      'ResourcePlacement',
      'invalid placement shop/web: cannot select cluster-scoped resource rbac.authorization.k8s.io/v1, Resource=clusterroles in a resourcePlacement',
    ],
    [
      'a Namespace',
      [NAMESPACE],
      'ResourcePlacement',
      'invalid placement shop/web: cannot select cluster-scoped resource Namespace in a resourcePlacement',
    ],
    [
      'a reserved namespace',
      [{ ...NAMESPACE, name: 'kube-system' }],
      'ClusterResourcePlacement',
      'invalid clusterRresourcePlacement web: namespace kube-system is not allowed to propagate',
    ],
    [
      'all namespaces',
      [{ group: '', version: 'v1', kind: 'Namespace' }],
      'ClusterResourcePlacement',
      'invalid clusterRresourcePlacement web: namespace default is not allowed to propagate',
    ],
    [
      'a reserved namespace for the others',
      [{ ...NAMESPACE, name: 'fleet-system', selectionScope: 'NamespaceWithResourceSelectors' }],
      'ClusterResourcePlacement',
      'invalid clusterResourcePlacement web: NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected',
    ],
    [
      'one object twice',
      [CLUSTER_ROLE, { ...CLUSTER_ROLE, name: 'reader' }],
      'ClusterResourcePlacement',
      'found duplicate resource {Group:rbac.authorization.k8s.io Version:v1 Kind:ClusterRole Name:reader Namespace: Envelope:<nil>}',
    ],
  ])('refuses %s with the message of the hub', (_what, selectors, kind, error) => {
    expect(select(selectors, kind)).toMatchObject({ kind: 'invalid', error, selector: selectors.length - 1 });
  });

  it('opens no namespace that is being deleted', () => {
    const metadata = { name: 'old', deletionTimestamp: '2026-01-01T12:00:00Z' };
    const old: Selectable = { object: { apiVersion: 'v1', kind: 'Namespace', metadata }, namespace: undefined, onHub: true };
    const selectors = [{ ...NAMESPACE, name: 'old', selectionScope: 'NamespaceWithResourceSelectors' }];
    expect(select(selectors, undefined, [...SHOP, old])).toMatchObject({ kind: 'invalid', selector: 0 });
  });

  it('selects reserved namespaces with NamespaceOnly, as hubs do', () => {
    expect(select([{ ...NAMESPACE, name: 'kube-system', selectionScope: 'NamespaceOnly' }]).kind).toBe('selected');
  });

  it('reports what the objects do not show, and does not guess', () => {
    const selection = select([
      { ...CLUSTER_ROLE, name: 'writer' },
      { ...CLUSTER_ROLE, version: 'v1beta1' },
    ]);
    expect(selection).toMatchObject({
      resources: [],
      unknown: [
        { selector: 0, reason: 'notAmongTheObjects', ref: { kind: 'ClusterRole', name: 'writer' } },
        { selector: 1, reason: 'unknownVersion' },
      ],
    });
  });

  it('reports what prevents any answer of the hub', () => {
    const selection = select([CLUSTER_ROLE, { ...CLUSTER_ROLE, labelSelector: { matchExpressions: [{ key: 'a', operator: 'Gt' }] } }]);
    const error = 'cannot convert the label selector to a selector: "Gt" is not a valid label selector operator';
    expect(selection).toEqual({ kind: 'stuck', error, selector: 1 });
  });

  it('leaves open what depends on a hub of unknown version', () => {
    const run = at('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'go', 'shop');
    const content = hubContent([...SHOP, run]);
    for (const target of ['aks', 'unknown'] as const)
      expect(selectResources({ placement: placement(undefined, [NAMESPACE]), content, target })).toMatchObject({
        unknown: [{ reason: 'hubVersion', ref: { kind: 'StagedUpdateRun' } }],
      });
  });

  it('lists a version that is served and not preferred under the name in the selector', () => {
    const scaler = at('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', 'shop');
    const resource = { group: 'autoscaling', kind: 'HorizontalPodAutoscaler', plural: 'horizontalpodautoscalers', namespaced: true };
    const resources = [{ ...resource, preferred: 'v2', versions: ['v2', 'v1'] }];
    const selectors = [{ group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' }];
    const input = { content: hubContent([scaler], { resources, unread: [] }) };
    expect(selectResources({ ...input, placement: placement(undefined, selectors, 'ResourcePlacement') })).toMatchObject({
      resources: [{ ref: { apiVersion: 'autoscaling/v1', name: 'web' } }],
    });
    expect(selectResources({ ...input, placement: placement(undefined, selectors) })).toMatchObject({
      kind: 'invalid',
      error:
        'invalid placement /web: cannot select namespace-scoped resource autoscaling/v1, Resource=horizontalpodautoscalers in a clusterResourcePlacement',
    });
  });

  it('knows kinds only by the CustomResourceDefinitions among the objects', () => {
    const widget = at('example.com/v1', 'Widget', 'blue', 'shop');
    const crd = at('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com', undefined, {
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Widget', plural: 'widgets' },
        versions: [{ name: 'v1beta1' }, { name: 'v1' }, { name: 'v2', served: false }],
      },
    });
    expect(names(select([NAMESPACE], undefined, [...SHOP, widget]))).not.toContain('Widget/shop/blue');
    expect(select([NAMESPACE], undefined, [...SHOP, widget])).toMatchObject({
      unknown: [{ reason: 'unknownKind', ref: { name: 'blue' } }],
    });
    expect(names(select([NAMESPACE], undefined, [...SHOP, widget, crd]))).toContain('Widget/shop/blue');
    const byKind = { group: 'example.com', version: 'v1', kind: 'Widget' };
    expect(select([byKind], undefined, [widget, crd])).toMatchObject({ kind: 'invalid' });
    expect(names(select([byKind], 'ResourcePlacement', [widget]))).toEqual(['Widget/shop/blue']);
  });

  it('assumes a Namespace if objects are in it', () => {
    expect(names(select([NAMESPACE], undefined, [at('v1', 'ConfigMap', 'settings', 'shop')]))).toEqual([
      'Namespace/shop',
      'ConfigMap/shop/settings',
    ]);
    expect(names(select([NAMESPACE], undefined, []))).toEqual([]);
  });

  it('counts an object that is declared twice once', () => {
    expect(names(select([CLUSTER_ROLE], undefined, [...SHOP, ...SHOP]))).toEqual(['ClusterRole/reader']);
  });

  it('leaves update runs out on main, which v0.3 did not do', () => {
    const run = at('placement.kubernetes-fleet.io/v1beta1', 'StagedUpdateRun', 'go', 'shop');
    const content = hubContent([...SHOP, run]);
    const input = { placement: placement(undefined, [NAMESPACE]), content };
    expect(names(selectResources(input))).toContain('StagedUpdateRun/shop/go');
    expect(names(selectResources({ ...input, target: 'main' }))).not.toContain('StagedUpdateRun/shop/go');
  });
});

function selected(...selectors: readonly object[]): readonly string[] {
  return names(select(selectors));
}

function select(selectors: readonly object[], kind?: string, objects: readonly Selectable[] = SHOP): Selection<Selectable> {
  return selectResources({ placement: placement(undefined, selectors, kind), content: hubContent(objects) });
}

function names(selection: Selection<Selectable>): readonly string[] {
  if (selection.kind !== 'selected') throw new Error(selection.error);
  return selection.resources.map(({ ref }) => displayName(ref));
}

interface More {
  readonly labels?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

function at(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
  { labels = {}, ...more }: More = {},
): Selectable {
  const metadata = { name, labels, ...(namespace === undefined ? {} : { namespace }) };
  return { object: { apiVersion, kind, metadata, ...more }, namespace };
}
