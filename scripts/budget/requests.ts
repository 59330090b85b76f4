import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectHub } from '../../src/gates/hub/connect-hub.ts';
import { wait } from '../../src/gates/loop/wait.ts';
import { HUB_TOKEN, hubInProcess, type HubInProcess } from '../../test/support/fault-proxy/hub-in-process.ts';
import { Traffic } from '../../test/support/fault-proxy/in-process-connection.ts';
import { greenFleet, member, NOW, objectsOf } from '../../test/support/fleet.ts';
import { expectedBy } from '../../test/support/gate.ts';
import { SimClock } from '../../test/support/sim-clock.ts';
import type { Figures } from './figure.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Requests of the real gate to an embedded hub, both on simulated time: until a good placement has passed, and while it is held good. */
export async function requests(): Promise<Figures> {
  const [once, held] = [await requestsOf(0), await requestsOf(HOUR)];
  return {
    'wait for a good placement: requests': { value: once, unit: 'requests' },
    'wait that holds for an hour: requests more': { value: held - once, unit: 'requests' },
  };
}

/** @param hold in milliseconds */
async function requestsOf(hold: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-budget-'));
  let asked = 0;
  const traffic = new Traffic();
  const clock = new SimClock(() => traffic.settled());
  const time = { now: () => NOW.getTime() + clock.now(), sleep: clock.sleep.bind(clock) };
  const hub = hubInProcess({ traffic, clock, time, onAsked: () => (asked += 1) });
  try {
    for (const object of objectsOf(greenFleet())) hub.store.put(object);
    writeFileSync(path.join(folder, 'config'), kubeconfig());
    const reader = await connectHub({
      kubeconfig: path.join(folder, 'config'),
      env: {},
      wallClock: time.now,
      clock,
      connect: hub.connect,
      random: () => 0.5,
    });
    const over = new AbortController();
    const beating = heartbeats(hub, clock, over.signal);
    const report = await clock.play(wait({ reader, clock, expectation: expectedBy({ options: { hold, timeout: 2 * HOUR } }) }));
    over.abort();
    await clock.play(Promise.all([reader.close(), beating]));
    if (report.outcome !== 'passed') throw new Error(`the gate ended as ${report.outcome}: ${report.message ?? ''}`);
    return asked;
  } finally {
    hub.close();
    rmSync(folder, { recursive: true });
  }
}

/** Every member reports once a minute. */
async function heartbeats(hub: HubInProcess, clock: SimClock, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const now = new Date(NOW.getTime() + clock.now()).toISOString();
    for (const name of ['east', 'west'])
      hub.store.put(JSON.parse(JSON.stringify(member(name, 0)).replaceAll(NOW.toISOString(), now)) as ReturnType<typeof member>);
    await clock.sleep(MINUTE, over);
  }
}

function kubeconfig(): string {
  return JSON.stringify({
    'current-context': 'hub',
    contexts: [{ name: 'hub', context: { cluster: 'hub', user: 'hub' } }],
    clusters: [{ name: 'hub', cluster: { server: 'http://127.0.0.1:1' } }],
    users: [{ name: 'hub', user: { token: HUB_TOKEN } }],
  });
}
