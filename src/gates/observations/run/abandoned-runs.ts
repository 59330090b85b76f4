import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { viewRun } from '../../view/run.ts';
import { isAtWork } from '../../view/runs-of.ts';
import { isErrand } from './person-actions.ts';
import type { Observation } from '../observation.ts';

/** An update run that brings this deploy, and what is seen of it. */
export interface FollowedRun {
  readonly run: KubeObject;
  readonly seen: readonly Observation[];
}

/**
 * Runs that wait for a person whom nobody needs: one that was made to look at its plan and was never started, or one that was given up.
 * Another run brings the same content without a person, or has brought it since.
 * @param delivered runs that have brought this content
 */
export function forsakenRuns(followed: readonly FollowedRun[], delivered: readonly KubeObject[]): ReadonlySet<KubeObject> {
  const waiting = followed.filter(({ seen }) => seen.some(isErrand)).map(({ run }) => run);
  const isMoved = followed.some(({ run }) => !waiting.includes(run) && isAtWork(run) && viewRun(run).state === 'Run');
  return new Set(waiting.filter((run) => isMoved || delivered.some((other) => hasEndedSince(other, run))));
}

/** What was made after the other had come to its end is about something else, such as a cluster that was picked since. */
function hasEndedSince(ended: KubeObject, { metadata }: KubeObject): boolean {
  return Date.parse(viewRun(ended).succeeded?.lastTransitionTime ?? '') > Date.parse(metadata.creationTimestamp ?? '');
}
