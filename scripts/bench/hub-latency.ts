import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hub } from '../../test/hub/rig/hub.ts';
import { type AuditedRequest, requestsOf } from '../../test/hub/rig/audit.ts';
import { writeFleet, writeObjects } from '../../test/hub/suite/write-fleet.ts';
import { onePlacement, placementName, unfinishedPlacement } from '../../test/support/fleets/large-fleet.ts';

const SIZE = { placements: 3, clusters: 10 };
const LAST = SIZE.placements - 1;
const PLACEMENT = `/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements/${placementName(LAST)}`;
/** If there was no request for so long, the program has read everything and waits. */
const QUIET = 2000;

/** A program that waits for a placement and exits with 0 after its last condition is there. */
export interface Waiter {
  readonly command: string;
  readonly args: readonly string[];
}

/** A placement that lacks only its own status: writing that decides it. */
export interface Undecided {
  readonly name: string;
  /**
   * Starts the program, lets it wait, decides the placement, and returns the ms from the API server's answer to the exit of the process.
   */
  readonly latencyOf: (waiter: Waiter) => Promise<number>;
}

/** Writes a small fleet with such a placement, calls `use`, and stops the heartbeats of its members. */
export async function withUndecided<T>(hub: Hub, use: (undecided: Undecided) => Promise<T>): Promise<T> {
  const heartbeats = await writeFleet(hub, SIZE);
  try {
    await writeObjects(hub, unfinishedPlacement(LAST, SIZE.clusters));
    const open = await readPlacement(hub);
    await writeObjects(hub, onePlacement(LAST, SIZE.clusters));
    const decided = await readPlacement(hub);
    return await use({
      name: placementName(LAST),
      latencyOf: (waiter) => latency(hub, waiter, [open['status'], decided['status']]),
    });
  } finally {
    await heartbeats.stop();
  }
}

async function latency(hub: Hub, { command, args }: Waiter, [open, decided]: readonly unknown[]): Promise<number> {
  await writeStatus(hub, open);
  const started = Date.now();
  const child = spawn(command, args, { stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: hub.folder, NO_COLOR: '1' } });
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, at: performance.now() }));
  await untilWaiting(hub, started);
  if (child.exitCode !== null) throw new Error(`${command} ended before it was decided`);
  const at = await writeStatus(hub, decided);
  const end = await ended;
  if (end.code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${String(end.code)}`);
  return end.at - at;
}

/** Waits for a watch, and then until there were no requests for a while. */
async function untilWaiting(hub: Hub, since: number): Promise<void> {
  for (;;) {
    await pause(QUIET / 4);
    const requests = asked(hub, since);
    const last = Math.max(...requests.map(({ receivedAt }) => receivedAt));
    if (requests.some(({ verb }) => verb === 'watch') && Date.now() - last > QUIET) return;
  }
}

/** Since that time, by a program and not by the hub itself. */
function asked(hub: Hub, since: number): readonly AuditedRequest[] {
  return requestsOf(hub).filter(({ receivedAt, user }) => receivedAt >= since && !user.startsWith('system:'));
}

/** Returns when the API server accepted it. */
async function writeStatus(hub: Hub, status: unknown): Promise<number> {
  const placement = await readPlacement(hub);
  await hub.api.must('PUT', `${PLACEMENT}/status`, { body: { ...placement, status } });
  return performance.now();
}

async function readPlacement(hub: Hub): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await hub.api.must('GET', PLACEMENT);
  return body as Readonly<Record<string, unknown>>;
}
