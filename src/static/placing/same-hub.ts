import { CLUSTER_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { areOfOneWorld } from '../world/are-of-one-world.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isNamed } from '../world/placements.ts';
import type { World } from '../world/world.ts';

/**
 * Whether two manifests of one tree are for the same hub. `same`: they are in one folder, overlay or world, or the hub that was read has
 * both. `likely`: one is in a folder above the other. `unlikely`: they are in folders beside each other, which both have a Namespace of the
 * same name. `other`: these folders both have another object of the same name, or member clusters of their own; a hub has each object once.
 * `unknown`: there is no such sign.
 */
export type SameHub = 'same' | 'likely' | 'unknown' | 'unlikely' | 'other';

export function sameHub(one: Manifest, other: Manifest, world: World): SameHub {
  const [a, b] = [folder(one), folder(other)];
  if (a === b || areOfOneWorld(one, other) || (isOnHub(one, world) && isOnHub(other, world))) return 'same';
  if (a.startsWith(b) || b.startsWith(a)) return 'likely';
  const signs = signsIn(world);
  if (signs.twice.length === 0 && signs.clusterFolders.length < 2) return 'unknown';
  const [left, right] = branches(a, b);
  const pair = `${left} ${right}`;
  const known = signs.knownPairs.get(pair) ?? likenessOf(left, right, signs);
  signs.knownPairs.set(pair, known);
  return known;
}

/** For two folders beside each other. */
function likenessOf(left: string, right: string, { clusterFolders, twice }: Signs): SameHub {
  if (clusterFolders.some(isIn(left)) && clusterFolders.some(isIn(right))) return 'other';
  const inBoth = twice.filter(({ folders }) => folders.some(isIn(left)) && folders.some(isIn(right)));
  if (inBoth.length === 0) return 'unknown';
  return inBoth.every(({ kind }) => kind === 'Namespace') ? 'unlikely' : 'other';
}

/** Whether only one of two folders beside each other has an object. The other folder then refers to that object. */
export function isOfOneBranch(declared: readonly Manifest[], one: Manifest, other: Manifest): boolean {
  const [left, right] = branches(folder(one), folder(other));
  const folders = declared.map(folder);
  return folders.some(isIn(left)) !== folders.some(isIn(right));
}

/** Whether a manifest is in a folder above both others. Manifests there may be applied to several hubs. */
export function isAboveBoth(manifest: Manifest, one: Manifest, other: Manifest): boolean {
  const above = folder(manifest);
  return folder(one).startsWith(above) && folder(other).startsWith(above);
}

interface Signs {
  readonly twice: readonly { readonly kind: string; readonly folders: readonly string[] }[];
  readonly clusterFolders: readonly string[];
  /** The cached results for pairs of folders. */
  readonly knownPairs: Map<string, SameHub>;
}

const signsIn = oncePer((world: World): Signs => {
  const named = world.manifests.filter(isNamed);
  const twice = [...Map.groupBy(named, keyOf).values()].filter(({ length }) => length > 1);
  const clusters = named.filter(({ object }) => object.kind === 'MemberCluster' && groupOf(object.apiVersion) === CLUSTER_GROUP);
  return {
    twice: twice.map((manifests) => ({ kind: manifests[0]?.object.kind ?? '', folders: manifests.map(folder) })),
    clusterFolders: clusters.map(folder),
    knownPairs: new Map(),
  };
});

function keyOf(manifest: Manifest): string {
  const { apiVersion, ...ref } = manifestRef(manifest);
  return `${groupOf(apiVersion)} ${displayName(ref)}`;
}

/** The two child folders of the common parent, each with its slash, that contain these. */
function branches(a: string, b: string): readonly [string, string] {
  const [left, right] = [a.split('/'), b.split('/')];
  const depth = left.findIndex((name, index) => name !== right[index]);
  return [`${left.slice(0, depth + 1).join('/')}/`, `${right.slice(0, depth + 1).join('/')}/`];
}

function isIn(branch: string): (folder: string) => boolean {
  return (folder) => folder.startsWith(branch);
}

const isOnHub = oncePerWorld((manifest: Manifest, world: World): boolean => {
  if (world.hub === undefined || !isNamed(manifest)) return false;
  const { apiVersion, ...ref } = manifestRef(manifest);
  return hubHolds({ group: groupOf(apiVersion), ...ref }, world) === true;
});

const folder = oncePer(folderOf);
