/** `diagnose` on the recordings of real hubs, live and from files; `wait` is in `../recordings.test.ts`. */
import { describe, expect, it } from 'vitest';

import { missesOfDiagnose, playDiagnose, playFiles } from '../../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

describe.skipIf(isMissing('recordings'))('recordings of real hubs are diagnosed as they happened', () => {
  it.each([
    ['on the hub', playDiagnose],
    ['from files', playFiles],
  ])('%s', async (_, play) => {
    const misses: string[] = [];
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      misses.push(...missesOfDiagnose(recording, await play(recording)).map((miss) => `${name}: ${miss}`));
    }
    expect(misses).toEqual([]);
  });
});
