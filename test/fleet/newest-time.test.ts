import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { newestTime } from '../../src/fleet/kubefleet/newest-time.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

function member(name: string, seconds: number): KubeObject {
  return {
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name, creationTimestamp: at(-90_000) },
    status: { agentStatus: [{ type: 'MemberAgent', lastReceivedHeartbeat: at(seconds) }] },
  };
}

const GROUP = 'placement.kubernetes-fleet.io/v1';
const written = (seconds: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', creationTimestamp: at(seconds) },
});
const work = (cluster: string, seconds: number): KubeObject => ({
  apiVersion: GROUP,
  kind: 'Work',
  metadata: { name: 'w', namespace: `fleet-member-${cluster}` },
  status: { conditions: [{ type: 'Applied', status: 'True', lastTransitionTime: at(seconds) }] },
});
const drift = (cluster: string, seconds: number): KubeObject => ({
  apiVersion: GROUP,
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'p' },
  status: { placementStatuses: [{ clusterName: cluster, driftedPlacements: [{ observationTime: at(seconds) }] }] },
});
const binding = (cluster: string, seconds: number): KubeObject => ({
  apiVersion: GROUP,
  kind: 'ClusterResourceBinding',
  metadata: { name: 'b' },
  spec: { targetCluster: cluster },
  status: { failedPlacements: [{ condition: { lastTransitionTime: at(seconds) } }] },
});

const condition = (apiVersion: string, kind: string, seconds: number, created?: number): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'c', ...(created === undefined ? {} : { creationTimestamp: at(created) }) },
  status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(seconds) }] },
});
const CERTIFICATE = ['cert-manager.io/v1', 'Certificate'] as const;
const YEARS = 73 * 366 * 86_400;

describe('the time of files', () => {
  it.each<[string, readonly KubeObject[], number]>([
    ['is the newest heartbeat of members that agree', [member('a', 10), member('b', 40), member('c', 55)], 55],
    ['is not that of one member that is ahead of the others', [member('a', 600), member('b', 40), member('c', 55)], 55],
    ['is not that of a member that is ahead of the hub and another', [member('a', 600), member('b', 40), written(20)], 40],
    [
      'is not that of few members that are ahead',
      [...[600, 610].map((ahead) => member(`x${ahead}`, ahead)), ...[1, 2, 3].map((s) => member(`y${s}`, s))],
      3,
    ],
    [
      'is not that of two members whose clocks are ahead by different times',
      [member('a', 9000), member('b', 600), member('c', 40), member('d', 41)],
      41,
    ],
    ['is the time of the hub, however many members are behind', [written(600), member('a', 40), member('b', 41), member('c', 42)], 600],
    ['is the newest one if no two clocks agree', [member('a', 600), member('b', 40), written(-4000)], 600],
    ['is the newest one if as many are ahead as agree', [member('a', 600), member('b', 601), member('c', 40), member('d', 41)], 601],
    ['is that of the only member', [member('a', 600), written(40)], 600],
    ['takes a Work for the clock of its member', [work('a', 600), member('b', 40), member('c', 41)], 41],
    ['takes a copied drift for the clock of its member', [drift('a', 600), member('b', 40), member('c', 41)], 41],
    ['takes a copied failure for the clock of its member', [binding('a', 600), member('b', 40), member('c', 41)], 41],
    ['is not that of members that are gone', [member('a', 10), member('b', -90_000), member('c', -90_001)], 10],
    ['is not that of a condition of another project', [condition(...CERTIFICATE, 600), member('a', 40), written(20)], 40],
    ['is not that of one in the far future', [condition(...CERTIFICATE, YEARS), written(20)], 20],
    ['is that of a condition of another project if there is no other', [condition(...CERTIFICATE, 600)], 600],
    ['is when an object of another project was created', [condition(...CERTIFICATE, YEARS, 30), written(20)], 30],
    ['is that of a condition of Kubernetes', [condition('apps/v1', 'Deployment', 600), member('a', 40)], 600],
    ['is that of a condition of an API of Kubernetes', [condition('apiregistration.k8s.io/v1', 'APIService', 600), written(20)], 600],
    ['is that of a condition of a placement', [condition(GROUP, 'ClusterResourcePlacement', 600), member('a', 40)], 600],
    ['is not that of a member in the far future', [member('a', YEARS), member('b', 40), member('c', 55), written(20)], 55],
    ['is not that of a Work in the far future', [work('a', YEARS), member('b', 40), member('c', 55)], 55],
    ['is not that of a member in the far future beside the hub and another', [member('a', YEARS), member('b', 40), written(20)], 40],
    ['is not older because one member is silent', [member('a', 600), member('b', 620), member('c', 41)], 620],
  ])('%s', (_, objects, seconds) => {
    expect(newestTime(objects)?.toISOString()).toBe(at(seconds));
  });
});
