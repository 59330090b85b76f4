import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ANSWER_BYTES, SHORT_BYTES } from '../../../../src/gates/hub/http/answer-text.ts';
import { SimClock } from '../../../support/sim-clock.ts';
import { json, silence, statusAnswer, virtualHub, widgetDiscovery, type VirtualAnswer } from '../../../support/hubs/virtual-hub.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };
const MB = 1024 * 1024;

/** A body of that many bytes, and how many of them were taken. */
function flood(bytes: number, chunk: Buffer = Buffer.alloc(MB, ' ')): { readonly body: Readable; readonly taken: () => number } {
  let taken = 0;
  const body = new Readable({
    highWaterMark: chunk.length,
    read() {
      this.push(taken < bytes ? chunk : null);
      taken += chunk.length;
    },
  });
  return { body, taken: () => taken };
}

async function follow(
  answers: (url: URL) => VirtualAnswer | undefined,
): Promise<{ readonly error: unknown; readonly asked: readonly URL[] }> {
  const clock = new SimClock();
  const { hub, asked } = virtualHub(
    clock,
    (url) => answers(url) ?? widgetDiscovery(url) ?? json({ metadata: { resourceVersion: '1' }, items: [] }),
  );
  const error = await clock.play(hub.follow([WIDGET]).catch((failure: unknown) => failure));
  await clock.play(hub.close());
  return { error, asked: asked.map(({ url }) => url) };
}

describe('an answer without end', () => {
  it('of a list is reported, after smaller pages were not shorter', async () => {
    const floods: ReturnType<typeof flood>[] = [];
    const { error, asked } = await follow((url) => {
      if (!url.pathname.endsWith('/widgets')) return undefined;
      floods.push(flood(Number.POSITIVE_INFINITY));
      return { body: floods.at(-1)?.body ?? '' };
    });
    expect(error).toMatchObject({
      name: 'HubError',
      kind: 'unreachable',
      message:
        'the answer of hub.example/apis/demo.example/v1/widgets?limit=1 is longer than 128 MB, and no API server sends as much: check the server URL, and the proxies on the way to it',
    });
    expect(asked.map((url) => url.searchParams.get('limit')).filter((limit) => limit !== null)).toEqual(['500', '50', '5', '1']);
    for (const { taken } of floods) expect(taken()).toBeLessThan(ANSWER_BYTES + 4 * MB);
  });

  it('of discovery is reported', async () => {
    const { error } = await follow((url) =>
      url.pathname === '/apis/demo.example' ? { body: flood(Number.POSITIVE_INFINITY).body } : undefined,
    );
    expect(error).toMatchObject({
      name: 'HubError',
      message: expect.stringContaining('hub.example/apis/demo.example is longer than 128 MB'),
    });
  });

  it('of an error is not read beyond its first words', async () => {
    const floods: ReturnType<typeof flood>[] = [];
    const { error } = await follow(() => {
      floods.push(flood(Number.POSITIVE_INFINITY, Buffer.from('<b>no</b> '.repeat(1000))));
      return { status: 503, body: floods.at(-1)?.body ?? '' };
    });
    expect(error).toMatchObject({
      name: 'HubError',
      kind: 'unreachable',
      message: expect.stringMatching(/: 503, answered with "no no no .{0,120}…"$/),
    });
    for (const { taken } of floods) expect(taken()).toBeLessThan(2 * SHORT_BYTES);
  });

  it('of an error in its message is cut', async () => {
    const { error } = await follow(() => statusAnswer(503, 'x'.repeat(50_000)));
    expect((error as Error).message.length).toBeLessThan(3000);
  });

  it('that trickles is ended', async () => {
    const { error } = await follow((url) => {
      if (!url.pathname.endsWith('/widgets')) return undefined;
      return { body: silence() };
    });
    expect(error).toMatchObject({
      name: 'HubError',
      kind: 'unreachable',
      message: expect.stringContaining('stopped in the middle of an answer'),
    });
  });

  it('that arrives byte by byte is ended, even if each byte is waited for', async () => {
    const clock = new SimClock();
    const { hub } = virtualHub(clock, (url) => {
      if (!url.pathname.endsWith('/widgets')) return widgetDiscovery(url) ?? statusAnswer(404, 'NotFound');
      const body = new Readable({ read: () => void clock.sleep(20_000).then(() => body.push(' ')) });
      return { body };
    });
    await expect(clock.play(hub.follow([WIDGET]))).rejects.toThrow('stopped in the middle of an answer');
    await clock.play(hub.close());
  });

  it('of a watch is given up, and the kind is listed again', async () => {
    const clock = new SimClock();
    const { body, taken } = flood(Number.POSITIVE_INFINITY);
    let lists = 0;
    const { hub } = virtualHub(clock, (url) => {
      const discovered = widgetDiscovery(url);
      if (discovered !== undefined) return discovered;
      if (url.searchParams.has('watch')) return { body: lists === 1 && taken() === 0 ? body : silence() };
      const items = Array.from({ length: ++lists }, (_, at) => ({ metadata: { name: `w${String(at)}`, resourceVersion: '1' } }));
      return json({ metadata: { resourceVersion: '7' }, items });
    });
    await clock.play(hub.follow([WIDGET]));
    await clock.play(clock.sleep(60_000));
    expect(hub.state().list(WIDGET)).toHaveLength(lists);
    expect(lists).toBeGreaterThan(1);
    expect(taken()).toBeGreaterThan(0);
    expect(taken()).toBeLessThan(64 * MB);
    await clock.play(hub.close());
  });
});

describe('a page that is too large', () => {
  it('is requested again in smaller ones', async () => {
    const clock = new SimClock();
    const names = Array.from({ length: 60 }, (_, at) => `w${String(at)}`);
    const { hub } = virtualHub(clock, (url) => {
      const discovered = widgetDiscovery(url);
      if (discovered !== undefined) return discovered;
      if (url.searchParams.has('watch')) return { body: silence() };
      const [limit, from] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('continue') ?? 0)];
      if (limit > 50) return { body: flood(2 * ANSWER_BYTES).body };
      const items = names.slice(from, from + limit).map((name) => ({ metadata: { name, namespace: 'n', resourceVersion: '1' } }));
      const next = from + limit < names.length ? { continue: String(from + limit) } : {};
      return json({ metadata: { resourceVersion: '7', ...next }, items });
    });
    await clock.play(hub.follow([WIDGET]));
    expect(hub.state().list(WIDGET)).toHaveLength(60);
    await clock.play(hub.close());
  });
});

describe('a list whose hub is restored between two pages', () => {
  it('is started again, because half of it would be of another state', async () => {
    const clock = new SimClock();
    let isRestored = false;
    const page = (from: number, version: string, more: object): VirtualAnswer =>
      json({
        metadata: { resourceVersion: version, ...more },
        items: [{ metadata: { name: `w${String(from)}`, namespace: 'n', resourceVersion: version } }],
      });
    const { hub, asked } = virtualHub(clock, (url) => {
      const discovered = widgetDiscovery(url);
      if (discovered !== undefined) return discovered;
      if (url.searchParams.has('watch')) return { body: silence() };
      if (!url.searchParams.has('continue')) return isRestored ? page(7, '100', {}) : page(1, '900', { continue: 'next' });
      isRestored = true;
      return page(2, '100', {});
    });
    await clock.play(hub.follow([WIDGET]));
    expect(
      hub
        .state()
        .list(WIDGET)
        .map(({ metadata }) => metadata.name),
    ).toEqual(['w7']);
    expect(asked.filter(({ url }) => url.pathname.endsWith('/widgets') && !url.searchParams.has('watch'))).toHaveLength(3);
    await clock.play(hub.close());
  });
});
