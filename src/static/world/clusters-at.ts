import { isObject, listAt, objectAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { newestTime } from '../../fleet/kubefleet/newest-time.ts';

/**
 * The MemberClusters of an older file with their times moved: the reports of agents are as recent as when the file was written. Otherwise
 * every cluster of an older file would have no recent heartbeat.
 */
export function clustersAt(members: readonly KubeObject[], now: Date): readonly KubeObject[] {
  const written = newestTime(members);
  if (written === undefined) return members;
  const by = now.getTime() - written.getTime();
  return members.map((member) => ({
    ...member,
    status: {
      ...objectAt(member, 'status'),
      agentStatus: listAt(member, 'status', 'agentStatus').map((agent) => movedTimes(agent, by)),
    },
  }));
}

const TIMES: ReadonlySet<string> = new Set(['lastReceivedHeartbeat', 'lastTransitionTime']);

function movedTimes(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => movedTimes(entry, by));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, TIMES.has(key) ? movedTime(entry, by) : movedTimes(entry, by)]),
  );
}

function movedTime(time: unknown, by: number): unknown {
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) ? time : new Date(at + by).toISOString();
}
