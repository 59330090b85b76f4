/** Faults of the connection and of watches: what a live hub shows while it reads a server that fails in each way. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/gates/clock.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { until } from '../../support/hubs/connected-hub.ts';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import { startScriptedServer, status, widgetObject } from '../../support/hubs/scripted-server.ts';
import { LiveWidgets, note, poll, WIDGET } from './live-widgets.ts';

const widgets = new LiveWidgets();

describe('R31 expired watches', () => {
  it.each(['http', 'in-band'])('lists again after a 410 (%s) and continues', async (where) => {
    let expired = 0;
    widgets.server.intercept = (url, response) => {
      if (!url.searchParams.has('watch') || expired++ > 0) return false;
      widgets.server.put({ name: 'a', note: 'while away' }, 'silently');
      if (where === 'http') status(response, 410, 'Expired', 'too old resource version');
      else
        response.end(
          `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } })}\n`,
        );
      return true;
    };
    const hub = await widgets.following();
    await until(hub, (state) => note(state, 'a') === 'while away');
    widgets.server.put({ name: 'b', note: 'later' });
    await until(hub, (state) => note(state, 'b') === 'later');
    expect(hub.notices()).toEqual([]);
  });
});

describe('R32 clean ends', () => {
  it('resumes from the last resource version seen, bookmarks included, without listing again', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.put({ name: 'mark', note: 'seen' });
    await until(hub, (state) => note(state, 'mark') === 'seen');
    // A bookmark changes nothing that a snapshot shows, so the end of the watch is what carries it over.
    widgets.server.tell(`${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Widget', metadata: { resourceVersion: '888' } } })}\n`);
    widgets.server.endWatches('cleanly');
    await poll(() => widgets.watchesAsked().length).toBe(2);
    expect(widgets.watchesAsked()[1]?.searchParams.get('resourceVersion')).toBe('888');
    expect(widgets.listsAsked()).toHaveLength(1);
    expect(hub.notices()).toEqual([]);
  });

  it('keeps the set distance between two watches', async () => {
    widgets.server.intercept = (url, response) => {
      if (!url.searchParams.has('watch') || widgets.watchesAsked().length > 2) return false;
      response.end();
      return true;
    };
    // No time passes on this clock, so that each pause is of its full length.
    const pauses: number[] = [];
    const clock: Clock = {
      now: () => 0,
      sleep: (ms, signal) => {
        pauses.push(ms);
        return systemClock.sleep(ms, signal);
      },
    };
    const hub = await widgets.following({ reconnectMs: 41 }, { clock });
    await poll(() => widgets.watchesAsked().length).toBe(3);
    expect(pauses.filter((ms) => ms === 41)).toHaveLength(2);
    expect(hub.state().list(WIDGET)).toHaveLength(1);
  });
});

describe('R33 lost connections', () => {
  it('resumes after a reset', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.endWatches('reset');
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.put({ name: 'a', note: 'after the reset' });
    await until(hub, (state) => note(state, 'a') === 'after the reset');
  });

  it('finds with a safety read an event that a half-open watch never delivered, and replaces the watch', async () => {
    const hub = await widgets.following({ safetyMs: 30 });
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.put({ name: 'a', note: 'lost' }, 'silently');
    await until(hub, (state) => note(state, 'a') === 'lost');
    expect(hub.notices()).toEqual([{ kind: 'watch', message: 'the watch of Widget had missed a change, found by reading again' }]);
    await poll(() => widgets.watchesAsked().at(-1)?.searchParams.get('resourceVersion')).toBe(String(widgets.server.revision()));
  });

  it('finds an object that was deleted unnoticed', async () => {
    const hub = await widgets.following({ safetyMs: 30 });
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.remove('a', 'silently');
    await until(hub, (state) => state.list(WIDGET).length === 0);
  });

  it('ends a watch that is silent for longer than its duration', async () => {
    await widgets.following({ watchSeconds: [0, 0], watchSilenceMs: 40 });
    await poll(() => widgets.watchesAsked().length).toBeGreaterThan(2);
  });
});

describe('R34 servers and proxies that cannot answer now', () => {
  it.each([500, 502, 503, 504])('tries again after %i with HTML', async (code) => {
    let left = 3;
    widgets.server.intercept = (_, response) => {
      if (left-- <= 0) return false;
      response.writeHead(code, { 'Content-Type': 'text/html' }).end('<html><h1>Bad gateway</h1></html>');
      return true;
    };
    const hub = await widgets.following();
    expect(note(hub.state(), 'a')).toBe('first');
  });

  it('waits as long as Retry-After requests', async () => {
    const refused: number[] = [];
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.endsWith('/widgets') || refused.length > 0) return false;
      refused.push(performance.now());
      status(response, 429, 'TooManyRequests', 'storage is (re)initializing', { 'Retry-After': '1' });
      return true;
    };
    await widgets.following();
    expect(performance.now() - (refused[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('sends no other request for that kind before the time of Retry-After', async () => {
    const hub = await widgets.following();
    const lists: number[] = [];
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.endsWith('/widgets') || url.searchParams.has('watch')) return false;
      lists.push(performance.now());
      if (lists.length > 1) return false;
      status(response, 429, 'TooManyRequests', 'storage is (re)initializing', { 'Retry-After': '1' });
      return true;
    };
    await Promise.all([hub.refresh(), hub.refresh()]);
    const [refused = 0, again = 0] = lists;
    expect(again - refused).toBeGreaterThanOrEqual(990);
  });

  it('gives up after the budget and reports the last answer', async () => {
    widgets.server.intercept = (_, response) => {
      response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html><style>x</style><h1>No backend</h1></html>');
      return true;
    };
    const hub = await widgets.open({ budgetMs: 40 });
    await expect(hub.follow([WIDGET])).rejects.toMatchObject({
      name: 'HubError',
      kind: 'unreachable',
      message: expect.stringMatching(/^cannot list Widget at 127\.0\.0\.1:\d+ for \d+ s: 503, answered with "No backend"$/),
    });
  });

  it('reports a redirect to a login page as such', async () => {
    widgets.server.intercept = (_, response) => {
      response.writeHead(302, { Location: 'https://login.example' }).end('<h1>Moved</h1>');
      return true;
    };
    const hub = await widgets.open();
    await expect(hub.follow([WIDGET])).rejects.toThrow(
      / is not an API server: it answered with "Moved" and redirects; check the server URL and proxies$/,
    );
    expect(widgets.server.asked).toHaveLength(1);
  });

  it('loses the hub midway: changed() rejects, the last state stays readable, its time does not move', async () => {
    const hub = await widgets.following({ budgetMs: 150, startBudgetMs: 150 });
    await poll(() => widgets.server.openWatches()).toBe(1);
    hub.state();
    await widgets.server.close();
    const times: number[] = [];
    const lost = (async () => {
      for (;;) await hub.changed(AbortSignal.timeout(HANG_LIMIT)).finally(() => times.push(hub.state().now.getTime()));
    })();
    await expect(lost).rejects.toMatchObject({ name: 'HubError', kind: 'unreachable' });
    expect(note(hub.state(), 'a')).toBe('first');
    const then = hub.state().now.getTime();
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
    expect(hub.state().now.getTime()).toBe(then);
    await expect(hub.refresh()).rejects.toMatchObject({ kind: 'unreachable' });
    widgets.server = await startScriptedServer();
  });
});

describe('R38 data that a watch may contain', () => {
  it('reads characters and lines split over any chunks, unknown event types and empty lines', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.tell(`\n${JSON.stringify({ type: 'NEWS', object: { metadata: { resourceVersion: '900' } } })}\n`);
    const line = Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object: widgetObject({ name: 'a', note: 'größer 🚢' }, 901) })}\n`);
    for (const byte of line) {
      widgets.server.tell(Buffer.of(byte));
      if (byte > 127) await new Promise(setImmediate);
    }
    await until(hub, (state) => note(state, 'a') === 'größer 🚢');
  });

  it('reads an object of two megabytes and drops managedFields', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.put({ name: 'big', note: 'x'.repeat(2_000_000) });
    const state = await until(hub, (seen) => note(seen, 'big') !== undefined);
    expect(state.get(WIDGET, 'n', 'big')?.metadata).not.toHaveProperty('managedFields');
  });

  it('drops deleted objects', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.remove('a');
    await until(hub, (state) => state.list(WIDGET).length === 0);
  });

  it('starts a new list if a line is not JSON', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.put({ name: 'a', note: 'behind the garbage' }, 'silently');
    widgets.server.intercept = (url, response) => {
      if (!url.searchParams.has('watch')) return false;
      response.end('<html>proxy</html>\n');
      return true;
    };
    widgets.server.tell('not json\n');
    await until(hub, (state) => note(state, 'a') === 'behind the garbage');
  });
});

describe('R39 slow readers', () => {
  it('receive each change that arrived while they were busy', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    const [first] = [hub.state()];
    for (let at = 0; at < 200; at++) widgets.server.put({ name: 'a', note: `change ${String(at)}` });
    widgets.server.put({ name: 'b', note: 'the last' });
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    await until(hub, (state) => note(state, 'b') === 'the last');
    expect(note(hub.state(), 'a')).toBe('change 199');
    expect(note(first, 'a')).not.toBe('change 199');
  });
});

describe('R40 load', () => {
  it('opens one watch for a kind that is followed twice, and one connection for all requests', async () => {
    const hub = await widgets.following();
    await hub.follow([WIDGET, { ...WIDGET, namespace: 'n' }]);
    await poll(() => widgets.server.openWatches()).toBe(1);
    for (let round = 0; round < 5; round++) await hub.refresh();
    expect(widgets.watchesAsked()).toHaveLength(1);
    expect(widgets.server.connections()).toBeLessThanOrEqual(2);
  });
});

describe('R42 clocks', () => {
  it('uses the Date header and reports the clock difference of the machine', async () => {
    const here = Date.parse('2026-11-01T12:00:00Z');
    widgets.server.intercept = (_, response) => {
      response.setHeader('Date', 'Sun, 01 Nov 2026 12:10:00 GMT');
      return false;
    };
    // Two clocks that do not advance, so the time of the request does not appear as a difference.
    const hub = await widgets.following({}, { wallClock: () => here, clock: { ...systemClock, now: () => 0 } });
    // Half a second more: the header is cut to whole ones.
    expect(hub.state().now.getTime() - here).toBe(600_500);
    expect(hub.notices()).toMatchObject([{ kind: 'clock', message: expect.stringMatching(/ 601 s behind the hub's/) }]);
  });
});

describe('the time of the state', () => {
  it('does not move while reads fail, and moves again when they succeed', async () => {
    const hub = await widgets.following({ safetyMs: 20, budgetMs: 60_000 });
    await poll(() => widgets.server.openWatches()).toBe(1);
    let failing = true;
    widgets.server.intercept = (url, response) => {
      if (!failing || url.searchParams.has('watch')) return false;
      status(response, 500, 'InternalError', 'etcd has no leader');
      return true;
    };
    const now = (): number => hub.state().now.getTime();
    let before = now();
    // Still twice in a row, with time between: frozen.
    await poll(async () => {
      before = now();
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      return now() - before;
    }).toBe(0);
    failing = false;
    await poll(() => now() > before).toBe(true);
    expect(widgets.server.openWatches()).toBe(1);
  });
});

describe('refresh', () => {
  it('reads changes without an event', async () => {
    const hub = await widgets.following();
    widgets.server.put({ name: 'a', note: 'unannounced' }, 'silently');
    await hub.refresh();
    expect(note(hub.state(), 'a')).toBe('unannounced');
  });

  it('never shows an older state after a newer one', async () => {
    const hub = await widgets.following();
    await poll(() => widgets.server.openWatches()).toBe(1);
    widgets.server.put({ name: 'a', note: 'newest' }, 'silently');
    await hub.refresh();
    const before = hub.state();
    expect(note(before, 'a')).toBe('newest');
    await poll(() => widgets.watchesAsked().at(-1)?.searchParams.get('resourceVersion')).toBe(String(widgets.server.revision()));
  });
});
