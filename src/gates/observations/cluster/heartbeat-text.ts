import { spanText } from '../../../duration.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';

/** `last heartbeat 20 s ago by the hub's clock`. @param age in ms, negative if the heartbeat is of the future */
export function heartbeatText(age: number, { isTimeConcluded }: HubState): string {
  if (age >= 0) return `last heartbeat ${spanText(age)} ago by the hub's clock`;
  return `its last heartbeat is ${spanText(-age)} ahead of ${isTimeConcluded === true ? 'most other times in the files' : "the hub's clock"}`;
}
