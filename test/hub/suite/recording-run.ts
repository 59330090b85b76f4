import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { shiftTimes } from '../../../src/demo/hub/shift-times.ts';
import { DEFAULT_GRACES } from '../../../src/gates/graces.ts';
import type { GateReport } from '../../../src/report.ts';
import { missesOfDiagnose, missesOfWait } from '../../support/recordings/play-recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { truthPath } from '../../support/truth.ts';
import type { Hub } from '../rig/hub.ts';
import { playOn, type Play } from '../rig/play.ts';
import { dumpOf } from './dump.ts';
import { fleetGate, gateOf, kubeconfigOf, workFolder } from './fleet-gate.ts';
import { judgement } from './judgement.ts';

const SECOND = 1000;
/** How often to repeat the three checks of a final state: they may differ because of the time that passes between them. */
const ROUNDS = 20;

/** A recording on a hub, with the files and flags of the user who gates it. */
export interface Gating {
  readonly play: Play;
  readonly folder: string;
  /** Targets, manifests and flags for `wait` and for `diagnose`. */
  readonly wait: readonly string[];
  readonly look: readonly string[];
}

/**
 * Starts the recording and prepares its gate. Grace periods are as long as the recording, so that whatever recovers in it has enough time.
 */
export async function gating(hub: Hub, recording: Recording, options: { atEnd?: boolean } = {}): Promise<Gating> {
  const { expected, startedAt, endedAt, name } = recording;
  const play = await playOn(hub, truthPath('recordings', name, 'events.jsonl'), options);
  const shift = { from: startedAt, to: startedAt + play.shiftMs, speed: 1 };
  const folder = workFolder(hub, shiftTimes(expected.manifests, shift));
  const span = endedAt - startedAt;
  const grace = Math.min(300 * SECOND, Math.ceil(span / SECOND) * SECOND + 8 * SECOND);
  const graces = Object.entries(DEFAULT_GRACES)
    .filter(([family]) => family !== 'heartbeat')
    .map(([family, usual]) => [family, `${Math.min(usual, grace) / SECOND}s`]);
  const config = path.join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ gate: { grace: Object.fromEntries(graces) } }));
  const ends = expected.outcome === 'timedOut' || expected.outcome === 'waitingForPerson';
  const timeout = ends ? span + grace + 15 * SECOND : 15 * 60 * SECOND;
  const manifests = expected.manifests.length > 0 ? ['--manifests', 'deploy.json'] : [];
  const look = [...expected.target, ...manifests, ...(expected.flags ?? []), '--config', config, '--format', 'json'];
  return { play, folder, look, wait: [...look, '--timeout', `${Math.ceil(timeout / SECOND)}s`] };
}

/** Gates a recording as it plays, then checks its end in three ways. @returns the differences, one in each line */
export async function missesOf(hub: Hub, recording: Recording): Promise<readonly string[]> {
  const set = await gating(hub, recording);
  try {
    const waited = await missesOfWaiting(hub, recording, set);
    await set.play.played;
    return [...waited, ...(await missesOfLooks(hub, recording, set))];
  } finally {
    await set.play.stop();
  }
}

async function missesOfWaiting(hub: Hub, recording: Recording, set: Gating): Promise<readonly string[]> {
  const { expected, startedAt } = recording;
  const { play, folder } = set;
  const argv = ['wait', '--kubeconfig', kubeconfigOf(hub, 'read-only'), ...set.wait];
  const ended = await fleetGate(argv, { hub, cwd: folder });
  const took = ended.at - play.startedAt;
  const report = gateOf(ended);
  // A target that exists for two seconds may be gone before the gate of a busy machine reads it for the first time.
  const cameLate = expected.mayAlso?.includes('placement-not-found') === true && isNotFound(report);
  const misses = missesOfWait(cameLate ? { ...recording, expected: { ...expected, causes: [] } } : recording, {
    report,
    decidedAt: startedAt + took,
  });
  return [...misses, ...(ended.code === expected.exitCode ? [] : [`exit code ${String(ended.code)}, expected ${expected.exitCode}`])];
}

/**
 * Checks the end of the recording live, in a dump, and in our own snapshot. All three agree unless a grace period ends between two of them.
 */
async function missesOfLooks(hub: Hub, recording: Recording, set: Gating): Promise<readonly string[]> {
  for (let round = 1; ; round += 1) {
    const misses = await missesOfOneRound(hub, recording, set);
    if (misses.length === 0 || round === ROUNDS) return misses;
    await new Promise((resolve) => setTimeout(resolve, 2 * SECOND));
  }
}

async function missesOfOneRound(hub: Hub, recording: Recording, { folder, look }: Gating): Promise<readonly string[]> {
  const how = { hub, cwd: folder };
  const kubeconfig = ['--kubeconfig', kubeconfigOf(hub, 'read-only')];
  const live = gateOf(await fleetGate(['diagnose', ...kubeconfig, ...look], how));
  writeFileSync(path.join(folder, 'dump.json'), JSON.stringify(await dumpOf(hub)));
  const dumped = gateOf(await fleetGate(['diagnose', '--from', 'dump.json', ...look], how));
  const manifests = look.includes('--manifests') ? ['--manifests', 'deploy.json'] : [];
  const snapshot = await fleetGate(['snapshot', ...kubeconfig, ...recording.expected.target, ...manifests, '--out', 'snapshot.yaml'], how);
  if (snapshot.code !== 0) return [`snapshot ended with ${String(snapshot.code)}: ${snapshot.err}`];
  const kept = gateOf(await fleetGate(['diagnose', '--from', 'snapshot.yaml', ...look], how));
  const said = judgement(live);
  return [
    ...missesOfDiagnose(recording, { report: live, decidedAt: recording.endedAt }).map((miss) => `diagnose: ${miss}`),
    ...(judgement(dumped) === said || (dumped.outcome === 'waiting' && isGone(live))
      ? []
      : [`diagnose --from a dump: ${judgement(dumped)}, live: ${said}`]),
    ...(judgement(kept) === said ? [] : [`diagnose --from our snapshot: ${judgement(kept)}, live: ${said}`]),
  ];
}

/** A plain dump cannot show that an object does not exist: a kind without objects may not have been read. */
function isGone(report: GateReport): boolean {
  return isNotFound(report) || hasFailure(report, 'run-deleted');
}

function isNotFound(report: GateReport): boolean {
  return hasFailure(report, 'placement-not-found');
}

function hasFailure({ placements, runs }: GateReport, failure: string): boolean {
  return [...placements, ...runs].some(({ diagnoses }) => diagnoses.some(({ id }) => id === failure));
}
