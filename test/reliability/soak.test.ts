import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { connectHub } from '../../src/gates/hub/connect-hub.ts';
import { wait } from '../../src/gates/loop/wait.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { HUB_TOKEN, hubInProcess, type HubInProcess } from '../support/fault-proxy/hub-in-process.ts';
import { Traffic } from '../support/fault-proxy/in-process-connection.ts';
import { randomOf } from '../support/fault-proxy/random.ts';
import { RequestRate } from '../support/fault-proxy/request-rate.ts';
import { randomEpisode, strike, type Episode } from '../support/fault-proxy/schedule.ts';
import { greenFleet, member, NOW, objectsOf } from '../support/fleets/fleet.ts';
import { expectedBy } from '../support/gate/gate.ts';
import { reliability } from '../support/reliability.ts';
import { SimClock } from '../support/sim-clock.ts';

const suite = reliability('soak', {
  title: 'A day with a fault a minute',
  proves:
    'A gate holds an available state for a simulated day and passes at the end, although a request or a connection fails every minute. The test fails if memory, timers, listeners, connections or watches grow with time.',
});

const MINUTE = 60_000;
const MINUTES = suite.size(24 * 60, 15);

interface Sample {
  readonly timers: number;
  readonly listeners: number;
  readonly connections: number;
  /** Open at once, of the kind that has most. */
  readonly watches: number;
}

/** Tells the listeners of every signal that a sleep was ever given. */
class ListeningClock extends SimClock {
  readonly #signals = new Set<WeakRef<AbortSignal>>();
  readonly #known = new WeakSet<AbortSignal>();

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal !== undefined && !this.#known.has(signal)) {
      this.#known.add(signal);
      this.#signals.add(new WeakRef(signal));
    }
    return super.sleep(ms, signal);
  }

  get listeners(): number {
    let most = 0;
    for (const held of this.#signals) {
      const signal = held.deref();
      if (signal === undefined) this.#signals.delete(held);
      else most = Math.max(most, getEventListeners(signal, 'abort').length);
    }
    return most;
  }
}

describe('a gate that runs for a day', () => {
  it('keeps nothing that grows, and passes in the end', async () => {
    const traffic = new Traffic();
    const clock = new ListeningClock(() => traffic.settled());
    const time = { now: () => NOW.getTime() + clock.now(), sleep: clock.sleep.bind(clock) };
    const rate = new RequestRate();
    const hub = hubInProcess({ traffic, clock, time, onAsked: ({ what }) => rate.count(what, clock.now()) });
    for (const object of objectsOf(greenFleet())) hub.store.put(object);
    const reader = await connectHub({
      kubeconfig: kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN }),
      env: {},
      wallClock: time.now,
      clock,
      connect: hub.connect,
      random: () => 0.5,
    });
    const hold = MINUTES * MINUTE;
    // Minutes in which the hub was out of sight are not held: it takes longer by those.
    const expectation = expectedBy({ options: { hold, timeout: 2 * hold } });
    const over = new AbortController();
    const samples: Sample[] = [];
    /** Bytes, at the end of each hour. */
    const heap: number[] = [];
    const disturbing = disturbed(hub, clock, over.signal, () => {
      if (samples.length % 60 === 59) heap.push(heapInUse());
      samples.push(sampleOf(hub, clock));
    });

    const report = await clock.play(wait({ reader, clock, expectation }));
    over.abort();
    await clock.play(Promise.all([reader.close(), disturbing]));

    expect(report.outcome, report.message).toBe('passed');
    expect(clock.now()).toBeGreaterThanOrEqual(hold);
    expect({ timers: clock.pending, watches: hub.openWatches, connections: hub.openConnections, listeners: clock.listeners }).toEqual({
      timers: 0,
      watches: 0,
      connections: 0,
      listeners: 0,
    });
    hub.close();
    const growth = (heap.at(-1) ?? 0) / (heap[1] ?? 1);
    const most = (of: keyof Sample): number => Math.max(...samples.map((sample) => sample[of]));
    // A leak of one small object a request alone would come to more in a day.
    if (suite.whole) expect(growth).toBeLessThan(1.25);
    expect(most('watches')).toBe(1);
    expect(most('timers')).toBeLessThan(200);
    expect(most('listeners')).toBeLessThan(200);
    expect(most('connections')).toBeLessThan(100);
    expect(rate.peak.times).toBeLessThanOrEqual(120);
    suite.tell({
      tried: 'A minute of a simulated day, with a fault in each',
      times: samples.length,
      outcome: `passed in the end; memory at the end of the last hour is ${(growth * 100).toFixed(0)} % of that of hour 2`,
    });
    suite.tell({
      tried: 'Looks at what the gate holds, one a minute',
      times: samples.length,
      outcome: `at most ${most('watches')} watch a kind, ${most('timers')} timers, ${most('listeners')} listeners of one signal and ${most('connections')} connections; none of them after the end`,
    });
    suite.tell({
      tried: 'Requests to the hub in that day',
      times: rate.asked,
      outcome: `at most ${rate.peak.times} for one kind in any minute`,
    });
  });
});

/** A fault every minute, heartbeats of members, and a hub that compacts its history every hour. `told` is called before each fault. */
async function disturbed(hub: HubInProcess, clock: SimClock, over: AbortSignal, told: () => void): Promise<void> {
  const random = randomOf(suite.seed);
  for (let minute = 0; !over.aborted; minute++) {
    for (const name of ['east', 'west']) hub.store.put(alive(name, clock));
    if (minute % 60 === 0) hub.store.current.compact();
    hub.store.forget();
    await clock.sleep(MINUTE / 6, over);
    if (over.aborted) return;
    told();
    let episode: Episode;
    do episode = randomEpisode(random, 0);
    while (episode.isRestore === true);
    await Promise.all([strike(hub, clock, [episode], over), clock.sleep((MINUTE * 5) / 6, over)]);
  }
}

function alive(name: string, clock: SimClock): ReturnType<typeof member> {
  const now = new Date(NOW.getTime() + clock.now()).toISOString();
  const object = member(name, 0);
  return JSON.parse(JSON.stringify(object).replaceAll(NOW.toISOString(), now)) as typeof object;
}

function sampleOf(hub: HubInProcess, clock: ListeningClock): Sample {
  return {
    timers: clock.pending,
    listeners: clock.listeners,
    connections: hub.openConnections,
    watches: hub.openWatches,
  };
}

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
