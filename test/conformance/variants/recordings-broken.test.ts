import { expect, test } from 'vitest';

import { brokenLater, firstFinished } from '../../support/recordings/fault-after-finish.ts';
import { playDiagnose, playWait } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

/** A cluster that has got everything is not done with: what breaks while others have their turn is neither passed nor left to a person. */
test.skipIf(isMissing('recordings'))('recordings in which one finished cluster breaks later do not pass', async () => {
  const wrong: string[] = [];
  let played = 0;
  for (const name of sampledRecordings()) {
    const recording = readRecording(name);
    const finished = firstFinished(recording);
    if (finished === undefined) continue;
    const broken = brokenLater(recording, finished);
    for (const onApproval of ['wait', 'pass']) {
      if (await passesBefore(withFlags(recording, onApproval), finished.at + 2000)) continue;
      const story = withFlags(broken, onApproval);
      const waited = (await playWait(story)).report.outcome;
      const looked = (await playDiagnose(story)).report.outcome;
      if (isLetThrough(waited) || isLetThrough(looked)) wrong.push(`${name} (${finished.cluster}), ${onApproval}: ${waited}, ${looked}`);
      played += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(played).toBeGreaterThan(20);
});

function isLetThrough(outcome: string): boolean {
  return outcome === 'passed' || outcome === 'waitingForPerson';
}

/** Nothing that happens after a pass can be seen; a gate that lets approvals pass ends at the first of them. */
async function passesBefore(recording: Recording, at: number): Promise<boolean> {
  const { report, decidedAt } = await playWait(recording);
  return report.outcome === 'passed' && decidedAt <= at;
}

function withFlags(recording: Recording, onApproval: string): Recording {
  const seconds = Math.ceil((recording.endedAt - recording.startedAt) / 1000) + 90;
  const flags = [...(recording.expected.flags ?? []), '--on-approval', onApproval, '--timeout', `${String(seconds)}s`];
  return { ...recording, expected: { ...recording.expected, flags } };
}
