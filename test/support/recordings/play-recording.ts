import { gateOptions } from '../../../src/cli/settings/gate-options.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { displayName, objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import { DEFAULT_GRACES } from '../../../src/gates/graces.ts';
import { DEFAULT_OPTIONS } from '../../../src/gates/options.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import { exitCodeOf } from '../../../src/report.ts';
import type { GateReport } from '../../../src/report.ts';
import { RecordedHub } from './recorded-hub.ts';
import type { Expected, Recording } from './recording.ts';
import { SimClock } from '../sim-clock.ts';

export interface Played {
  readonly report: GateReport;
  /** The recording's time at which the gate decided. */
  readonly decidedAt: number;
}

export function expectationFor(expected: Expected): Expectation {
  return expectationOf({
    targets: expected.target.map((text) => parseTarget(text)),
    manifests: expected.manifests,
    options: gateOptions(parseArgv(['wait', ...(expected.flags ?? [])]), {}),
  });
}

export async function playWait(recording: Recording): Promise<Played> {
  const clock = new SimClock();
  const reader = new RecordedHub(recording, clock);
  const report = await clock.play(wait({ reader, clock, expectation: expectationFor(recording.expected) }));
  return { report, decidedAt: reader.time };
}

/** A single check at the end of the recording. */
export async function playDiagnose(recording: Recording): Promise<Played> {
  const reader = new RecordedHub({ ...recording, startedAt: recording.endedAt }, new SimClock());
  const report = await diagnose({ reader, expectation: expectationFor(recording.expected) });
  return { report, decidedAt: reader.time };
}

/** A single check of the objects at the end, as `kubectl get -o yaml` would print them. */
export async function playFiles(recording: Recording): Promise<Played> {
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of recording.events) {
    if (type === 'DELETED') objects.delete(objectKey(refOf(object)));
    else objects.set(objectKey(refOf(object)), object);
  }
  const reader = filesReader([...objects.values()]);
  return { report: await diagnose({ reader, expectation: expectationFor(recording.expected) }), decidedAt: recording.endedAt };
}

/** Outcomes that are reported only when a time limit ends the wait. */
const UNDECIDED: ReadonlySet<string> = new Set(['timedOut', 'waitingForPerson']);

/** The longest grace period, and then the time until every cluster is decided. */
const LONGEST = Math.max(...Object.values(DEFAULT_GRACES)) + DEFAULT_OPTIONS.settle;

/** Differences between a report of `wait` and what is expected, one in each line; empty if there are none. */
export function missesOfWait(recording: Recording, { report, decidedAt }: Played): readonly string[] {
  const { expected, marks, endedAt } = recording;
  const misses = [...missesOfReport(expected, report)];
  const clearAt = expected.by === undefined ? endedAt : (marks.get(expected.by) ?? endedAt);
  if (!UNDECIDED.has(expected.outcome) && decidedAt > clearAt + LONGEST)
    misses.push(`decided ${String((decidedAt - clearAt) / 1000)} s after "${expected.by ?? 'the end'}"`);
  const notBefore = expected.notBefore === undefined ? undefined : marks.get(expected.notBefore);
  if (notBefore !== undefined && decidedAt < notBefore)
    misses.push(`decided ${String((notBefore - decidedAt) / 1000)} s before "${expected.notBefore ?? ''}"`);
  return misses;
}

/** As above for `diagnose`: a single check cannot know how long a state has lasted. */
export function missesOfDiagnose(recording: Recording, { report }: Played): readonly string[] {
  const { expected } = recording;
  if (report.outcome === 'waiting' && (expected.outcome === 'timedOut' || isSuspect(expected.causes[0]?.id))) return [];
  if (
    report.outcome === 'failed' &&
    report.placements
      .concat(report.runs)
      .some((gated) => gated.diagnoses.some((entry) => entry.id === 'placement-not-found' || entry.id === 'run-deleted'))
  )
    return [];
  return missesOfReport(expected, report);
}

/** Outcome, causes and verdicts that differ from the expected ones. */
export function missesOfReport(expected: Expected, report: GateReport): readonly string[] {
  return [...missesOfOutcome(expected, report), ...missesOfCauses(expected, report), ...missesOfVerdicts(expected, report)];
}

function isSuspect(id: string | undefined): boolean {
  const outcome = FAILURES.find((failure) => failure.id === id)?.outcome;
  return typeof outcome === 'function' || typeof outcome === 'object';
}

function missesOfOutcome(expected: Expected, report: GateReport): readonly string[] {
  if (report.outcome === expected.outcome && exitCodeOf(report.outcome) === expected.exitCode) return [];
  const summaries = [...report.placements, ...report.runs].map((gated) => gated.summary).join(' · ');
  return [`outcome ${report.outcome}, expected ${expected.outcome} (${report.message ?? summaries})`];
}

function missesOfCauses(expected: Expected, report: GateReport): readonly string[] {
  const given = [...report.placements, ...report.runs].flatMap((gated) =>
    gated.diagnoses.map((entry) => ({
      ...entry,
      about: entry.object === undefined ? '' : displayName(entry.object),
      placement: displayName(gated.object),
    })),
  );
  const missing = expected.causes.filter(
    (cause) =>
      !given.some(
        (entry) =>
          entry.id === cause.id &&
          (cause.cluster === undefined || entry.cluster === cause.cluster) &&
          (cause.object === undefined || entry.about === cause.object) &&
          (cause.placement === undefined || entry.placement === cause.placement),
      ),
  );
  const allowed = new Set([...expected.causes.map((cause) => cause.id), ...(expected.mayAlso ?? [])]);
  const extra = given.filter((entry) => !allowed.has(entry.id) && entry.outcome !== 'info' && entry.outcome !== 'waiting');
  const elsewhere = given.filter(
    (entry) =>
      expected.causes.some((cause) => cause.id === entry.id && cause.cluster !== undefined) &&
      !expected.causes.some(
        (cause) => cause.id === entry.id && cause.cluster === entry.cluster && (cause.object === undefined || cause.object === entry.about),
      ),
  );
  return [
    ...missing.map((cause) => `cause not given: ${cause.id} ${cause.cluster ?? ''} ${cause.object ?? ''}`),
    ...extra.map((entry) => `wrong cause: ${entry.id} ${entry.cluster ?? ''} ${entry.about}`),
    ...elsewhere.map((entry) => `cause on the wrong place: ${entry.id} ${entry.cluster ?? ''} ${entry.about}`),
  ];
}

function missesOfVerdicts(expected: Expected, report: GateReport): readonly string[] {
  const gated = [...report.placements, ...report.runs];
  const misses: string[] = [];
  for (const [placement, verdict] of Object.entries(expected.placements ?? {})) {
    const found = gated.find((entry) => displayName(entry.object) === placement)?.verdict;
    if (found !== verdict) misses.push(`${placement} is ${String(found)}, expected ${verdict}`);
  }
  for (const [cluster, verdict] of Object.entries(expected.clusters ?? {})) {
    const found = gated.flatMap((entry) => entry.clusters.filter((row) => row.name === cluster).map((row) => row.verdict));
    if (!found.includes(verdict as never)) misses.push(`${cluster} is ${found.join('/')}, expected ${verdict}`);
  }
  return misses;
}
