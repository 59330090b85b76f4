import type { Notice } from './notices.ts';

/** The largest difference between the two clocks that the report does not mention. */
const SKEW_WORTH_SAYING_MS = 30_000;

/**
 * Returns a notice if the hub sends no time or its clock differs from this machine's.
 * @param hub the hub's time, `undefined` if it sends none
 * @param wall this machine's time; both in milliseconds since the epoch
 */
export function clockNotice(hub: number | undefined, wall: number): Notice | undefined {
  if (hub === undefined)
    return { kind: 'clock', message: 'the hub sends no Date header, so its times are compared with the clock of this machine' };
  const ahead = wall - hub;
  if (Math.abs(ahead) <= SKEW_WORTH_SAYING_MS) return undefined;
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const which = ahead > 0 ? 'ahead of' : 'behind';
  return { kind: 'clock', message: `the clock of this machine is ${seconds} s ${which} the hub's; the hub's is used` };
}
