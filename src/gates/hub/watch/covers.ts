import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import { sameInterest } from '../interest.ts';
import type { Follower } from './follower.ts';

/** Whether the requested objects are followed already, as far as the hub allows. */
export function covers(follower: Follower, asked: Interest): boolean {
  const { group, kind, namespace, of } = follower.interest;
  if (sameInterest(follower.interest, asked)) return true;
  if (group !== asked.group || kind !== asked.kind) return false;
  if (of !== undefined && of.join() !== asked.of?.join()) return false;
  // A role does not depend on labels: if the whole type is refused, so is each part of it in the same place.
  if (namespace === asked.namespace) return true;
  const isWithin = namespace === undefined || namespace === asked.namespace;
  return isWithin && follower.visibility(asked.namespace).kind !== 'denied';
}
