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
import { fakeIo } from '../process/fake-io.ts';
import { expectationFor } from '../recordings/play-recording.ts';
import { RecordedHub } from '../recordings/recorded-hub.ts';
import type { Recording } from '../recordings/recording.ts';
import { SimClock } from '../sim-clock.ts';

/** How a gate runs on a recording. */
export interface StoryTold {
  /** Flags in addition to those of the recording. */
  readonly flags?: readonly string[];
  /** Runs `diagnose` instead of `wait`, at this fraction of the time between the deploy and the end. */
  readonly onceAt?: number;
  /** When the user cancels, in milliseconds after the deploy. */
  readonly cancelledAfter?: number;
  /** The objects on the member m2, if the gate may read it. */
  readonly member?: readonly KubeObject[];
}

/** What a gate shows its user. */
export interface Told {
  readonly report: Report;
  /** The progress lines of a log; absent if the command does not wait. */
  readonly log?: string;
  /** The live table in a terminal of 80 columns, half way through the wait. */
  readonly frame?: string;
}

/** The objects on m2 as its API server lists them. Logs come from the cut story, because recordings have none. */
export function memberObjects(folder: string, cut: string): readonly KubeObject[] {
  const objects = JSON.parse(readFileSync(join(folder, 'member-m2.json'), 'utf8')) as { readonly items: readonly KubeObject[] };
  const logs = join(cut, 'logs-m2.json');
  return [...objects.items, ...(existsSync(logs) ? (JSON.parse(readFileSync(logs, 'utf8')) as readonly KubeObject[]) : [])];
}

/** Gates a recording in simulated time and renders what the command line shows. */
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
    // Skips the frame that only clears the one before it.
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

/** Repeats a call in simulated time. */
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
