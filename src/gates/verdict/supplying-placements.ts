import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { Forgiveness } from './forgiveness.ts';
import type { TargetVerdict } from './target-verdict.ts';

/** The other placements that bring what every unfinished cluster of this one lacks; none if a cluster waits for anything else. */
export function supplyingPlacementsOf({ clusters }: PlacementContext, { found, forgiven }: Forgiveness): readonly ObjectRef[] {
  const supplying = new Map(
    found.flatMap(({ awaits, diagnosis: { cluster } }) => (awaits === undefined ? [] : [[cluster, awaits] as const])),
  );
  const open = clusters.filter(({ good, cluster }) => !good && !forgiven.has(cluster)).map(({ cluster }) => supplying.get(cluster));
  return open.includes(undefined) ? [] : open.filter((each) => each !== undefined);
}

/** The outcomes of the targets. If a person holds up everything a target still waits for, the target waits for that person too. */
export function outcomesOf(verdicts: readonly TargetVerdict[]): readonly TargetOutcome[] {
  const held = new Set(
    verdicts.flatMap(({ outcome, placement }) => (outcome === 'waitingForPerson' && placement !== undefined ? [objectKey(placement)] : [])),
  );
  return verdicts.map(({ outcome, supplyingPlacements = [] }) =>
    outcome === 'waiting' && supplyingPlacements.length > 0 && supplyingPlacements.every((other) => held.has(objectKey(other)))
      ? 'waitingForPerson'
      : outcome,
  );
}
