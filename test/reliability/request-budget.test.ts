import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { LiveHub } from '../../src/gates/hub/connect-hub.ts';
import { reliability } from '../support/reliability.ts';
import { SimClock } from '../support/sim-clock.ts';
import { json, silence, statusAnswer, virtualHub, widgetDiscovery, type VirtualAnswer } from '../support/hubs/virtual-hub.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };
const suite = reliability('request-budget', {
  title: 'The gate never sends requests in a busy loop',
  proves:
    'A hub gives the same answer without end. The gate requests a kind or a discovery document at most a few times in a row, and twice a second on average. The real reader runs on simulated time. Its requests are counted by path in every span of a second and of a minute.',
});
const SPAN = suite.size(60, 3) * 60_000;
/** Requests of one path in any second; in any minute. */
const BURST = 12;
const PER_MINUTE = 120 + BURST;

const line = (event: object): string => `${JSON.stringify(event)}\n`;
const widget = (version: number): object => ({ metadata: { name: 'a', namespace: 'n', resourceVersion: String(version) } });
const list = (version: number, metadata: object = {}): VirtualAnswer =>
  json({ metadata: { resourceVersion: String(version), ...metadata }, items: [widget(version)] });

type Asked = readonly { readonly at: number; readonly url: URL }[];

interface Attack {
  readonly list?: (asked: number, url: URL) => VirtualAnswer | Error;
  readonly watch?: (asked: number) => VirtualAnswer | Error;
  readonly discovery?: () => VirtualAnswer | Error;
}

const absurd = (seconds: string) => (): VirtualAnswer => statusAnswer(429, 'TooManyRequests', { 'retry-after': seconds });

const ATTACKS: Readonly<Record<string, Attack>> = {
  'a watch that expires at once, for ever': { watch: () => statusAnswer(410, 'Expired') },
  'a watch that expires in its first line, for ever': {
    watch: () => ({ body: line({ type: 'ERROR', object: { kind: 'Status', code: 410, message: 'expired' } }) }),
  },
  'a watch that is closed at once, for ever': { watch: () => ({ body: '' }) },
  'a watch of one event, then closed, for ever': { watch: (asked) => ({ body: line({ type: 'MODIFIED', object: widget(1000 + asked) }) }) },
  'a watch of bookmarks, then closed, for ever': {
    watch: (asked) => ({
      body: Readable.from(Array.from({ length: 50 }, (_, at) => line({ type: 'BOOKMARK', object: widget(asked * 50 + at) }))),
    }),
  },
  'a watch of garbage, for ever': { watch: () => ({ body: 'garbage\n' }) },
  'a watch with Retry-After 0': { watch: absurd('0') },
  'a watch with a Retry-After in 1999': { watch: absurd('Fri, 31 Dec 1999 23:59:59 GMT') },
  'a watch with a Retry-After in 2099': { watch: absurd('Thu, 31 Dec 2099 23:59:59 GMT') },
  'a watch with a Retry-After of 30 years (1e9)': { watch: absurd('1000000000') },
  'a watch whose connection breaks, for ever': { watch: () => Object.assign(new Error('reset'), { code: 'ECONNRESET' }) },
  'a watch that the server refuses (400), for ever': { watch: () => statusAnswer(400, 'BadRequest') },
  'lists with Retry-After 0': { list: (asked) => (asked < 2 ? list(1) : absurd('0')()) },
  'lists with a Retry-After in the past': { list: (asked) => (asked < 2 ? list(1) : absurd('Fri, 31 Dec 1999 23:59:59 GMT')()) },
  'lists that expire, for ever': { list: (asked) => (asked < 2 ? list(1) : statusAnswer(410, 'Expired')) },
  'lists with another version each time': { list: (asked) => list(10_000 - asked), watch: () => ({ body: silence() }) },
  'lists with pages for ever, all the same': { list: (asked) => list(5, { continue: `t${String(asked)}` }) },
  'lists with pages for ever, all empty': {
    list: (asked) => json({ metadata: { resourceVersion: '5', continue: `t${String(asked)}` }, items: [] }),
  },
  'lists with pages for ever, each with one object more': {
    list: (asked) =>
      json({ metadata: { resourceVersion: '5', continue: `t${String(asked)}` }, items: [{ metadata: { name: `w${String(asked)}` } }] }),
  },
  'lists whose pages repeat': { list: () => list(5, { continue: 'again' }) },
  'discovery that fails, for ever': { discovery: () => statusAnswer(503, 'ServiceUnavailable') },
  'discovery with Retry-After 0, for ever': { discovery: absurd('0') },
  'discovery without the kind, for ever': { discovery: () => json({ versions: [{ version: 'v1' }], resources: [] }) },
};

/** Follows a kind of that hub, and requests a fresh list every ten seconds. */
async function followed(attack: Attack): Promise<Asked> {
  const clock = new SimClock();
  let [lists, watches] = [0, 0];
  const { hub, asked } = virtualHub(clock, (url) => {
    const found = url.pathname.startsWith('/apis/demo.example') && !url.pathname.endsWith('/widgets') ? attack.discovery?.() : undefined;
    const answer = found ?? widgetDiscovery(url);
    if (answer !== undefined) return answer;
    if (url.searchParams.has('watch')) return attack.watch?.(++watches) ?? { body: silence() };
    return attack.list?.(++lists, url) ?? list(1);
  });
  const play = async (): Promise<void> => {
    await hub.follow([WIDGET]);
    while (clock.now() < SPAN) {
      await clock.sleep(10_000);
      await hub.refresh();
    }
  };
  await clock.play(play().catch(() => undefined));
  await clock.play(hub.close());
  return asked;
}

/** The most requests of one path that began within any span of so many milliseconds. */
function most(asked: Asked, span: number): number {
  const counts = [...Map.groupBy(asked, ({ url }) => url.pathname).values()].flatMap((times) =>
    times.map(({ at }, from) => {
      const end = times.findIndex((later) => later.at >= at + span);
      return (end < 0 ? times.length : end) - from;
    }),
  );
  return Math.max(...counts);
}

describe('a hub does not get requests in a busy loop', () => {
  // SECURITY.md: On the hub it lists and watches
  it.each(Object.entries(ATTACKS))('%s', async (name, attack) => {
    const asked = await followed(attack);
    expect(asked.length).toBeGreaterThan(2);
    // The further pages of a list are not counted: their number is limited by their content.
    const [second, minute] = [
      most(
        asked.filter(({ url }) => !url.searchParams.has('continue')),
        1000,
      ),
      most(asked, 60_000),
    ];
    expect(second).toBeLessThanOrEqual(BURST);
    expect(minute).toBeLessThanOrEqual(PER_MINUTE);
    suite.tell({
      tried: name,
      times: asked.length,
      outcome: `requests in ${String(SPAN / 60_000)} simulated minutes; of one path no more than ${String(second)} in a second and ${String(minute)} in a minute`,
    });
  });
});

describe('if all objects of a kind are needed and a part was followed', () => {
  const PART = { ...WIDGET, of: ['a'] };
  const isOfPart = ({ url }: Asked[number]): boolean => url.searchParams.has('labelSelector');
  const isWatch = ({ url }: Asked[number]): boolean => url.searchParams.has('watch');
  const HOUR = 3_600_000;

  /** Follows a part for a while, then all; reports the requests from then on. @param denied whether all may be listed */
  async function followedMore(denied: () => boolean, meanwhile: (hub: LiveHub, clock: SimClock) => Promise<void>): Promise<Asked> {
    const clock = new SimClock();
    const { hub, asked } = virtualHub(clock, (url) => {
      const isPart = url.searchParams.has('labelSelector');
      const answer = widgetDiscovery(url);
      if (answer !== undefined) return answer;
      if (!isPart && denied()) return statusAnswer(403, 'Forbidden');
      return url.searchParams.has('watch') ? { body: silence() } : list(1);
    });
    let from = 0;
    const play = async (): Promise<void> => {
      await hub.follow([PART]);
      await clock.sleep(60_000);
      await hub.follow([WIDGET]);
      from = clock.now();
      await meanwhile(hub, clock);
    };
    await clock.play(play());
    await clock.play(hub.close());
    expect(asked.some((request) => isOfPart(request) && isWatch(request) && request.at <= from)).toBe(true);
    return asked.filter(({ at }) => at > from);
  }

  it('the part is not requested any more, and everything continues', async () => {
    const seen: string[] = [];
    const later = await followedMore(
      () => false,
      async (hub, clock) => {
        for (let minute = 0; minute < 60; minute += 1) {
          await clock.sleep(60_000);
          await hub.refresh();
        }
        seen.push(hub.state().visibility(WIDGET).kind, String(hub.state().list(WIDGET).length), String(hub.unseenSince()));
      },
    );
    expect(later.filter(isOfPart)).toEqual([]);
    expect(later.filter(isWatch).length).toBeGreaterThan(1);
    expect(seen).toEqual(['seen', '1', 'undefined']);
  });

  it('the part is followed again if all of them were visible and are denied again', async () => {
    let isDenied = false;
    const later = await followedMore(
      () => isDenied,
      async (hub, clock) => {
        await clock.sleep(60_000);
        isDenied = true;
        await hub.refresh();
        expect(hub.state().visibility(WIDGET).kind).toBe('denied');
        await clock.sleep(1000);
        expect(hub.state().list(WIDGET)).toHaveLength(1);
      },
    );
    expect(later.filter((request) => isOfPart(request) && !isWatch(request))).toHaveLength(1);
    expect(later.filter((request) => isOfPart(request) && isWatch(request)).length).toBeGreaterThan(0);
  });

  it('the part is followed while all of them are denied, and no longer', async () => {
    let isDenied = true;
    const parts: number[] = [];
    const later = await followedMore(
      () => isDenied,
      async (hub, clock) => {
        await clock.sleep(HOUR);
        expect(hub.state().visibility(WIDGET).kind).toBe('denied');
        expect(hub.state().list(WIDGET)).toHaveLength(1);
        isDenied = false;
        await hub.refresh();
        expect(hub.state().visibility(WIDGET).kind).toBe('seen');
        parts.push(clock.now());
        await clock.sleep(HOUR);
      },
    );
    const [granted = 0] = parts;
    expect(later.filter((request) => isOfPart(request) && request.at <= granted).length).toBeGreaterThan(1);
    expect(later.filter((request) => isOfPart(request) && request.at > granted)).toEqual([]);
  });

  it('a part whose first list is still running ends too, and nothing waits for it', async () => {
    const clock = new SimClock();
    const { hub } = virtualHub(clock, (url) => {
      const answer = widgetDiscovery(url);
      if (answer !== undefined) return answer;
      if (url.searchParams.has('labelSelector')) return new Promise<never>(() => undefined);
      return url.searchParams.has('watch') ? { body: silence() } : list(1);
    });
    const play = async (): Promise<void> => {
      await hub.follow([PART, WIDGET]);
      await hub.refresh();
    };
    await clock.play(play());
    expect(clock.now()).toBeLessThan(1000);
    expect(hub.state().list(WIDGET)).toHaveLength(1);
    await clock.play(hub.close());
  });
});

describe('a quiet hub gets few requests', () => {
  const KINDS = Array.from({ length: 20 }, (_, index) => `Kind${String(index)}`);
  const HOUR = 3_600_000;

  /** As an API server: it says every minute how far it is, and ends the watch as asked. */
  async function* bookmarks(clock: SimClock, url: URL): AsyncGenerator<string> {
    const end = clock.now() + Number(url.searchParams.get('timeoutSeconds')) * 1000;
    while (clock.now() < end) {
      await clock.sleep(Math.min(60_000, end - clock.now()));
      yield line({ type: 'BOOKMARK', object: widget(1) });
    }
  }

  it('each of twenty kinds is listed once and watched, and at most four requests a minute check the watches', async () => {
    const clock = new SimClock();
    const resources = KINDS.map((kind) => ({ name: kind.toLowerCase(), kind, namespaced: true }));
    const { hub, asked } = virtualHub(clock, (url) => {
      if (url.pathname === '/apis/demo.example') return widgetDiscovery(url) ?? json({});
      if (url.pathname === '/apis/demo.example/v1') return json({ resources });
      return url.searchParams.has('watch') ? { body: Readable.from(bookmarks(clock, url)) } : list(1);
    });
    const play = async (): Promise<void> => {
      await hub.follow(KINDS.map((kind) => ({ group: 'demo.example', kind })));
      await clock.sleep(HOUR);
    };
    await clock.play(play());
    await clock.play(hub.close());
    const [watches, reads] = [
      asked.filter(({ url }) => url.searchParams.has('watch')),
      asked.filter(({ url }) => url.searchParams.has('limit')),
    ];
    const atStart = reads.filter(({ at }) => at === 0);
    expect(atStart.map(({ url }) => url.pathname).toSorted()).toEqual(
      KINDS.map((kind) => `/apis/demo.example/v1/${kind.toLowerCase()}`).toSorted(),
    );
    // A watch is opened again when its server ends it, every quarter of an hour.
    expect(
      Math.max(
        ...Map.groupBy(watches, ({ url }) => url.pathname)
          .values()
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(5);
    expect(asked.filter(({ at }) => at > 0).length / 60).toBeLessThanOrEqual(4);
    expect(reads.length - atStart.length, 'reads that check the watches').toBeGreaterThan(60);
  });
});
