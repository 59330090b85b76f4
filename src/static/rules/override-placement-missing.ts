/**
 * An override that names a placement applies only to that one. If no placement has the name, the override has no effect. Source:
 * `apis/placement/v1beta1/override_types.go` (PlacementRef), `pkg/utils/overrider/overrider.go`; the existence is not checked. Placements
 * of the other scope are reported by `override-scope`.
 */
import { shown } from '../../fleet/text/shown.ts';
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { isGone } from '../world/is-gone.ts';
import { mistyped } from '../answers/mistyped.ts';
import { nameFix } from '../answers/name-fix.ts';
import { allPlacements, clusterPlacements, isNamed, namespacedPlacements, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { removalText, type SearchScope, searchedText } from '../compare/search-scope.ts';
import { placerOfOverride } from '../placing/placer-of-override.ts';
import { withHub } from '../world/with-hub.ts';

interface Missing extends SearchScope {
  readonly kind: string;
  readonly name: string;
  /** A name that was probably meant. */
  readonly meant: string | undefined;
  /** The change removes it. */
  readonly isRemoved: boolean;
  /** A placement of the manifests that brings the selected object, if nothing else shows that the named one is missing. */
  readonly placer?: string;
}

export const overridePlacementMissing = defineRule<Missing>({
  id: 'override-placement-missing',
  summary: 'The override names a placement that does not exist',
  effect: 'misbehaves',
  otherwise: { advice: 'the placement may be elsewhere, and another placement of the manifests selects the same objects' },
  kinds: OVERRIDE_KINDS,
  why: 'With `spec.placement.name` an override is applied for that placement only. The hub does not check that it exists: it accepts the override, every placement is green, and the clusters get the objects unchanged. The field is immutable, so the override must be created again. Reported if there is a placement of a similar name, if another placement selects the same objects, or if the hub is read and does not have it either. With `{--base}` or `{--base-dir}` it is also reported if the change removes the placement.',
  remedy:
    'Write the name of the placement. Without `spec.placement` the override applies to every placement, from its next rollout on: an override alone does not start a rollout.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ kind, name, isRemoved, placer, ...searched }) =>
    placer !== undefined
      ? `The override names ${kind} ${shown(name)}, which is not among the manifests; ${placer} selects the object and sends it without the override.`
      : isRemoved
        ? `${removalText(searched)} the ${kind} ${shown(name)}, so the override is never applied.`
        : `There is no ${kind} ${shown(name)} ${searchedText(searched)}, so the override is never applied.`,
  remedyFor: ({ meant, isRemoved, kind, placer }) => {
    if (meant !== undefined) return `Did you mean ${meant}?`;
    if (placer !== undefined) return `Write the name of ${placer} if the override is for it.`;
    return isRemoved ? `Remove the override as well, or keep the ${kind}.` : undefined;
  },
  *check(manifest, judged) {
    const { object, namespace } = manifest;
    const name = stringAt(object, 'spec', 'placement', 'name');
    if (name === undefined || !isResolved(manifest, '/spec/placement') || !isNamed(manifest)) return;
    const isNamespaced = object.kind === 'ResourceOverride' && stringAt(object, 'spec', 'placement', 'scope') === 'Namespaced';
    const kind = isNamespaced ? 'ResourcePlacement' : 'ClusterResourcePlacement';
    const ref = { group: PLACEMENT_GROUP, kind, name, ...(isNamespaced && namespace !== undefined ? { namespace } : {}) };
    const isRemoved = isGone(ref, judged);
    // The hub's copy will be deleted.
    const world = isRemoved ? judged : withHub(judged);
    if (world.find({ group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement', name }).length > 0) return;
    if (manifestsNamed(name, allPlacements(world)).length > 0) return;
    const wanted = isNamespaced
      ? namespacedPlacements(world).filter((each) => namespace === undefined || each.namespace === namespace)
      : clusterPlacements(world);
    const names = wanted.filter(isNamed).map(nameOf);
    const meant = mistyped(name, names);
    const onHub = hubHolds(ref, world);
    const asked = onHub === false && isWhole(world);
    if (onHub === true && !isRemoved) return;
    const placer = isRemoved || meant !== undefined || asked ? undefined : placerOfOverride(manifest, judged);
    if (!isRemoved && meant === undefined && !asked && placer === undefined) return;
    yield {
      at: '/spec/placement/name',
      data: { kind, name, meant, asked, isRemoved, isPartly: world.hasUnread, ...(placer !== undefined && { placer }) },
      ...(placer === undefined ? {} : { effect: 'advice' as const }),
      fix: nameFix('/spec/placement/name', name, meant, names),
    };
  },
});
