import { assert, asyncProperty, constantFrom, dictionary, integer, record } from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { HubReader } from '../../src/gates/hub/reader.ts';
import { wait } from '../../src/gates/wait.ts';
import { expectationFor, missesOfWait } from '../support/play-recording.ts';
import type { Played } from '../support/play-recording.ts';
import { RecordedHub } from '../support/recorded-hub.ts';
import { readRecording, recordingNames } from '../support/recording.ts';
import type { RecordedEvent, Recording } from '../support/recording.ts';
import { SimClock } from '../support/sim-clock.ts';

const names = recordingNames();

/** However a story reaches the gate, it is the same story. */
describe('recordings seen otherwise', () => {
  test('in polls, with what happened between two of them merged', { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    for (const [at, name] of names.entries()) {
      const recording = readRecording(name);
      const seen = merged(recording, 1000 * (2 + (at % 9)));
      for (const miss of missesOfWait(recording, await play(seen))) wrong.push(`${name}: ${miss}`);
    }
    expect(wrong).toEqual([]);
  });

  test('with kinds late against each other', { timeout: 600_000 }, async () => {
    if (names.length === 0) return;
    const lags = record({ name: constantFrom(...names), lags: dictionary(constantFrom(...KINDS), integer({ min: 0, max: 4000 })) });
    await assert(
      asyncProperty(lags, async ({ name, lags: delays }) => {
        const recording = readRecording(name);
        expect(missesOfWait(recording, await play(lagging(recording, delays)))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('with a hub whose clock is minutes off that of its members', { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    for (const [at, name] of names.entries()) {
      const recording = readRecording(name);
      const skew = (at % 2 === 0 ? 1 : -1) * 120_000;
      for (const miss of missesOfWait(recording, await play(recording, undefined, skew))) wrong.push(`${name} ${String(skew)}: ${miss}`);
    }
    expect(wrong).toEqual([]);
  });

  test(
    'broken off anywhere: nothing it does not allow passes, and a story that ends well has not failed',
    { timeout: 600_000 },
    async () => {
      if (names.length === 0) return;
      await assert(
        asyncProperty(constantFrom(...names), integer({ min: 0, max: 1000 }), async (name, share) => {
          const recording = readRecording(name);
          const cut = recording.startedAt + ((recording.endedAt - recording.startedAt) * share) / 1000;
          const events = recording.events.filter((event) => event.at <= cut);
          const { report } = await play({ ...recording, events, endedAt: cut }, cut - recording.startedAt + 15_000);
          const { expected, marks } = recording;
          const from = expected.notBefore === undefined ? recording.startedAt : (marks.get(expected.notBefore) ?? recording.startedAt);
          if (expected.outcome !== 'passed' || cut < from) expect(report.outcome).not.toBe('passed');
          if (expected.outcome === 'passed') expect(['passed', 'timedOut', 'waitingForPerson']).toContain(report.outcome);
        }),
        { numRuns: 200 },
      );
    },
  );
});

const KINDS = [
  'ClusterResourcePlacement',
  'ResourcePlacement',
  'ClusterResourceBinding',
  'ResourceBinding',
  'ClusterResourceSnapshot',
  'ResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'Work',
  'ClusterStagedUpdateRun',
  'ClusterApprovalRequest',
  'Deployment',
  'ConfigMap',
] as const;

async function play(recording: Recording, timeout?: number, skew = 0): Promise<Played> {
  const clock = new SimClock();
  const hub = new RecordedHub(recording, clock);
  const expectation = expectationFor(recording.expected);
  const options = timeout === undefined ? expectation.options : { ...expectation.options, timeout };
  const report = await clock.play(wait({ reader: skewed(hub, skew), clock, expectation: { ...expectation, options } }));
  return { report, decidedAt: hub.time };
}

function skewed(hub: RecordedHub, skew: number): HubReader {
  return {
    follow: (interests) => hub.follow(interests),
    changed: (signal) => hub.changed(signal),
    refresh: () => hub.refresh(),
    close: () => hub.close(),
    snapshot: () => {
      const snapshot = hub.snapshot();
      return { ...snapshot, now: new Date(snapshot.now.getTime() + skew) };
    },
  };
}

/** Everything comes at the next full period after it happened. */
function merged(recording: Recording, period: number): Recording {
  const late = (event: RecordedEvent): RecordedEvent => {
    if (event.at <= recording.startedAt) return event;
    return { ...event, at: recording.startedAt + Math.ceil((event.at - recording.startedAt) / period) * period };
  };
  return { ...recording, events: recording.events.map(late) };
}

function lagging(recording: Recording, lags: Readonly<Record<string, number>>): Recording {
  const events = recording.events.map((event) =>
    event.at <= recording.startedAt ? event : { ...event, at: event.at + (lags[event.object.kind] ?? 0) },
  );
  return { ...recording, events: events.toSorted((a, b) => a.at - b.at) };
}
