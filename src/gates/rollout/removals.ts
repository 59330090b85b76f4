import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { removedContent } from '../deploy/removed-content.ts';
import type { PlacementContext } from './context.ts';

/** An object that was taken out of a placement's content, on a cluster that had it. */
export interface Removal {
  readonly cluster: string;
  readonly object: ObjectRef;
}

/**
 * What members must have let go of. The member agent deletes it and never checks again, and a Work does not mention what it no longer holds
 * (KubeFleet pkg/controllers/workapplier/preprocess.go, removeOneLeftOverManifest). So the hub is green while a finalizer holds the object.
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

/** A cluster that was picked after the snapshot was taken never had what came before. */
function isYounger(binding: string | undefined, snapshot: string | undefined): boolean {
  return Date.parse(binding ?? '') >= Date.parse(snapshot ?? '');
}
