import { isDeepStrictEqual } from 'node:util';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { CONTAINER_LISTS, POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { areOfOneWorld } from '../world/are-of-one-world.ts';
import { SHARED_WORLD } from '../world/hub-world.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { hubAnswer } from './admission.ts';

/** The first of several manifests of one object. */
export interface FirstDeclaration {
  readonly first: Manifest;
  /** Both are in one folder, so the order in which they are applied is known. */
  readonly isOrdered: boolean;
  /** Both are for one hub. */
  readonly isOneHub: boolean;
}

/**
 * The first manifest of the same object, if its content differs from this one's. `undefined` for the first manifest itself, and if one of
 * the two may be a patch for the other.
 */
export function firstDeclaration(manifest: Manifest, world: World): FirstDeclaration | undefined {
  if (!isNamed(manifest) || manifest.unresolved.length > 0 || manifest.object.metadata.name === '') return undefined;
  const { apiVersion, ...ref } = manifestRef(manifest);
  const all = world
    .find({ group: groupOf(apiVersion), ...ref })
    .filter((each) => mayShareHub(each, manifest) && !areAlternatives(each, manifest));
  const first = all[0];
  if (first === undefined || all.indexOf(manifest) < 1 || !isWhole(first, world) || !isWhole(manifest, world)) return undefined;
  if (first.unresolved.length > 0 || isDeepStrictEqual(contentOf(first), contentOf(manifest))) return undefined;
  const isOrdered = folderOf(first) === folderOf(manifest);
  return { first, isOrdered, isOneHub: isOrdered || areOfOneWorld(manifest, first) };
}

/** Not if deployers bring each to another hub, or several deployers bring one of them to certain hubs, and the other is for another one. */
function mayShareHub(one: Manifest, other: Manifest): boolean {
  const isApart = ({ sharedBy }: Manifest, { world }: Manifest): boolean =>
    sharedBy !== undefined && world !== undefined && world !== SHARED_WORLD && !sharedBy.has(world);
  const areOfTwoHubs = one.broughtBy !== undefined && other.broughtBy?.isDisjointFrom(one.broughtBy) === true;
  return !areOfTwoHubs && !isApart(one, other) && !isApart(other, one);
}

/** A command takes the place of one or that of the other, and nothing is known to bring both to one hub. */
function areAlternatives(one: Manifest, other: Manifest): boolean {
  if (one.chosen === undefined || other.chosen === undefined || areOfOneWorld(one, other)) return false;
  return one.chosen.entries().some(([choice, place]) => (other.chosen?.get(choice) ?? place) !== place);
}

/** Whether an earlier manifest declares the same object with the same content, so that all facts about it apply to both. */
export function isCopyOfEarlier(manifest: Manifest, world: World): boolean {
  const { apiVersion, ...ref } = manifestRef(manifest);
  const [first] = world.find({ group: groupOf(apiVersion), ...ref });
  if (first === undefined || first === manifest || !isNamed(manifest)) return false;
  return isDeepStrictEqual(contentOf(first), contentOf(manifest));
}

/**
 * Not a patch for the other one: for KubeFleet objects, whether the hub accepts it as written; for workloads, whether it names its images.
 */
function isWhole(manifest: Manifest, world: World): boolean {
  const { object } = manifest;
  if (isFleetObject(object)) return hubAnswer(manifest, world).always.length === 0;
  if (!POD_KINDS.includes(object.kind)) return true;
  const template = podSpecOf(object);
  const containers = CONTAINER_LISTS.slice(0, 2).flatMap((list) => listAt(template?.pod, list));
  return containers.length > 0 && containers.every((each) => stringAt(each, 'image') !== undefined);
}

/** Its content without the version. */
function contentOf({ object: { apiVersion: _version, ...rest } }: Manifest): object {
  return rest;
}
