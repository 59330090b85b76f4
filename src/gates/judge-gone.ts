import { displayName, objectKey, refOf } from '../fleet/object.ts';
import type { ObjectRef } from '../fleet/object.ts';
import type { GatedPlacement } from '../report.ts';
import { effectOf, nextTimer, told } from './effect.ts';
import type { Judged } from './effect.ts';
import { identify } from './identify.ts';
import type { Look } from './look.ts';
import type { Sighting } from './sighting.ts';
import { isPlacementKind, targetName, targetRef } from './target.ts';
import type { Target } from './target.ts';
import { typeOf } from './view/seen.ts';

/** A target that is not on the hub, or on its way out. Not complete for the time of settling: it may be deleted only to be created anew. */
export function judgeGone(target: Target, look: Look): Judged {
  const { snapshot, memory } = look;
  const ref = targetRef(target);
  const name = targetName(target);
  const there = snapshot.get(typeOf(target.kind), target.namespace, target.name);
  const how = there !== undefined ? 'deleting' : memory.uids.has(name) ? 'gone' : isOnItsWay(ref, look) ? 'awaited' : 'absent';
  const evidence =
    there === undefined ? absence(target, look) : `${displayName(ref)} has deletionTimestamp ${String(there.metadata.deletionTimestamp)}`;
  const scope = isPlacementKind(target.kind) ? 'placement' : 'run';
  const sighting: Sighting = { scope, stage: 'Scheduled', fact: `${scope}-${how}`, target: ref, object: ref, evidence: [evidence] };
  const { found, firstSeen } = identify([sighting], look, name);
  const effect = effectOf(found, evidence);
  const gated: GatedPlacement = {
    object: ref,
    verdict: effect === 'failed' ? 'failed' : 'waiting',
    summary: evidence,
    freshness: 'unproven',
    clusters: [],
    diagnoses: told(found, how === 'awaited'),
    ...(scope === 'run' ? { stages: [] } : {}),
  };
  const uids = there === undefined ? memory.uids : new Map([...memory.uids, [name, there.metadata.uid ?? '']]);
  return { gated, effect, complete: false, ...nextTimer(found), memory: { firstSeen, arrived: memory.arrived, uids } };
}

/** Part of the deploy, and nobody has seen it yet: a GitOps controller may be about to bring it. One look has no time to wait for that. */
function isOnItsWay(ref: ObjectRef, { expectation, memory }: Look): boolean {
  return memory.watching && expectation.manifests?.some((manifest) => objectKey(refOf(manifest)) === objectKey(ref)) === true;
}

/** Files need not hold the whole hub. */
function absence(target: Target, { snapshot }: Look): string {
  const isSeen = snapshot.visibility(typeOf(target.kind), target.namespace).kind === 'seen';
  return `${displayName(targetRef(target))} is not ${isSeen ? 'on the hub' : 'among the objects that were read'}`;
}
