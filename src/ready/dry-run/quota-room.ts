import { field, listAt, numberAt, objectAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { podDemand } from '../../fleet/kubernetes/pod-demand.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import {
  addQuantities,
  compareQuantities,
  type Quantity,
  quantityText,
  timesQuantity,
  quantityOf,
} from '../../fleet/kubernetes/quantity.ts';
import { scaledShare } from '../../fleet/kubernetes/scaled-share.ts';

/** A workload of the change, and as the member has it. */
export interface ChangedWorkload {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
}

/** A resource of which a quota leaves too little for all workloads together. */
export interface QuotaShortage {
  readonly quota: string;
  readonly resource: string;
  readonly wanted: string;
  readonly left: string;
}

/**
 * Adds up what the change needs in addition, because dry runs do not: each is tried alone. For a new workload all of its Pods, for a
 * changed one its additional Pods and those of its surge. Quotas with scopes, and resources whose demand is not known, are left out.
 */
export function quotaShortages(quotas: readonly KubeObject[], workloads: readonly ChangedWorkload[]): readonly QuotaShortage[] {
  return quotas.flatMap((quota) => {
    if (listAt(quota, 'spec', 'scopes').length > 0 || field(quota, 'spec', 'scopeSelector') !== undefined) return [];
    return Object.entries(objectAt(quota, 'status', 'hard') ?? {}).flatMap(([resource, hard]): readonly QuotaShortage[] => {
      const limit = quantityOf(hard);
      const used = quantityOf(objectAt(quota, 'status', 'used')?.[resource]) ?? NONE;
      const wanted = workloads.reduce((sum, workload) => addQuantities(sum, additional(workload, resource)), NONE);
      if (limit === undefined || compareQuantities(wanted, NONE) === 0 || compareQuantities(addQuantities(used, wanted), limit) <= 0)
        return [];
      const left = addQuantities(limit, timesQuantity(used, -1));
      return [{ quota: quota.metadata.name, resource, wanted: quantityText(wanted), left: quantityText(left) }];
    });
  });
}

const NONE: Quantity = { mantissa: 0n, exponent: 0 };

function additional({ object, live }: ChangedWorkload, resource: string): Quantity {
  const demand = podDemand(object, resource);
  if (demand === undefined || demand === 'unsaid') return NONE;
  if (live === undefined) return demand.atOnce;
  const [wanted, now] = [replicasOf(object), replicasOf(live)];
  return timesQuantity(demand.perPod, Math.max(0, wanted + surgeOf(object, live, wanted) - now));
}

function replicasOf(object: KubeObject): number {
  return object.kind === 'Deployment' || object.kind === 'StatefulSet' ? (numberAt(object, 'spec', 'replicas') ?? 1) : 1;
}

/** The default of a Deployment is 25 %, rounded up; it makes no Pods if the template stays. */
function surgeOf(object: KubeObject, live: KubeObject, replicas: number): number {
  if (object.kind !== 'Deployment' || field(object, 'spec', 'strategy', 'type') === 'Recreate') return 0;
  if (sameImages(object, live)) return 0;
  return scaledShare(field(object, 'spec', 'strategy', 'rollingUpdate', 'maxSurge') ?? '25%', replicas) ?? 0;
}

/** The usual edit. For any other edit no Pods of a surge are counted, so that no shortage is reported that may not be one. */
function sameImages(object: KubeObject, live: KubeObject): boolean {
  const images = (each: KubeObject): string =>
    JSON.stringify(listAt(podSpecOf(each)?.pod, 'containers').map((container) => field(container, 'image')));
  return images(object) === images(live);
}
