/** Selectors with a group that no hub serves, because it is one of KubeFleet's or Kubernetes' with a mistake. */
import { expect, test } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { GROUPS_OF_OTHERS } from '../../support/fleets/groups-without-fleet.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

interface Type {
  readonly group: string;
  readonly kind: string;
  readonly version?: string;
}

const written = ({ group, kind, version = 'v1' }: Type): string => `{group: "${group}", version: ${version}, kind: ${kind}, name: x}`;

const placement = (kind: string, type: Type): string =>
  `---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ${kind}
metadata: {name: shop, namespace: shop}
spec:
  policy: {placementType: PickAll}
  resourceSelectors: [${written(type)}]
`.replace(kind === 'ClusterResourcePlacement' ? ', namespace: shop' : '', '');

const override = (kind: string, list: string, type: Type): string =>
  `---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ${kind}
metadata: {name: edit, namespace: shop}
spec:
  ${list}: [${written(type)}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [{op: add, path: /metadata/labels, value: {a: b}}]
`.replace(kind === 'ClusterResourceOverride' ? ', namespace: shop' : '', '');

const definition = ({ group, kind }: Type, scope: string): string => `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.${group}}
spec:
  group: ${group}
  scope: ${scope}
  names: {kind: ${kind}, plural: ${kind.toLowerCase()}s}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;

const ABOUT_KIND = new Set(['refused-content', 'rp-selects-unknown-kind', 'override-version']);

function told(text: string): readonly string[] {
  return lintTexts({ files: [{ path: 'a.yaml', text }] }, RULES)
    .findings.filter(({ rule }) => ABOUT_KIND.has(rule))
    .map(({ rule, severity, remedy }) => `${severity} ${rule}: ${remedy}`);
}

const CLUSTER_KINDS: readonly (readonly [Type, string])[] = [
  [{ group: 'placement.kubefleet.io', kind: 'ClusterResourceEnvelope', version: 'v1beta1' }, 'placement.kubernetes-fleet.io'],
  [{ group: 'placement.kubernetes-fleet.com', kind: 'ClusterResourceEnvelope', version: 'v1beta1' }, 'placement.kubernetes-fleet.io'],
  [{ group: 'rbac.authorisation.k8s.io', kind: 'ClusterRole' }, 'rbac.authorization.k8s.io'],
  [{ group: 'rbac.authorization.k8.io', kind: 'ClusterRoleBinding' }, 'rbac.authorization.k8s.io'],
  [{ group: 'apiextension.k8s.io', kind: 'CustomResourceDefinition' }, 'apiextensions.k8s.io'],
];
const NAMESPACED_KINDS: readonly (readonly [Type, string])[] = [
  [{ group: 'app', kind: 'Deployment' }, 'apps'],
  [{ group: 'placement.kubefleet.io', kind: 'ResourceEnvelope', version: 'v1beta1' }, 'placement.kubernetes-fleet.io'],
  [{ group: 'network.k8s.io', kind: 'NetworkPolicy' }, 'networking.k8s.io'],
  [{ group: 'rbac.authorisation.k8s.io', kind: 'Role' }, 'rbac.authorization.k8s.io'],
];

test.each(CLUSTER_KINDS)('a cluster-scoped selector of %j', (type, group) => {
  expect(told(placement('ClusterResourcePlacement', type))).toEqual([
    expect.stringMatching(`^error refused-content: Write \`group: ${group}\``),
  ]);
  expect(told(override('ClusterResourceOverride', 'clusterResourceSelectors', type))).toEqual([
    `warning override-version: Write \`group: ${group}\`.`,
  ]);
  expect(told(definition(type, 'Cluster') + placement('ClusterResourcePlacement', { ...type, version: 'v1' }))).toEqual([]);
});

test.each(NAMESPACED_KINDS)('a namespaced selector of %j', (type, group) => {
  expect(told(placement('ResourcePlacement', type))).toEqual([
    expect.stringMatching(`^error rp-selects-unknown-kind: Write \`group: ${group}\``),
  ]);
  expect(told(override('ResourceOverride', 'resourceSelectors', type))).toEqual([`warning override-version: Write \`group: ${group}\`.`]);
});

test('a CustomResourceDefinition of the tree has the kind in that group', () => {
  const type = { group: 'placement.kubefleet.io', kind: 'ResourceEnvelope' };
  expect(told(definition(type, 'Namespaced') + placement('ResourcePlacement', type))).toEqual([]);
  expect(told(definition(type, 'Namespaced') + override('ResourceOverride', 'resourceSelectors', type))).toEqual([]);
});

const FOREIGN: readonly Type[] = [
  ...Object.entries(GROUPS_OF_OTHERS).flatMap(([group, kinds]) => kinds.map((kind) => ({ group, kind }))),
  { group: 'networking.istio.io', kind: 'Gateway' },
  { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' },
  { group: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshotClass' },
  { group: 'apps.kruise.io', kind: 'StatefulSet' },
  { group: 'batch.volcano.sh', kind: 'Job' },
  { group: 'networking.gke.io', kind: 'NetworkPolicy' },
  { group: 'scheduling.x-k8s.io', kind: 'PriorityClass' },
  { group: 'rbac.authorization.example.com', kind: 'ClusterRole' },
  { group: 'shop.example.com', kind: 'Namespace' },
];

test.each(FOREIGN)('a kind of another project is not reported: %j', (type) => {
  expect(told(placement('ClusterResourcePlacement', type))).toEqual([]);
  expect(told(placement('ResourcePlacement', type))).toEqual([]);
  expect(told(override('ClusterResourceOverride', 'clusterResourceSelectors', type))).toEqual([]);
  expect(told(override('ResourceOverride', 'resourceSelectors', type))).toEqual([]);
});
