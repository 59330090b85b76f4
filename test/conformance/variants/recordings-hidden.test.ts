import { integer, record, sample, subarray } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { expectationFor, playWait } from '../../support/recordings/play-recording.ts';
import { RecordedHub } from '../../support/recordings/recorded-hub.ts';
import type { Hiding } from '../../support/recordings/recorded-hub.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import { IS_FULL } from '../../support/sampled.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { isMissing } from '../../support/truth.ts';

/**
 * A gate with fewer rights never passes earlier than one with all rights, nor what that one does not pass. It reports what it could not
 * read.
 */
describe.skipIf(isMissing('recordings'))('recordings with unreadable kinds never pass too early without', () => {
  test('any single kind', async () => {
    expect(await missesOf((recording) => kindsOf(recording).map((kind) => ({ kinds: [kind] })))).toEqual([]);
  });

  test('all kinds that show one fact', async () => {
    expect(await missesOf((recording) => togetherOf(recording))).toEqual([]);
  });

  test('two random kinds', async () => {
    expect(await missesOf((recording, seed) => some(pairsOf(recording), seed))).toEqual([]);
  });

  test('some kinds that become unreadable later', async () => {
    expect(await missesOf((recording, seed) => some(lossesOf(recording), seed))).toEqual([]);
  });
});

const TOGETHER: readonly (readonly string[])[] = [
  ['ClusterResourceBinding', 'ResourceBinding'],
  ['ClusterResourceBinding', 'ResourceBinding', 'Work'],
  ['ClusterResourceSnapshot', 'ResourceSnapshot', 'ClusterResourceBinding', 'ResourceBinding', 'Work'],
  ['ClusterSchedulingPolicySnapshot', 'SchedulingPolicySnapshot'],
  ['ClusterResourceOverride', 'ResourceOverride', 'ClusterResourceOverrideSnapshot', 'ResourceOverrideSnapshot'],
  ['Deployment', 'ConfigMap', 'Namespace', 'StatefulSet', 'Job', 'Service', 'Secret'],
];

const ROUNDS = IS_FULL ? 6 : 1;

/** The same ones at every run. */
function some(hidings: Arbitrary<Hiding>, seed: number): readonly Hiding[] {
  return sample(hidings, { numRuns: ROUNDS, seed });
}

function kindsOf(recording: Recording): readonly string[] {
  return [...new Set(recording.events.map(({ object }) => object.kind))].toSorted();
}

function pairsOf(recording: Recording): Arbitrary<Hiding> {
  return subarray([...kindsOf(recording)], { minLength: 2, maxLength: 2 }).map((kinds) => ({ kinds }));
}

/** By itself each kind has had its turn. */
function togetherOf(recording: Recording): readonly Hiding[] {
  const there = new Set(kindsOf(recording));
  return TOGETHER.filter((kinds) => kinds.filter((kind) => there.has(kind)).length > 1).map((kinds) => ({ kinds }));
}

/** Within two minutes of the deploy, or before the recording ends. */
function lossesOf(recording: Recording): Arbitrary<Hiding> {
  const { startedAt, endedAt } = recording;
  const from = integer({ min: startedAt, max: Math.min(endedAt, startedAt + 120_000) });
  return record({ kinds: subarray([...kindsOf(recording)], { minLength: 1, maxLength: 3 }), from });
}

async function missesOf(hidings: (recording: Recording, seed: number) => readonly Hiding[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [seed, name] of sampledRecordings().entries()) {
    const recording = readRecording(name);
    const passedAt = await passedAtOf(recording);
    for (const hiding of hidings(recording, seed)) {
      for (const miss of await missesOfOne(recording, hiding, passedAt)) lines.push(`${name} ${JSON.stringify(hiding)}: ${miss}`);
    }
  }
  return lines;
}

const passed = new Map<string, number>();

/** The time at which a gate with all rights passes; infinity if it never does. */
async function passedAtOf(recording: Recording): Promise<number> {
  const known = passed.get(recording.name);
  if (known !== undefined) return known;
  const { report, decidedAt } = await playWait(recording);
  const at = report.outcome === 'passed' ? decidedAt : Number.POSITIVE_INFINITY;
  passed.set(recording.name, at);
  return at;
}

async function missesOfOne(recording: Recording, hiding: Hiding, passedAt: number): Promise<readonly string[]> {
  const clock = new SimClock();
  const reader = new RecordedHub(recording, clock, hiding);
  const report = await clock.play(wait({ reader, clock, expectation: expectationFor(recording.expected) }));
  if (report.outcome !== 'passed') return [];
  const at = `${String((reader.time - recording.startedAt) / 1000)} s`;
  // An assumption may be wrong if the recording stopped early, because its last state then lasts without end.
  const isWrong = reader.time < passedAt && (isProven(report) || reader.time <= recording.endedAt);
  return [...(isWrong ? [`passed at ${at}`] : []), ...(reader.time < (hiding.from ?? 0) ? [] : unsaid(report, hiding.kinds))];
}

function isProven({ placements, runs }: GateReport): boolean {
  return [...placements, ...runs].some(({ freshness }) => freshness === 'proven');
}

/** Kinds that the verdict always needs, that were hidden, and that the summary does not name. */
function unsaid({ placements, runs }: GateReport, kinds: readonly string[]): readonly string[] {
  return [...placements, ...runs].flatMap(({ object, summary }) => {
    const scope = object.kind.startsWith('Cluster') ? 'Cluster' : '';
    const needed = new Map([
      ['Work', 'Works'],
      ['MemberCluster', 'MemberClusters'],
      [`${scope}ResourceBinding`, 'bindings'],
      [`${scope}ResourceSnapshot`, 'resource snapshots'],
    ]);
    return kinds.filter((kind) => needed.has(kind) && !summary.includes(needed.get(kind) ?? '')).map((kind) => `${kind} is not named`);
  });
}
