import { missesOfWait } from '../../support/recordings/play-recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import type { Hub } from '../rig/hub.ts';
import { fleetGate, gateOf, type Ended } from './fleet-gate.ts';
import { gating, type Gating } from './recording-run.ts';

export interface GateRun {
  readonly ended: Ended;
  /** Differences from `expect.json`. */
  readonly misses: readonly string[];
}

export interface Disturbed {
  readonly kubeconfig: string;
  readonly extra?: readonly string[];
  readonly atEnd?: boolean;
  /** Runs at the same time as the gate. */
  readonly meanwhile?: (set: Gating) => Promise<void>;
}

/** Plays a recording and gates it while the transport is disturbed. */
export async function gateRecording(hub: Hub, recording: Recording, disturbed: Disturbed): Promise<GateRun> {
  const set = await gating(hub, recording, { atEnd: disturbed.atEnd ?? false });
  try {
    const argv = ['wait', '--kubeconfig', disturbed.kubeconfig, ...set.wait, ...(disturbed.extra ?? [])];
    const [ended] = await Promise.all([fleetGate(argv, { hub, cwd: set.folder }), disturbed.meanwhile?.(set)]);
    const report = gateOf(ended);
    return { ended, misses: missesOfWait(recording, { report, decidedAt: recording.startedAt + (ended.at - set.play.startedAt) }) };
  } finally {
    await set.play.stop();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
