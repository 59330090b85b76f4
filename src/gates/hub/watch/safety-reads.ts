import type { Clock } from '../../clock.ts';
import type { HubTiming } from '../http/timing.ts';
import type { Held } from './versions.ts';

export interface SafetyPorts {
  readonly clock: Clock;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  readonly timing: HubTiming;
  readonly closed: AbortSignal;
  /** How many types are checked in turn: together they are read as often as one would be. */
  readonly others: () => number;
  /** Whether there is a watch to check. */
  readonly isWatching: () => boolean;
  /** The names whose cached state is not the hub's now. */
  readonly behind: () => Promise<readonly Held[]>;
  /** Whether the cache still holds that state. */
  readonly stillHolds: (held: Held) => boolean;
  /** The watch did not deliver what the hub holds. */
  readonly onMissed: (behind: readonly Held[]) => Promise<void>;
}

/** Checks every now and then what a watch delivered, until closed: no lost event does harm for long. */
export async function safetyReads(ports: SafetyPorts): Promise<void> {
  const { clock, timing, random, closed } = ports;
  let interval = timing.safetyMs;
  while (!closed.aborted) {
    await clock.sleep(interval * Math.max(1, ports.others()) * (0.9 + 0.2 * random()), closed);
    if (closed.aborted || !ports.isWatching()) continue;
    const began = clock.now();
    const behind = await ports.behind();
    // A hub so large that this read takes seconds is read less often: never more than a twentieth of the time.
    interval = Math.max(timing.safetyMs, 20 * (clock.now() - began));
    if (behind.length === 0) continue;
    await clock.sleep(timing.confirmMs, closed);
    if (behind.some(ports.stillHolds)) await ports.onMissed(behind);
  }
}
