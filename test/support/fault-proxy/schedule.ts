import type { Clock } from '../../../src/gates/clock.ts';
import type { Asked, Fault } from './faults.ts';
import type { HubInProcess } from './hub-in-process.ts';
import type { Random } from './random.ts';
import { REWRITES } from './rewrites.ts';

/** One thing that goes wrong for a while; milliseconds from the start of the play. */
export interface Episode {
  readonly from: number;
  readonly to: number;
  /** In words, for a failure that must be repeated. */
  readonly what: string;
  /** What it does to a request that is asked meanwhile; `undefined`: nothing. */
  readonly fault?: (asked: Asked) => Fault | undefined;
  /** What it does to the hub itself, and how that is undone. */
  readonly strike?: (hub: HubInProcess, clock: Clock, until: AbortSignal) => () => void;
}

/** Plays the episodes on the hub until the signal ends them. Of several at once the first one counts for a request. */
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
  /** The last one never ends. */
  readonly heals: boolean;
  /** Milliseconds in which the episodes that end begin. */
  readonly within: number;
}

/** A handful of episodes of every kind, one after the other or at once. */
export function randomSchedule(random: Random, { heals, within }: ScheduleShape): readonly Episode[] {
  return Array.from({ length: random.between(2, 6) }, (_, at) => {
    const make = random.pick(KINDS);
    const from = random.between(0, within);
    const episode = make(random);
    // A right that is refused for long is a right that is lost, and so is a kind that is gone.
    const longest = episode.isAnswer ? 12_000 : 60_000;
    const to = at === 0 && !heals ? Number.POSITIVE_INFINITY : from + random.between(500, longest);
    const told = `${from / 1000}–${to / 1000} s: ${episode.what}`;
    return { ...episode, from, to, what: told };
  });
}

interface Kind extends Omit<Episode, 'from' | 'to'> {
  /** It looks like an answer to the question asked. */
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
  () => ({
    what: 'types are initializing',
    strike: (hub) => {
      hub.faults.initializes = () => true;
      return () => (hub.faults.initializes = () => false);
    },
  }),
];

const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const JSON_TYPE = { 'Content-Type': 'application/json' };

export const ANSWERS: readonly (readonly [what: string, fault: Fault, isAnswer: boolean])[] = [
  ...[401, 403, 404, 409, 410, 400, 405, 406, 415, 422].flatMap((code) => [
    [`${code} as a Status`, status(code), true] as const,
    [`${code} as HTML`, answer(code, HTML, { 'Content-Type': 'text/html' }), true] as const,
  ]),
  ...[408, 429, 500, 502, 503, 504].flatMap((code) => [
    [`${code} as a Status`, status(code), false] as const,
    [`${code} as HTML`, answer(code, HTML, { 'Content-Type': 'text/html' }), false] as const,
    ...['0', '1', '7', 'soon', '-1', '1.5', '86400', '999999999999', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'].map(
      (after) => [`${code} with Retry-After ${after}`, status(code, { 'Retry-After': after }), false] as const,
    ),
  ]),
  ['200 as HTML', answer(200, HTML, { 'Content-Type': 'text/html' }), false],
  ['200 with {}', answer(200, '{}', JSON_TYPE), false],
  ['200 with null', answer(200, 'null', JSON_TYPE), false],
  ['200 with a Status', answer(200, JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500 }), JSON_TYPE), false],
  ['200 with an error of a proxy', answer(200, JSON.stringify({ error: 'upstream timed out', items: 'none' }), JSON_TYPE), false],
  ['204', answer(204, '', {}), false],
  ...[301, 302, 303, 307, 308].map(
    (code) =>
      [`${code} to a page`, answer(code, HTML, { Location: 'https://login.example/', 'Content-Type': 'text/html' }), false] as const,
  ),
  ['304', answer(304, '', {}), false],
];

export function status(code: number, headers: Readonly<Record<string, string>> = {}): Fault {
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Injected', message: 'by the fault proxy', code };
  return answer(code, JSON.stringify(body), { ...JSON_TYPE, ...headers });
}

function answer(code: number, body: string, headers: Readonly<Record<string, string>>): Fault {
  return { kind: 'answer', code, body, headers };
}

/** Which requests are struck: all, those with one verb, or one of a few; every time or now and then. */
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
        hub.store.compact();
        hub.cutAll();
      }
    })();
    return () => undefined;
  };
}
