import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import { LaggingHub } from '../../support/recordings/lagging-hub.ts';
import { expectationFor } from '../../support/recordings/play-recording.ts';
import { RecordedHub } from '../../support/recordings/recorded-hub.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import { IS_FULL } from '../../support/sampled.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { isMissing } from '../../support/truth.ts';

/**
 * A wrong pass is the worst fault of a gate. It must not pass before the recording allows it, whichever part it sees and in whichever
 * order.
 */
describe.skipIf(isMissing('recordings'))('recordings never pass', () => {
  const names = sampledRecordings();

  test('at a single check at any time, nor fail if the story ends well', async () => {
    const wrong: string[] = [];
    for (const name of names) {
      const recording = readRecording(name);
      const expectation = expectationFor(recording.expected);
      for (const at of new Set(recording.events.map((event) => event.at))) {
        if (at < recording.startedAt) continue;
        const { outcome } = await diagnose({ reader: new RecordedHub({ ...recording, startedAt: at }, new SimClock()), expectation });
        const isWrong = outcome === 'passed' ? !mayPassAt(recording, at) : BAD.has(outcome) && !BAD.has(recording.expected.outcome);
        if (isWrong) wrong.push(`${name} at ${String((at - recording.startedAt) / 1000)} s: ${outcome}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('if watches lag behind each other', async () => {
    const lags = array(integer({ min: 0, max: 8000 }), { minLength: 1, maxLength: 12 });
    await assert(
      asyncProperty(constantFrom(...names), lags, async (name, delays) => {
        const recording = readRecording(name);
        const clock = new SimClock();
        const reader = new LaggingHub(recording, clock, (kind) => delays[kind.length % delays.length] ?? 0);
        const { outcome } = await clock.play(wait({ reader, clock, expectation: expectationFor(recording.expected) }));
        return outcome !== 'passed' || mayPassAt(recording, reader.time);
      }),
      { numRuns: IS_FULL ? 300 : 100 },
    );
  });
});

const BAD: ReadonlySet<string> = new Set(['failed', 'superseded', 'stuck']);

function mayPassAt(recording: Recording, time: number): boolean {
  const { expected, marks, startedAt } = recording;
  if (expected.outcome !== 'passed') return false;
  return time >= (expected.notBefore === undefined ? startedAt : (marks.get(expected.notBefore) ?? startedAt));
}
