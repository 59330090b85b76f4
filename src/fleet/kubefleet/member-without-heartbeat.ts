import { isObject, listAt } from '../json/json.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { oncePer } from '../memo/once-per.ts';

/**
 * A MemberCluster as text, without its heartbeat and the values that agents measure with it. Apart from the time, a verdict may depend on
 * this only.
 */
export const memberWithoutHeartbeat = oncePer((member: KubeObject): string => {
  const {
    resourceVersion: _version,
    managedFields: _fields,
    ...metadata
  } = member.metadata as KubeObject['metadata'] & {
    readonly managedFields?: unknown;
  };
  const status = isObject(member['status']) ? member['status'] : {};
  const { properties: _properties, resourceUsage: _usage, ...rest } = status;
  const agentStatus = listAt(member, 'status', 'agentStatus').map((agent) => {
    const { lastReceivedHeartbeat: _beat, ...kept } = isObject(agent) ? agent : {};
    return kept;
  });
  return JSON.stringify({ ...member, metadata, status: { ...rest, agentStatus } });
});
