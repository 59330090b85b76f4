/** The cost of a wait and its latency, on a real API server: see docs/decisions/0014-what-a-wait-costs.md. */
import { kubeconfigOf } from '../../../test/hub/suite/fleet-gate.ts';
import { waitForFleet } from '../../../test/hub/suite/fleet-wait.ts';
import { writeFleet } from '../../../test/hub/suite/write-fleet.ts';
import { withUndecided } from '../hub-latency.ts';
import { withRealHub } from '../real-hub.ts';
import type { Row } from '../row.ts';
import { CLI } from '../dist.ts';

const ROUNDS = 15;
/** In the first run, no code is compiled. */
const WARM = 1;
/** ms with no events except heartbeats. */
const IDLE = 150_000;
const FLEET = { placements: 100, clusters: 100 };

export const rows: readonly Row[] = [
  {
    group: 'hub',
    what: 'wait: from the write that decides to the end of the process',
    figures: { wall: { unit: 'ms', bound: { of: 'ours', most: 250 } } },
    measure: () =>
      withRealHub((hub) =>
        withUndecided(hub, async ({ name, latencyOf }) => {
          const args = [CLI, 'wait', `crp/${name}`, '--kubeconfig', kubeconfigOf(hub, 'read-only'), '--timeout', '10m'];
          const ours: number[] = [];
          for (let round = 0; round < WARM + ROUNDS; round += 1) ours.push(await latencyOf({ command: process.execPath, args }));
          return { wall: { ours: ours.slice(WARM) } };
        }),
      ),
  },
  {
    group: 'hub',
    what: 'wait: all of 100 placements × 100 clusters',
    figures: {
      memory: { unit: 'MB', bound: { of: 'ours', most: 300 } },
      idle: { unit: 'cores', bound: { of: 'ours', most: 0.1 } },
      requests: { unit: 'requests/min', bound: { of: 'ours', most: 4 } },
    },
    measure: () =>
      withRealHub(async (hub) => {
        const heartbeats = await writeFleet(hub, FLEET);
        try {
          const wait = await waitForFleet(hub, { cli: CLI, size: FLEET, idle: IDLE, timeout: '60m' });
          if (wait.code !== 0) throw new Error(`the wait ended with ${String(wait.code)}: ${wait.err}`);
          return { memory: { ours: [wait.peak] }, idle: { ours: [wait.core] }, requests: { ours: [wait.perMinute] } };
        } finally {
          await heartbeats.stop();
        }
      }),
  },
];
