import { stringAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { connectHub, type LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import { HubError } from '../../../src/errors.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import { SimClock } from '../sim-clock.ts';
import { hubInProcess, type HubInProcess } from './hub-in-process.ts';
import { Traffic } from './in-process-connection.ts';
import { RequestRate } from './request-rate.ts';

/** The result of following a small hub. */
export interface Followed {
  /**
   * `seen`: the reader shows what the hub holds, and a refresh agrees. `refused`: the reader reports that the kind is denied or not served.
   * The others say why the hub was not seen.
   */
  readonly outcome: 'seen' | 'unreachable' | 'notAllowed' | 'refused' | 'wrong';
  /** For `wrong` what the reader shows, else the text of the error. */
  readonly said: string;
  readonly rate: RequestRate;
  /** Simulated milliseconds. */
  readonly took: number;
  /** Timers that are still open after everything was closed. */
  readonly left: number;
}

export const PLACEMENT = { group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement' };
const TYPES = SERVED_TYPES.filter(({ kind }) => kind === PLACEMENT.kind);

/** The last content of the hub. */
const LAST = 'a zweitens 🚢, c third';

/** Milliseconds; far more than the sum of all limits and pauses of the reader. */
const LONGEST = 1_800_000;

/**
 * Follows one kind of a small hub, which changes after ten seconds. Simulated time passes until the reader shows the change or gives up.
 */
export async function followThrough(kubeconfig: string, disturb: (hub: HubInProcess, clock: SimClock) => void): Promise<Followed> {
  const traffic = new Traffic();
  const clock = new SimClock(() => traffic.settled());
  const began = Date.parse('2026-11-01T12:00:00Z');
  const rate = new RequestRate();
  const hub = hubInProcess({
    traffic,
    clock,
    time: { now: () => began + clock.now(), sleep: clock.sleep.bind(clock) },
    types: TYPES,
    onAsked: ({ what }) => rate.count(what, clock.now()),
  });
  hub.store.put(placement('a', 'first'));
  hub.store.put(placement('b', 'größer 🚢'));
  disturb(hub, clock);
  const over = new AbortController();
  void change(hub, clock, over.signal);
  const reader = await connectHub({
    kubeconfig,
    env: {},
    wallClock: () => began + clock.now(),
    clock,
    connect: hub.connect,
    random: () => 0.5,
  });
  try {
    const result = await clock.play(seen(reader, clock));
    const took = clock.now();
    over.abort();
    await clock.play(reader.close());
    return { ...result, rate, took, left: clock.pending };
  } finally {
    hub.close();
  }
}

/** Describes the fault if the outcome is not one of `good`, or the reader misbehaved; `undefined` if all is well. */
export function faultOf({ outcome, said, rate, left }: Followed, good: readonly Followed['outcome'][]): string | undefined {
  if (!good.includes(outcome)) return `${outcome} (${said})`;
  if (rate.peak.times > 120) return `${rate.peak.times} requests for ${rate.peak.what} in a minute`;
  return left > 0 ? `${left} timers are left` : undefined;
}

async function change(hub: HubInProcess, clock: SimClock, over: AbortSignal): Promise<void> {
  await clock.sleep(10_000, over);
  if (over.aborted) return;
  hub.store.put(placement('a', 'zweitens 🚢'));
  hub.store.remove(placement('b', ''));
  hub.store.put(placement('c', 'third'));
}

async function seen(reader: LiveHub, clock: SimClock): Promise<Pick<Followed, 'outcome' | 'said'>> {
  try {
    reader.preflight([PLACEMENT]);
    await reader.follow([PLACEMENT]);
    while (clock.now() < LONGEST) {
      const shown = shownBy(reader);
      if (clock.now() > 10_000 && shown === LAST) {
        await reader.refresh();
        break;
      }
      await clock.sleep(1000);
    }
    const said = shownBy(reader);
    if (said === LAST) return { outcome: 'seen', said: '' };
    return { outcome: reader.state().visibility(PLACEMENT).kind === 'seen' ? 'wrong' : 'refused', said };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { outcome: error.kind, said: error.message };
  }
}

function shownBy(reader: LiveHub): string {
  const state = reader.state();
  if (state.visibility(PLACEMENT).kind !== 'seen') return state.visibility(PLACEMENT).kind;
  const notes = state.list(PLACEMENT).map((object) => `${object.metadata.name} ${stringAt(object, 'spec', 'note') ?? ''}`);
  return notes.toSorted().join(', ');
}

function placement(name: string, note: string): KubeObject {
  return { apiVersion: `${PLACEMENT.group}/v1beta1`, kind: PLACEMENT.kind, metadata: { name }, spec: { note } };
}
