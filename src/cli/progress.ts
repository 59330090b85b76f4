import { systemClock } from '../gates/clock.ts';
import type { Progress } from '../gates/loop/progress.ts';
import { elapsedText } from '../report/facts/elapsed.ts';
import { progressFrame, progressLines, progressReminder, suspicionLines, type ProgressView } from '../report/text/progress.ts';
import { terminalLine } from '../report/text/terminal.ts';
import type { Io } from './io.ts';
import { styler } from './output.ts';
import type { Invocation } from './invocation.ts';

const REMINDER_MS = 30_000;
const FRAME_MS = 1000;
/** The hub's clock is read to the second, and the estimate of it moves a little. */
const MOVED_MS = 5000;

interface ShownProgress {
  update(progress: Progress): void;
  readonly unserved: (message: string, within: number) => void;
  end(): void;
}

/** That nothing can be judged yet, why, and how long that may last. */
export function waitingLine(message: string, within: number): string {
  return terminalLine(`waiting up to ${elapsedText(within)}: ${message}`);
}

/** Progress on standard error: a live table on a terminal, elsewhere a line when something changed and a reminder every 30 s. */
export function showProgress(invocation: Invocation, io: Io, timeout: number): ShownProgress {
  if (invocation.switch('quiet')) return { update: () => undefined, unserved: () => undefined, end: () => undefined };
  const clock = io.clock ?? systemClock;
  const started = clock.now();
  let last: Progress | undefined;
  let drawn = 0;
  let spoken = started;
  const suspected = new Map<string, number>();

  const viewOf = (progress: Progress): ProgressView => ({
    at: progress.at,
    changes: progress.changes,
    awaiting: progress.awaiting,
    gated: [...progress.state.placements, ...progress.state.runs],
    elapsed: clock.now() - started,
    timeout,
  });
  const erase = (): void => {
    if (drawn > 0) io.stderr.write(`\u001B[${drawn}A\u001B[J`);
    drawn = 0;
  };
  const draw = (): void => {
    if (last === undefined) return;
    const lines = progressFrame(viewOf(last), io.stderr.columns - 1, styler(invocation, { ...io, stdout: io.stderr }), io.stderr.rows);
    erase();
    io.stderr.write(`${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  const say = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    spoken = clock.now();
    io.stderr.write(`${lines.join('\n')}\n`);
  };
  /** At first sight, and again where the time has moved that it counts from: whoever reads a log must not wait for the wrong one. */
  const newSuspicions = (view: ProgressView): readonly string[] =>
    suspicionLines(view).flatMap(({ places, countsAt, line }) => {
      const at = Date.parse(countsAt);
      const isTold = places.every((place) => {
        const told = suspected.get(place);
        return told !== undefined && !(Math.abs(at - told) >= MOVED_MS);
      });
      for (const place of places) suspected.set(place, at);
      return isTold ? [] : [line];
    });
  const remind = (): void => {
    if (last !== undefined && clock.now() - spoken >= REMINDER_MS) say([progressReminder(viewOf(last))]);
  };

  const timer = setInterval(io.stderr.isTTY ? draw : remind, FRAME_MS);
  return {
    update: (progress) => {
      const first = last === undefined;
      last = progress;
      if (io.stderr.isTTY) return draw();
      if (first) say([progressReminder(viewOf(progress))]);
      say([...progressLines(viewOf(progress)), ...newSuspicions(viewOf(progress))]);
    },
    unserved: (message, within) => {
      erase();
      say([waitingLine(message, within)]);
    },
    end: () => {
      clearInterval(timer);
      erase();
    },
  };
}
