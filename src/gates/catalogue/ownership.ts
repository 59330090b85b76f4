import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Observation } from '../observations/observation.ts';
import { isAppliedWorkOf } from '../view/applied-work.ts';
import type { Details } from './failure.ts';

/** Whether every owning AppliedWork is of the placement itself: its content has the object twice, plain and in an envelope. */
export function isOwnedByItself(observation: Observation): boolean {
  const known = observation.ownership?.owners ?? [];
  if (known.length > 0) return known.every(({ isOwn }) => isOwn);
  const owners = [...(observation.condition?.message ?? '').matchAll(/Kind:AppliedWork Name:(\S+)/g)].map((match) => match[1] ?? '');
  return owners.length > 0 && owners.every((owner) => isAppliedWorkOf(observation.target, owner));
}

/** Whether all owners release it: the object then becomes free by itself. */
export function isBeingReleased({ ownership }: Observation): boolean {
  const owners = ownership?.owners ?? [];
  return owners.length > 0 && owners.every(({ isOwn, isReleasing }) => isOwn || isReleasing);
}

/** The owners by name, and the evidence that they keep the object or release it. */
export function ownershipDetails({ ownership }: Observation): Details {
  const others = (ownership?.owners ?? []).filter(({ isOwn }) => !isOwn);
  const names = [
    ...new Set(others.map(({ placement, work }) => (placement === undefined ? `AppliedWork ${work}` : displayName(placement)))),
  ];
  return {
    evidence: [...new Set(others.flatMap(({ evidence }) => evidence ?? []))],
    words: { owner: names.length === 0 ? 'another placement' : names.join(' and ') },
  };
}
