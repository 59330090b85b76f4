import type { Visibility } from '../../fleet/kubefleet/hub-state.ts';
import { FLEET_DOMAIN } from '../../fleet/kubefleet/fleet-metadata.ts';
import { listAt } from '../../fleet/json/json.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { nearestTypo } from '../../fleet/text/nearest.ts';
import { displayName, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement } from '../../report.ts';
import { nextTimer, shownDiagnoses, targetOutcome } from './target-verdict.ts';
import type { TargetVerdict } from './target-verdict.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { GateContext } from '../rollout/context.ts';
import type { Observation } from '../observations/observation.ts';
import { remainsOf, silentAgent } from '../observations/placement/remains.ts';
import { targetName, targetRef } from '../deploy/target.ts';
import type { Target } from '../deploy/target.ts';
import { typeOf } from '../view/seen.ts';

/**
 * A target that is not on the hub, or is being deleted. It is not complete during the settle time: it may be deleted only to be created
 * again.
 */
export function judgeMissing(target: Target, context: GateContext): TargetVerdict {
  const { hub, memory } = context;
  const ref = targetRef(target);
  const name = targetName(target);
  const there = hub.get(typeOf(target.kind), target.namespace, target.name);
  const how = there !== undefined ? 'deleting' : memory.uids.has(name) ? 'removed' : isOnItsWay(ref, context) ? 'pending' : 'absent';
  const evidence =
    there === undefined
      ? absence(target, context)
      : [`${displayName(ref)} has deletionTimestamp ${String(there.metadata.deletionTimestamp)}`, ...foreignFinalizers(there)].join('; ');
  const scope = isPlacementKind(target.kind) ? 'placement' : 'run';
  const isUnread = there === undefined && visibilityOf(target, context) === 'unread';
  const observation: Observation = {
    scope,
    step: 'Scheduled',
    fact: `${scope}-${how}`,
    target: ref,
    object: ref,
    evidence: [evidence],
    ...(isUnread ? { words: { unread: hub.from === 'files' ? 'files' : 'hub' } } : {}),
  };
  const remains = scope === 'placement' && there !== undefined ? remainsOf(hub, ref) : [];
  const observations = remains.map((left) => ({
    ...observation,
    cluster: left.cluster,
    evidence: [evidence, left.evidence, ...silentAgent(context, left.cluster)],
    words: { left: 'true' },
  }));
  const { found, timers } = diagnose(observations.length === 0 ? [observation] : observations, context, {
    target: name,
    uid: '',
    content: '',
  });
  const outcome = targetOutcome(found, evidence);
  const gated: GatedPlacement = {
    object: ref,
    verdict: outcome === 'failed' ? 'failed' : 'waiting',
    summary: evidence,
    freshness: 'unproven',
    clusters: [],
    diagnoses: shownDiagnoses(found),
    ...(scope === 'run' ? { stages: [] } : {}),
  };
  const uids = new Map(there === undefined ? [] : [[name, there.metadata.uid ?? '']]);
  return {
    gated,
    outcome,
    complete: false,
    ...nextTimer(found),
    removals: [],
    running: [],
    awaiting: new Map(),
    memory: { timers, arrived: new Set<string>(), uids },
  };
}

/** Finalizers that KubeFleet did not set: another controller must remove them. */
function foreignFinalizers(object: KubeObject): readonly string[] {
  const foreign = listAt(object, 'metadata', 'finalizers').filter((name) => typeof name === 'string' && !name.startsWith(FLEET_DOMAIN));
  return foreign.length === 0 ? [] : [`it stays until another controller removes the finalizer ${foreign.join(', ')}`];
}

/**
 * It is part of the deploy and has not been seen yet: a GitOps controller may be about to bring it. A single evaluation cannot wait for
 * that.
 */
function isOnItsWay(ref: ObjectRef, { deploy, memory }: GateContext): boolean {
  return memory.watching && isDeployed(ref, deploy);
}

/** Files need not contain the whole hub. */
function absence(target: Target, context: GateContext): string {
  const meant = meantBy(target, context);
  const where = visibilityOf(target, context) === 'seen' ? 'on the hub' : 'among the objects that were read';
  return `${displayName(targetRef(target))} is not ${where}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

function visibilityOf({ kind, namespace }: Target, { hub }: GateContext): Visibility['kind'] {
  return hub.visibility(typeOf(kind), namespace).kind;
}

/** A placement with a similar name. There is none for runs, whose names are often similar, and for targets of the deploy. */
function meantBy(target: Target, { hub, deploy }: GateContext): string | undefined {
  const { kind, namespace, name } = target;
  if (!isPlacementKind(kind) || isDeployed(targetRef(target), deploy)) return undefined;
  return nearestTypo(
    name,
    hub
      .list(typeOf(kind), namespace)
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  );
}

function isDeployed(ref: ObjectRef, deploy: GateContext['deploy'] = []): boolean {
  return deploy.some((manifest) => objectKey(refOf(manifest)) === objectKey(ref));
}
