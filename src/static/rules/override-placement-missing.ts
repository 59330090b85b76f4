/**
 * An override that names a placement is for that one only; a name no placement has makes it an override for nothing.
 * Source: `apis/placement/v1beta1/override_types.go` (PlacementRef), `pkg/utils/overrider/overrider.go`; nothing checks that it exists.
 * Placements of the other scope are `override-scope`'s.
 */
import { stringAt } from '../../fleet/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kinds.ts';
import { hubHolds } from '../hub-holds.ts';
import { mistyped } from '../mistyped.ts';
import { allPlacements, clusterPlacements, couldBeNamed, isNamed, namespacedPlacements, nameOf } from '../placements.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';

export const overridePlacementMissing = defineRule<{ readonly kind: string; readonly name: string; readonly meant: string }>({
  id: 'override-placement-missing',
  summary: 'The override is for a placement that no manifest has, and there is one of nearly that name',
  effect: 'misbehaves',
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'With `spec.placement.name` an override is applied for that placement and no other. Nobody checks that it exists: the hub takes the override, every placement is green, and the clusters get the objects without it. The field cannot be changed afterwards, so the override has to be created anew.',
  remedy: 'Write the name of the placement, or leave `spec.placement` out for every placement.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ kind, name }) => `No ${kind} of these manifests is called ${name}, so the override is never applied.`,
  remedyFor: ({ meant }) => `Did you mean ${meant}?`,
  *check(manifest, world) {
    const { object, namespace } = manifest;
    const name = stringAt(object, 'spec', 'placement', 'name');
    if (name === undefined || !isResolved(manifest, '/spec/placement') || !isNamed(manifest)) return;
    if (world.find({ group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement', name }).length > 0) return;
    if (allPlacements(world).some((placement) => couldBeNamed(placement, name))) return;
    const isNamespaced = object.kind === 'ResourceOverride' && stringAt(object, 'spec', 'placement', 'scope') === 'Namespaced';
    const wanted = isNamespaced
      ? namespacedPlacements(world).filter((each) => namespace === undefined || each.namespace === namespace)
      : clusterPlacements(world);
    const meant = mistyped(name, wanted.filter(isNamed).map(nameOf));
    const kind = isNamespaced ? 'ResourcePlacement' : 'ClusterResourcePlacement';
    const ref = isNamespaced && namespace !== undefined ? { kind, namespace, name } : { kind, name };
    if (meant !== undefined && hubHolds({ group: PLACEMENT_GROUP, ...ref }, world) !== true)
      yield { at: '/spec/placement/name', data: { kind, name, meant } };
  },
});
