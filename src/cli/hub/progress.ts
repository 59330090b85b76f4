import { systemClock } from '../../gates/clock.ts';
import type { Target } from '../../gates/deploy/target.ts';
import type { Progress } from '../../gates/loop/progress.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { elapsedText } from '../../report/facts/words/elapsed.ts';
import { progressFrame, progressLines, progressReminder, suspicionLines, type ProgressView } from '../../report/text/progress.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { Io } from '../process/io.ts';
import { liveScreen } from '../output/live-screen.ts';
import { logGroup } from '../output/log-group.ts';
import { isLively, styler } from '../output/output.ts';
import type { Invocation } from '../command-line/invocation.ts';

const REMINDER_MS = 30_000;
const FRAME_MS = 1000;
/** Milliseconds. The hub's clock has a resolution of one second, and its estimate varies a little. */
const MOVED_MS = 5000;
/** Maximum number of targets in the title of a group. */
const NAMED = 3;

interface ShownProgress {
  update(progress: Progress): void;
  readonly unserved: (message: string, within: number) => void;
  /** Clears the table, so that other lines can be printed. */
  clear(): void;
  end(): void;
}

interface Waited {
  readonly targets: readonly Target[];
  /** Milliseconds that the wait may take. */
  readonly timeout: number;
  /** Calls repeatedly until the returned function is called. */
  readonly every?: (ms: number, call: () => void) => () => void;
}

/** A line that the gate cannot judge yet, why, and how long that may last. */
export function waitingLine(message: string, within: number): string {
  return terminalLine(`waiting up to ${elapsedText(within)}: ${message}`);
}

/**
 * Shows progress on standard error. On a terminal it is a live table. Elsewhere it prints changes, and a reminder every 30 s, in a group
 * of the pipeline's log. It ends with the wait, or immediately if cancelled: a report must not appear inside the group.
 */
export function showProgress(invocation: Invocation, io: Io, waited: Waited): ShownProgress {
  if (invocation.switch('quiet'))
    return { update: () => undefined, unserved: () => undefined, clear: () => undefined, end: () => undefined };
  const { stderr, clock = systemClock } = io;
  const started = clock.now();
  const screen = liveScreen(stderr);
  const say = groupedLines(io, waited.targets);
  let last: { readonly progress: Progress; readonly seen: number } | undefined;
  let spoken = started;
  let isOver = false;
  const suspected = new Map<string, number>();

  const viewOf = ({ progress, seen }: NonNullable<typeof last>): ProgressView => ({
    at: progress.at,
    now: new Date(progress.at.getTime() + clock.now() - seen),
    changes: progress.changes,
    awaiting: progress.awaiting,
    gated: [...progress.state.placements, ...progress.state.runs],
    elapsed: clock.now() - started,
    timeout: waited.timeout,
  });
  const isLive = stderr.isTTY && isLively(io.env);
  const draw = (): void => {
    if (last === undefined || isOver) return;
    screen.draw(progressFrame(viewOf(last), stderr.columns - 1, styler(invocation, { ...io, stdout: stderr }), stderr.rows));
  };
  const tell = (lines: readonly string[]): void => {
    if (lines.length === 0 || isOver) return;
    spoken = clock.now();
    say.lines(lines);
  };
  /** Suspicions that are new or whose start time has moved: the reader of a log must see the current deadline. */
  const newSuspicions = (view: ProgressView): readonly string[] =>
    suspicionLines(view).flatMap(({ places, countsAt, line }) => {
      const at = Date.parse(countsAt);
      const isReported = places.every((place) => {
        const seenAt = suspected.get(place);
        return seenAt !== undefined && !(Math.abs(at - seenAt) >= MOVED_MS);
      });
      for (const place of places) suspected.set(place, at);
      return isReported ? [] : [line];
    });
  const remind = (): void => {
    if (last !== undefined && clock.now() - spoken >= REMINDER_MS) tell([progressReminder(viewOf(last))]);
  };

  const stop = (waited.every ?? everyInterval)(FRAME_MS, isLive ? draw : remind);
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    stop();
    io.signal.removeEventListener('abort', end);
    screen.clear();
    say.end();
  };
  io.signal.addEventListener('abort', end, { once: true });
  return {
    update: (progress) => {
      const first = last === undefined;
      const seen = clock.now();
      // Changes are printed once and not kept, because a large fleet has many.
      last = { progress: { ...progress, changes: [] }, seen };
      if (isLive) return draw();
      const view = viewOf({ progress, seen });
      if (first) tell([progressReminder(view)]);
      tell([...progressLines(view), ...newSuspicions(view)]);
    },
    unserved: (message, within) => {
      screen.clear();
      tell([waitingLine(message, within)]);
    },
    clear: () => screen.clear(),
    end,
  };
}

/** Lines of a log in a group, which opens before the first line. */
function groupedLines(io: Io, targets: readonly Target[]): { lines(lines: readonly string[]): void; end(): void } {
  const group = io.stderr.isTTY && isLively(io.env) ? undefined : logGroup(io);
  let isOpen = false;
  return {
    lines: (lines) => {
      const title = terminalLine(`Waiting for ${listed(targets.map(displayName), NAMED) || 'placements'}`);
      const head = group === undefined || isOpen ? [] : [group.open(title)];
      isOpen = true;
      io.stderr.write(`${[...head, ...lines].join('\n')}\n`);
    },
    end: () => {
      if (group !== undefined && isOpen) io.stderr.write(`${group.close()}\n`);
      isOpen = false;
    },
  };
}

function everyInterval(ms: number, call: () => void): () => void {
  const timer = setInterval(call, ms);
  return () => clearInterval(timer);
}
