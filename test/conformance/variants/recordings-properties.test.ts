import { array, boolean, constant, dictionary, integer, constantFrom, sample } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { HubReader } from '../../../src/gates/hub/reader.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import { expectationFor, missesOfWait } from '../../support/recordings/play-recording.ts';
import type { Played } from '../../support/recordings/play-recording.ts';
import { RecordedHub } from '../../support/recordings/recorded-hub.ts';
import type { Losses } from '../../support/recordings/recorded-hub.ts';
import { readRecording, recordingNames, sampledRecordings } from '../../support/recordings/recording.ts';
import { IS_FULL } from '../../support/sampled.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { brokenOff, lagging, polled, startedEarly, startedLate, toldOtherwise } from '../../support/recordings/recording-variants.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { isMissing } from '../../support/truth.ts';

const names = sampledRecordings();
const ROUNDS = IS_FULL ? 3 : 1;

/** However a story reaches the gate, it is the same story. */
describe.skipIf(isMissing('recordings'))('recordings have the same result', () => {
  test('in polls, which merge the changes between two of them', async () => {
    await expectSame(integer({ min: 1000, max: 15_000 }), (recording, period) => play(polled(recording, period)));
  });

  test('if kinds arrive late relative to each other', async () => {
    const lags = dictionary(constantFrom(...KINDS), integer({ min: 0, max: 4000 }));
    await expectSame(lags, (recording, delays) => play(lagging(recording, delays)));
  });

  test('if watch events are lost until the next list', async () => {
    const losses = array(boolean(), { minLength: 3, maxLength: 12 });
    await expectSame(losses, (recording, lost) =>
      play(recording, { losses: { isLost: (at) => lost[at % lost.length] === true, listEvery: LIST_EVERY } }),
    );
  });

  test('if the clock of the hub differs by minutes from that of its members', async () => {
    const skews = constantFrom(-180_000, -60_000, 60_000, 180_000);
    await expectSame(skews, (recording, skew) => play(recording, { skew }));
  });

  test('if the gate starts before the deploy reaches the hub', async () => {
    await expectSame(constantFrom(3000, 20_000), (recording, by) => play(startedEarly(recording, by)));
  });

  test('if a later version writes them in another order', async () => {
    await expectSame(constant(0), (recording) => play(toldOtherwise(recording)));
  });

  test('if the gate starts at the end, and a newer deploy has replaced this one', async () => {
    const wrong: string[] = [];
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      if (recording.expected.outcome !== 'superseded') continue;
      const misses = missesOfWait({ ...recording, marks: new Map() }, await play(startedLate(recording)));
      wrong.push(...misses.map((miss) => `${name}: ${miss}`));
    }
    expect(wrong).toEqual([]);
  });

  test('if they stop at any time: nothing passes too early, and nothing fails that does not end so', async () => {
    const wrong = await missesOf(integer({ min: 0, max: 1000 }), async (recording, share) => {
      const seen = brokenOff(recording, share / 1000);
      const { report } = await play(seen, { timeout: seen.endedAt - seen.startedAt + 15_000 });
      return missesOfPart(recording, seen.endedAt, report);
    });
    expect(wrong).toEqual([]);
  });
});

/** How often a reader lists again while no events arrive. */
const LIST_EVERY = 25_000;

const KINDS = [
  'ClusterResourcePlacement',
  'ResourcePlacement',
  'ClusterResourceBinding',
  'ResourceBinding',
  'ClusterResourceSnapshot',
  'ResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'SchedulingPolicySnapshot',
  'Work',
  'MemberCluster',
  'ClusterStagedUpdateRun',
  'StagedUpdateRun',
  'ClusterApprovalRequest',
  'ApprovalRequest',
  'Deployment',
  'ConfigMap',
] as const;

async function expectSame<T>(variants: Arbitrary<T>, played: (recording: Recording, variant: T) => Promise<Played>): Promise<void> {
  const wrong = await missesOf(variants, async (recording, variant) => missesOfWait(recording, await played(recording, variant)));
  expect(wrong).toEqual([]);
}

/** Each recording in some variants, the same ones at every run; one line per miss. */
async function missesOf<T>(
  variants: Arbitrary<T>,
  missesIn: (recording: Recording, variant: T) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [seed, name] of names.entries()) {
    const recording = readRecording(name);
    for (const variant of sample(variants, { numRuns: ROUNDS, seed })) {
      for (const miss of await missesIn(recording, variant)) lines.push(`${name} ${JSON.stringify(variant)}: ${miss}`);
    }
  }
  return lines;
}

/** A part of a story decides nothing that the whole does not decide as well. */
function missesOfPart(
  { expected, marks, startedAt }: Recording,
  endedAt: number,
  { outcome, placements, runs }: Played['report'],
): readonly string[] {
  const from = expected.notBefore === undefined ? startedAt : (marks.get(expected.notBefore) ?? startedAt);
  if (outcome === 'passed') return expected.outcome === 'passed' && endedAt >= from ? [] : ['passed'];
  if (outcome !== 'failed' && outcome !== 'stuck' && outcome !== 'superseded') return [];
  if (outcome !== expected.outcome) return [`${outcome}, ends ${expected.outcome}`];
  const known = new Set([...expected.causes.map((cause) => cause.id), ...(expected.mayAlso ?? [])]);
  const given = [...placements, ...runs].flatMap((gated) => gated.diagnoses).filter((entry) => entry.outcome === 'terminal');
  return given.filter((entry) => !known.has(entry.id)).map((entry) => `names ${entry.id}`);
}

interface Way {
  readonly timeout?: number;
  readonly skew?: number;
  readonly losses?: Losses;
}

async function play(recording: Recording, { timeout, skew = 0, losses }: Way = {}): Promise<Played> {
  const clock = new SimClock();
  const hub = new RecordedHub(recording, clock, { kinds: [] }, losses);
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
    state: () => {
      const state = hub.state();
      return { ...state, now: new Date(state.now.getTime() + skew) };
    },
  };
}
