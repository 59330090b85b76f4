/**
 * A hub has one object for a kind and name. If two manifests declare it, in any versions, the one that is applied later replaces the other.
 * Source: `kubectl apply` (files of a folder in the order of their names, documents of a file from top to bottom); kustomize refuses two
 * resources of one id (`may not add resource with an already registered id`).
 */
import { isDeepStrictEqual } from 'node:util';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { CONTAINER_LISTS, POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { hubAnswer } from '../answers/admission.ts';
import { placersOf } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, startOf, type Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Twice {
  readonly object: string;
  /** `file:line` of the earlier one. */
  readonly first: string;
  /** Both are in one folder, so their order is known. */
  readonly isOrdered: boolean;
}

export const declaredTwice = defineRule<Twice>({
  id: 'declared-twice',
  summary: 'Two manifests declare the same object with different content',
  effect: 'fails',
  otherwise: {
    misbehaves: 'the object is not a KubeFleet object, or the two are in different folders, which may be for different hubs',
  },
  kinds: '*',
  why: 'A hub stores each object once, in whichever API version it is written. If two manifests declare it, the one that is applied later replaces the other, and the content of the earlier one is lost: a second placement of the same name removes the content of the first from every cluster. `kubectl apply` takes the files of a folder in the order of their names, and the documents of a file from top to bottom. Kustomize refuses two resources of one name. Two manifests with the same content are not reported.',
  remedy: 'Rename one of the two, or merge them into one manifest.',
  docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  message: ({ object, first, isOrdered }) =>
    isOrdered
      ? `${object} is declared twice: this manifest is applied after the one in ${first} and replaces it.`
      : `${object} is declared twice, here and in ${first}: the one that is applied later replaces the other.`,
  *check(manifest, world) {
    if (!isNamed(manifest) || manifest.unresolved.length > 0 || manifest.object.metadata.name === '') return;
    const { apiVersion, ...ref } = manifestRef(manifest);
    const all = world.find({ group: groupOf(apiVersion), ...ref });
    const index = all.indexOf(manifest);
    const first = all[0];
    // Reported at each declaration except the first.
    if (first === undefined || index < 1 || !isWhole(first, world) || !isWhole(manifest, world)) return;
    if (first.unresolved.length > 0 || isDeepStrictEqual(contentOf(first), contentOf(manifest))) return;
    const isFleet = isFleetObject(manifest.object);
    if (!isFleet && placersOf(manifest, world).length === 0) return;
    const { file, line } = startOf(first);
    const isOrdered = folderOf(first) === folderOf(manifest);
    const isCertain = isFleet && isOrdered;
    const data = { object: displayName(ref), first: `${file}:${line}`, isOrdered };
    const related = [{ manifest: first, at: '/metadata/name', message: 'declared here as well' }];
    yield { at: '/metadata/name', data, related, ...(isCertain ? {} : { effect: 'misbehaves' as const, open: isFleet }) };
  },
});

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
