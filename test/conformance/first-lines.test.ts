/** The first lines for every recorded failure: `fixtures/report/first-lines.txt`. `vitest -u` rewrites the file; read what changed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { headlineOf } from '../../src/report/facts/headline.ts';
import { exitCodeOf, type Report } from '../../src/report.ts';
import { playWait } from '../support/recordings/play-recording.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';

const FILE = join(import.meta.dirname, '../../fixtures/report/first-lines.txt');

/** Other truths may hold more recordings, and fewer: a line is compared if both have it. */
const told = existsSync(FILE) ? namesIn(readFileSync(FILE, 'utf8')) : recordingNames();
const here = new Set(recordingNames());

test.skipIf(isMissing('recordings') || told.some((name) => !here.has(name)))(
  'every recorded failure has the expected first line and step',
  async () => {
    const blocks: string[] = [];
    for (const name of told) {
      const { report: gate } = await playWait(readRecording(name));
      if (gate.outcome === 'passed') continue;
      const { word, text, step } = headlineOf(reportOf(gate));
      blocks.push([`## ${name}`, `${word}: ${text}`, ...(step === undefined ? [] : [`first: ${step}`])].join('\n'));
    }
    await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot(FILE);
  },
);

function reportOf(gate: NonNullable<Report['gate']>): Report {
  return {
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '' },
    command: 'wait',
    outcome: gate.outcome,
    exitCode: exitCodeOf(gate.outcome),
    gate,
  };
}

function namesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));
}
