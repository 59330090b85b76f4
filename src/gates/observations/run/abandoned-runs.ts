import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { viewRun } from '../../view/run.ts';
import { isActiveRun } from '../../view/runs-of.ts';
import { needsPerson } from './person-actions.ts';
import type { Observation } from '../observation.ts';

/** An update run that rolls out this deploy, and its observations. */
export interface FollowedRun {
  readonly run: KubeObject;
  readonly seen: readonly Observation[];
}

/**
 * Runs that wait for a person and are not needed: one that was created only to show its plan and was never started, or one that was
 * abandoned. Another run rolls out the same content without a person, or has done so since.
 * @param delivered runs that have rolled out this content
 */
export function abandonedRuns(followed: readonly FollowedRun[], delivered: readonly KubeObject[]): ReadonlySet<KubeObject> {
  const waiting = followed.filter(({ seen }) => seen.some(needsPerson)).map(({ run }) => run);
  const isMoved = followed.some(({ run }) => !waiting.includes(run) && isActiveRun(run) && viewRun(run).state === 'Run');
  return new Set(waiting.filter((run) => isMoved || delivered.some((other) => hasEndedSince(other, run))));
}

/** A run created after the other one ended is for another purpose, such as a newly picked cluster. */
function hasEndedSince(ended: KubeObject, { metadata }: KubeObject): boolean {
  return Date.parse(viewRun(ended).succeeded?.lastTransitionTime ?? '') > Date.parse(metadata.creationTimestamp ?? '');
}
