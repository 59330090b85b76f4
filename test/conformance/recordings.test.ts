/**
 * `wait` on the recordings of real hubs: verdicts and failures, and the first lines of each failure, which are in
 * `fixtures/report/first-lines.txt`. `vitest -u` rewrites that file; read what changed.
 * `diagnose` is in `variants/recordings-diagnosed.test.ts`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { headlineOf } from '../../src/report/facts/headline.ts';
import { exitCodeOf, type Report } from '../../src/report.ts';
import { missesOfWait, playWait } from '../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';

const FIRST_LINES = join(import.meta.dirname, '../../fixtures/report/first-lines.txt');

/** Other truths may hold more recordings, and fewer: a first line is compared if both have it. */
const told = existsSync(FIRST_LINES) ? namesIn(readFileSync(FIRST_LINES, 'utf8')) : recordingNames();
const here = new Set(recordingNames());

describe.skipIf(isMissing('recordings'))('recordings of real hubs', () => {
  const misses: string[] = [];
  const firstLines = new Map<string, string>();
  beforeAll(async () => {
    for (const name of here) {
      const recording = readRecording(name);
      const played = await playWait(recording);
      misses.push(...missesOfWait(recording, played).map((miss) => `${name}: ${miss}`));
      if (played.report.outcome !== 'passed') firstLines.set(name, firstLinesOf(name, played.report));
    }
  });

  it('are reported by wait as they happened', () => {
    expect(here.size).toBeGreaterThan(0);
    expect(misses).toEqual([]);
  });

  it.skipIf(told.some((name) => !here.has(name)))('have the expected first line and step if they failed', async () => {
    const lines = told.flatMap((name) => firstLines.get(name) ?? []);
    await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot(FIRST_LINES);
  });
});

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

function namesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));
}
