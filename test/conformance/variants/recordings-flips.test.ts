import { isLatestSnapshot, fleetLabel } from '../../../src/fleet/kubefleet/fleet-metadata.ts';
import { describe, expect, test } from 'vitest';

import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { playDiagnose } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

/** The label moves from one snapshot to the next in two writes, and the parts of a snapshot come one by one. */
describe.skipIf(isMissing('recordings'))('recordings cut at a time without a latest snapshot', () => {
  test('are not reported as failed at any of these times', async () => {
    const wrong: string[] = [];
    let moments = 0;
    for (const name of sampledRecordings(60)) {
      const recording = readRecording(name);
      for (const moment of flips(recording)) {
        moments += 1;
        const { report } = await playDiagnose(moment);
        const terminal = [...report.placements, ...report.runs]
          .flatMap((gated) => gated.diagnoses)
          .filter((entry) => entry.outcome === 'terminal');
        if (terminal.some((entry) => entry.id === 'rollout-undecided') || report.outcome === 'passed')
          wrong.push(`${name} at ${new Date(moment.endedAt).toISOString()}: ${report.outcome}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(moments).toBeGreaterThan(10);
  });
});

/** The recording up to each event after the deploy that leaves a placement of it without exactly one latest snapshot. */
function flips(recording: Recording): readonly Recording[] {
  const seen = new Map<string, KubeObject>();
  const found: Recording[] = [];
  for (const [at, { type, object, at: endedAt }] of recording.events.entries()) {
    if (!/^(?:Cluster)?ResourceSnapshot$/.test(object.kind)) continue;
    if (type === 'DELETED') seen.delete(objectKey(refOf(object)));
    else seen.set(objectKey(refOf(object)), object);
    if (endedAt < recording.startedAt || !isTarget(recording, object)) continue;
    const mine = [...seen.values()].filter((other) => fleetLabel(other, 'parent-CRP') === fleetLabel(object, 'parent-CRP'));
    if (mine.filter((other) => isLatestSnapshot(other)).length === 1) continue;
    found.push({ ...recording, events: recording.events.slice(0, at + 1), endedAt });
  }
  return found;
}

function isTarget({ expected }: Recording, object: KubeObject): boolean {
  const parent = fleetLabel(object, 'parent-CRP') ?? '';
  return expected.target.some((target) => target.includes('ResourcePlacement/') && target.endsWith(`/${parent}`));
}
