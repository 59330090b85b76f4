import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import type { GateReport } from '../../../src/report.ts';
import { expectationFor } from '../../support/recordings/play-recording.ts';
import { objectsAtEnd, readRecording, type Recording, sampledRecordings } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

/** A verdict depends only on its targets, not on the order of the objects or on other objects of the hub. */
describe.skipIf(isMissing('recordings'))('the end of a recording', () => {
  test.each(sampledRecordings())('%s has the same report in reverse, and the same causes beside failures of others', async (name) => {
    const recording = readRecording(name);
    const objects = objectsAtEnd(recording);
    const report = await judged(recording, objects);
    expect(await judged(recording, objects.toReversed())).toEqual(report);
    // An object of a kind that the files do not have would show that this kind was read.
    const others = OTHERS.filter(({ kind }) => objects.some((object) => object.kind === kind));
    expect(causesOf(await judged(recording, [...others, ...objects]))).toEqual(causesOf(report));
  });
});

function judged(recording: Recording, objects: readonly KubeObject[]): Promise<GateReport> {
  const reader = filesReader(objects, new Date(recording.endedAt));
  return diagnose({ reader, expectation: expectationFor(recording.expected) });
}

function causesOf({ outcome, placements, runs }: GateReport): readonly unknown[] {
  const gated = [...placements, ...runs];
  return [
    outcome,
    gated.map(({ clusters }) => clusters),
    gated.flatMap(({ diagnoses }) => diagnoses.map(({ id, cluster, title }) => [id, cluster, title])),
  ];
}

const API = 'placement.kubernetes-fleet.io/v1';
const SINCE = '2026-11-20T03:00:00Z';
const failed = (type: string, reason: string): object => ({
  conditions: [{ type, status: 'False', reason, message: 'it failed', observedGeneration: 1, lastTransitionTime: SINCE }],
});

/** A placement, a run, a member and a Work that fail and have nothing to do with the recording. */
const OTHERS: readonly KubeObject[] = [
  {
    apiVersion: API,
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'another', uid: 'another', generation: 1 },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'another' }] },
    status: failed('ClusterResourcePlacementScheduled', 'InvalidResourceSelectors'),
  },
  {
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'another-run', uid: 'another-run', generation: 1 },
    spec: { placementName: 'another', stagedRolloutStrategyName: 'another', state: 'Run' },
    status: failed('Succeeded', 'UpdateRunFailed'),
  },
  {
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name: 'another-member', creationTimestamp: SINCE },
    status: { ...failed('Joined', 'MemberClusterNotJoined'), agentStatus: [{ type: 'MemberAgent', lastReceivedHeartbeat: SINCE }] },
  },
  {
    apiVersion: API,
    kind: 'Work',
    metadata: {
      name: 'another-work',
      namespace: 'fleet-member-m1',
      generation: 1,
      labels: { 'kubernetes-fleet.io/parent-CRP': 'another' },
    },
    spec: { workload: { manifests: [] } },
    status: failed('Applied', 'SomeManifestsAreNotApplied'),
  },
];
