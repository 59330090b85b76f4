/**
 * Only one override may select an object: one ClusterResourceOverride of the hub, or one ResourceOverride of the namespace, for any
 * `spec.placement`. The webhook refuses the second one. Source: `pkg/utils/validator/clusterresourceoverride.go`, `resourceoverride.go`
 * (`has been selected by both`).
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { earliestFirst } from '../placing/earliest-first.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { isNamed, placementKind } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { objectsOutsideManifests, type ObjectOutsideManifests } from '../world/objects-outside-manifests.ts';
import type { World } from '../world/world.ts';

interface Taken {
  readonly object: string;
  readonly other: string;
  /** Where the other override is, if it is not in the manifests. */
  readonly where?: ObjectOutsideManifests['where'];
}

export const overrideSelectorTaken = defineRule<Taken>({
  id: 'override-selector-taken',
  summary: 'Two overrides select the same object',
  effect: 'rejected',
  otherwise: { misbehaves: 'the two are in different folders, which may be for different hubs, or the change removes the other one' },
  kinds: OVERRIDE_KINDS,
  why: 'The hub allows one override for each object: a selector that is also in another ClusterResourceOverride, or in another ResourceOverride of the same namespace, is refused with `has been selected by both`, even if the two are for different placements. The webhook refuses the override that is applied second, and the deploy stops there. An override that is renamed or split conflicts with the old one: tools that apply a folder create first and remove last.',
  remedy: 'Put the rules of both into one override.',
  docs: 'https://kubefleet.dev/docs/how-tos/cluster-resource-override/',
  message: ({ object, other, where }) =>
    where === 'removed'
      ? `${object} is selected by ${other}, which this change removes: the hub refuses this override until the other is deleted.`
      : `${object} is selected by ${other} as well${where === 'hub' ? ', which exists only on the hub' : ''}: the hub refuses a second override for it.`,
  remedyFor: ({ other, where }) =>
    where === 'removed' ? `Keep the name ${other}, or delete it from the hub before this is applied.` : `Put its rules into ${other}.`,
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    for (const { key, at, object } of selectorsOf(manifest)) {
      const holder = declared(world).get(key);
      if (holder !== undefined && !isSame(holder.override, manifest)) {
        const other = displayName(manifestRef(holder.override));
        const related = [{ manifest: holder.override, at: holder.at, message: `${other} selects it here` }];
        // Folders of one tree may be for different hubs.
        const isCertain = folderOf(holder.override) === folderOf(manifest);
        yield { at, data: { object, other }, related, ...(isCertain ? {} : { effect: 'misbehaves' }) };
        continue;
      }
      const beside = selectedElsewhere(world).get(key);
      if (beside === undefined || selectedBefore(manifest, key, world)) continue;
      const data = { object, other: displayName(manifestRef(beside.manifest)), where: beside.where };
      yield { at, data, ...(beside.where === 'hub' ? {} : { effect: 'misbehaves' }) };
    }
  },
});

interface Holder {
  readonly override: Manifest;
  readonly at: string;
}

/** For each object, the first override of its kind in the manifests that selects it. */
const declared = oncePer((world: World): ReadonlyMap<string, Holder> => {
  const first = new Map<string, Holder>();
  for (const override of OVERRIDE_KINDS.flatMap((kind) => earliestFirst(placementKind(world, kind).filter(isNamed), world))) {
    for (const { key, at } of selectorsOf(override)) if (!first.has(key)) first.set(key, { override, at });
  }
  return first;
});

/** For each object, the override outside the manifests that selects it. */
const selectedElsewhere = oncePer((world: World): ReadonlyMap<string, ObjectOutsideManifests> => {
  const all = OVERRIDE_KINDS.flatMap((kind) => objectsOutsideManifests(kind, world));
  return new Map(all.flatMap((each) => selectorsOf(each.manifest).map(({ key }) => [key, each] as const)));
});

/** The selectors without variables, each with a key that is equal if the hub treats two selectors as the same. */
function selectorsOf(override: Manifest): readonly { readonly key: string; readonly at: string; readonly object: string }[] {
  const isNamespaced = override.object.kind === 'ResourceOverride';
  const field = isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors';
  return listAt(override.object, 'spec', field).flatMap((selector, index) => {
    const at = `/spec/${field}/${index}`;
    const [group = '', version = '', kind = '', name = ''] = ['group', 'version', 'kind', 'name'].map((word) => stringAt(selector, word));
    const scope = isNamespaced ? (override.namespace ?? '') : (stringAt(selector, 'selectionScope') ?? 'NamespaceWithResources');
    if (name === '' || !isResolved(override, at) || (isNamespaced && override.namespace === undefined)) return [];
    const ref = isNamespaced && override.namespace !== undefined ? { kind, namespace: override.namespace, name } : { kind, name };
    return [{ key: [override.object.kind, group, version, kind, name, scope].join('/'), at, object: displayName(ref) }];
  });
}

/** An override that selected the object before the change was accepted with it. */
function selectedBefore(manifest: Manifest, key: string, world: World): boolean {
  const before = world.before(manifest);
  const object = before?.live ?? before?.manifest;
  return object !== undefined && selectorsOf({ ...manifest, object }).some((selector) => selector.key === key);
}

function isSame(one: Manifest, other: Manifest): boolean {
  return displayName(manifestRef(one)) === displayName(manifestRef(other));
}
