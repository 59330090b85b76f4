import { describe, expect, test } from 'vitest';

import type { Diagnosis, GateReport } from '../../../src/report.ts';
import { playWait } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

/** What says where a cause is, or since when, and not what it is. */
const NO_CAUSE = /^(?:Work |binding |last heartbeat|so since|suspect|the same has lasted)/;

describe.skipIf(isMissing('recordings'))('evidence of real hubs', () => {
  test('starts with the cause, and contains no address and no repeated wrapper', async () => {
    const faults: string[] = [];
    let told = 0;
    let chains = 0;
    for (const name of sampledRecordings()) {
      const { report } = await playWait(readRecording(name));
      for (const diagnosis of diagnosesOf(report)) {
        const { id, evidence, chain } = diagnosis;
        told += 1;
        chains += chain === undefined ? 0 : 1;
        const [first = ''] = evidence;
        const isSilent = id === 'member-silent' || id === 'member-not-joined';
        if (NO_CAUSE.test(first) && !isSilent && !namesItself(first, diagnosis)) faults.push(`${name} ${id} begins with: ${first}`);
        for (const line of evidence)
          if (/0xc0|Failed to apply the manifest \(error: failed to apply the manifest/.test(line)) faults.push(`${name} ${id}: ${line}`);
      }
    }
    process.stdout.write(`${String(told)} diagnoses, ${String(chains)} with a chain\n`);
    expect(told).toBeGreaterThan(0);
    expect(chains).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
});

function diagnosesOf({ placements, runs }: GateReport): readonly Diagnosis[] {
  return [...placements, ...runs].flatMap(({ diagnoses }) => diagnoses);
}

/** A binding or a Work may itself be what the cause is about. */
function namesItself(line: string, { id }: Diagnosis): boolean {
  return id === 'override-not-applied' && line.includes('does not list');
}
