import { posix } from 'node:path';
import type { NotEvaluated } from '../../finding.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { isPlacement, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isOverride } from '../../selection/override.ts';
import { isOfSomeHub, mayMeet } from '../../static/compare/may-meet.ts';
import { separateFolders, type TreePart } from '../../static/compare/tree-parts.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { placedAmong } from '../../static/placing/placements-of-object.ts';
import { manifestRef } from '../../static/world/identity.ts';
import { folderOf, type Manifest } from '../../static/world/manifest.ts';
import { runReference } from '../../static/world/run-reference.ts';
import { unevaluated } from '../../static/world/unevaluated.ts';
import type { World } from '../../static/world/world.ts';
import { editedDeliveries } from './base/edited-deliveries.ts';
import { editedValues } from './base/edited-values.ts';
import type { StaticInput } from './static-input.ts';
import { partsOf, worldOf } from './tree-part-inputs.ts';
import { keyOf } from './per-hub/hub-views.ts';

/** An object that another part of the tree has, and that something of this part would select or name if both are for one hub. */
export interface OpenReference {
  readonly manifest: Manifest;
  /** Its overlay, or the folder of its file. */
  readonly place: string;
}

/** The objects of KubeFleet that may meet objects of other parts, of the whole tree, each with those objects. */
export const openReferences = oncePer((input: StaticInput): ReadonlyMap<Manifest, readonly OpenReference[]> => {
  const [first, ...others] = partsOf(input);
  // The first part sees the whole tree.
  const whole = worldOf(first);
  const owners = new Map<Manifest, TreePart>();
  for (const { part } of others)
    if (part !== undefined && isOfSomeHub(part))
      for (const manifest of part.manifests) if (part.judged.has(manifest)) owners.set(manifest, part);
  const worlds = new Map([...(input.base?.worlds ?? []), ...(input.read.worlds ?? [])].map((world) => [world.name, world]));
  const meets = oncePer((one: TreePart) => oncePer((other: TreePart) => mayMeet(one, other, worlds)));
  const found = new Map<Manifest, readonly OpenReference[]>();
  for (const [manifest, part] of owners) {
    if (!REFERRING.has(manifest.object.kind)) continue;
    const references = referencesOf(manifest, whole, (each) => {
      const owner = owners.get(each);
      return owner !== undefined && input.undeployed?.has(each) !== true && meets(part)(owner) && !keysOf(part).has(keyOf(each));
    });
    if (references.length === 0) continue;
    found.set(
      manifest,
      references.map((each) => ({ manifest: each, place: each.overlay ?? posix.dirname(each.file) })),
    );
  }
  return found;
});

const keysOf = oncePer(({ manifests }: TreePart): ReadonlySet<string> => new Set(manifests.map(keyOf)));

/**
 * The text of lint and plan for them, for folders that are separate only because of the change, and for objects and charts whose deployer
 * the change edits.
 */
export function openBetweenParts(input: StaticInput): readonly NotEvaluated[] {
  const { notEvaluated } = input.read;
  // An overlay that is not rendered is reported itself, and is the cause.
  const lost = new Set(notEvaluated.flatMap(({ fleetObject, rendered }) => (fleetObject === true ? (rendered?.overlays ?? []) : [])));
  const isOfLost = ({ overlay, file }: Manifest): boolean => lost.has(overlay ?? posix.dirname(file));
  const references = [...openReferences(input)]
    .filter(([manifest]) => !isOfLost(manifest))
    .map(([manifest, found]) => unevaluated(manifest, reasonOf(manifest, found, input.read)));
  return [
    ...[...references, ...copiesOf(input)].map((entry) => ({ ...entry, fleetObject: true })),
    ...editedDeliveries(input),
    ...editedValues(input),
  ];
}

/** Objects of a new folder or overlay that another one has as well. They replace those if both are for one hub. */
function copiesOf({ read, base }: StaticInput): readonly NotEvaluated[] {
  if (base === undefined) return [];
  const { groups } = separateFolders(read.manifests, base.manifests);
  const inFolder = (folder: string): readonly Manifest[] =>
    read.manifests.filter((manifest) => isFleetObject(manifest.object) && folderOf(manifest).startsWith(`${folder}/`));
  const isPlain = ({ overlay }: Manifest): boolean => overlay === undefined;
  return [
    ...groups.flatMap(({ folders, copies = [] }) =>
      copies.flatMap((copy) => {
        if (base.built?.whole.has(copy) === true) return [];
        const others = folders.filter((folder) => folder !== copy).map((folder) => [folder, inFolder(folder)] as const);
        const open = inFolder(copy).filter(({ world }) => world === undefined);
        // Overlays beside overlays come below.
        const ofPlain = others.map(([folder, all]) => [folder, all.filter(isPlain)] as const);
        return [
          ...copiedFrom(new Map(others), copy, open.filter(isPlain)),
          ...copiedFrom(
            new Map(ofPlain),
            copy,
            open.filter((manifest) => !isPlain(manifest)),
          ),
        ];
      }),
    ),
    ...copiesInOverlays(read.manifests, base.manifests),
  ];
}

/** If overlays of the base have an object in common already, another one is for another hub. */
function copiesInOverlays(head: readonly Manifest[], base: readonly Manifest[]): readonly NotEvaluated[] {
  const keysBefore = [...fleetOfOverlays(base).values()].flatMap((manifests) => [...new Set(manifests.map(keyOf))]);
  if (new Set(keysBefore).size < keysBefore.length) return [];
  const wereThere = new Set(base.map(({ overlay }) => overlay));
  // A kustomization for files that were deployed as they are copies nothing.
  const filesBefore = new Set(base.map((manifest) => `${manifest.file} ${keyOf(manifest)}`));
  const { old = [], fresh = [] } = Object.groupBy(fleetOfOverlays(head), ([overlay]) => (wereThere.has(overlay) ? 'old' : 'fresh'));
  return fresh.flatMap(([overlay, manifests]) =>
    copiedFrom(
      new Map(old),
      overlay,
      manifests.filter((manifest) => !filesBefore.has(`${manifest.file} ${keyOf(manifest)}`)),
    ),
  );
}

/** The objects of KubeFleet of each overlay whose hub is not known. */
function fleetOfOverlays(manifests: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  const found = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const { overlay, world, object } = manifest;
    if (overlay !== undefined && world === undefined && isFleetObject(object))
      found.set(overlay, [...(found.get(overlay) ?? []), manifest]);
  }
  return found;
}

function copiedFrom(
  others: ReadonlyMap<string, readonly Manifest[]>,
  copy: string,
  manifests: readonly Manifest[],
): readonly NotEvaluated[] {
  const theirs = new Map([...others].flatMap(([place, each]) => each.map((manifest) => [keyOf(manifest), place] as const)));
  return manifests.flatMap((manifest) => {
    const other = theirs.get(keyOf(manifest));
    if (other === undefined) return [];
    const reason = `This change adds ${copy} with an object that ${other} has as well. If both are for one hub, the one that is applied later replaces the other. List the folders of each hub in \`worlds\` of the configuration.`;
    return unevaluated(manifest, reason);
  });
}

function reasonOf({ object, world }: Manifest, references: readonly OpenReference[], read: ReadResult): string {
  const { unreadDeployers: unread = [] } = read;
  const names = listed([...new Set(references.map(({ manifest }) => displayName(manifestRef(manifest))))], 3, 'objects');
  const places = listed([...new Set(references.map(({ place }) => place))].toSorted(), 3, 'folders');
  const does = isPlacement(object) ? 'selects' : isOverride(object) ? 'is for' : 'names';
  const why =
    unread.length === 0 ? 'Nothing says so' : `Nothing that is read says so (deployers that are not read: ${listed(unread, 3, 'files')})`;
  const forgotten = world === undefined ? [] : forgottenIn(references, read);
  if (forgotten.length > 0)
    return `It ${does} ${names} in ${places} if both are for one hub. ${why}, and it was not checked: add ${listed(forgotten, 3, 'folders')} to \`resources\` of the kustomization of ${listed([...new Set(forgotten.map((place) => posix.dirname(place)))], 3, 'folders')}, which lists the folders beside. If something else deploys this, list the folders of one hub in \`worlds\` of the configuration.`;
  return `It ${does} ${names} in ${places} if both are for one hub. ${why}, and it was not checked: list the folders of one hub in \`worlds\` of the configuration.`;
}

/** The kustomizations of the references, if nothing deploys them and the kustomization of the folder above lists others beside each. */
function forgottenIn(references: readonly OpenReference[], { built }: ReadResult): readonly string[] {
  const places = [...new Set(references.map(({ place }) => place))].toSorted();
  const isForgotten = (place: string): boolean => {
    const above = posix.dirname(place);
    const listsOthers = built?.parts.values().some((part) => posix.dirname(part) === above && part !== place) === true;
    return built?.whole.has(above) === true && built.whole.has(place) && listsOthers && built.deliveredBy(above).length > 0;
  };
  const areAll = references.every(({ manifest }) => manifest.overlay !== undefined && manifest.world === undefined);
  return areAll && places.every(isForgotten) ? places : [];
}

const REFERRING: ReadonlySet<string> = new Set([
  'ClusterResourcePlacement',
  'ResourcePlacement',
  'ClusterResourceOverride',
  'ResourceOverride',
  'ClusterStagedUpdateRun',
  'StagedUpdateRun',
  'ClusterResourcePlacementEviction',
  'ClusterResourcePlacementDisruptionBudget',
]);

/** The manifests for which `isSo` holds and that one selects or names. `isSo` is evaluated first. */
function referencesOf(manifest: Manifest, world: World, isSo: (other: Manifest) => boolean): readonly Manifest[] {
  return isPlacement(manifest.object) ? placedAmong(manifest, isSo, world) : namedBy(manifest, world).filter(isSo);
}

function namedBy(manifest: Manifest, world: World): readonly Manifest[] {
  const { object, namespace } = manifest;
  const inNamespace = namespace === undefined ? {} : { namespace };
  if (isOverride(object)) {
    const isNamespaced = object.kind === 'ResourceOverride';
    const selected = listAt(object, 'spec', isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors').map((selector) => {
      const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((part) => stringAt(selector, part));
      return { group, kind, name, ...(isNamespaced ? inNamespace : {}) };
    });
    const placement = objectAt(object, 'spec', 'placement');
    const isOfNamespace = stringAt(placement, 'scope') === 'Namespaced';
    const target = {
      group: PLACEMENT_GROUP,
      kind: isOfNamespace ? 'ResourcePlacement' : 'ClusterResourcePlacement',
      name: stringAt(placement, 'name') ?? '',
      ...(isOfNamespace ? inNamespace : {}),
    };
    return [...selected, target].flatMap((ref) => world.find(ref));
  }
  if (object.kind.endsWith('StagedUpdateRun'))
    return (['placement', 'strategy'] as const).flatMap((to) => {
      const reference = runReference(manifest, to);
      return reference === undefined ? [] : world.find(reference);
    });
  const isBudget = object.kind.endsWith('DisruptionBudget');
  const name = isBudget ? object.metadata.name : (stringAt(object, 'spec', 'placementName') ?? '');
  return world.find({ group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement', name });
}
