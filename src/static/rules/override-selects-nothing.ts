/**
 * An override changes an object only if a placement selects it. Source: `pkg/utils/overrider/overrider.go` (overrides are matched with the
 * resources of a snapshot); the existence of the object is not checked. The manifests show it only if they contain the placement of the
 * override, an object with a similar name, or one of that name in another namespace.
 */
import { field, listAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { hubAnswer } from '../answers/admission.ts';
import { nameFix } from '../answers/name-fix.ts';
import { removalText, type SearchScope, searchedText } from '../compare/search-scope.ts';
import { unchangedBy } from '../presence/override-selection.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Unmatched extends SearchScope {
  readonly object: string;
  /** The placement that does not select the object; absent if the object does not exist. */
  readonly placement?: string;
  readonly meant?: string | undefined;
  /** Namespaces that have an object of that kind and name. */
  readonly elsewhere?: readonly string[];
  readonly meantNamespace?: string | undefined;
  /** The change removes the object. */
  readonly isRemoved?: boolean;
  /** The selector has an empty name, which no object has. The hub refuses that only of a ClusterResourceOverride. */
  readonly isNameless?: boolean;
}

export const overrideSelectsNothing = defineRule<Unmatched>({
  id: 'override-selects-nothing',
  summary: 'The override selects an object that its placement does not select, or that does not exist',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'Overrides are applied to what a placement sends to its clusters. A mistyped name, an empty one, or an object that the placement named in `spec.placement` does not select, matches nothing: the hub accepts the override, the placement is green, and the clusters get the object unchanged. An object that is not among the manifests may be created elsewhere. It is therefore reported only if the name is similar to that of another object, or if another namespace has it (a ResourceOverride selects only in its own). It is also reported if the hub was read and does not have it, or if the placement could not select it. With `{--base}` or `{--base-dir}` it is also reported if the change removes the object.',
  remedy: 'Correct the name, or let the placement select the object.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ object, placement, isRemoved, isNameless, elsewhere = [], ...searched }) => {
    if (isNameless === true) return 'The `name` of this selector is empty, and no object has such a name, so the selector changes nothing.';
    if (isRemoved === true) return `${removalText(searched)} ${object}, so the override changes nothing.`;
    return placement === undefined
      ? `There is no ${object} ${searchedText(searched)}, so the override changes nothing${elsewhere.length === 0 ? '' : `; there is one in ${listed(elsewhere, 3)}`}.`
      : `${placement} does not select ${object}, so the override changes nothing.`;
  },
  remedyFor: ({ meant, placement, isRemoved, isNameless, elsewhere = [], meantNamespace }) => {
    if (isNameless === true) return 'Write the `name` of the object. An override selects each object by its name.';
    if (meant !== undefined) return `Did you mean ${meant}?`;
    if (meantNamespace !== undefined) return `Did you mean namespace ${meantNamespace}?`;
    if (isRemoved === true) return 'Remove the selector as well, or keep the object.';
    if (elsewhere.length > 0)
      return 'Put the override into the namespace of the object: a ResourceOverride selects only in its own namespace.';
    return placement === undefined ? 'Correct the name, or remove the selector.' : `Select it in ${placement}, or remove the selector.`;
  },
  *check(manifest, world) {
    yield* ofEmptyNames(manifest);
    for (const { at, ref, placement, isUnselected, isReported, others, ...found } of unchangedBy(manifest, world)) {
      const object = displayName(ref);
      if (isUnselected && placement !== undefined) {
        // What a placement selects is not known while the hub refuses it, which is reported for the placement.
        if (hubAnswer(placement, world).always.length > 0) continue;
        const related = [{ manifest: placement, at: '/spec/resourceSelectors', message: 'what it selects' }];
        yield { at, data: { object, placement: `${placement.object.kind} ${nameOf(placement)}` }, related };
      } else if (isReported) {
        const { meant, meantNamespace, elsewhere, asked, isRemoved } = found;
        yield {
          at: `${at}/name`,
          data: { object, meant, meantNamespace, elsewhere, asked, isRemoved, isPartly: world.hasUnread },
          fix: nameFix(`${at}/name`, ref.name, meant, others),
        };
      }
    }
  },
});

function* ofEmptyNames(manifest: Manifest) {
  if (manifest.object.kind !== 'ResourceOverride') return;
  for (const [index, selector] of listAt(manifest.object, 'spec', 'resourceSelectors').entries()) {
    const at = `/spec/resourceSelectors/${index}/name`;
    const data = { object: '', isPartly: false, isNameless: true };
    if (field(selector, 'name') === '' && isResolved(manifest, at)) yield { at, data };
  }
}
