import { progressOf } from './cluster-state.ts';
import type { ClusterState } from './cluster-state.ts';
import type { GateMemory } from './memory.ts';

/** A suspicion is forgotten when its cluster got past the stage, not because the hub was silent about it for a moment. */
export function keptTimers(clusters: readonly ClusterState[], memory: GateMemory, prefix: string): readonly (readonly [string, number])[] {
  return [...memory.firstSeen].filter(([key]) => {
    if (!key.startsWith(prefix)) return false;
    const [, scope, fact, cluster, , stage] = key.slice(prefix.length - 1).split('|');
    if (scope === 'placement' || fact !== '') return false;
    const state = clusters.find((found) => found.cluster === cluster);
    return state !== undefined && progressOf(state) <= Number(stage);
  });
}
