import { expect, test } from 'vitest';

import { displayName, refOf } from '../../../src/fleet/kubernetes/object.ts';
import { handedOver } from '../../support/recordings/ownership-handover.ts';
import { missesOfWait, playWait } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';

const ID = 'apply-owned-by-other-placement';

/**
 * An object that is handed from one placement to another belongs to the former one for a while. The deploy fails only when the former one
 * keeps it.
 */
test(
  'green recordings in which one object changes its owner still pass, and those in which the owner keeps it fail',
  { timeout: 900_000 },
  async () => {
    const wrong: string[] = [];
    let played = 0;
    for (const name of sampledRecordings()) {
      const recording = readRecording(name);
      if (recording.expected.outcome !== 'passed') continue;
      const [given, kept] = [handedOver(recording, false), handedOver(recording, true)];
      if (given === undefined || kept === undefined) continue;
      played += 1;
      wrong.push(...missesOfWait(given.recording, await playWait(given.recording)).map((miss) => `${name}, handed over: ${miss}`));
      const { report } = await playWait(kept.recording);
      const causes = [...report.placements, ...report.runs].flatMap(({ diagnoses }) => diagnoses);
      const isNamed = causes.some(
        ({ id, cluster, object, outcome }) =>
          id === ID &&
          outcome === 'terminal' &&
          cluster === kept.cluster &&
          object !== undefined &&
          displayName(object) === displayName(refOf(kept.object)),
      );
      if (report.outcome !== 'failed' || !isNamed) wrong.push(`${name}, kept: ${report.outcome}, ${causes.map(({ id }) => id).join(', ')}`);
    }
    expect(wrong).toEqual([]);
    if (sampledRecordings().length > 0) expect(played).toBeGreaterThan(5);
  },
);
