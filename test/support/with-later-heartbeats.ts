import { listAt, objectAt, stringAt } from '../../src/fleet/json/json.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

/** A member as it is so many milliseconds later, if it goes on sending heartbeats; any other object as it is. */
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
