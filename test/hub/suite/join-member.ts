import type { Hub } from '../rig/hub.ts';

/** Adds the member cluster `m1`, which has joined and just sent a heartbeat. */
export async function joinMember(hub: Hub): Promise<void> {
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const condition = (type: string): object => ({ type, status: 'True', reason: 'Test', message: '', lastTransitionTime: now });
  const at = '/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters';
  const member = {
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name: 'm1' },
    spec: { identity: { kind: 'ServiceAccount', name: 'm1', namespace: 'fleet-system' }, heartbeatPeriodSeconds: 600 },
  };
  const { body } = await hub.api.must('POST', at, { body: member });
  const status = {
    conditions: [condition('Joined')],
    agentStatus: [{ type: 'MemberAgent', conditions: [condition('Joined'), condition('Healthy')], lastReceivedHeartbeat: now }],
  };
  await hub.api.must('PUT', `${at}/m1/status`, { body: { ...(body as object), status } });
}
