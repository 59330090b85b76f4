import { describe, expect, test } from 'vitest';

import { missesOfDiagnose, missesOfWait, playDiagnose, playFiles, playWait } from '../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';

describe.skipIf(isMissing('recordings'))('recordings of real hubs', () => {
  test('are reported by wait and diagnose as they happened', async () => {
    const figures = new Map<string, { matched: number; missed: number }>();
    const count = (kind: string, misses: readonly string[]): readonly string[] => {
      const figure = figures.get(kind) ?? { matched: 0, missed: 0 };
      if (misses.length === 0) figure.matched += 1;
      else figure.missed += 1;
      figures.set(kind, figure);
      return misses;
    };
    const misses: string[] = [];
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      const kind = recording.expected.target[0]?.split('/')[0] ?? '';
      const waited = count(`wait ${kind}`, missesOfWait(recording, await playWait(recording)));
      const looked = count(`diagnose ${kind}`, missesOfDiagnose(recording, await playDiagnose(recording)));
      const kept = count(`diagnose --from ${kind}`, missesOfDiagnose(recording, await playFiles(recording)));
      if (waited.length > 0) misses.push(`${name} wait: ${waited.join('; ')}`);
      if (looked.length > 0) misses.push(`${name} diagnose: ${looked.join('; ')}`);
      if (kept.length > 0) misses.push(`${name} diagnose --from: ${kept.join('; ')}`);
    }
    const lines = [...figures].map(([kind, { matched, missed }]) => `${kind}: ${String(matched)} matched, ${String(missed)} missed`);
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(figures.size).toBeGreaterThan(0);
    expect(misses).toEqual([]);
  });
});
