import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gateOptions } from '../../../src/cli/settings/gate-options.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { displayName, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { connectHub } from '../../../src/gates/hub/connect-hub.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { Diagnosis, GateReport } from '../../../src/report.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { StoryEvent } from '../../../src/demo/hub/player.ts';
import { shiftTimes } from '../../../src/demo/hub/shift-times.ts';
import { adjustableTime } from '../hubs/embedded-hub-time.ts';

interface ExpectedCause {
  readonly id: string;
  readonly cluster?: string;
  readonly object?: string;
}

/** The part of a recording's `expect.json` that a played report is compared with. */
export interface Expected {
  readonly target: readonly string[];
  readonly manifests: readonly KubeObject[];
  readonly flags?: readonly string[];
  readonly outcome: string;
  readonly causes: readonly ExpectedCause[];
  readonly mayAlso?: readonly string[];
  readonly clusters?: Readonly<Record<string, string>>;
  readonly notBefore?: string;
}

export interface Played {
  readonly expected: Expected;
  readonly report: GateReport;
  /** Differences from the expected report; empty if there are none. */
  readonly faults: readonly string[];
  /** The first diagnosis as `id cluster object`; empty if there is none. */
  readonly first: string;
  /** Real seconds. */
  readonly took: number;
}

/** Disturbs a hub while it plays, at times of `clock`, until the signal ends it. */
export type Disturbance = (hub: EmbeddedHub, clock: Clock, signal: AbortSignal) => unknown;

/** After the end of the recording, grace periods and timeouts pass this many times faster. */
const FAST = 30;

/** Plays a recording at real pace on its own hub, gates it through the live reader, and compares the report with `expect.json`. */
export async function playRecording(folder: string, disturb?: Disturbance): Promise<Played> {
  const began = performance.now();
  const expected = JSON.parse(readFileSync(path.join(folder, 'expect.json'), 'utf8')) as Expected;
  const lines = readFileSync(path.join(folder, 'events.jsonl'), 'utf8').trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as StoryEvent);
  const time = adjustableTime();
  const hub = await startEmbeddedHub({ time: time.hub });
  const home = await mkdtemp(path.join(tmpdir(), 'fleet-gate-play-'));
  const over = new AbortController();
  disturb?.(hub, time.steady, over.signal);
  try {
    const kubeconfig = path.join(home, 'kubeconfig');
    await writeFile(kubeconfig, hub.kubeconfig(), { mode: 0o600 });
    const deploy = events.findLastIndex((event) => event.type === 'MARK' && event.note === 'deploy');
    const marks = new Set(events.slice(0, deploy + 1).flatMap((event) => (event.type === 'MARK' ? [event.note] : [])));
    const play = hub.play(events, { onMark: (note) => marks.add(note) });
    void play.done.then(() => time.setSpeed(FAST));
    // The network needs real time, at any speed of the clock.
    const timing = { connectMs: 10_000 * FAST, headersMs: 15_000 * FAST, bodyIdleMs: 30_000 * FAST };
    const reader = await connectHub({ kubeconfig, env: {}, wallClock: () => time.hub.now(), clock: time.gate, timing });
    const expectation = expectationOf({
      targets: expected.target.map((target) => parseTarget(target)),
      manifests: shiftTimes(expected.manifests, play.shift),
      options: gateOptions(parseArgv(['wait', ...(expected.flags ?? [])]), {}),
    });
    try {
      const report = await wait({ reader, clock: time.gate, expectation });
      const [first] = diagnosesOf(report);
      return {
        expected,
        report,
        faults: faultsOf(report, expected, marks),
        first: first === undefined ? '' : describe(first),
        took: (performance.now() - began) / 1000,
      };
    } finally {
      await reader.close();
    }
  } finally {
    over.abort();
    await hub.close();
    await rm(home, { recursive: true });
  }
}

/** `id cluster object`, without absent parts. */
export function describe(cause: ExpectedCause | Diagnosis): string {
  const object = typeof cause.object === 'object' ? displayName(cause.object) : cause.object;
  return [cause.id, cause.cluster, object].filter((part) => part !== undefined).join(' ');
}

function faultsOf(report: GateReport, expected: Expected, marks: ReadonlySet<string>): readonly string[] {
  const diagnoses = diagnosesOf(report);
  const missing = expected.causes.filter((cause) => !diagnoses.some((diagnosis) => isOf(diagnosis, cause)));
  const known = new Set([...expected.causes.map(({ id }) => id), ...(expected.mayAlso ?? [])]);
  const surplus = diagnoses.filter(({ id, outcome }) => !known.has(id) && outcome !== 'info' && outcome !== 'waiting');
  const [firstExpected] = expected.causes;
  const [first] = diagnoses;
  const verdicts = Map.groupBy(
    [...report.placements, ...report.runs].flatMap(({ clusters }) => clusters),
    ({ name }) => name,
  );
  return [
    ...(report.outcome === expected.outcome
      ? []
      : [`outcome ${report.outcome}, not ${expected.outcome}${report.message === undefined ? '' : `: ${report.message}`}`]),
    ...missing.map((cause) => `missing ${describe(cause)}`),
    ...surplus.map((diagnosis) => `surplus ${describe(diagnosis)}`),
    ...(firstExpected === undefined || first === undefined || isAlike(first, firstExpected)
      ? []
      : [`first ${describe(first)}, not ${describe(firstExpected)}`]),
    ...Object.entries(expected.clusters ?? {}).flatMap(([name, verdict]) => {
      const seen = (verdicts.get(name) ?? []).map((cluster) => cluster.verdict);
      return seen.some((other) => other === verdict) ? [] : [`${name} ${seen.join('/') || 'unseen'}, not ${verdict}`];
    }),
    ...(expected.notBefore === undefined || marks.has(expected.notBefore) ? [] : [`too early: before "${expected.notBefore}"`]),
  ];
}

function diagnosesOf(report: GateReport): readonly Diagnosis[] {
  return [...report.runs, ...report.placements].flatMap(({ diagnoses }) => diagnoses);
}

/** If several objects have the same fault on the same cluster, any of them may be first. */
function isAlike(diagnosis: Diagnosis, { id, cluster }: ExpectedCause): boolean {
  return diagnosis.id === id && (cluster === undefined || diagnosis.cluster === cluster);
}

function isOf(diagnosis: Diagnosis, cause: ExpectedCause): boolean {
  return (
    diagnosis.id === cause.id &&
    (cause.cluster === undefined || diagnosis.cluster === cause.cluster) &&
    (cause.object === undefined || (diagnosis.object !== undefined && displayName(diagnosis.object) === cause.object))
  );
}
