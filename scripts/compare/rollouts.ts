/** Recorded rollouts as `kubectl wait` would have followed them, and as this program did. */
import { field, listAt, stringAt } from '../../src/fleet/json.ts';
import { objectKey, refOf, type KubeObject } from '../../src/fleet/object.ts';
import { playWait } from '../../test/support/play-recording.ts';
import { readRecording, recordingNames, type Recording } from '../../test/support/recording.ts';

export interface RolloutFigures {
  readonly failed: number;
  readonly passed: number;
  readonly kubectlWait: Answers;
  readonly fleetGate: Answers;
}

export interface Answers {
  /** Rollouts that did not succeed, called good. */
  readonly failedCalledGood: number;
  /** Rollouts that succeeded, called good before they had. */
  readonly goodTooEarly: number;
  /** Rollouts that succeeded, never called good. */
  readonly passedCalledBad: number;
}

/** When each tool says "good", in milliseconds since the epoch; `undefined` when it never does while the hub was recorded. */
type GoodSince = (recording: Recording) => Promise<number | undefined> | number | undefined;

export async function compareRollouts(): Promise<RolloutFigures> {
  const recordings = recordingNames().map(readRecording);
  if (recordings.length === 0) throw new Error('no recordings in TRUTH_DIR');
  const hasPassed = ({ expected }: Recording): boolean => expected.outcome === 'passed';
  const answersOf = async (goodSince: GoodSince): Promise<Answers> => {
    const counts = { failedCalledGood: 0, goodTooEarly: 0, passedCalledBad: 0 };
    for (const recording of recordings) {
      const at = await goodSince(recording);
      const notBefore = recording.marks.get(recording.expected.notBefore ?? '');
      if (!hasPassed(recording)) counts.failedCalledGood += at === undefined ? 0 : 1;
      else if (at === undefined) counts.passedCalledBad += 1;
      else if (notBefore !== undefined && at < notBefore) counts.goodTooEarly += 1;
    }
    return counts;
  };
  return {
    failed: recordings.filter((recording) => !hasPassed(recording)).length,
    passed: recordings.filter(hasPassed).length,
    kubectlWait: await answersOf(kubectlWait),
    fleetGate: await answersOf(async (recording) => {
      const { report, decidedAt } = await playWait(recording);
      return report.outcome === 'passed' ? decidedAt : undefined;
    }),
  };
}

/**
 * `kubectl wait --for=condition=TYPE` for each target, started when the deploy step ended. It answers when all of them have been good once.
 * An object that is not there, or is removed, is an error.
 */
function kubectlWait({ expected, events, startedAt }: Recording): number | undefined {
  const open = new Set(expected.target);
  const objects = new Map<string, KubeObject>();
  const look = (): void => {
    for (const target of open) {
      const [kind = '', ...name] = target.split('/');
      const object = [...objects.values()].find((each) => each.kind === kind && nameOf(each) === name.join('/'));
      if (object !== undefined && isGood(object, conditionFor(kind, expected.flags ?? []))) open.delete(target);
    }
  };
  let started = false;
  for (const { at, type, object } of events) {
    if (!started && at > startedAt) {
      started = true;
      look();
      if (open.size === 0) return startedAt;
    }
    if (type === 'DELETED') objects.delete(objectKey(refOf(object)));
    else objects.set(objectKey(refOf(object)), object);
    if (!started) continue;
    look();
    if (open.size === 0) return at;
  }
  return undefined;
}

function nameOf({ metadata: { namespace, name } }: KubeObject): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

const STEPS: Readonly<Record<string, string>> = {
  available: 'Available',
  applied: 'Applied',
  'diff-reported': 'DiffReported',
  scheduled: 'Scheduled',
};

/** The one whose name says what the pipeline waits for. */
function conditionFor(kind: string, flags: readonly string[]): string {
  if (kind.endsWith('UpdateRun')) return 'Succeeded';
  const wanted = flags[flags.indexOf('--for') + 1] ?? '';
  return `${kind}${flags.includes('--for') ? (STEPS[wanted] ?? 'Available') : 'Available'}`;
}

/** As kubectl compares (`pkg/cmd/wait/condition.go`): a condition of an older generation does not count. */
function isGood(object: KubeObject, type: string): boolean {
  const condition = listAt(object, 'status', 'conditions').find((entry) => stringAt(entry, 'type') === type);
  if (condition === undefined) return false;
  const observed = field(condition, 'observedGeneration') ?? field(object, 'status', 'observedGeneration');
  const generation = object.metadata.generation;
  if (typeof observed === 'number' && typeof generation === 'number' && observed < generation) return false;
  return stringAt(condition, 'status')?.toLowerCase() === 'true';
}
