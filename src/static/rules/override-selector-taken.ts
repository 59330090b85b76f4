/**
 * One object may be selected by one override only: by one ClusterResourceOverride of the hub, or one ResourceOverride of the namespace.
 * Source: `pkg/utils/validator/clusterresourceoverride.go`, `resourceoverride.go` (`has been selected by both`), whatever `spec.placement` says;
 * the webhook refuses whichever comes second.
 */
import { listAt, stringAt } from '../../fleet/json.ts';
import { displayName } from '../../fleet/object.ts';
import { oncePer } from '../../fleet/once-per.ts';
import { earliestFirst } from '../earliest-first.ts';
import { manifestRef } from '../identity.ts';
import { folderOf, type Manifest } from '../manifest.ts';
import { isNamed, placementKind } from '../placements.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import type { World } from '../world.ts';

interface Taken {
  readonly object: string;
  readonly other: string;
}

const KINDS = ['ResourceOverride', 'ClusterResourceOverride'];

export const overrideSelectorTaken = defineRule<Taken>({
  id: 'override-selector-taken',
  summary: 'Two overrides select the same object',
  // Each by itself is admitted, so neither is an object that the hub refuses.
  effect: 'fails',
  otherwise: { misbehaves: 'the two are in different folders, which may be for different hubs' },
  kinds: KINDS,
  why: 'The hub allows one override an object: a selector that stands in another ClusterResourceOverride, or in another ResourceOverride of the same namespace, is refused with `has been selected by both`, also where the two are for different placements. Whichever override is applied second is the one that is missing, and the deploy stops there.',
  remedy: 'Put the rules of both into one override.',
  docs: 'https://kubefleet.dev/docs/how-tos/cluster-resource-override/',
  message: ({ object, other }) => `${object} is selected by ${other} as well, and the hub takes one override an object only.`,
  remedyFor: ({ other }) => `Put its rules into ${other}.`,
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    for (const { key, at, object } of selectorsOf(manifest)) {
      const holder = holders(world).get(key);
      if (holder === undefined || holder.override === manifest || isSame(holder.override, manifest)) continue;
      const other = displayName(manifestRef(holder.override));
      const related = [{ manifest: holder.override, at: holder.at, message: `${other} selects it here` }];
      // Folders of one tree may be for different hubs.
      const effect = folderOf(holder.override) === folderOf(manifest) ? {} : ({ effect: 'misbehaves' } as const);
      yield { at, data: { object, other }, related, ...effect };
    }
  },
});

interface Holder {
  readonly override: Manifest;
  readonly at: string;
}

/** The first override of its kind to select each object. */
const holders = oncePer((world: World): ReadonlyMap<string, Holder> => {
  const first = new Map<string, Holder>();
  for (const override of KINDS.flatMap((kind) => earliestFirst(placementKind(world, kind).filter(isNamed), world))) {
    for (const { key, at } of selectorsOf(override)) if (!first.has(key)) first.set(key, { override, at });
  }
  return first;
});

/** The selectors whose every word is known, with what makes two of them one to the hub. */
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

function isSame(one: Manifest, other: Manifest): boolean {
  return displayName(manifestRef(one)) === displayName(manifestRef(other));
}
