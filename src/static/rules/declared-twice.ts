/**
 * A hub has one object for a kind and name. If two manifests declare it, in any versions, the one that is applied later replaces the other.
 * Source: `kubectl apply` (files of a folder in the order of their names, documents of a file from top to bottom); kustomize refuses two
 * resources of one id (`may not add resource with an already registered id`).
 */
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { firstDeclaration } from '../answers/declared-twice.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { startOf } from '../world/manifest.ts';
import { defineRule } from '../world/rule.ts';

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
    misbehaves: 'the object is not a KubeFleet object, or the two are in different folders and nothing says that these are for one hub',
  },
  kinds: '*',
  why: 'A hub stores each object once, in whichever API version it is written. If two manifests declare it, the one that is applied later replaces the other, and the content of the earlier one is lost: a second placement of the same name removes the content of the first from every cluster. `kubectl apply` takes the files of a folder in the order of their names, and the documents of a file from top to bottom. Kustomize refuses two resources of one name. Two manifests with the same content are not reported.',
  remedy: 'Rename one of the two, or merge them into one manifest.',
  docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  message: ({ object, first, isOrdered }) =>
    isOrdered
      ? `${object} is declared twice: this manifest is applied after the one in ${first} and replaces it.`
      : `${object} is declared twice, here and in ${first}: the one that is applied later replaces the other.`,
  lastingMessage: ({ object }) => `${object} is declared twice.`,
  *check(manifest, world) {
    const found = firstDeclaration(manifest, world);
    if (found === undefined) return;
    const { first, isOrdered, isOneHub } = found;
    const isFleet = isFleetObject(manifest.object);
    if (!isFleet && placementsSending(manifest, world).length === 0) return;
    const { apiVersion: _version, ...ref } = manifestRef(manifest);
    const { file, line } = startOf(first);
    const data = { object: displayName(ref), first: `${file}:${line}`, isOrdered };
    const related = [{ manifest: first, at: '/metadata/name', message: 'declared here as well' }];
    yield { at: '/metadata/name', data, related, ...(isFleet && isOneHub ? {} : { effect: 'misbehaves' as const, open: isFleet }) };
  },
});
