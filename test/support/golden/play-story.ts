import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { showProgress } from '../../../src/cli/hub/progress.ts';
import { report } from '../../../src/cli/output/run-result.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import { exitCodeOf, type Report } from '../../../src/report.ts';
import { fakeIo } from '../fake-io.ts';
import { expectationFor } from '../play-recording.ts';
import { RecordedHub } from '../recorded-hub.ts';
import type { Recording } from '../recording.ts';
import { SimClock } from '../sim-clock.ts';

/** How a gate looks at a recording. */
export interface StoryTold {
  /** Flags beside those of the recording. */
  readonly flags?: readonly string[];
  /** `diagnose` at this share of the way from the deploy to the end, instead of `wait`. */
  readonly onceAt?: number;
  /** When the user cancels, in milliseconds after the deploy. */
  readonly cancelledAfter?: number;
  /** What a gate that may read the member m2 finds there. */
  readonly member?: readonly KubeObject[];
}

/** What a user is shown of a gate. */
export interface Told {
  readonly report: Report;
  /** Lines of progress in a log; absent if nothing waits. */
  readonly log?: string;
  /** The live table of a terminal of 80 columns, half way. */
  readonly frame?: string;
}

/** The objects on m2, as its API server lists them, with the logs of the cut story: no recording has logs. */
export function memberObjects(folder: string, cut: string): readonly KubeObject[] {
  const objects = JSON.parse(readFileSync(join(folder, 'member-m2.json'), 'utf8')) as { readonly items: readonly KubeObject[] };
  const logs = join(cut, 'logs-m2.json');
  return [...objects.items, ...(existsSync(logs) ? (JSON.parse(readFileSync(logs, 'utf8')) as readonly KubeObject[]) : [])];
}

/** Judges a recording in simulated time, and shows it as the command line would. */
export async function playStory(recording: Recording, told: StoryTold = {}): Promise<Told> {
  return told.onceAt === undefined ? waited(recording, told) : looked(recording, told, told.onceAt);
}

async function waited(recording: Recording, told: StoryTold): Promise<Told> {
  const clock = new SimClock();
  const reader = new RecordedHub(recording, clock);
  const stop = new AbortController();
  if (told.cancelledAfter !== undefined) void clock.until(told.cancelledAfter).then(() => stop.abort());
  const { flags, expectation, members } = askedOf(recording, told);
  const invocation = parseArgv(['wait', ...flags]);
  const log = fakeIo({ cwd: '.', clock });
  const frames: { readonly at: number; readonly text: string }[] = [];
  const write = (text: string): void => {
    // Not what takes the frame before it off the screen.
    if (!text.endsWith('\u001B[J')) frames.push({ at: clock.now(), text });
  };
  const terminal = { ...log, stderr: { write, isTTY: true, columns: 80, rows: 24 }, stdout: { ...log.stdout, isTTY: true } };
  const { targets, options } = expectation;
  const shown = [log, terminal].map((io) => showProgress(invocation, io, { targets, timeout: options.timeout, every: everyBy(clock) }));
  const gate = await clock.play(
    wait({
      reader,
      clock,
      expectation,
      signal: stop.signal,
      ...(members === undefined ? {} : { members }),
      onProgress: (progress) => {
        for (const each of shown) each.update(progress);
      },
    }),
  );
  for (const each of shown) each.end();
  const halfway = frames.findLast(({ at }) => at <= clock.now() / 2) ?? frames[0];
  return {
    report: report({ command: 'wait', outcome: gate.outcome, exitCode: exitCodeOf(gate.outcome), gate }),
    log: log.err(),
    frame: halfway?.text ?? '',
  };
}

/** Again and again in simulated time. */
function everyBy(clock: SimClock): (ms: number, call: () => void) => () => void {
  return (ms, call) => {
    const stop = new AbortController();
    const repeat = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(ms, stop.signal);
        if (stop.signal.aborted) return;
        call();
      }
    };
    void repeat();
    return () => stop.abort();
  };
}

async function looked(recording: Recording, told: StoryTold, share: number): Promise<Told> {
  const at = recording.startedAt + (recording.endedAt - recording.startedAt) * share;
  const reader = new RecordedHub({ ...recording, startedAt: at }, new SimClock());
  const { expectation, members } = askedOf(recording, told);
  const gate = await diagnose({ reader, expectation, ...(members === undefined ? {} : { members }) });
  return { report: report({ command: 'diagnose', outcome: gate.outcome, exitCode: exitCodeOf(gate.outcome), gate }) };
}

function askedOf({ expected }: Recording, { flags = [], member }: StoryTold) {
  const all = [...(expected.flags ?? []), ...flags];
  const members: MemberReader | undefined = member && { clusters: new Set(['m2']), read: () => Promise.resolve(member) };
  return { flags: all, expectation: expectationFor({ ...expected, flags: all }), members };
}
