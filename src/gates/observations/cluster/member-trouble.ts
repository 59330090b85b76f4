import { spanText } from '../../../duration.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import type { MemberView } from '../../view/member.ts';
import { heartbeatText } from './heartbeat-text.ts';

/** Why a cluster gets no content, as a predicate; `undefined` if it is in the fleet. */
export function outOfFleet(member: MemberView | undefined): string | undefined {
  if (member === undefined) return 'is not in the fleet';
  if (member.leaving) return 'is leaving the fleet';
  return member.joined ? undefined : 'has not joined';
}

/** The evidence that a member is silent. */
export function silenceText({ behind, heartbeatAge }: MemberView, hub: HubState): string {
  if (behind !== undefined) return `its last heartbeat is ${spanText(behind.ms)} older than that of ${behind.of}`;
  return heartbeatAge === undefined ? 'the hub has no heartbeat of it' : heartbeatText(heartbeatAge, hub);
}
