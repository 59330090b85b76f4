import { describe, expect, it } from 'vitest';
import { hubNeeds } from '../../src/cli/hub/doctor-needs.ts';
import { listedTargets } from '../../src/cli/hub/targets.ts';
import { lookAtHub } from '../../src/cli/watch/look-at-hub.ts';
import { WatchLoop } from '../../src/cli/watch/watch-loop.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { connectHub, type LiveHub } from '../../src/gates/hub/connect-hub.ts';
import { DEFAULT_OPTIONS } from '../../src/gates/options.ts';
import { REACH_UNKNOWN } from '../../src/gates/reach.ts';
import { typeOf } from '../../src/gates/view/seen.ts';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';
import { flagTerms } from '../../src/terms.ts';
import { EVICTION } from '../../src/watch/watched-of-hub.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { HUB_TOKEN, hubInProcess, type HubInProcess } from '../support/fault-proxy/hub-in-process.ts';
import { Traffic } from '../support/fault-proxy/in-process-connection.ts';
import { randomOf } from '../support/fault-proxy/random.ts';
import { randomEpisode, strike, type Episode } from '../support/fault-proxy/schedule.ts';
import { badWork, binding, greenFleet, member, namespaceShop, no, NOW, objectsOf, orders } from '../support/fleets/fleet.ts';
import { reliability } from '../support/reliability.ts';
import { SimClock } from '../support/sim-clock.ts';

const suite = reliability('watch', {
  title: 'A week of watching',
  proves:
    'A watch runs for a simulated week on a hub that fails, restarts and refuses its token repeatedly. A placement fails and recovers once a day. Each failure, reminder and recovery is reported exactly once, and nothing else. The test fails if a connection fault is reported as a failure, a recovery or a deletion.',
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = suite.size(7, 1);
/** When the placement fails and recovers on each day. The last failure of the week lasts longer than the time until a reminder. */
const BREAKS = 2 * HOUR;
const MENDED = 5 * HOUR;

describe('a watch that runs for days', () => {
  it('reports each failure, reminder and recovery once, whatever happens to the hub', async () => {
    const traffic = new Traffic();
    const clock = new SimClock(() => traffic.settled());
    const time = { now: () => NOW.getTime() + clock.now(), sleep: clock.sleep.bind(clock) };
    const hub = hubInProcess({ traffic, clock, time });
    for (const object of objectsOf(greenFleet())) hub.store.put(object);
    const over = new AbortController();
    const lines: string[] = [];
    let looks = 0;
    let connections = 0;
    let opened: LiveHub | undefined;
    const open = async (): Promise<LiveHub> => {
      if (opened !== undefined) return opened;
      connections += 1;
      opened = await connectHub({
        kubeconfig: kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN }),
        env: {},
        wallClock: time.now,
        clock,
        connect: hub.connect,
        random: () => 0.5,
      });
      return opened;
    };
    const stdout = { write: (text: string) => void lines.push(text), isTTY: false, columns: 80, rows: 24 };
    const loop = new WatchLoop({
      look: async () => {
        const reader = await open();
        looks += 1;
        return lookAtHub({
          reader,
          follows: [...hubNeeds({ targets: [] }).interests, typeOf(EVICTION)],
          targets: () => Promise.resolve(undefined),
          all: () => listedTargets(reader),
          isListed: true,
          isOnly: false,
          options: { ...DEFAULT_OPTIONS, failOnDrift: true },
          terms: flagTerms,
          reach: REACH_UNKNOWN,
          signal: over.signal,
        });
      },
      refresh: async () => (await open()).refresh(),
      hub: 'week',
      limits: { remind: DAY, stalledAfter: HOUR },
      notes: [],
      webhook: undefined,
      issues: undefined,
      clock,
      io: { stdout, signal: over.signal, now: () => new Date(time.now()), secrets: new KnownSecrets() },
      every: MINUTE,
      save: () => undefined,
      publish: () => undefined,
      reopen: async () => {
        const reader = opened;
        opened = undefined;
        await reader?.close();
      },
      afterLook: () => undefined,
    });

    const faults = { count: 0 };
    const disturbing = disturbed(hub, clock, over.signal, faults);
    const running = Promise.all([loop.run(undefined), story(hub, clock, over.signal), disturbing]);
    const stopping = clock.sleep(DAYS * DAY + 27 * HOUR).then(() => over.abort());
    await clock.play(Promise.all([running, stopping]));
    await clock.play(opened?.close() ?? Promise.resolve());
    hub.close();

    const told = lines.flatMap((line) => /Z (Bad|Still bad|Healed|Gone|Evicted): (\S+?)[ ,.]/.exec(line)?.slice(1, 3).join(' ') ?? []);
    const shop = 'ClusterResourcePlacement/shop';
    const days = Array.from({ length: DAYS }, () => [`Bad ${shop}`, `Healed ${shop}`]).flat();
    // The last failure stays: one reminder after 24 hours.
    expect(told, lines.join('')).toEqual([...days, `Bad ${shop}`, `Still bad ${shop}`]);
    expect({ watches: hub.openWatches, connections: hub.openConnections, timers: clock.pending }).toEqual({
      watches: 0,
      connections: 0,
      timers: 0,
    });
    expect(faults.count).toBeGreaterThan(DAYS * 20);
    suite.tell({
      tried: 'A fault every half hour of a simulated week, and a look every minute',
      times: faults.count,
      outcome: `${looks} looks over ${connections} connections; ${told.length} reports, each exactly once`,
    });
  });
});

/** The placement fails and recovers each day. At the end it fails and does not recover. */
async function story(hub: HubInProcess, clock: SimClock, over: AbortSignal): Promise<void> {
  for (let day = 0; !over.aborted; day++) {
    const began = clock.now();
    await clock.sleep(BREAKS, over);
    const [, deployment] = CONTENT;
    hub.store.put(badWork('east', 0, CONTENT, deployment, REFUSED));
    hub.store.put(binding('east', 0, [...REACHED, no('Applied', 'NotAllWorkHaveBeenApplied', 3)]));
    if (day === DAYS) return;
    await clock.sleep(MENDED - BREAKS, over);
    for (const object of objectsOf(greenFleet())) if (object.kind !== 'MemberCluster') hub.store.put(object);
    await clock.sleep(DAY - (clock.now() - began), over);
  }
}

const CONTENT = [namespaceShop(), orders('v1')] as const;
const REFUSED = no('Applied', 'ManifestApplyFailed', 1, 'deployments.apps "orders" is forbidden: exceeded quota: compute');
const REACHED = ['RolloutStarted', 'Overridden', 'WorkSynchronized'].map((type) => ({ ...no(type, 'Done', 3), status: 'True' }));

/** Members send heartbeats, and every half hour something goes wrong. */
async function disturbed(hub: HubInProcess, clock: SimClock, over: AbortSignal, faults: { count: number }): Promise<void> {
  const random = randomOf(suite.seed);
  for (let minute = 0; !over.aborted; minute++) {
    for (const name of ['east', 'west']) hub.store.put(alive(name, clock));
    if (minute % 60 === 0) hub.store.current.compact();
    if (minute % 5 === 0) hub.store.forget();
    if (minute % 30 !== 7) {
      await clock.sleep(MINUTE, over);
      continue;
    }
    faults.count += 1;
    if (minute % 120 === 37) {
      // A token that is refused for three minutes, as after a rotation.
      hub.token = 'another';
      await clock.sleep(3 * MINUTE, over);
      hub.token = HUB_TOKEN;
      continue;
    }
    if (minute % 120 === 67) {
      hub.isDown = true;
      hub.cutAll();
      await clock.sleep(4 * MINUTE, over);
      hub.isDown = false;
      continue;
    }
    let episode: Episode;
    do episode = randomEpisode(random, 0);
    while (episode.isRestore === true);
    await Promise.all([strike(hub, clock, [episode], over), clock.sleep(MINUTE, over)]);
  }
}

function alive(name: string, clock: SimClock): KubeObject {
  const now = new Date(NOW.getTime() + clock.now()).toISOString();
  return JSON.parse(JSON.stringify(member(name, 0)).replaceAll(NOW.toISOString(), now)) as KubeObject;
}
