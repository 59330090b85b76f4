/**
 * A hub accepts 100 ClusterResourceOverrides, and 100 ResourceOverrides in each namespace; the webhook refuses to create one more. Source:
 * `pkg/webhook/clusterresourceoverride`, `pkg/webhook/resourceoverride` (`limit has been reached`), only on creation.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { earliestFirst } from '../placing/earliest-first.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import { defineRule } from '../world/rule.ts';
import { objectsOutsideManifests, type ObjectOutsideManifests } from '../world/objects-outside-manifests.ts';
import type { World } from '../world/world.ts';

interface TooMany {
  readonly kind: string;
  /** The namespace with the limit; absent if it is the hub's limit. */
  readonly namespace?: string;
  /** The total number with this one. */
  readonly count: number;
}

const LIMIT = 100;
export const overrideLimit = defineRule<TooMany>({
  id: 'override-limit',
  summary: 'More than a hundred overrides in a hub or a namespace',
  // Each one alone is admitted.
  effect: 'fails',
  otherwise: {
    misbehaves:
      'they are in different folders, which may be for different hubs, the change removes some, or more than a hundred were there before',
  },
  kinds: OVERRIDE_KINDS,
  why: 'A hub allows a hundred ClusterResourceOverrides, and a hundred ResourceOverrides in each namespace. Its webhook refuses to create another one with `limit has been reached`, whatever it selects. Edits of existing overrides are accepted. The deploy stops at the first refused override, and clusters get the objects without its patches.',
  remedy: 'Put the rules of several overrides into one: an override selects up to twenty objects.',
  docs: 'https://kubefleet.dev/docs/how-tos/cluster-resource-override/',
  message: ({ kind, namespace, count }) =>
    `${namespace === undefined ? 'The hub' : `Namespace ${namespace}`} allows ${LIMIT} objects of kind ${kind}, and there would be ${count}: this one is refused.`,
  serverMessageFor: ({ namespace }) =>
    namespace === undefined
      ? `clusterResourceOverride limit has been reached: at most ${LIMIT} cluster resources can be created.`
      : `resourceOverride limit has been reached: at most ${LIMIT} resources can be created.`,
  *check(manifest, world) {
    const found = refused(world).get(manifest);
    if (found === undefined) return;
    const { count, isCertain } = found;
    const data = { kind: manifest.object.kind, count, ...(manifest.namespace === undefined ? {} : { namespace: manifest.namespace }) };
    yield { at: '/metadata/name', data, ...(isCertain ? {} : { effect: 'misbehaves' as const }) };
  },
});

interface Refused {
  readonly count: number;
  /** All counted overrides are for the same hub, and remain there. */
  readonly isCertain: boolean;
}

/** The overrides that the hub would refuse to create, of all kinds, namespaces and folders. */
const refused = oncePer((world: World): ReadonlyMap<Manifest, Refused> => {
  const found = new Map<Manifest, Refused>();
  for (const { manifests, beside } of OVERRIDE_KINDS.flatMap((kind) => groupsOf(kind, world))) {
    const onHub = beside.filter(({ where }) => where === 'hub').length;
    for (const [manifest, count] of beyond(manifests, beside.length, world)) found.set(manifest, { count, isCertain: false });
    for (const folder of Map.groupBy(manifests, folderOf).values()) {
      const isCertain = folder.filter((manifest) => isThere(manifest, world)).length <= LIMIT;
      for (const [manifest, count] of beyond(folder, onHub, world)) found.set(manifest, { count, isCertain });
    }
  }
  return found;
});

/** The groups that are counted together: all overrides of a kind, or those of a namespace if the kind is namespaced. */
function groupsOf(
  kind: string,
  world: World,
): readonly { readonly manifests: readonly Manifest[]; readonly beside: readonly ObjectOutsideManifests[] }[] {
  const all = placementKind(world, kind).filter(isNamed);
  if (all.length === 0) return [];
  const undeclared = objectsOutsideManifests(kind, world);
  if (kind === 'ClusterResourceOverride') return [{ manifests: all, beside: undeclared }];
  const placed = Map.groupBy(
    all.filter(({ namespace }) => namespace !== undefined),
    ({ namespace }) => namespace,
  );
  return [...placed].map(([namespace, manifests]) => ({
    manifests,
    beside: undeclared.filter(({ manifest }) => manifest.namespace === namespace),
  }));
}

/** The overrides that are created when 100 exist, each with the total number; `held` overrides exist already. */
function beyond(manifests: readonly Manifest[], held: number, world: World): readonly (readonly [Manifest, number])[] {
  const count = held + new Set(manifests.map(nameOf)).size;
  if (count <= LIMIT) return [];
  const names = new Set<string>();
  const found: [Manifest, number][] = [];
  for (const manifest of earliestFirst(manifests, world)) {
    names.add(nameOf(manifest));
    if (held + names.size > LIMIT && !isThere(manifest, world)) found.push([manifest, count]);
  }
  return found;
}

/** Whether the hub has it, by the hub itself or by the tree before the change. */
function isThere(manifest: Manifest, world: World): boolean {
  return hubHolds({ group: PLACEMENT_GROUP, ...manifestRef(manifest) }, world) ?? world.before(manifest) !== undefined;
}
