import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { displayName, objectKey, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { entryOf, hubContent, hubItem, type HubContent, type Selectable } from '../../../src/selection/hub-content.ts';
import { objectSelector } from '../../../src/selection/object-selection.ts';
import { placementSelectors } from '../../../src/selection/placement-selectors.ts';
import { selectResources } from '../../../src/selection/select-resources.ts';
import { clusterPlacement, definition, FLEET, object, resourcePlacement } from '../objects.ts';

const NAMESPACES = ['shop', 'other', 'kube-tools', 'default'];
const labels = fc.constantFrom({}, { tier: 'web' }, { tier: 'ops' }, { 'endpointslice.kubernetes.io/managed-by': 'controller' });
const metadata = fc.constantFrom({}, {}, {}, { deletionTimestamp: '2026-01-01T12:00:00Z' }, { ownerReferences: [{ name: 'web' }] });
const kinds = fc.constantFrom(
  ['v1', 'ConfigMap'],
  ['v1', 'Endpoints'],
  ['v1', 'Service'],
  ['v1', 'Event'],
  ['v1', 'Pod'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['discovery.k8s.io/v1', 'EndpointSlice'],
  ['example.com/v1', 'Widget'],
  ['placement.kubernetes-fleet.io/v1', 'StagedUpdateRun'],
  [FLEET, 'ResourceEnvelope'],
);
const names = fc.constantFrom('web', 'api', 'default', 'kube-root-ca.crt');

const namespaced = fc
  .tuple(kinds, fc.option(fc.constantFrom(...NAMESPACES), { freq: 8 }), names, labels, metadata)
  .map(([[apiVersion = '', kind = ''], namespace, name, own, more]) =>
    object(apiVersion, kind, namespace === null ? name : `${namespace}/${name}`, { labels: own, metadata: more }),
  );
const namespaces = fc
  .tuple(fc.constantFrom(...NAMESPACES), labels, metadata)
  .map(([name, own, more]) => object('v1', 'Namespace', name, { labels: own, metadata: more }));
const roles = fc
  .tuple(names, labels, metadata)
  .map(([name, own, more]) => object('rbac.authorization.k8s.io/v1', 'ClusterRole', name, { labels: own, metadata: more }));
const definitions = fc.constantFrom(definition('example.com', 'Widget'), definition('example.com', 'Widget', 'Cluster'));
const objects = fc.array(fc.oneof({ weight: 6, arbitrary: namespaced }, { weight: 3, arbitrary: namespaces }, roles, definitions), {
  maxLength: 14,
});

const picking = fc.oneof(
  fc.constant({}),
  names.map((name) => ({ name })),
  fc
    .constantFrom<object>(
      {},
      { matchLabels: { tier: 'web' } },
      { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
      { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
      { matchExpressions: [{ key: 'tier', operator: 'Has' }] },
    )
    .map((labelSelector) => ({ labelSelector })),
);
const selectors = fc.oneof(
  fc
    .tuple(
      kinds,
      fc.constantFrom(
        (kind: string) => kind,
        (kind: string) => kind.toLowerCase(),
        (kind: string) => `${kind}List`,
      ),
      fc.constantFrom(undefined, undefined, undefined, '', 'v1', 'v2'),
      picking,
    )
    .map(([[apiVersion = '', kind = ''], spelled, version, picked]) => {
      const [group, own] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
      return { group, version: version ?? own, kind: spelled(kind), ...picked };
    }),
  fc
    .tuple(
      fc.constantFrom(...NAMESPACES.map((name) => ({ name })), { name: 'shop' }, { labelSelector: { matchLabels: { tier: 'web' } } }, {}),
      fc.constantFrom(undefined, 'NamespaceOnly', 'NamespaceWithResources', 'NamespaceWithResourceSelectors'),
    )
    .map(([picked, selectionScope]) => ({ group: '', version: 'v1', kind: 'Namespace', ...picked, selectionScope })),
  picking.map((picked) => ({ group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', ...picked })),
);
const placements = fc
  .tuple(fc.constantFrom(clusterPlacement, resourcePlacement), fc.array(selectors, { minLength: 1, maxLength: 3 }))
  .map(([make, resourceSelectors]) => make(resourceSelectors));
const hubs = fc.constantFrom('v0.3', 'main', 'unknown' as const);

it('the answer for one object is the same as in the selection of all of them', () => {
  const told = new Map<string, number>();
  fc.assert(
    fc.property(placements, objects, hubs, (placement, held, hub) => {
      const content: HubContent<Selectable> = hubContent(held.map(hubItem));
      const selection = selectResources({ placement, content, target: hub });
      const select = objectSelector(placementSelectors(placement, placement.metadata.namespace, content.apis, hub), content, hub);
      for (const { item, ref, ...entry } of held.map((each) => heldEntry(each, content))) {
        const answer = select({ item, ref, ...entry });
        told.set(answer.kind, (told.get(answer.kind) ?? 0) + 1);
        if (selection.kind !== 'selected') {
          // For an object that is picked once it is not visible that another one is picked twice.
          const isOther =
            selection.error.startsWith('found duplicate') &&
            !selection.error.includes(` Kind:${ref.kind} Name:${ref.name} Namespace:${ref.namespace ?? ''} `);
          if (!isOther) expect([answer.kind, displayName(ref)]).not.toEqual(['selected', displayName(ref)]);
          continue;
        }
        const isSelected = selection.resources.some((resource) => objectKey(resource.ref) === objectKey(ref));
        expect([answer.kind === 'selected', displayName(ref)]).toEqual([isSelected, displayName(ref)]);
        if (answer.kind === 'open') expect(selection.unknown.some(({ reason }) => reason !== 'notAmongTheObjects')).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
  // Every kind of answer occurs.
  expect([...told.keys()].toSorted()).toEqual(['foreign', 'leftOut', 'missed', 'open', 'refused', 'selected']);
});

/** The last of several objects with one identity is used. */
function heldEntry(asked: KubeObject, content: HubContent<Selectable>): ReturnType<typeof entryOf<Selectable>> {
  const entry = entryOf({ object: asked, namespace: asked.metadata.namespace }, content.apis);
  const same = content.inNamespace(entry.ref.namespace).find(({ ref }) => objectKey(ref) === objectKey(entry.ref));
  return same ?? entry;
}
