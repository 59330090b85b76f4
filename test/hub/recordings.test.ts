/** `wait` on recordings at their own pace, then `diagnose` in three ways at their end, with the shipped CLI on real API servers. */
import { describe, expect, it } from 'vitest';
import { readRecording, recordingNames, type Recording } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';
import { VERSIONS, withHub } from './suite/pool.ts';
import { missesOf } from './suite/recording-run.ts';
import { chosenRecordings } from './suite/selection.ts';

const all = recordingNames().map(readRecording);
const chosen = chosenRecordings(all);

describe.concurrent('recordings', () => {
  for (const recording of chosen) {
    it(`${recording.name}: ${recording.expected.outcome}`, async () => {
      expect(await withHub(versionOf(recording), (hub) => missesOf(hub, recording))).toEqual([]);
    });
  }

  // A manual choice of recordings needs no balance of outcomes.
  it.skipIf(isMissing('recordings') || process.env['HUB_ONLY'] !== undefined)(
    'the choice of recordings has every outcome, both versions, and placements and runs of both scopes',
    () => {
      const outcomes = (of: readonly Recording[]): readonly string[] => [...new Set(of.map(({ expected }) => expected.outcome))].toSorted();
      const kinds = (of: readonly Recording[]): readonly string[] =>
        [...new Set(of.flatMap(({ expected }) => expected.target.map((target) => target.split('/')[0] ?? '')))].toSorted();
      expect(chosen.length).toBeGreaterThanOrEqual(Math.min(40, all.length));
      expect(outcomes(chosen)).toEqual(outcomes(all));
      expect(kinds(chosen)).toEqual(kinds(all));
      expect(new Set(chosen.map(versionOf))).toEqual(new Set(all.map(versionOf)));
      expect(VERSIONS).toEqual(expect.arrayContaining([...new Set(chosen.map(versionOf))]));
    },
  );
});

function versionOf({ name }: Recording): string {
  return name.split('/')[0] ?? '';
}
