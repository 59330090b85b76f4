import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { removedContent } from '../deploy/removed-content.ts';
import type { PlacementContext } from './context.ts';

/** An object that was removed from a placement's content, on a cluster that had it. */
export interface Removal {
  readonly cluster: string;
  readonly object: ObjectRef;
}

/**
 * The objects that members must have removed. The member agent deletes an object and never checks again, and a Work does not mention
 * objects that it no longer holds (KubeFleet pkg/controllers/workapplier/preprocess.go, removeOneLeftOverManifest). So the hub shows
 * success while a finalizer holds the object.
 */
export function removalsOf(context: PlacementContext): readonly Removal[] {
  const { hub, view, freshness, memory, options } = context;
  const group = freshness.kind === 'fresh' ? freshness.group : undefined;
  if (group === undefined || view.reportDiff) return [];
  const good = context.clusters.filter((state) => state.good);
  return removedContent(hub, view, group, { memory, patience: options.grace.snapshot }).flatMap(({ ref, droppedAt }) =>
    good
      .filter(({ binding }) => !isYounger(binding?.object.metadata.creationTimestamp, droppedAt))
      .map(({ cluster }) => ({ cluster, object: ref })),
  );
}

/** Identity of an object on a member. */
export function removalKey({ cluster, object }: Removal): string {
  return `${cluster}/${objectKey(object)}`;
}

/** A cluster that was picked after the snapshot was taken never had the earlier content. */
function isYounger(binding: string | undefined, snapshot: string | undefined): boolean {
  return Date.parse(binding ?? '') >= Date.parse(snapshot ?? '');
}
