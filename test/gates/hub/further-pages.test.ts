import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ANSWER_BYTES } from '../../../src/gates/hub/http/answer-text.ts';
import { DEFAULT_TIMING } from '../../../src/gates/hub/http/timing.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { json, silence, statusAnswer, virtualHub, widgetDiscovery, type VirtualAnswer } from '../../support/hubs/virtual-hub.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };
const MB = 1024 * 1024;
const PAGES = 12;
/** The one that fails. */
const BAD = 7;

type Answer = VirtualAnswer | Error | Promise<never>;
interface Asked {
  /** From 0; -1 where all are asked for in one page. */
  readonly page: number;
  /** How often it was asked for before. */
  readonly before: number;
}

/** A list of twelve pages of 500, of which any may have another answer, and each takes that many milliseconds. */
async function readWith(other: (asked: Asked) => Answer | undefined, took = 0) {
  const clock = new SimClock();
  const asked: number[] = [];
  const { hub } = virtualHub(clock, (url) => {
    const discovered = widgetDiscovery(url);
    if (discovered !== undefined) return discovered;
    if (url.searchParams.has('watch')) return { body: silence() };
    const page = url.searchParams.has('limit') ? Number(url.searchParams.get('continue') ?? 0) : -1;
    const answer = other({ page, before: asked.filter((each) => each === page).length });
    asked.push(page);
    const late = clock.sleep(took);
    return late.then(() => answer ?? pageOf(page)) as Promise<never>;
  });
  const error = await clock.play(hub.follow([WIDGET]).catch((failure: unknown) => failure));
  const seen = hub.state().list(WIDGET).length;
  const at = clock.now();
  await clock.play(hub.close());
  return { error, seen, asked, at };
}

function pageOf(page: number): VirtualAnswer {
  const [from, to] = page < 0 ? [0, PAGES] : [page, page + 1];
  const items = Array.from({ length: (to - from) * 500 }, (_, at) => ({
    metadata: { name: `w${String(from)}-${String(at)}`, namespace: 'n', resourceVersion: '1' },
  }));
  const next = to < PAGES ? { continue: String(to) } : {};
  return json({ metadata: { resourceVersion: '7', ...next }, items });
}

const all = Array.from({ length: PAGES }, (_, page) => page);
const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('a page of a list that fails', () => {
  it.each<[string, () => Answer]>([
    ['429', () => statusAnswer(429, 'TooManyRequests', { 'retry-after': '1' })],
    ['500', () => statusAnswer(500, 'InternalError')],
    ['503', () => statusAnswer(503, 'ServiceUnavailable')],
    ['a reset connection', reset],
    ['a page of a proxy', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>one moment</html>' })],
  ])('by %s is requested again, and no page before it', async (_, answer) => {
    const { error, seen, asked } = await readWith(({ page, before }) => (page === BAD && before < 2 ? answer() : undefined));
    expect({ error, seen }).toEqual({ error: undefined, seen: PAGES * 500 });
    expect(asked).toEqual([...all.slice(0, BAD), BAD, BAD, ...all.slice(BAD)]);
  });

  it('once for each page does not prevent the read', async () => {
    const { error, seen, asked } = await readWith(({ before }) => (before === 0 ? reset() : undefined));
    expect({ error, seen, asked: asked.length }).toEqual({ error: undefined, seen: PAGES * 500, asked: PAGES * 2 });
  });

  it('at the end of a list that takes longer than the hub may be unreachable is requested again', async () => {
    const { error, seen, at } = await readWith(({ page, before }) => (page === PAGES - 1 && before < 3 ? reset() : undefined), 30_000);
    expect(at).toBeGreaterThan(DEFAULT_TIMING.budgetMs);
    expect({ error, seen }).toEqual({ error: undefined, seen: PAGES * 500 });
  });

  it('permanently ends the reading, with its cause, and half of a list is not shown', async () => {
    const { error, seen, asked } = await readWith(({ page }) => (page === BAD ? statusAnswer(503, 'ServiceUnavailable') : undefined));
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: 'cannot list Widget at hub.example for 300 s: 503, ServiceUnavailable',
    });
    expect(seen).toBe(0);
    expect(asked.filter((page) => page < BAD)).toEqual(all.slice(0, BAD));
    expect(asked.length - BAD).toBeLessThan(60);
  });

  it('because the hub forgot the position is followed by one page with the whole list', async () => {
    const { error, seen, asked } = await readWith(({ page }) => (page === BAD ? statusAnswer(410, 'Expired') : undefined));
    expect({ error, seen }).toEqual({ error: undefined, seen: PAGES * 500 });
    expect(asked).toEqual([...all.slice(0, BAD + 1), -1]);
  });

  it('because the hub forgot the position does not blame the address if the list is too long for one page', async () => {
    const flood = (): VirtualAnswer => ({
      body: Readable.from(Array.from({ length: ANSWER_BYTES / MB + 1 }, () => Buffer.alloc(MB, ' '))),
    });
    const { error, seen, asked } = await readWith(({ page, before }) => {
      if (page === -1) return flood();
      return page === BAD && before === 0 ? statusAnswer(410, 'Expired') : undefined;
    });
    expect({ error, seen }).toEqual({ error: undefined, seen: PAGES * 500 });
    expect(asked).toEqual([...all.slice(0, BAD + 1), -1, ...all]);
  });
});
