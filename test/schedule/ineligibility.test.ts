import { describe, expect, it } from 'vitest';

import { memberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';
import { ineligibility } from '../../src/schedule/ineligibility.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const FRESH = '2026-01-01T11:55:00Z';
const STALE = '2026-01-01T11:54:59Z';
const NOT_CONNECTED = 'cluster is not connected to the fleet: ';

describe('cluster eligibility', () => {
  it.each<[string, object | undefined, string | undefined]>([
    ['a heartbeat of exactly five minutes ago', {}, undefined],
    ['an older one', { lastReceivedHeartbeat: STALE }, 'no recent heartbeat signals (last received 5.02 minutes ago)'],
    ['none ever', { lastReceivedHeartbeat: undefined }, 'no recent heartbeat signals (last received 153722867.28 minutes ago)'],
    ['no agent', undefined, 'member agent not online yet'],
    ['another agent only', { type: 'ServiceExportImportAgent' }, 'member agent not online yet'],
    ['an agent that never joined', { conditions: [healthy('True', FRESH)] }, 'member agent not joined yet'],
    ['an agent that left', { conditions: [joined('False'), healthy('True', FRESH)] }, 'member agent not joined yet'],
    ['no word on its health', { conditions: [joined('True')] }, 'health condition from member agent is not available'],
    ['ill health for a moment', { conditions: [joined('True'), healthy('False', FRESH)] }, undefined],
    [
      'ill health for long',
      { conditions: [joined('True'), healthy('Unknown', '2026-01-01T11:50:00Z')] },
      'unhealthy for a prolonged period of time (last transitioned 10.00 minutes ago)',
    ],
  ])('%s', (_what, agent, reason) => {
    expect(ineligibility(cluster(agent), NOW)).toBe(reason === undefined ? undefined : NOT_CONNECTED + reason);
  });

  it('excludes a cluster that is leaving, for any status of its agent', () => {
    expect(ineligibility(cluster({}, '2026-01-01T11:59:00Z'), NOW)).toBe('cluster has left the fleet');
  });
});

function cluster(agent: object | undefined, deletionTimestamp?: string): ReturnType<typeof memberCluster> {
  const sound = { type: 'MemberAgent', lastReceivedHeartbeat: FRESH, conditions: [joined('True'), healthy('True', FRESH)] };
  return memberCluster({
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name: 'a', ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
    status: { agentStatus: agent === undefined ? [] : [{ ...sound, ...agent }] },
  });
}

function joined(status: string): object {
  return { type: 'Joined', status };
}

function healthy(status: string, lastTransitionTime: string): object {
  return { type: 'Healthy', status, lastTransitionTime };
}
