import { setTimeout as pause } from 'node:timers/promises';
import type { GateReport, Report } from '../../../src/report.ts';
import { placementName, type FleetSize } from '../../support/fleets/large-fleet.ts';
import { requestsOf, type AuditedRequest } from '../rig/audit.ts';
import type { Hub } from '../rig/hub.ts';
import { kubeconfigOf, workFolder } from './fleet-gate.ts';
import { measured } from './measured.ts';
import { finishFleet } from './write-fleet.ts';

/** Figures of a gate on a fleet, observed while it waited for the last placement and then until its verdict. */
export interface FleetWait {
  readonly gate: GateReport | undefined;
  readonly code: number | null;
  /** The end of standard error. */
  readonly err: string;
  /** The peak of memory, in MB. */
  readonly peak: number;
  /** Share of a core while only heartbeats happened. */
  readonly core: number;
  /** The requests while only heartbeats happened, and their number per minute on average. */
  readonly asked: readonly AuditedRequest[];
  readonly perMinute: number;
  /** All requests before that time. */
  readonly before: readonly AuditedRequest[];
}

export interface FleetWaitOptions {
  readonly cli: string;
  readonly size: FleetSize;
  /** Indexes of the followed placements; default: all. The gate waits for the last one. */
  readonly followed?: readonly number[];
  /** How long it is observed while only heartbeats happen, in milliseconds. */
  readonly idle: number;
  readonly timeout: string;
  /** Further arguments. */
  readonly more?: readonly string[];
  /** Called with true at the start of the observation and with false at its end. */
  readonly onIdle?: (is: boolean) => void;
}

const READER = 'reader';
/** Milliseconds without a request after which the gate has read everything. */
const QUIET = 10_000;
/** The most CPU seconds in that time of a gate that has nothing to check. */
const AT_REST = 2;
/** The most times to wait for that. The figures show a gate that never comes to rest. */
const ROUNDS = 60;

/** Follows placements of a fleet that `writeFleet` wrote, on an audited hub. */
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

/**
 * Waits until the gate has read everything, has sent no request for a while and has checked it: the first check of a large fleet takes
 * longer than that.
 */
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
