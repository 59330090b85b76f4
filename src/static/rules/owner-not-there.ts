/**
 * The garbage collector of an API server deletes an object all of whose owners are absent. It finds owners by their uid, so the owners of
 * another cluster, or of another day, are absent. Source: kubernetes `pkg/controller/garbagecollector` (attemptToDeleteItem), and
 * Kubernetes' documentation of owners. KubeFleet removes `ownerReferences` from what it places
 * (`pkg/utils/controller/resource_selector_resolver.go`, generateRawContent).
 */
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const ownerNotThere = defineRule<{ readonly owner: string }>({
  id: 'owner-not-there',
  summary: 'The hub deletes an object whose owner is not there',
  effect: 'misbehaves',
  otherwise: { advice: 'the object on the hub has that owner' },
  kinds: '*',
  why: 'An API server writes `ownerReferences` with the `uid` of the owner, so they are in a file that was made with `kubectl get -o yaml`. If the hub has no object with that `uid`, its garbage collector deletes the object some time after it was applied. KubeFleet then removes from all clusters what a deleted placement has placed, or the deleted object itself. Nothing reports that, and the next apply creates the object again.',
  remedy: 'Remove `metadata.ownerReferences`.',
  docs: 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents',
  message: ({ owner }) => `The owner ${owner} is known by its \`uid\`: if the hub has no such object, it deletes this one after the apply.`,
  concerns: ({ object }) => object.metadata['ownerReferences'] !== undefined,
  *check(manifest, world) {
    const owners = listAt(manifest.object, 'metadata', 'ownerReferences');
    const [first] = owners;
    const uids = owners.map((owner) => stringAt(owner, 'uid') ?? '');
    if (uids.length === 0 || uids.includes('') || !isResolved(manifest, '/metadata/ownerReferences')) return;
    const live = new Set(listAt(world.before(manifest)?.live, 'metadata', 'ownerReferences').map((each) => stringAt(each, 'uid')));
    const owner = `${stringAt(first, 'kind') ?? ''}/${stringAt(first, 'name') ?? ''}`;
    yield {
      at: '/metadata/ownerReferences',
      part: 'key',
      data: { owner },
      ...(uids.some((uid) => live.has(uid)) ? { effect: 'advice' as const } : {}),
    };
  },
});
