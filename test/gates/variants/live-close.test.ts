import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/gates/clock.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import type { LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import { connected, kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { startScriptedServer } from '../../support/hubs/scripted-server.ts';
import type { ScriptedServer } from '../../support/hubs/scripted-server.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };
/** So long that only what really settles by itself settles in a test. */
const FOR_EVER = 600_000;

const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  servers.push(server);
  server.put({ name: 'a', note: 'first' });
  return server;
}

/** Calls `step` wherever the reader reads the clock or sleeps: before and after every request, pause and limit. */
function stepping(step: () => void): Clock {
  return {
    now: () => (step(), systemClock.now()),
    sleep: (ms, signal) => (step(), systemClock.sleep(ms, signal)),
  };
}

/** All that is asked of a hub while a gate waits: lists, watches, a missed change found by a safety read, lists again. */
async function story(server: ScriptedServer, hub: LiveHub): Promise<void> {
  hub.preflight([WIDGET]);
  await hub.follow([WIDGET]);
  hub.state();
  server.put({ name: 'a', note: 'lost' }, 'silently');
  await hub.changed(new AbortController().signal);
  hub.state();
  server.endWatches('cleanly');
  await hub.refresh();
  server.put({ name: 'b', note: 'lost as well' }, 'silently');
  await hub.refresh();
}

/** Plays the story and closes the hub at a step. @returns the steps there were */
async function closedAt(at: number, how: (close: () => void) => void): Promise<number> {
  const server = await start();
  let steps = 0;
  let close = (): void => undefined;
  const clock = stepping(() => {
    if (++steps === at) how(() => close());
  });
  const timing = { safetyMs: 5, confirmMs: 5, closeMs: FOR_EVER };
  const hub = await connected(kubeconfigFile(server.url), { clock, timing });
  const told = Promise.withResolvers<void>();
  close = () => told.resolve(hub.close());
  const played = story(server, hub).catch(() => undefined);
  if (steps >= at) close();
  await played;
  const reached = steps;
  close();
  await told.promise;
  return reached;
}

const HOW = {
  'in the middle of a step': (close: () => void) => close(),
  'before what awaits it goes on': (close: () => void) => queueMicrotask(close),
  'once all that follows is under way': (close: () => void) => void setImmediate(close),
};

describe('a hub that is closed', () => {
  it.each(Object.entries(HOW))('ends everything that waits for it, at any moment: %s', async (_, how) => {
    const steps = await closedAt(Number.POSITIVE_INFINITY, how);
    expect(steps).toBeGreaterThan(20);
    const all = Array.from({ length: steps }, (__, index) => index + 1);
    for (let from = 0; from < steps; from += 16) await Promise.all(all.slice(from, from + 16).map((at) => closedAt(at, how)));
  });

  it('is closed soon even if a task hangs, because a verdict does not wait for that task', async () => {
    const hub = await connected(kubeconfigFile((await start()).url), {
      timing: { closeMs: 20 },
      clock: { ...systemClock, sleep: stubborn },
    });
    await hub.follow([WIDGET]);
    await hub.close();
  });

  it('does not wait for a change, and does not list again', async () => {
    const hub = await connected(kubeconfigFile((await start()).url));
    await hub.follow([WIDGET]);
    hub.state();
    const waiting = hub.changed(new AbortController().signal);
    await hub.close();
    await waiting;
    await hub.changed(new AbortController().signal);
    await hub.refresh();
  });
});

/** Continues to sleep if it is aborted. */
function stubborn(ms: number): Promise<void> {
  return ms === 20 ? systemClock.sleep(ms) : new Promise(() => undefined);
}
