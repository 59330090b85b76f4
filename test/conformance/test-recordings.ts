import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';

import { headlineOf } from '../../src/report/facts/headline.ts';
import { exitCodeOf, type Report } from '../../src/report.ts';
import { missesOfWait, playWait } from '../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';

/** The first lines of each failure. */
export const FIRST_LINES = join(import.meta.dirname, '../../fixtures/report/first-lines.txt');

/**
 * `wait` on the recordings of real hubs: verdicts and failures, and the first lines of each failure, by name. Other truths may hold more
 * recordings, and fewer.
 * @param step 1 for every recording, 3 for each third
 */
export function testRecordings(
  step: number,
  testFirstLines: (found: ReadonlyMap<string, string>, skip: TestContext['skip']) => Promise<void> | void,
): void {
  describe.skipIf(isMissing('recordings'))('recordings of real hubs', () => {
    const names = recordingNames().filter((_, at) => at % step === 0);
    const misses: string[] = [];
    const firstLines = new Map<string, string>();
    beforeAll(async () => {
      for (const name of names) {
        const recording = readRecording(name);
        const played = await playWait(recording);
        misses.push(...missesOfWait(recording, played).map((miss) => `${name}: ${miss}`));
        if (played.report.outcome !== 'passed') firstLines.set(name, firstLinesOf(name, played.report));
      }
    });

    it('are reported by wait as they happened', () => {
      expect(names.length).toBeGreaterThan(0);
      expect(misses).toEqual([]);
    });

    it('have the expected first line and step if they failed', ({ skip }) => testFirstLines(firstLines, skip));
  });
}

/** The expected first lines of each failed recording, by its name; empty if there is no file yet. */
export function expectedFirstLines(): ReadonlyMap<string, string> {
  if (!existsSync(FIRST_LINES)) return new Map();
  const sections = readFileSync(FIRST_LINES, 'utf8').trimEnd().split('\n\n');
  return new Map(sections.map((section) => [section.split('\n')[0]?.slice('## '.length) ?? '', section]));
}

function firstLinesOf(name: string, gate: NonNullable<Report['gate']>): string {
  const { word, text, step } = headlineOf({
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '' },
    command: 'wait',
    outcome: gate.outcome,
    exitCode: exitCodeOf(gate.outcome),
    gate,
  });
  return [`## ${name}`, `${word}: ${text}`, ...(step === undefined ? [] : [`first: ${step}`])].join('\n');
}
