import { displayName, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { listed } from '../fleet/text/listed.ts';
import type { ReadyReason } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import { aboutOf } from './former-rollouts.ts';

/** Content of a placement on the hub that no placement selects any longer. */
export interface DroppedContent {
  readonly objects: readonly ObjectRef[];
  /** The clusters that hold it, and that the placement keeps. */
  readonly clusters: readonly string[];
  /** It is all that the placement holds. */
  readonly isAll: boolean;
}

/**
 * What the change removes from clusters: the placement leaves them, or it no longer selects what it holds there. A removal is decided in the
 * pull request, so each is a warning.
 */
export function removalReasons(placement: ChangedPlacement, dropped: DroppedContent | undefined): readonly ReadyReason[] {
  return [...leftReasons(placement), ...(dropped === undefined ? [] : [contentReason(placement, dropped)])];
}

function leftReasons(placement: ChangedPlacement): readonly ReadyReason[] {
  const { leaves = [] } = placement;
  return [...Map.groupBy(leaves, ({ reason }) => reason)].map(([reason, group]) => {
    const clusters = group.map(({ cluster }) => cluster);
    const why = reason === undefined ? '' : ` (${reason})`;
    const message = `${displayName(placement.ref)} leaves ${listed(clusters, 5)}${why}: what it placed is removed there.`;
    return { id: 'clusters-left', effect: 'warns', ...aboutOf(placement), clusters, message };
  });
}

function contentReason(placement: ChangedPlacement, { objects, clusters, isAll }: DroppedContent): ReadyReason {
  const [name, where] = [displayName(placement.ref), listed(clusters, 5)];
  const base = { effect: 'warns', ...aboutOf(placement), clusters, remedy: REMEDY } as const;
  if (placement.selectsNothing === true && isAll)
    return { ...base, id: 'selects-nothing', message: `${name} selects nothing, so what it placed is removed from ${where}.` };
  const [they, are] = objects.length === 1 ? ['it', 'is'] : ['they', 'are'];
  const what = listed(objects.map(displayName), 5);
  return { ...base, id: 'content-removed', message: `${name} no longer selects ${what}, so ${they} ${are} removed from ${where}.` };
}

const REMEDY = 'If that is not intended, correct the resource selectors of the placement, or the labels that they ask for.';
