import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupOf } from '../../../../src/fleet/kubernetes/object.ts';
import { manifestRef } from '../../../../src/static/world/identity.ts';
import { makeWorld } from '../../../../src/static/world/make-world.ts';
import { candidateCarriers, candidatePlacements } from '../../../../src/static/placing/placement-candidates.ts';
import { allPlacements } from '../../../../src/static/world/placements.ts';
import { mayPlace, picks, sends } from '../../../../src/static/placing/placements-of-object.ts';
import { parseManifests } from '../../../../src/static/read/parse-manifests.ts';
import type { World } from '../../../../src/static/world/world.ts';

const NAMES = ['a', 'b', 'fleet-system', '${WHICH}'];
const LABELS = [{}, { team: 'a' }, { team: 'b', tier: 'web' }, { team: '${TEAM}' }, { 'kubernetes.io/metadata.name': 'a' }];
const KINDS = [
  'v1 Namespace',
  'v1 ConfigMap',
  'apps/v1 Deployment',
  'v1 Pod',
  'rbac.authorization.k8s.io/v1 ClusterRole',
  'x.example/v1 Thing',
];

const name = fc.constantFrom(...NAMES);
const labels = fc.constantFrom(...LABELS);
const labelSelector = fc.oneof(
  labels.map((matchLabels) => ({ matchLabels })),
  fc.constantFrom('a', 'b').map((value) => ({ matchExpressions: [{ key: 'team', operator: 'NotIn', values: [value] }] })),
  fc.constant({ matchExpressions: [{ key: 'team', operator: 'In', values: ['a', 'b'] }] }),
);
const selector = fc
  .record({
    type: fc.constantFrom(...KINDS, 'v1 configmap', 'v2 ConfigMap', 'apps/v1beta1 Deployment'),
    by: fc.oneof(
      fc.constant({}),
      name.map((each) => ({ name: each })),
      labelSelector.map((each) => ({ labelSelector: each })),
    ),
    scope: fc.constantFrom({}, { selectionScope: 'NamespaceOnly' }, { selectionScope: 'NamespaceWithResourceSelectors' }),
  })
  .map(({ type, by, scope }) => {
    const { apiVersion, kind } = typeOf(type);
    return { group: groupOf(apiVersion), version: apiVersion.split('/').at(-1), kind, ...by, ...scope };
  });
const placement = fc
  .record({
    kind: fc.constantFrom('ClusterResourcePlacement', 'ResourcePlacement'),
    name,
    namespace: name,
    selectors: fc.array(selector, { maxLength: 3 }),
  })
  .map(({ kind, namespace, selectors, ...named }) => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind,
    metadata: { name: named.name, ...(kind === 'ResourcePlacement' ? { namespace } : {}) },
    spec: { resourceSelectors: selectors, policy: { placementType: 'PickAll' } },
  }));
const object = fc
  .record({ type: fc.constantFrom(...KINDS), name, labels, namespace: fc.option(name, { nil: undefined }) })
  .map(({ type, ...metadata }) => ({ ...typeOf(type), metadata }));
const tree = fc.tuple(fc.array(placement, { maxLength: 6 }), fc.array(object, { maxLength: 8 }));

it('returns every placement that concerns an object, in order', () => {
  let left = 0;
  fc.assert(
    fc.property(tree, fc.boolean(), ([placements, objects], hasDefinition) => {
      const world = worldOf([...placements, ...objects, ...(hasDefinition ? [DEFINITION] : [])]);
      for (const manifest of world.manifests) {
        const candidates = candidatePlacements(manifest, world);
        const { apiVersion, ...named } = manifestRef(manifest);
        for (const ref of [
          { group: groupOf(apiVersion), ...named },
          { group: '', kind: 'ConfigMap', namespace: 'a', name: 'missing' },
        ]) {
          const carries = (each: (typeof candidates)[number]): boolean => mayPlace(each, ref, world);
          expect(candidateCarriers(ref, world).filter(carries)).toEqual(allPlacements(world).filter(carries));
        }
        for (const asked of [sends, picks]) {
          const does = (each: (typeof candidates)[number]): boolean => asked(each, manifest, world);
          expect(candidates.filter(does)).toEqual(allPlacements(world).filter(does));
        }
        left += allPlacements(world).length - candidates.length;
      }
    }),
    { seed: 19, numRuns: 250 },
  );
  expect(left).toBeGreaterThan(100);
});

it('examines the placements of one namespace if a thousand namespaces are placed', () => {
  const teams = Array.from({ length: 1000 }, (_, index) => `team-${String(index)}`);
  const world = worldOf(
    teams.flatMap((team, index) => [
      {
        apiVersion: 'placement.kubernetes-fleet.io/v1',
        kind: 'ClusterResourcePlacement',
        metadata: { name: team },
        spec: {
          resourceSelectors: [
            {
              group: '',
              version: 'v1',
              kind: 'Namespace',
              ...(index % 2 === 0 ? { name: team } : { labelSelector: { matchLabels: { team } } }),
            },
          ],
        },
      },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: team, labels: { team } } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: team } },
    ]),
  );
  const counts = world.ofKind('ConfigMap').map((manifest) => candidatePlacements(manifest, world).length);
  expect(new Set(counts)).toEqual(new Set([1]));
});

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.x.example' },
  spec: {
    group: 'x.example',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things' },
    versions: [{ name: 'v1', served: true, storage: true }],
  },
};

function typeOf(text: string): { readonly apiVersion: string; readonly kind: string } {
  const [apiVersion = '', kind = ''] = text.split(' ');
  return { apiVersion, kind };
}

function worldOf(objects: readonly object[]): World {
  const { manifests } = parseManifests(objects.map((each) => JSON.stringify(each)).join('\n---\n'), 'tree.yaml');
  return makeWorld({ target: 'v0.3', now: new Date(0), manifests });
}
