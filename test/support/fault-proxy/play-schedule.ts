import { readFileSync } from 'node:fs';
import type { ObjectStore } from '../../../src/demo/hub/object-store.ts';
import { play, type StoryEvent } from '../../../src/demo/hub/player.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { connectHub } from '../../../src/gates/hub/connect-hub.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { SimClock } from '../sim-clock.ts';
import { truthPath } from '../truth.ts';
import { hubInProcess } from './hub-in-process.ts';
import { Traffic } from './in-process-connection.ts';
import { randomOf, type Random } from './random.ts';
import { RequestRate } from './request-rate.ts';
import { strike, type Episode } from './schedule.ts';

export interface PlayedSchedule {
  readonly report: GateReport;
  /** Simulated milliseconds until the verdict. */
  readonly took: number;
  readonly asked: number;
  /** The most requests for one kind within any minute, and the kind. */
  readonly peak: { readonly times: number; readonly what: string };
  /** Timers that are still open after everything was closed. */
  readonly left: number;
}

export interface Story {
  readonly events: readonly StoryEvent[];
  readonly expectation: Expectation;
  readonly startedAt: number;
  /** Milliseconds between the deploy and the start of the gate; default 0. */
  readonly lateBy?: number;
}

export function storyEvents(recording: string): readonly StoryEvent[] {
  const lines = readFileSync(truthPath('recordings', recording, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as StoryEvent);
}

/** How long the hub may be unreachable, in milliseconds. Shorter than in production, as the recordings are short. */
const BUDGET = 120_000;

/** Gates a recording through the live reader, Node's HTTP and the episodes, in simulated time only. */
export async function playSchedule(
  { events, expectation, startedAt, lateBy = 0 }: Story,
  kubeconfig: string,
  episodes: readonly Episode[],
  random: Random = randomOf(1),
): Promise<PlayedSchedule> {
  const traffic = new Traffic();
  const clock = new SimClock(() => traffic.settled());
  const time = { now: () => startedAt + clock.now(), sleep: clock.sleep.bind(clock) };
  const rate = new RequestRate();
  const hub = hubInProcess({ traffic, clock, time, onAsked: ({ what }) => rate.count(what, clock.now()) });
  const over = new AbortController();
  const playing = play(hub.store as unknown as ObjectStore, events, time, over.signal);
  const striking = strike(hub, clock, episodes, over.signal);
  const reader = await connectHub({
    kubeconfig,
    env: {},
    wallClock: time.now,
    clock,
    connect: hub.connect,
    random: () => random.next(),
    timing: { budgetMs: BUDGET },
  });
  try {
    if (lateBy > 0) await clock.play(clock.until(lateBy));
    const report = await clock.play(wait({ reader, clock, expectation }));
    const took = clock.now();
    over.abort();
    await clock.play(Promise.all([reader.close(), striking, playing.done]));
    return { report, took, asked: rate.asked, peak: rate.peak, left: clock.pending };
  } finally {
    over.abort();
    hub.close();
  }
}
