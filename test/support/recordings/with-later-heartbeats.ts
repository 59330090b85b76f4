import { listAt, objectAt, stringAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

/** A member that sent its heartbeat this many milliseconds later. Any other object is unchanged. */
export function stillBeating(object: KubeObject, late: number): KubeObject {
  if (object.kind !== 'MemberCluster' || late === 0) return object;
  const agentStatus = listAt(object, 'status', 'agentStatus').map((agent) => {
    const heartbeat = stringAt(agent, 'lastReceivedHeartbeat');
    return heartbeat === undefined
      ? agent
      : { ...(agent as object), lastReceivedHeartbeat: new Date(Date.parse(heartbeat) + late).toISOString() };
  });
  return { ...object, status: { ...objectAt(object, 'status'), agentStatus } };
}
