import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { mergeClusters } from '../../../src/static/world/clusters-of-manifests.ts';
import { placementsSending } from '../../../src/static/placing/placements-of-object.ts';
import { worldOf } from '../../support/trees/lint-texts.ts';

const TIME = '{deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 30, ';
const tree = (marked: string): string => {
  const metadata = (kind: string): string => (marked === kind || marked === 'all' ? TIME : '{');
  return `apiVersion: v1
kind: Namespace
metadata: ${metadata('Namespace')}name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: ${metadata('Deployment')}name: web, namespace: shop}
spec:
  replicas: -1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: nginx:1.27}]}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: ${metadata('ClusterResourcePlacement')}name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
`;
};

describe('a deletion time in the manifest of a', () => {
  it.each(['Namespace', 'Deployment', 'ClusterResourcePlacement', 'all'])('%s does not take anything out of judgement', (kind) => {
    const { world } = worldOf({ files: [{ path: 'all.yaml', text: tree(kind) }] });
    const [web] = world.ofKind('Deployment');
    expect(web && placementsSending(web, world)).toHaveLength(1);
  });

  it.each(['m1', 'm2'])('MemberCluster does not make it leave the fleet: %s', (name) => {
    const text = JSON.stringify({
      apiVersion: 'cluster.kubernetes-fleet.io/v1',
      kind: 'MemberCluster',
      metadata: { name, deletionTimestamp: '2026-01-01T00:00:00Z' },
      spec: { identity: { kind: 'User', name: 'x' } },
    });
    const { world } = worldOf({ files: [{ path: 'all.yaml', text }] });
    const live: KubeObject = { apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', metadata: { name: 'm1' } };
    const { members = [] } = mergeClusters(world.manifests, undefined, [live], new Date('2026-01-01T00:00:00Z'));
    expect(members.map(({ metadata }) => metadata.deletionTimestamp)).toEqual(members.map(() => undefined));
  });
});
