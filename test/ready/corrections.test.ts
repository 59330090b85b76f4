/** Which edits of a change may correct what failed, and which may not. */
import { expect, it } from 'vitest';
import { changeObjects } from '../../src/cli/ready/changed-placements.ts';
import { correctionsOf } from '../../src/cli/ready/corrections.ts';
import { type KubeObject, objectKey, refOf } from '../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, NOW, orders } from '../support/fleets/fleet.ts';
import { memoryHub } from '../support/hubs/memory-hub.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const { placement } = greenFleet();
const SPEC = placement['spec'] as Readonly<Record<string, unknown>>;
const DEPLOYMENT = orders('v1', {
  template: {
    metadata: { labels: { app: 'orders' } },
    spec: { containers: [{ name: 'main', image: 'v1', envFrom: [{ configMapRef: { name: 'env' } }] }] },
  },
});
const config = (name: string, value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop' },
  data: { value },
});
const shop = (spec: object): KubeObject => ({ apiVersion: API, kind: 'ClusterResourcePlacement', metadata: { name: 'shop' }, spec });

function override(value: string, selected = 'orders', more: object = { placement: { name: 'shop' } }): KubeObject {
  const rule = {
    clusterSelector: { clusterSelectorTerms: [] },
    jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { value } }],
  };
  const resourceSelectors = [{ group: 'apps', version: 'v1', kind: 'Deployment', name: selected }];
  const spec = { ...more, resourceSelectors, policy: { overrideRules: [rule] } };
  return { apiVersion: API, kind: 'ResourceOverride', metadata: { name: `of-${selected}`, namespace: 'shop' }, spec };
}

function clusterOverride(name: string): KubeObject {
  const spec = {
    clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }],
    policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: 'Delete' }] },
  };
  return { apiVersion: API, kind: 'ClusterResourceOverride', metadata: { name: 'all' }, spec };
}

const envelope = (replicas: number): KubeObject => ({
  apiVersion: API,
  kind: 'ResourceEnvelope',
  metadata: { name: 'inner', namespace: 'shop' },
  data: { web: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' }, spec: { replicas } } },
});
const quota = (pods: string, namespace = 'shop'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'all', namespace },
  spec: { hard: { pods } },
});
const namespace = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { new: 'yes' } } });
const definition = (kind: string): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.example.com` },
  spec: { group: 'example.com', names: { kind, plural: `${kind.toLowerCase()}s` }, scope: 'Namespaced' },
});
const WIDGET: KubeObject = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };

const STAGING = {
  ...SPEC,
  policy: {
    placementType: 'PickAll',
    affinity: {
      clusterAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'staging' } } }] },
      },
    },
  },
};
const NEVER = {
  ...SPEC,
  strategy: { ...(SPEC['strategy'] as object), applyStrategy: { type: 'ClientSideApply', whenToTakeOver: 'Never' } },
};
const WEB: KubeObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } };

/** What corrects the failure of the subject; `-` if nothing does. */
function corrected(id: string, subject: KubeObject | undefined, change: readonly KubeObject[], live: KubeObject = placement): string {
  const hubObjects = [
    live,
    namespaceShop(),
    DEPLOYMENT,
    config('env', '1'),
    config('other', '1'),
    quota('1'),
    override('1'),
    envelope(1),
    WIDGET,
  ];
  const changes = changeObjects(change, { objects: hubObjects, apis: undefined, visibility: () => ({ kind: 'seen' }) });
  const asked = { ref: refOf(live), object: live, live, clusters: [], leftOut: [], doubts: [], isChanged: true };
  const found = correctionsOf(
    asked,
    changes,
    memoryHub(hubObjects, NOW),
  )({ id, ...(subject === undefined ? {} : { object: refOf(subject) }) });
  return found === undefined ? '-' : `${found.kind}/${found.name}`;
}

const OVERRIDDEN = ['override-failed', undefined] as const;
const CRASHES = ['workload-crash-loop', DEPLOYMENT] as const;
const REFUSED = ['takeover-refused', config('env', '1')] as const;

it.each<readonly [string, string, KubeObject | undefined, readonly KubeObject[], string]>([
  ['the override that failed', ...OVERRIDDEN, [override('2')], 'ResourceOverride/of-orders'],
  ['an override that is new', ...OVERRIDDEN, [clusterOverride('shop')], 'ClusterResourceOverride/all'],
  ['an override of another placement', ...OVERRIDDEN, [override('2', 'orders', { placement: { name: 'pay' } })], '-'],
  ['what the failed override selects', ...OVERRIDDEN, [orders('v2')], 'Deployment/orders'],
  ['what no override selects', ...OVERRIDDEN, [config('other', '2')], '-'],
  ['an override of what failed', ...CRASHES, [override('2')], 'ResourceOverride/of-orders'],
  ['an override of its Namespace', ...CRASHES, [clusterOverride('shop')], 'ClusterResourceOverride/all'],
  ['an override of something else', ...CRASHES, [override('2', 'web')], '-'],
  ['an override of another Namespace', ...CRASHES, [clusterOverride('pay')], '-'],
  ['what failed', ...CRASHES, [orders('v2')], 'Deployment/orders'],
  ['a ConfigMap that it needs', ...CRASHES, [config('env', '2')], 'ConfigMap/env'],
  ['a ConfigMap that it does not need', ...CRASHES, [config('other', '2')], '-'],
  ['the same content', ...CRASHES, [DEPLOYMENT, config('env', '1'), override('1')], '-'],
  ['the quota of its namespace', ...CRASHES, [quota('9')], 'ResourceQuota/all'],
  ['the quota of another namespace', ...CRASHES, [quota('9', 'pay')], '-'],
  ['its Namespace', ...CRASHES, [namespace('shop')], 'Namespace/shop'],
  ['another Namespace', ...CRASHES, [namespace('pay')], '-'],
  ['its definition', 'apply-kind-missing', WIDGET, [definition('Widget')], 'CustomResourceDefinition/widgets.example.com'],
  ['another definition', 'apply-kind-missing', WIDGET, [definition('Gadget')], '-'],
  ['the envelope that holds it', 'apply-rejected-invalid', WEB, [envelope(2)], 'ResourceEnvelope/inner'],
  ['how a workload is applied', ...CRASHES, [shop(NEVER)], '-'],
  ['how long history is kept', ...CRASHES, [shop({ ...SPEC, revisionHistoryLimit: 3 })], '-'],
  ['how objects are applied', ...REFUSED, [shop(NEVER)], 'ClusterResourcePlacement/shop'],
  ['the clusters, and with them a toleration', ...CRASHES, [shop(STAGING)], 'ClusterResourcePlacement/shop'],
  [
    'the content that is selected',
    ...CRASHES,
    [
      shop({
        ...SPEC,
        resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop', selectionScope: 'NamespaceOnly' }],
      }),
    ],
    'ClusterResourcePlacement/shop',
  ],
])('an edit of %s', (_, id, subject, change, expected) => {
  expect(corrected(id, subject, change)).toBe(expected);
});

it.each([
  ['scheduled-zero-clusters', undefined, STAGING],
  ['takeover-refused', config('env', '1'), NEVER],
])('a field that only the hub has, and that is not a default, is removed: %s', (id, subject, spec) => {
  const live = { ...placement, spec };
  expect(corrected(id, subject, [shop({ resourceSelectors: SPEC['resourceSelectors'] })], live)).toBe('ClusterResourcePlacement/shop');
});

it('defaults of the hub are not removed', () => {
  const change = shop({ resourceSelectors: SPEC['resourceSelectors'] });
  expect(corrected('scheduled-zero-clusters', undefined, [change])).toBe('-');
  const changes = changeObjects([change], { objects: [placement], apis: undefined, visibility: () => ({ kind: 'seen' }) });
  expect(changes.mayBeChanged(objectKey(refOf(change)))).toBe(false);
});
