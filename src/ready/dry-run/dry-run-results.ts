import { displayName, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { NotChecked, ReadyReason } from '../../report.ts';
import type { QuotaShortage } from './quota-room.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

/** What came of one object on one cluster. */
export interface DryRunResult {
  readonly cluster: string;
  readonly placement: ObjectRef;
  readonly object: ObjectRef;
  /** A Pod of its template was tried, not the object itself. */
  readonly isPod: boolean;
  readonly outcome:
    | { readonly kind: 'accepted'; readonly warnings: readonly string[] }
    | {
        readonly kind: 'refused';
        readonly message: string;
        /** An update can succeed after a Pod is removed. */ readonly mayPass?: boolean;
      }
    | { readonly kind: 'notTried'; readonly why: string };
}

export interface ClusterShortage extends QuotaShortage {
  readonly cluster: string;
  readonly namespace: string;
}

/** The results as reasons, with the clusters of equal ones together, and what was not tried. */
export function dryRunReasons(
  results: readonly DryRunResult[],
  shortages: readonly ClusterShortage[],
): { readonly reasons: readonly ReadyReason[]; readonly notChecked: readonly NotChecked[] } {
  const reasons = grouped(results, ({ outcome }) => (outcome.kind === 'refused' ? [outcome] : [])).map(
    ([{ message, mayPass }, found]): ReadyReason => {
      const tail = mayPass === true ? '; an update can only succeed after another Pod is removed' : '';
      return {
        id: 'dry-run-refused',
        effect: mayPass === true ? 'warns' : 'blocks',
        object: found.result.placement,
        clusters: found.clusters,
        message: `${nameOf(found.result)} would be refused on ${listed(found.clusters, 5)}: ${withoutFullStop(message)}${tail}.`,
      };
    },
  );
  const warnings = grouped(results, ({ outcome }) => (outcome.kind === 'accepted' ? outcome.warnings : [])).map(
    ([text, found]): ReadyReason => ({
      id: 'dry-run-warning',
      effect: 'warns',
      object: found.result.placement,
      clusters: found.clusters,
      message: `${listed(found.clusters, 5)} warns about ${nameOf(found.result)}: ${withoutFullStop(text)}.`,
    }),
  );
  const quotas = shortages.map(({ cluster, namespace, quota, resource, wanted, left }): ReadyReason => ({
    id: 'quota-too-small',
    effect: 'blocks',
    clusters: [cluster],
    message: `ResourceQuota/${namespace}/${quota} on ${cluster} leaves ${left} of ${resource}, and this change needs ${wanted} more there.`,
    remedy: `Raise the quota on ${cluster}, or lower what the change requests.`,
  }));
  const notChecked = grouped(results, ({ outcome }) => (outcome.kind === 'notTried' ? [outcome.why] : [])).map(
    ([why, found]): NotChecked => ({
      message: `${nameOf(found.result)} was not tried on ${listed(found.clusters, 5)}: ${withoutFullStop(why)}.`,
    }),
  );
  return { reasons: [...reasons, ...quotas, ...warnings], notChecked };
}

interface Found {
  readonly result: DryRunResult;
  readonly clusters: readonly string[];
}

/** Results of the same object that say the same, on all their clusters. */
function grouped<T>(results: readonly DryRunResult[], saidBy: (result: DryRunResult) => readonly T[]): readonly (readonly [T, Found])[] {
  const all = results.flatMap((result) => saidBy(result).map((said) => ({ said, result })));
  const groups = Map.groupBy(all, ({ said, result }) => JSON.stringify([said, result.placement, result.object, result.isPod]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [[first.said, { result: first.result, clusters: [...new Set(group.map(({ result }) => result.cluster))] }] as const];
  });
}

function nameOf({ object, isPod }: DryRunResult): string {
  return isPod ? `A Pod of ${displayName(object)}` : displayName(object);
}
