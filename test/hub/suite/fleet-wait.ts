import { setTimeout as pause } from 'node:timers/promises';
import type { GateReport, Report } from '../../../src/report.ts';
import { placementName, type FleetSize } from '../../support/large-fleet.ts';
import { requestsOf, type AuditedRequest } from '../rig/audit.ts';
import type { Hub } from '../rig/hub.ts';
import { kubeconfigOf, workFolder } from './fleet-gate.ts';
import { measured } from './measured.ts';
import { finishFleet } from './write-fleet.ts';

/** A gate on a fleet that was watched while it waited for the last placement, and then to its verdict. */
export interface FleetWait {
  readonly gate: GateReport | undefined;
  readonly code: number | null;
  /** The end of standard error. */
  readonly err: string;
  /** Most memory it ever had, in MB. */
  readonly peak: number;
  /** Of a core, while nothing but heartbeats happened. */
  readonly core: number;
  /** What it asked while nothing happened, and a minute on average. */
  readonly asked: readonly AuditedRequest[];
  readonly perMinute: number;
  /** All it asked until then. */
  readonly before: readonly AuditedRequest[];
}

export interface FleetWaitOptions {
  readonly cli: string;
  readonly size: FleetSize;
  /** Indexes of the placements that are followed; all if it is left out. The last one is what is waited for. */
  readonly followed?: readonly number[];
  /** How long it is watched while nothing but heartbeats happens, in milliseconds. */
  readonly idle: number;
  readonly timeout: string;
  /** Further arguments. */
  readonly more?: readonly string[];
  /** When it begins to be watched, and when that is over. */
  readonly onIdle?: (is: boolean) => void;
}

const READER = 'reader';
/** Without a request for so long, the gate has read all there is. */
const QUIET = 10_000;
/** Seconds of a core in that time, of a gate that has nothing to judge. */
const AT_REST = 2;
/** So often it is waited for that; a gate that never comes to rest is told by its figures. */
const ROUNDS = 60;

/** Follows placements of a fleet that `writeFleet` wrote, on a hub that is audited. */
export async function waitForFleet(hub: Hub, options: FleetWaitOptions): Promise<FleetWait> {
  const { cli, size, idle, timeout, more = [], onIdle } = options;
  const followed = options.followed ?? Array.from({ length: size.placements }, (_, index) => index);
  const targets = followed.map((index) => `ClusterResourcePlacement/${placementName(index)}`);
  const argv = ['wait', ...targets, '--kubeconfig', kubeconfigOf(hub, 'read-only'), '--format', 'json', '--timeout', timeout, ...more];
  const began = Date.now();
  const asked = (from: number, to: number): readonly AuditedRequest[] =>
    requestsOf(hub).filter(({ receivedAt, user }) => user === READER && receivedAt >= from && receivedAt < to);
  const run = measured(cli, argv, workFolder(hub));
  try {
    await Promise.race([untilQuiet(() => asked(began, Infinity), run.cpu), run.ended]);
    onIdle?.(true);
    const [from, cpu] = [Date.now(), run.cpu()];
    await pause(idle);
    const [to, core] = [Date.now(), (run.cpu() - cpu) / (idle / 1000)];
    onIdle?.(false);
    const [before, idly] = [asked(began, from), asked(from, to)];
    await finishFleet(hub, size);
    const { code, out, err } = await run.ended;
    const gate = code === null ? undefined : (JSON.parse(out) as Report).gate;
    return {
      gate,
      code,
      err: err.slice(-500),
      peak: run.peak(),
      core,
      asked: idly,
      perMinute: idly.length / ((to - from) / 60_000),
      before,
    };
  } finally {
    run.kill();
  }
}

/** Until it has read all, asked nothing more for a while, and looked at it: the first look at a large fleet takes longer than that while. */
async function untilQuiet(asked: () => readonly AuditedRequest[], cpu: () => number): Promise<void> {
  for (let round = 0; ; round++) {
    const used = cpu();
    await pause(QUIET);
    const all = asked();
    const last = Math.max(...all.map(({ receivedAt }) => receivedAt));
    const isAtRest = cpu() - used < AT_REST || round > ROUNDS;
    if (all.some(({ verb }) => verb === 'watch') && Date.now() - last > QUIET && isAtRest) return;
  }
}
