/**
 * Which objects an override changes for which clusters, known from recordings, otherwise from the function of KubeFleet that decides
 * it.
 */
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { clusterPlacement, FLEET, object, resourcePlacement } from './objects.ts';

/** `skipped`: it is for the placement, but an update run ignores it. */
type Settled = 'touched' | 'not' | 'skipped';

export interface OverrideRow {
  readonly what: string;
  readonly source: string;
  readonly placement: KubeObject;
  readonly override: KubeObject;
  /** What the placement selects. */
  readonly object: KubeObject;
  readonly answer: Settled | Readonly<Record<'v0.3' | 'main', Settled>>;
}

/** The labels of the one cluster. */
export const CLUSTER_LABELS = { env: 'prod', region: 'west' };

const FETCH = 'overrider.go, FetchAllMatchingOverridesForResourceSnapshot';
const MATCHED = 'overrider.go, IsClusterMatched';

const SHOP = object('v1', 'Namespace', 'shop');
const WEB = object('apps/v1', 'Deployment', 'shop/web', { labels: { app: 'web' } });
const READER = object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader');
const SETTINGS = object('v1', 'ConfigMap', 'shop/settings', { data: {} });
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' };
const CLUSTER_ROLE = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' };
const ENVELOPE = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ResourceEnvelope', name: 'wrapped' };
const CLUSTER_ENVELOPE = { ...ENVELOPE, kind: 'ClusterResourceEnvelope' };
const WRAPPED = object(FLEET, 'ResourceEnvelope', 'shop/wrapped', { data: { settings: SETTINGS } });
const CLUSTER_WRAPPED = object(FLEET, 'ClusterResourceEnvelope', 'wrapped', { data: { reader: READER } });

const BY_CLUSTER = clusterPlacement([NAMESPACE]);
const BY_NAMESPACE = resourcePlacement([DEPLOYMENT]);
const ROLES = clusterPlacement([CLUSTER_ROLE]);
const EVERYWHERE = { clusterSelectorTerms: [] };
const PROD = { labelSelector: { matchLabels: { env: 'prod' } } };
const DEV = { labelSelector: { matchLabels: { env: 'dev' } } };

export const OVERRIDE_ROWS: readonly OverrideRow[] = [
  // What it selects.
  row('an object by its name', 'recordings, fresh-override-added', BY_CLUSTER, ofNamespace([DEPLOYMENT]), WEB, 'touched'),
  row('another object', FETCH, BY_CLUSTER, ofNamespace([{ ...DEPLOYMENT, name: 'api' }]), WEB, 'not'),
  row('an object of another namespace', FETCH, BY_CLUSTER, ofNamespace([DEPLOYMENT], {}, 'other'), WEB, 'not'),
  row('another version', FETCH, BY_CLUSTER, ofNamespace([{ ...DEPLOYMENT, version: 'v1beta1' }]), WEB, 'not'),
  row('an empty version', FETCH, BY_CLUSTER, ofNamespace([{ ...DEPLOYMENT, version: '' }]), WEB, 'not'),
  row('a kind in lower case', FETCH, BY_CLUSTER, ofNamespace([{ ...DEPLOYMENT, kind: 'deployment' }]), WEB, 'not'),
  row('the same kind of another group', FETCH, BY_CLUSTER, ofNamespace([{ ...DEPLOYMENT, group: 'extensions' }]), WEB, 'not'),
  row(
    'an object by its labels',
    'override.go: only names are supported',
    BY_CLUSTER,
    ofCluster([{ ...NAMESPACE, name: undefined, labelSelector: {} }]),
    SHOP,
    'not',
  ),
  row('a Namespace', FETCH, BY_CLUSTER, ofCluster([NAMESPACE]), SHOP, 'touched'),
  row('what is in the Namespace', FETCH, BY_CLUSTER, ofCluster([NAMESPACE]), WEB, 'touched'),
  row(
    'what is in the Namespace, whatever the scope of the selector',
    FETCH,
    BY_CLUSTER,
    ofCluster([{ ...NAMESPACE, selectionScope: 'NamespaceOnly' }]),
    WEB,
    'touched',
  ),
  row('what is in the Namespace, through a ResourcePlacement', FETCH, BY_NAMESPACE, ofCluster([NAMESPACE]), WEB, 'touched'),
  row('a Namespace in lower case', FETCH, BY_CLUSTER, ofCluster([{ ...NAMESPACE, kind: 'namespace' }]), WEB, 'not'),
  row('a Namespace of another group', FETCH, BY_CLUSTER, ofCluster([{ ...NAMESPACE, group: 'example.com' }]), WEB, 'not'),
  row('what is in another Namespace', FETCH, BY_CLUSTER, ofCluster([{ ...NAMESPACE, name: 'other' }]), WEB, 'not'),
  row('a ClusterRole', FETCH, ROLES, ofCluster([CLUSTER_ROLE]), READER, 'touched'),
  row('a namespaced object, by a cluster-scoped override', FETCH, BY_CLUSTER, ofCluster([DEPLOYMENT]), WEB, 'not'),
  row('a ClusterRole, by a namespaced override', FETCH, ROLES, ofNamespace([CLUSTER_ROLE]), READER, 'not'),

  // Envelopes.
  row('a ResourceEnvelope', 'overrider.go of v0.3.1 and of main', BY_CLUSTER, ofNamespace([ENVELOPE]), WRAPPED, {
    'v0.3': 'touched',
    main: 'not',
  }),
  row('what is in a ResourceEnvelope', 'overrider.go of v0.3.1 and of main', BY_CLUSTER, ofNamespace([CONFIG_MAP]), WRAPPED, {
    'v0.3': 'not',
    main: 'touched',
  }),
  row('the Namespace of a ResourceEnvelope', 'overrider.go of v0.3.1 and of main', BY_CLUSTER, ofCluster([NAMESPACE]), WRAPPED, 'touched'),
  row(
    'a ClusterResourceEnvelope',
    'overrider.go of v0.3.1 and of main',
    clusterPlacement([CLUSTER_ENVELOPE]),
    ofCluster([CLUSTER_ENVELOPE]),
    CLUSTER_WRAPPED,
    { 'v0.3': 'touched', main: 'not' },
  ),
  row(
    'what is in a ClusterResourceEnvelope',
    'overrider.go of v0.3.1 and of main',
    clusterPlacement([CLUSTER_ENVELOPE]),
    ofCluster([CLUSTER_ROLE]),
    CLUSTER_WRAPPED,
    { 'v0.3': 'not', main: 'touched' },
  ),

  // The placement it is for.
  row(
    'a ClusterResourcePlacement by its name',
    'recordings, fresh-override-added',
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], { placement: { name: 'web' } }),
    WEB,
    'touched',
  ),
  row('another ClusterResourcePlacement', FETCH, BY_CLUSTER, ofNamespace([DEPLOYMENT], { placement: { name: 'api' } }), WEB, 'not'),
  row('an empty name', FETCH, BY_CLUSTER, ofNamespace([DEPLOYMENT], { placement: { name: '' } }), WEB, 'not'),
  row(
    'a ResourcePlacement of that name, through a ClusterResourcePlacement',
    FETCH,
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], { placement: { name: 'web', scope: 'Namespaced' } }),
    WEB,
    'not',
  ),
  row(
    'a ResourcePlacement',
    'recordings, ns-run-override-scope',
    BY_NAMESPACE,
    ofNamespace([DEPLOYMENT], { placement: { name: 'web', scope: 'Namespaced' } }),
    WEB,
    'touched',
  ),
  row(
    'a ClusterResourcePlacement of that name, through a ResourcePlacement',
    FETCH,
    BY_NAMESPACE,
    ofNamespace([DEPLOYMENT], { placement: { name: 'web' } }),
    WEB,
    'not',
  ),
  row(
    'a ResourcePlacement that update runs roll out',
    'recordings, ns-run-override-scope',
    resourcePlacement([DEPLOYMENT], { strategy: { type: 'External' } }),
    ofNamespace([DEPLOYMENT], { placement: { name: 'web', scope: 'Namespaced' } }),
    WEB,
    'skipped',
  ),
  row(
    'every placement, as update runs roll it out',
    FETCH,
    resourcePlacement([DEPLOYMENT], { strategy: { type: 'External' } }),
    ofNamespace([DEPLOYMENT]),
    WEB,
    'touched',
  ),
  row(
    'a ClusterResourcePlacement that update runs roll out',
    FETCH,
    clusterPlacement([NAMESPACE], { strategy: { type: 'External' } }),
    ofNamespace([DEPLOYMENT], { placement: { name: 'web' } }),
    WEB,
    'touched',
  ),
  row(
    'a ClusterResourcePlacement, by a cluster-scoped override',
    FETCH,
    BY_CLUSTER,
    ofCluster([NAMESPACE], { placement: { name: 'web' } }),
    WEB,
    'touched',
  ),
  row(
    'a ClusterResourcePlacement, by a cluster-scoped override with a scope',
    FETCH,
    BY_CLUSTER,
    ofCluster([NAMESPACE], { placement: { name: 'web', scope: 'Namespaced' } }),
    WEB,
    'touched',
  ),
  row(
    'a ResourcePlacement, by a cluster-scoped override',
    FETCH,
    BY_NAMESPACE,
    ofCluster([NAMESPACE], { placement: { name: 'web', scope: 'Namespaced' } }),
    WEB,
    'not',
  ),

  // The clusters its rules are for.
  row(
    'a cluster with the label',
    'recordings, override-one-cluster-only',
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [{ clusterSelectorTerms: [PROD] }]),
    WEB,
    'touched',
  ),
  row(
    'a cluster without the label',
    'recordings, override-one-cluster-only',
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [{ clusterSelectorTerms: [DEV] }]),
    WEB,
    'not',
  ),
  row('no cluster, for want of a selector', MATCHED, BY_CLUSTER, ofNamespace([DEPLOYMENT], {}, 'shop', [undefined]), WEB, 'not'),
  row(
    'a term without a label selector',
    MATCHED,
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [{ clusterSelectorTerms: [{}] }]),
    WEB,
    'not',
  ),
  row(
    'a term with an empty label selector',
    MATCHED,
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [{ clusterSelectorTerms: [{ labelSelector: {} }] }]),
    WEB,
    'touched',
  ),
  row(
    'a term with labels that are no label selector',
    MATCHED,
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [
      { clusterSelectorTerms: [{ labelSelector: { matchExpressions: [{ key: 'env', operator: 'Has' }] } }] },
    ]),
    WEB,
    'not',
  ),
  row(
    'the second of two terms',
    MATCHED,
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [{ clusterSelectorTerms: [DEV, PROD] }]),
    WEB,
    'touched',
  ),
  row(
    'the second of two rules',
    MATCHED,
    BY_CLUSTER,
    ofNamespace([DEPLOYMENT], {}, 'shop', [{ clusterSelectorTerms: [DEV] }, { clusterSelectorTerms: [PROD] }]),
    WEB,
    'touched',
  ),
];

export function touchedBy({ answer }: OverrideRow, hub: 'v0.3' | 'main'): Settled {
  return typeof answer === 'string' ? answer : answer[hub];
}

function ofNamespace(
  resourceSelectors: readonly object[],
  spec: object = {},
  namespace = 'shop',
  clusters: readonly unknown[] = [EVERYWHERE],
): KubeObject {
  return object(FLEET, 'ResourceOverride', `${namespace}/o`, { spec: { resourceSelectors, policy: policyFor(clusters), ...spec } });
}

function ofCluster(clusterResourceSelectors: readonly object[], spec: object = {}): KubeObject {
  return object(FLEET, 'ClusterResourceOverride', 'o', { spec: { clusterResourceSelectors, policy: policyFor([EVERYWHERE]), ...spec } });
}

function policyFor(clusters: readonly unknown[]): object {
  const jsonPatchOverrides = [{ op: 'add', path: '/metadata/labels', value: {} }];
  return { overrideRules: clusters.map((clusterSelector) => ({ clusterSelector, jsonPatchOverrides })) };
}

function row(
  what: string,
  source: string,
  placement: KubeObject,
  override: KubeObject,
  selected: KubeObject,
  answer: OverrideRow['answer'],
): OverrideRow {
  return { what, source, placement, override, object: selected, answer };
}
