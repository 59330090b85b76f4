import type { Clock } from '../../clock.ts';
import type { HubTiming } from '../http/timing.ts';
import type { Held } from './versions.ts';

export interface SafetyPorts {
  readonly clock: Clock;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  readonly timing: HubTiming;
  readonly closed: AbortSignal;
  /** The number of types that are checked in turn: together they are read as often as one would be. */
  readonly others: () => number;
  /** Whether there is a watch to check. */
  readonly isWatching: () => boolean;
  /** The names whose cached state is not the hub's current one. */
  readonly behind: () => Promise<readonly Held[]>;
  /** Whether the cache still holds that state. */
  readonly stillHolds: (held: Held) => boolean;
  /** Called if the watch did not deliver the hub's state. */
  readonly onMissed: (behind: readonly Held[]) => Promise<void>;
}

/** Checks from time to time what a watch delivered, until closed, so that a lost event has no lasting effect. */
export async function safetyReads(ports: SafetyPorts): Promise<void> {
  const { clock, timing, random, closed } = ports;
  let interval = timing.safetyMs;
  while (!closed.aborted) {
    await clock.sleep(interval * Math.max(1, ports.others()) * (0.9 + 0.2 * random()), closed);
    if (closed.aborted || !ports.isWatching()) continue;
    const began = clock.now();
    const behind = await ports.behind();
    // If this read takes seconds (a large hub), it runs less often: at most a twentieth of the time.
    interval = Math.max(timing.safetyMs, 20 * (clock.now() - began));
    if (behind.length === 0) continue;
    await clock.sleep(timing.confirmMs, closed);
    if (behind.some(ports.stillHolds)) await ports.onMissed(behind);
  }
}
