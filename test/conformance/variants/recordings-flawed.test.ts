import { expect, test } from 'vitest';

import { ON_A_CLUSTER, ON_A_PLACEMENT, ON_A_RUN } from '../../support/recordings/spoil-cluster.ts';
import type { Flaw } from '../../support/recordings/spoil-cluster.ts';
import { playDiagnose, playWait } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

/** A green recording with one flaw does not pass, so each proof that the gate requires is needed. */
test.skipIf(isMissing('recordings'))('green recordings with one flaw do not pass', async () => {
  const wrong: string[] = [];
  for (const name of sampledRecordings()) {
    const recording = readRecording(name);
    if (recording.expected.outcome !== 'passed') continue;
    const { report } = await playWait(recording);
    const [cluster] = [...report.placements, ...report.runs].flatMap((gated) => gated.clusters).toReversed();
    if (cluster === undefined) continue;
    const isRun = recording.expected.target.some((target) => /StagedUpdateRun\//.test(target));
    const flaws = Object.entries({ ...ON_A_CLUSTER, ...(isRun ? ON_A_RUN : ON_A_PLACEMENT) });
    for (const [flaw, spoil] of flaws) {
      const spoilt = withFlaw(recording, spoil, cluster.name);
      const outcomes = [(await playWait(spoilt)).report.outcome, (await playDiagnose(spoilt)).report.outcome];
      if (outcomes.includes('passed')) wrong.push(`${name} (${cluster.name}): ${flaw}: ${outcomes.join(', ')}`);
    }
  }
  expect(wrong).toEqual([]);
});

function withFlaw(recording: Recording, spoil: Flaw, cluster: string): Recording {
  const events = recording.events.flatMap((event) => {
    const object = spoil(event.object, cluster);
    return object === undefined ? [] : [{ ...event, object }];
  });
  const seconds = Math.ceil((recording.endedAt - recording.startedAt) / 1000) + 90;
  const flags = [...(recording.expected.flags ?? []), '--timeout', `${String(seconds)}s`];
  return { ...recording, events, expected: { ...recording.expected, flags } };
}
