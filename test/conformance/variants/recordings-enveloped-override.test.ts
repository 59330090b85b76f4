import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { playWait } from '../../support/recordings/play-recording.ts';
import { readRecording } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

const NAME = 'v0.3.1/envelope-green';

/** KubeFleet v0.3 takes a snapshot of such an override, and no binding ever lists it. */
test.skipIf(isMissing(`recordings/${NAME}`))('an override of the deploy for an object in an envelope fails on v0.3', async () => {
  const recording = readRecording(NAME);
  expect((await playWait(recording)).report.outcome).toBe('passed');
  const { report, decidedAt } = await playWait(withOverride(recording));
  expect(report.outcome).toBe('failed');
  expect(report.placements.flatMap(({ diagnoses }) => diagnoses.map(({ id, cluster }) => `${id} ${cluster ?? ''}`))).toContain(
    'override-not-applied m1',
  );
  expect(decidedAt - recording.startedAt, 'the hub has a minute to list it').toBeGreaterThanOrEqual(60_000);
});

function withOverride(recording: Recording): Recording {
  const { expected, events, startedAt } = recording;
  const envelope = expected.manifests.find(({ kind }) => kind === 'ResourceEnvelope');
  const held = Object.values((envelope?.['data'] ?? {}) as Readonly<Record<string, KubeObject>>)[0];
  if (envelope === undefined || held === undefined) throw new Error(`${NAME} has no envelope`);
  const [group, version] = held.apiVersion.includes('/') ? held.apiVersion.split('/') : ['', held.apiVersion];
  const metadata = { name: 'size', namespace: envelope.metadata.namespace, creationTimestamp: new Date(startedAt).toISOString() };
  const spec = {
    resourceSelectors: [{ group, version, kind: held.kind, name: held.metadata.name }],
    policy: {
      overrideRules: [
        {
          clusterSelector: { clusterSelectorTerms: [] },
          jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { size: 'five' } }],
        },
      ],
    },
  };
  const apiVersion = 'placement.kubernetes-fleet.io/v1beta1';
  const labels = { 'kubernetes-fleet.io/parent-resource-override': 'size', 'kubernetes-fleet.io/is-latest-snapshot': 'true' };
  const override = { apiVersion, kind: 'ResourceOverride', metadata, spec } as KubeObject;
  const snapshot = {
    apiVersion,
    kind: 'ResourceOverrideSnapshot',
    metadata: { ...metadata, name: 'size-0', labels },
    spec: { overrideSpec: spec },
  } as KubeObject;
  const added = [override, snapshot].map((object) => ({ at: startedAt, type: 'ADDED' as const, object }));
  return {
    ...recording,
    expected: { ...expected, manifests: [...expected.manifests, override] },
    events: [...events.filter(({ at }) => at <= startedAt), ...added, ...events.filter(({ at }) => at > startedAt)],
  };
}
