/**
 * An override changes an object only if a placement selects it. Source: `pkg/utils/overrider/overrider.go` (overrides are matched with the
 * resources of a snapshot); the existence of the object is not checked. The manifests show it only if they contain the placement of the
 * override, or an object with a similar name.
 */
import { isEnvelopeKind } from '../../fleet/kubefleet/envelope.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { OVERRIDE_KINDS, overrideOf } from '../../selection/override.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { isGone } from '../world/is-gone.ts';
import { knownApis } from '../world/known-apis.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { mistyped } from '../answers/mistyped.ts';
import { nameFix } from '../answers/name-fix.ts';
import { clusterPlacements, couldBeNamed, isNamed, namespacedPlacements, nameOf } from '../world/placements.ts';
import { mayPlace } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { removalText, type SearchScope, searchedText } from '../compare/search-scope.ts';
import { selectorsOf } from '../world/selectors.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Unmatched extends SearchScope {
  readonly object: string;
  /** The placement that does not select the object; absent if the object does not exist. */
  readonly placement?: string;
  readonly meant?: string | undefined;
  /** The change removes the object. */
  readonly isRemoved?: boolean;
}

export const overrideSelectsNothing = defineRule<Unmatched>({
  id: 'override-selects-nothing',
  summary: 'The override selects an object that its placement does not select, or that does not exist',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'Overrides are applied to what a placement sends to its clusters. A mistyped name, or an object that the placement named in `spec.placement` does not select, matches nothing: the hub accepts the override, the placement is green, and the clusters get the object unchanged. An object that is not among the manifests may be created elsewhere. It is therefore reported only if the name is similar to that of another object, if the hub was read and does not have it, or if the placement could not select it. With `{--base}` or `{--base-dir}` it is also reported if the change removes the object.',
  remedy: 'Correct the name, or let the placement select the object.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ object, placement, isRemoved, ...searched }) => {
    if (isRemoved === true) return `${removalText(searched)} ${object}, so the override changes nothing.`;
    return placement === undefined
      ? `There is no ${object} ${searchedText(searched)}, so the override changes nothing.`
      : `${placement} does not select ${object}, so the override changes nothing.`;
  },
  remedyFor: ({ meant, placement, isRemoved }) => {
    if (meant !== undefined) return `Did you mean ${meant}?`;
    if (isRemoved === true) return 'Remove the selector as well, or keep the object.';
    return placement === undefined ? 'Correct the name, or remove the selector.' : `Select it in ${placement}, or remove the selector.`;
  },
  *check(manifest, judged) {
    const world = withHub(judged);
    if (!isNamed(manifest)) return;
    const isNamespaced = manifest.object.kind === 'ResourceOverride';
    const field = isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors';
    const placement = placementOf(manifest, world);
    for (const [index, entry] of listAt(manifest.object, 'spec', field).entries()) {
      const at = `/spec/${field}/${index}`;
      const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((key) => stringAt(entry, key));
      // Kinds of the other scope are reported by `override-kind-scope`.
      if (name === '' || !isResolved(manifest, at) || knownApis(world).find(group, kind)?.namespaced !== isNamespaced) continue;
      const namespace = isNamespaced ? manifest.namespace : undefined;
      const ref = namespace === undefined ? { kind, name } : { kind, namespace, name };
      const object = displayName(ref);
      const isRemoved = isGone({ group, ...ref }, world);
      // The hub's copy will be deleted.
      const left = isRemoved ? judged : world;
      const here = left.find({ group, ...ref });
      const candidates = here.length > 0 ? here : inReach(group, kind, namespace, left);
      if (!candidates.some((each) => couldBeNamed(each, name))) {
        const names = candidates.filter(isNamed).map(nameOf);
        const meant = mistyped(name, names);
        const onHub = hubHolds({ group, ...ref }, world);
        const asked = onHub === false && isWhole(world);
        if ((onHub === true && !isRemoved) || envelopeHolding({ group, kind, namespace, name }, world) !== undefined) continue;
        if (meant !== undefined || asked || isRemoved)
          yield {
            at: `${at}/name`,
            data: { object, meant, asked, isRemoved, isPartly: world.hasUnread },
            fix: nameFix(`${at}/name`, name, meant, names),
          };
        else if (placement !== undefined && selectsByNameOnly(placement, world) && !mayPlace(placement, { group, ...ref }, world))
          yield unselected(at, object, placement);
        continue;
      }
      // The labels of an object on the hub decide whether they select it.
      if (!candidates.every((each) => isResolved(each, '/metadata/labels', '/metadata/namespace'))) continue;
      if (placement === undefined || mayPlace(placement, { group, ...ref }, world)) continue;
      yield unselected(at, object, placement);
    }
  },
});

interface Unselected {
  readonly at: string;
  readonly data: Unmatched;
  readonly related: readonly RelatedPointer[];
}

function unselected(at: string, object: string, placement: Manifest): Unselected {
  const related = [{ manifest: placement, at: '/spec/resourceSelectors', message: 'what it selects' }];
  return { at, data: { object, placement: `${placement.object.kind} ${nameOf(placement)}` }, related };
}

/** Whether the selected objects are all named: selection depends neither on labels nor on the content of envelopes. */
function selectsByNameOnly(placement: Manifest, world: World): boolean {
  return selectorsOf(placement, world).every(({ kind, name, labels }) => name !== '' && labels === undefined && !isEnvelopeKind(kind));
}

/** The objects of a kind that the override could mean. */
function inReach(group: string, kind: string, namespace: string | undefined, world: World): readonly Manifest[] {
  const content = manifestContent(world);
  const all =
    namespace === undefined
      ? world.ofKind(kind)
      : [...content.inNamespace(namespace), ...content.inNamespace(undefined)].map(({ item }) => item);
  return all.filter(({ object }) => object.kind === kind && groupOf(object.apiVersion) === group);
}

/** The only placement that the override is for, if all of its selectors are known. */
function placementOf({ object, namespace }: Manifest, world: World): Manifest | undefined {
  const placement = overrideOf(object, namespace)?.placement;
  if (placement === undefined) return undefined;
  const all = placement.namespaced ? namespacedPlacements(world).filter((each) => each.namespace === namespace) : clusterPlacements(world);
  const [found, ...others] = all.filter((each) => couldBeNamed(each, placement.name));
  const isKnown = found !== undefined && others.length === 0 && isNamed(found) && isResolved(found, '/spec/resourceSelectors');
  return isKnown && found.unresolved.length === 0 ? found : undefined;
}
