/** Policy snapshots and bindings of real hubs. Read from a dump of a hub at rest, they leave the scheduler nothing to do. */
import { describe, expect, it } from 'vitest';

import { conditionsAt, findCondition } from '../../src/fleet/kubernetes/condition.ts';
import { memberClusters } from '../../src/fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { isLive } from '../../src/schedule/binding.ts';
import { existingOf, isNewPolicy } from '../../src/schedule/existing.ts';
import { schedule } from '../../src/schedule/schedule.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';

describe.skipIf(isMissing('recordings'))('recorded bindings', () => {
  it('are what the scheduler would decide again if nothing has changed', () => {
    let agreed = 0;
    const disagreed: string[] = [];
    for (const name of recordingNames()) {
      const { objects, endedAt } = atEnd(name);
      const clusters = memberClusters(objects);
      // A cluster that is leaving keeps its binding until it is gone; the what-if run is ahead of that.
      if (clusters.some(({ leaving }) => leaving)) continue;
      for (const placement of objects.filter(({ kind }) => kind === 'ClusterResourcePlacement' || kind === 'ResourcePlacement')) {
        const existing = existingOf(placement, placement.metadata.namespace, objects);
        if (existing === undefined || !isJudged(placement)) continue;
        const { picked } = schedule({ placement, clusters, now: new Date(endedAt), existing });
        const held = existing.bindings.filter(isLive).map(({ cluster }) => cluster);
        const same = picked.toSorted().join(' ') === held.toSorted().join(' ');
        if (same && !isNewPolicy(existing.policy, policyOf(placement), placement.kind)) agreed += 1;
        else disagreed.push(`${name} ${placement.metadata.name}: hub ${held.join(' ')}, here ${picked.join(' ')}`);
      }
    }
    process.stdout.write(`existing bindings: ${String(agreed)} agreed, ${String(disagreed.length)} disagreed\n`);
    expect(disagreed).toEqual([]);
    expect(agreed).toBeGreaterThan(0);
  });
});

function isJudged(placement: KubeObject): boolean {
  const type = `${placement.kind === 'ResourcePlacement' ? '' : 'Cluster'}ResourcePlacementScheduled`;
  const status = findCondition(conditionsAt(placement, 'status', 'conditions'), type)?.status;
  return status === 'True' || status === 'False';
}

function policyOf({ spec }: KubeObject): unknown {
  return (spec as { readonly policy?: unknown }).policy;
}

function atEnd(name: string): { readonly objects: readonly KubeObject[]; readonly endedAt: number } {
  const { events, endedAt } = readRecording(name);
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of events) {
    const { namespace = '', name: objectName } = object.metadata;
    const key = `${object.kind}/${namespace}/${objectName}`;
    if (type === 'DELETED') objects.delete(key);
    else objects.set(key, object);
  }
  return { objects: [...objects.values()], endedAt };
}
