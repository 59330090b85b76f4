import { displayName } from '../fleet/object.ts';
import type { GatedPlacement } from '../report.ts';
import { told } from './effect.ts';
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
  const how = there !== undefined ? 'deleting' : memory.uids.has(name) ? 'gone' : 'absent';
  const evidence =
    there === undefined ? absence(target, look) : `${displayName(ref)} has deletionTimestamp ${String(there.metadata.deletionTimestamp)}`;
  const scope = isPlacementKind(target.kind) ? 'placement' : 'run';
  const sighting: Sighting = { scope, stage: 'Scheduled', fact: `${scope}-${how}`, target: ref, object: ref, evidence: [evidence] };
  const { found, firstSeen } = identify([sighting], look, name);
  const gated: GatedPlacement = {
    object: ref,
    verdict: 'failed',
    summary: evidence,
    freshness: 'unproven',
    clusters: [],
    diagnoses: told(found, false),
    ...(scope === 'run' ? { stages: [] } : {}),
  };
  const uids = there === undefined ? memory.uids : new Map([...memory.uids, [name, there.metadata.uid ?? '']]);
  return { gated, effect: 'failed', complete: false, memory: { firstSeen, arrived: memory.arrived, uids } };
}

/** Files need not hold the whole hub. */
function absence(target: Target, { snapshot }: Look): string {
  const isSeen = snapshot.visibility(typeOf(target.kind), target.namespace).kind === 'seen';
  return `${displayName(targetRef(target))} is not ${isSeen ? 'on the hub' : 'among the objects that were read'}`;
}
