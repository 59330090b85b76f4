/** What a wait costs and how soon it ends, on a real API server: see docs/decisions/0014-what-a-wait-costs.md. */
import path from 'node:path';
import type { Hub } from '../../../test/hub/rig/hub.ts';
import { tokenOf } from '../../../test/hub/rig/users.ts';
import { kubeconfigOf } from '../../../test/hub/suite/fleet-gate.ts';
import { type FleetWait, waitForFleet } from '../../../test/hub/suite/fleet-wait.ts';
import { writeFleet } from '../../../test/hub/suite/write-fleet.ts';
import type { FleetSize } from '../../../test/support/large-fleet.ts';
import { byteRelay } from '../byte-relay.ts';
import { kubectl, type Undecided, withUndecided } from '../hub-latency.ts';
import { figureOf, inTurns, type Turns } from '../interleave.ts';
import { withRealHub } from '../real-hub.ts';
import { type Claim, type Measured, type Row, Skipped } from '../row.ts';

const CLI = path.resolve(import.meta.dirname, '../../..', process.env['FLEET_GATE_CLI'] ?? 'dist/cli.js');
const ROUNDS = 30;
const LEAST_WAIT = path.resolve(import.meta.dirname, '../least-wait.mjs');
const IDLE = 150_000;
const KILOBYTE = 1024;

/** Of 30 runs each, which the two rows behind it measure anew: a median, and the slowest. */
const FLOOR =
  'kubectl believes the event. So does a Node that only holds one watch, which took 5 ms from the write to its end. One that reads the same lists once more before it ends took 27 ms.';
const SLOWEST =
  'it is the slowest of 30 runs, on two cores which the API server has as well. Of a Node that does nothing but read the same lists once more, the slowest of 30 took 104 ms.';

const MEMORY: Claim = { unit: 'MB', bound: { of: 'ours', most: 150 } };
const CORE: Claim = { unit: 'cores', bound: { of: 'ours', most: 0.05 } };
const REQUESTS: Claim = { unit: 'requests/min', bound: { of: 'ours', most: 4 } };

export const rows: readonly Row[] = [
  {
    group: 'hub',
    what: 'wait: from the write that decides to the end of the process',
    peer: 'kubectl wait',
    figures: {
      wall: { unit: 'ms', bound: { of: 'ratio', most: 1, floor: FLOOR } },
      p99: { unit: 'ms', bound: { of: 'ours', most: 100, floor: SLOWEST } },
    },
    measure: () => withRealHub(latencies),
  },
  least('a Node that reads as much once more', ({ readAtTheEnd }) => readAtTheEnd()),
  least('a Node that ends with the event', () => []),
  {
    group: 'hub',
    what: 'wait: one placement of 100, each on 100 clusters',
    figures: {
      memory: MEMORY,
      idle: CORE,
      requests: REQUESTS,
      lists: { unit: 'of one kind', bound: { of: 'ours', most: 1 } },
      watches: { unit: 'of one kind', bound: { of: 'ours', most: 1 } },
      read: { unit: 'KB' },
      bytes: { unit: 'KB/min' },
    },
    measure: () => waiting({ placements: 100, clusters: 100 }, [99]),
  },
  whole({ placements: 100, clusters: 100 }),
  whole({ placements: 1, clusters: 1000 }),
  whole({ placements: 1000, clusters: 100 }, 'takes 14 GB and half an hour: set BENCH_LARGE=1, or see docs/reliability.md, which has it'),
];

/** @param large why it is skipped where nobody asks for what takes long */
function whole(size: FleetSize, large?: string): Row {
  const [placements, clusters] = [size.placements, size.clusters].map((count) => count.toLocaleString('en'));
  return {
    group: 'hub',
    what: `wait: all of ${placements ?? ''} × ${clusters ?? ''} clusters`,
    figures: {
      memory: MEMORY,
      idle: CORE,
      requests: REQUESTS,
    },
    measure: async () => {
      if (large !== undefined && process.env['BENCH_LARGE'] === undefined) throw new Skipped(large);
      const { memory, idle, requests } = await waiting(size);
      return { memory, idle, requests };
    },
  };
}

/** What no wait of a Node can be faster than that is as sure, or believes the event. @param lists what it reads once more, by what the gate read */
function least(peer: string, lists: (undecided: Undecided) => readonly string[]): Row {
  return {
    group: 'hub',
    what: `wait: from the write that decides to the end, beside ${peer}`,
    peer,
    figures: { wall: { unit: 'ms' }, p99: { unit: 'ms' } },
    measure: () =>
      withRealHub((hub) =>
        withUndecided(hub, async (undecided) => {
          const { latencyOf, watchPath } = undecided;
          const gate = { command: process.execPath, args: gateArgs(hub, undecided) };
          await latencyOf(gate);
          const args = [LEAST_WAIT, hub.url, path.join(hub.certs, 'ca.crt'), tokenOf('reader'), watchPath, ...lists(undecided)];
          const turns = await inTurns(
            ROUNDS,
            () => latencyOf(gate),
            () => latencyOf({ command: process.execPath, args }),
          );
          return walls(turns);
        }),
      ),
  };
}

function gateArgs(hub: Hub, { name }: Undecided): readonly string[] {
  return [CLI, 'wait', `crp/${name}`, '--kubeconfig', kubeconfigOf(hub, 'read-only'), '--timeout', '10m'];
}

async function latencies(hub: Hub): Promise<Readonly<Record<string, Measured>>> {
  const peer = kubectl();
  return withUndecided(hub, async (undecided) => {
    const { name, latencyOf } = undecided;
    const target = `clusterresourceplacements.placement.kubernetes-fleet.io/${name}`;
    const condition = '--for=condition=ClusterResourcePlacementAvailable';
    const turns = await inTurns(
      ROUNDS,
      () => latencyOf({ command: process.execPath, args: gateArgs(hub, undecided) }),
      // It reads the object by name, which the readers of the other may not.
      () => latencyOf({ command: peer, args: ['wait', '--kubeconfig', kubeconfigOf(hub, 'admin'), target, condition, '--timeout=10m'] }),
    );
    return walls(turns);
  });
}

function walls(turns: Turns<number>): Readonly<Record<'wall' | 'p99', Measured>> {
  const wall = figureOf(turns, (ms) => ms);
  return { wall, p99: { ours: [latest(wall.ours)], peer: [latest(wall.peer)] } };
}

/** Of 99 in a hundred runs, the slowest. */
function latest(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

type Figure = 'memory' | 'idle' | 'requests' | 'lists' | 'watches' | 'read' | 'bytes';

function waiting(size: FleetSize, followed?: readonly number[]): Promise<Readonly<Record<Figure, Measured>>> {
  return withRealHub(async (hub) => {
    const heartbeats = await writeFleet(hub, size);
    const relay = await byteRelay(hub.url);
    try {
      const at: number[] = [];
      const wait = await waitForFleet(hub, {
        cli: CLI,
        size,
        ...(followed === undefined ? {} : { followed }),
        idle: IDLE,
        timeout: '60m',
        more: ['--server', relay.url],
        onIdle: () => at.push(relay.received()),
      });
      if (wait.code !== 0) throw new Error(`the wait ended with ${String(wait.code)}: ${wait.err}`);
      const [read = 0, later = 0] = at;
      return {
        memory: { ours: [wait.peak] },
        idle: { ours: [wait.core] },
        requests: { ours: [wait.perMinute] },
        lists: { ours: [mostOfAKind(wait, 'list')] },
        watches: { ours: [mostOfAKind(wait, 'watch')] },
        read: { ours: [read / KILOBYTE] },
        bytes: { ours: [((later - read) / KILOBYTE) * (60_000 / IDLE)] },
      };
    } finally {
      relay.close();
      await heartbeats.stop();
    }
  });
}

/** Before it waits; the further pages of a list are part of it. */
function mostOfAKind({ before }: FleetWait, verb: 'list' | 'watch'): number {
  const asked = before.filter((request) => request.verb === verb && !request.query.includes('continue='));
  return Math.max(
    ...Map.groupBy(asked, ({ resource }) => resource)
      .values()
      .map(({ length }) => length),
  );
}
