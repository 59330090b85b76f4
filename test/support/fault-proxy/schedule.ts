import type { Clock } from '../../../src/gates/clock.ts';
import type { Asked, Fault } from './faults.ts';
import { ANSWERS } from './answers.ts';
import type { HubInProcess } from './hub-in-process.ts';
import type { Random } from './random.ts';
import { REWRITES } from './rewrites.ts';

/** One disturbance with its start and end, in milliseconds from the start of the play. */
export interface Episode {
  readonly from: number;
  readonly to: number;
  /** A description, printed if a test fails. */
  readonly what: string;
  /** The fault of a request during the episode; `undefined` for none. */
  readonly fault?: (asked: Asked) => Fault | undefined;
  /** Whether it restores an earlier state of the hub. */
  readonly isRestore?: boolean;
  /** Disturbs the hub itself. Returns the function that undoes it. */
  readonly strike?: (hub: HubInProcess, clock: Clock, until: AbortSignal) => () => void;
}

/** Plays the episodes on the hub until the signal ends them. If several overlap, a request gets the fault of the first one. */
export async function strike(hub: HubInProcess, clock: Clock, episodes: readonly Episode[], signal: AbortSignal): Promise<void> {
  const began = clock.now();
  hub.plan = (asked) => {
    const now = clock.now() - began;
    for (const { from, to, fault } of episodes) {
      const found = now >= from && now < to ? fault?.(asked) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  await Promise.all(
    episodes.map(async ({ from, to, strike: start }) => {
      if (start === undefined) return;
      await clock.sleep(from, signal);
      if (signal.aborted) return;
      const over = new AbortController();
      const undo = start(hub, clock, AbortSignal.any([signal, over.signal]));
      if (Number.isFinite(to)) await clock.sleep(to - from, signal);
      else return;
      over.abort();
      if (!signal.aborted) undo();
    }),
  );
}

export interface ScheduleShape {
  /** Whether every episode ends; if false, the last one does not. */
  readonly heals: boolean;
  /** All episodes that end start within this many milliseconds. */
  readonly within: number;
}

/** A few episodes of random kinds, one after the other or overlapping. */
export function randomSchedule(random: Random, { heals, within }: ScheduleShape): readonly Episode[] {
  return Array.from({ length: random.between(2, 6) }, (_, at) => {
    const episode = randomEpisode(random, random.between(0, within));
    return at === 0 && !heals ? { ...episode, to: Number.POSITIVE_INFINITY, what: `${episode.what}, for ever` } : episode;
  });
}

/** One episode of a random kind that lasts some seconds. */
export function randomEpisode(random: Random, from: number): Episode {
  const { isAnswer = false, ...kind } = random.pick(KINDS)(random);
  // A right that is refused for a long time is treated as lost, and so is a kind that is not served.
  const to = from + random.between(500, isAnswer ? 12_000 : 40_000);
  return { ...kind, from, to, what: `${from / 1000}–${to / 1000} s: ${kind.what}` };
}

interface Kind extends Omit<Episode, 'from' | 'to'> {
  /** Whether it is plausible as an answer to the request. */
  readonly isAnswer?: boolean;
}

const KINDS: readonly ((random: Random) => Kind)[] = [
  ...(['reset', 'close', 'silence'] as const).map((how) => (random: Random): Kind => {
    const after = random.pick([0, 1, 17, random.between(100, 400), random.between(400, 4000), random.between(4000, 60_000)]);
    return onSome(random, `${how} after ${after} bytes`, { kind: 'flow', flow: { kind: 'cut', after, how } });
  }),
  (random) => {
    const [pieceBytes, everyMs] = random.pick([
      [100, 40],
      [1000, 800],
      [4096, 3000],
    ] as const);
    return onSome(random, `${pieceBytes} bytes every ${everyMs} ms`, { kind: 'flow', flow: { kind: 'slow', pieceBytes, everyMs } });
  },
  (random) => {
    const [name, rewrite] = random.pick(Object.entries(REWRITES));
    return onSome(random, name, { kind: 'flow', flow: { kind: 'rewritten', rewrite } });
  },
  ...Array.from({ length: 3 }, () => (random: Random): Kind => {
    const [what, fault, isAnswer] = random.pick(ANSWERS);
    return { ...onSome(random, what, fault), isAnswer };
  }),
  (random) => {
    const afterMs = random.pick([0, 1000, 2500]);
    return {
      what: `watches end after ${afterMs} ms`,
      fault: ({ verb }) => (verb === 'watch' ? { kind: 'ended', afterMs } : undefined),
    };
  },
  (random) => {
    const how = random.pick(['http', 'event'] as const);
    const every = random.pick([1000, 7000, 30_000]);
    return { what: `history compacted and watches cut every ${every} ms, 410 by ${how}`, strike: compacting(how, every) };
  },
  () => ({
    what: 'nothing listens',
    strike: (hub) => {
      hub.isDown = true;
      hub.cutAll();
      return () => (hub.isDown = false);
    },
  }),
  () => ({
    what: 'all connections are cut once',
    strike: (hub) => {
      hub.cutAll();
      return () => undefined;
    },
  }),
  () => ({
    what: 'watches say nothing',
    strike: (hub) => {
      hub.faults.silentWatches = true;
      return () => (hub.faults.silentWatches = false);
    },
  }),
  (random) => {
    const ms = random.pick([-600_000, -5000, 5000, 600_000]);
    return {
      what: `the clock of the hub is ${ms / 1000} s off`,
      strike: (hub) => {
        hub.faults.clockSkewMs = ms;
        return () => (hub.faults.clockSkewMs = 0);
      },
    };
  },
  (random) => {
    const writes = random.between(1, 60);
    const what = `the hub is restored from a backup, ${writes} writes old, and they are written once more`;
    return { what, isRestore: true, strike: restoring(writes) };
  },
  () => ({
    what: 'types are initializing',
    strike: (hub) => {
      hub.faults.initializes = () => true;
      return () => (hub.faults.initializes = () => false);
    },
  }),
];

/** Chooses the affected requests: all, those with one verb, or those for one of a few kinds; each time or now and then. */
function onSome(random: Random, what: string, fault: Fault): Kind {
  const verbs = random.pick([['list'], ['watch'], ['discovery'], ['list', 'watch'], ['list', 'watch', 'discovery', 'review']]);
  const share = random.pick([0.2, 0.5, 1, 1]);
  return {
    what: `${what} on ${share * 100} % of ${verbs.join(', ')}`,
    fault: ({ verb }) => (verbs.includes(verb) && random.next() < share ? fault : undefined),
  };
}

function compacting(how: 'http' | 'event', every: number): NonNullable<Episode['strike']> {
  return (hub, clock, until) => {
    hub.faults.expiredWatch = how;
    void (async () => {
      for (; !until.aborted; await clock.sleep(every, until)) {
        hub.store.current.compact();
        hub.cutAll();
      }
    })();
    return () => undefined;
  };
}

/** Undone writes come back within ten seconds, because their writer repeats them. */
function restoring(writes: number): NonNullable<Episode['strike']> {
  return (hub, clock, until) => {
    hub.store.restore(writes);
    hub.cutAll();
    void (async () => {
      await clock.sleep(5000, until);
      for (let more = true; more; await clock.sleep(5000 / writes, until)) more = hub.store.rewrite();
    })();
    return () => undefined;
  };
}
