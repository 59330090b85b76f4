import { systemClock } from '../../gates/clock.ts';
import { HubWatch } from '../../gates/loop/hub-watch.ts';
import type { StatusReport } from '../../report.ts';
import { statusRows, statusTable } from '../../report/text/status-text.ts';
import { liveScreen } from '../output/live-screen.ts';
import { isLively, styler } from '../output/output.ts';
import { judgedStatus, type StatusInput } from './judged-status.ts';
import { statusNotes } from './print-status.ts';

/** Milliseconds. The list is made again after a change of the hub, and after this time for its ages. */
const AGAIN_MS = 10_000;
/** Milliseconds between two lists at least. */
const REST_MS = 1000;

/**
 * Shows the list until the signal. On a terminal it is replaced in place; elsewhere the whole list is printed once, then each line that
 * changed. The cursor and the screen of the terminal are not changed, so nothing is left to restore.
 */
export async function watchStatus(input: StatusInput, wide: boolean): Promise<undefined> {
  const { io, invocation, source } = input;
  const { clock = systemClock, signal, stdout } = io;
  const watch = new HubWatch({ reader: source.reader, clock, signal, timeout: Number.POSITIVE_INFINITY });
  const isLive = stdout.isTTY && isLively(io.env);
  const screen = liveScreen(stdout);
  const changed = changedLines(wide);
  const note = statusNotes(invocation, io);
  while (!signal.aborted) {
    const began = clock.now();
    const status = await judgedStatus(input);
    if (status === undefined) return undefined;
    source.notices?.();
    note(status);
    if (isLive) screen.draw(statusTable(status, { wide, style: styler(invocation, io), width: stdout.columns - 1, rows: stdout.rows - 1 }));
    else for (const line of changed(status)) stdout.write(`${line}\n`);
    // A large fleet takes seconds to judge, and must not keep a processor busy.
    await clock.sleep(Math.max(REST_MS, clock.now() - began), signal);
    await watch.change(AGAIN_MS, 0);
  }
  return undefined;
}

/** The whole table at first, then only the lines whose content changed. Ages change all the time and do not count. */
function changedLines(wide: boolean): (status: StatusReport) => readonly string[] {
  let known: ReadonlyMap<string, string> | undefined;
  return (status) => {
    const before = known;
    const rows = statusRows(status, wide);
    const content = rows.map(({ key, cells: { age: _age, ...cells } }) => [key, JSON.stringify(cells)] as const);
    known = new Map(content);
    const [titles = '', ...lines] = statusTable(status, { wide });
    if (before === undefined) return [titles, ...lines];
    const gone = [...before.keys()].filter((key) => known?.has(key) === false).map((key) => `${key}   deleted`);
    return [...lines.filter((_, index) => before.get(content[index]?.[0] ?? '') !== content[index]?.[1]), ...gone];
  };
}
