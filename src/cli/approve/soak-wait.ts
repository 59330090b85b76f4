import { systemClock } from '../../gates/clock.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import { shortLine } from '../../report/facts/words/visible.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { waitingLine } from '../hub/progress.ts';
import type { Io } from '../process/io.ts';
import type { ApproveInput } from './approve-run.ts';

/** The longest time between two checks of the clusters during a soak, in milliseconds. */
export const BETWEEN_CHECKS = 20_000;

/** Waits for the end of a soak, if that is within the time-out. Says once on standard error what it waits for. */
export function soakWait(
  { hub, timeout }: { readonly hub: Pick<LiveHub, 'now'>; readonly timeout: number },
  invocation: Invocation,
  io: Io,
): ApproveInput['waitUntil'] {
  const clock = io.clock ?? systemClock;
  const deadline = clock.now() + timeout;
  let said = 0;
  return async (until, why) => {
    const left = until - hub.now().getTime();
    if (io.signal.aborted || clock.now() + left > deadline) return false;
    if (said !== until && !invocation.switch('quiet')) io.stderr.write(`${waitingLine(shortLine(io.secrets.hide(why), 300), left)}\n`);
    said = until;
    await clock.sleep(Math.min(Math.max(left, LEAST), BETWEEN_CHECKS), io.signal);
    return true;
  };
}

/** The times of a hub have a resolution of one second. */
const LEAST = 1000;
