import { durationText, spanText } from '../../duration.ts';
import { findCondition } from '../../fleet/kubernetes/condition.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { BindingView } from '../view/binding.ts';
import type { RunView } from '../view/run.ts';

export interface Soak {
  readonly proven: readonly string[];
  /** Clusters that are not good for long enough yet: only time is missing. */
  readonly waits: readonly string[];
  /** Clusters for which the hub does not show since when they are good. */
  readonly notProven: readonly string[];
  /** Milliseconds since the epoch, by the hub's clock: when all of `waits` are over. */
  readonly until?: number;
}

/**
 * Whether clusters have been good for long enough, by the times that the hub wrote: when the run finished a cluster, and when its binding
 * became Available (or reported its differences).
 * @param asked milliseconds
 */
export function soakOf(
  { hub, run, bindings }: { readonly hub: HubState; readonly run: RunView; readonly bindings: readonly BindingView[] },
  clusters: readonly string[],
  asked: number,
): Soak {
  const known = clusters.map((cluster) => ({ cluster, since: goodSince(run, bindings, cluster) }));
  const unknown = known.flatMap(({ cluster, since }) => (since === undefined ? [cluster] : []));
  const short = known.flatMap(({ cluster, since }) => {
    if (since === undefined) return [];
    const lasted = hub.now.getTime() - since;
    return lasted >= asked ? [] : [`${cluster} has been good for ${spanText(lasted)} of ${durationText(asked)} (since ${timeText(since)})`];
  });
  const newest = known.reduce<{ cluster: string; at: number } | undefined>(
    (last, { cluster, since }) => (since !== undefined && (last === undefined || since > last.at) ? { cluster, at: since } : last),
    undefined,
  );
  const isDone = newest !== undefined && short.length === 0 && unknown.length === 0;
  return {
    proven: isDone
      ? [`good for at least ${durationText(asked)} (${newest.cluster} for ${spanText(hub.now.getTime() - newest.at)}, all others longer)`]
      : [],
    waits: short,
    ...(short.length === 0 || newest === undefined ? {} : { until: newest.at + asked }),
    notProven: unknown.map((cluster) => `the hub does not show since when ${cluster} is good`),
  };
}

/** Milliseconds since the epoch; `undefined` if one of the times is missing. */
function goodSince(run: RunView, bindings: readonly BindingView[], cluster: string): number | undefined {
  const finished = run.stages.flatMap(({ clusters }) => clusters).find(({ name }) => name === cluster)?.succeeded?.lastTransitionTime;
  const conditions = bindings.find((binding) => binding.cluster === cluster && !binding.leaving)?.conditions ?? [];
  const good = findCondition(conditions, 'Available') ?? findCondition(conditions, 'DiffReported');
  if (good?.status !== 'True') return undefined;
  const latest = Math.max(Date.parse(finished ?? ''), Date.parse(good.lastTransitionTime ?? ''));
  return Number.isNaN(latest) ? undefined : latest;
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
