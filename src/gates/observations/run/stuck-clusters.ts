import type { RunView } from '../../view/run.ts';
import { clustersInFlight } from './clusters-in-flight.ts';

/**
 * The clusters that a stuck run waits for. Other clusters in flight may have just started, if a stage updates several at a time. The
 * message names at most three, and no field has them (KubeFleet pkg/controllers/updaterun/execution.go, generateStuckClustersString). For
 * the others, their start time decides.
 */
export function stuckClusters(run: RunView, now: Date): readonly string[] {
  const inFlight = clustersInFlight(run);
  // bounded: a message is cut at 32,768 characters.
  const list = /stuck waiting for (.*?) cluster\(s\)/.exec(run.progressing?.message ?? '')?.[1] ?? '';
  const isCut = list.endsWith(CUT);
  const names = new Set((isCut ? list.slice(0, -CUT.length) : list).split(', '));
  const named = inFlight.filter(({ name }) => names.has(name));
  if (named.length > 0 && !isCut) return named.map(({ name }) => name);
  const isYoung = (since: string | undefined): boolean => now.getTime() - Date.parse(since ?? '') <= STUCK_AFTER;
  const stuck = inFlight.filter((cluster) => named.includes(cluster) || !isYoung(cluster.started?.lastTransitionTime));
  return (stuck.length > 0 ? stuck : inFlight).map(({ name }) => name);
}

const CUT = '...';

/** Milliseconds (KubeFleet pkg/controllers/updaterun/execution.go, updateRunStuckThreshold). */
const STUCK_AFTER = 5 * 60_000;
