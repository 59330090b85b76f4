/** Compares recorded rollouts as `kubectl wait` and as this program would have judged them. */
import { displayName, refOf } from '../../src/fleet/kubernetes/object.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { playWait } from '../../test/support/recordings/play-recording.ts';
import { readRecording, recordingNames, type Recording } from '../../test/support/recordings/recording.ts';
import { kubectlGoodSince, kubectlVersion, modelGoodSince, type GoodSince } from './kubectl-wait.ts';

export interface RolloutFigures {
  readonly failed: number;
  readonly passed: number;
  /** By the model of kubectl. */
  readonly kubectlWait: Answers;
  /** By kubectl itself; absent if it is not installed. */
  readonly kubectl?: HeldAgainst;
  readonly fleetGate: Answers;
}

export interface Answers {
  /** Rollouts that failed and were reported as successful. */
  readonly failedCalledGood: number;
  /** Rollouts that succeeded and were reported as successful too early. */
  readonly goodTooEarly: number;
  /** Rollouts that succeeded and were never reported as successful. */
  readonly passedCalledBad: number;
}

export interface HeldAgainst {
  readonly version: string;
  /** Rollouts that both report as successful at the same write, or that neither ever does. */
  readonly alike: number;
}

/** When a tool reports success, in milliseconds since the epoch; `undefined` if it never does within the recording. */
type Moment = number | undefined;

export async function compareRollouts(): Promise<RolloutFigures> {
  const recordings = recordingNames().map(readRecording);
  if (recordings.length === 0) throw new Error('no recordings in TRUTH_DIR');
  const passed = recordings.filter(({ expected }) => expected.outcome === 'passed').length;
  const byModel = await momentsOf(recordings, (recording) => allGoodSince(modelGoodSince, recording));
  const version = kubectlVersion();
  const byKubectl = version === undefined ? [] : await momentsOf(recordings, (recording) => allGoodSince(kubectlGoodSince, recording));
  const byGate = await momentsOf(recordings, async (recording) => {
    const { report, decidedAt } = await playWait(recording);
    return report.outcome === 'passed' ? decidedAt : undefined;
  });
  return {
    failed: recordings.length - passed,
    passed,
    kubectlWait: answersOf(recordings, byModel),
    ...(version === undefined ? {} : { kubectl: { version, alike: byKubectl.filter((moment, at) => moment === byModel[at]).length } }),
    fleetGate: answersOf(recordings, byGate),
  };
}

async function momentsOf(
  recordings: readonly Recording[],
  momentOf: (recording: Recording) => Promise<Moment>,
): Promise<readonly Moment[]> {
  const moments: Moment[] = [];
  for (const recording of recordings) moments.push(await momentOf(recording));
  return moments;
}

function answersOf(recordings: readonly Recording[], moments: readonly Moment[]): Answers {
  const counts = { failedCalledGood: 0, goodTooEarly: 0, passedCalledBad: 0 };
  for (const [index, { expected, marks }] of recordings.entries()) {
    const at = moments[index];
    const notBefore = marks.get(expected.notBefore ?? '');
    if (expected.outcome !== 'passed') counts.failedCalledGood += at === undefined ? 0 : 1;
    else if (at === undefined) counts.passedCalledBad += 1;
    else if (notBefore !== undefined && at < notBefore) counts.goodTooEarly += 1;
  }
  return counts;
}

/** When each target has met its condition once: a `kubectl wait` for each, started when the deploy step ended. */
async function allGoodSince(goodSince: GoodSince, { expected, events, startedAt }: Recording): Promise<Moment> {
  const moments: number[] = [];
  for (const target of expected.target.map((text) => parseTarget(text))) {
    const ofTarget = events.filter(({ object }) => displayName(refOf(object)) === displayName(target));
    const moment = await goodSince(ofTarget, conditionFor(target.kind, expected.flags ?? []), startedAt);
    if (moment === undefined) return undefined;
    moments.push(moment);
  }
  return Math.max(...moments);
}

const STEPS: Readonly<Record<string, string>> = {
  available: 'Available',
  applied: 'Applied',
  'diff-reported': 'DiffReported',
  scheduled: 'Scheduled',
};

/** The condition that the pipeline waits for, by its name. */
function conditionFor(kind: string, flags: readonly string[]): string {
  if (kind.endsWith('UpdateRun')) return 'Succeeded';
  const wanted = flags[flags.indexOf('--for') + 1] ?? '';
  return `${kind}${flags.includes('--for') ? (STEPS[wanted] ?? 'Available') : 'Available'}`;
}
