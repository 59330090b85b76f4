import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { displayName, isDeleting } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GatedRun } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { targetName, targetRef } from '../deploy/target.ts';
import type { Target } from '../deploy/target.ts';
import { endedBefore } from '../view/ended-before.ts';
import { typeOf } from '../view/seen.ts';
import type { TargetVerdict } from './target-verdict.ts';

/**
 * The verdict on an ended run that is still among the manifests, if a later run, which is judged as well, brings this deploy.
 * `undefined` if it must be judged.
 */
export function judgePastRun(target: Target, { targets, manifests = [] }: Expectation, hub: HubState): TargetVerdict | undefined {
  const object = hub.get(typeOf(target.kind), target.namespace, target.name);
  if (object === undefined || isDeleting(object)) return undefined;
  const followed = new Set(targets.map(targetName));
  const runs = manifests.filter(({ kind, metadata }) => followed.has(displayName({ kind, ...metadata })));
  const isDeployed = runs.some(({ kind, metadata }) => displayName({ kind, ...metadata }) === targetName(target));
  const later = isDeployed ? endedBefore(object, runs, hub) : undefined;
  return later && pastVerdict(target, later, object.metadata.uid ?? '');
}

function pastVerdict(target: Target, later: ObjectRef, uid: string): TargetVerdict {
  const gated: GatedRun = {
    object: targetRef(target),
    verdict: 'notVerified',
    summary: `ended before ${displayName(later)} of the same deploy, which is checked in its place`,
    freshness: 'unproven',
    clusters: [],
    diagnoses: [],
    stages: [],
  };
  return {
    gated,
    outcome: 'passed',
    complete: true,
    removals: [],
    running: [],
    awaiting: new Map(),
    memory: { timers: new Map(), arrived: new Set(), uids: new Map([[targetName(target), uid]]) },
  };
}
