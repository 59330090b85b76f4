/**
 * A LimitRange refuses each Pod with a container that requests less than `min`, or more than `max`. A container that states nothing gets
 * defaults within the limits. Source: Kubernetes `plugin/pkg/admission/limitranger/admission.go` (minConstraint, maxConstraint).
 */
import { isDeepStrictEqual } from 'node:util';
import { shown } from '../../fleet/text/shown.ts';
import { displayName, groupOf, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../fleet/kubernetes/quantity.ts';
import { keptOn, keptOnBoth, type KeptOn } from '../delivery/kept-on.ts';
import { placementsSendingBoth, type Workload, workloadsBeside } from '../presence/workloads-beside.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Excess {
  readonly workload: string;
  readonly container: string;
  /** `requests.cpu`. */
  readonly what: string;
  readonly value: string;
  readonly bound: string;
  readonly side: 'min' | 'max';
}

export const limitRangeRefuses = defineRule<Excess>({
  id: 'limit-range-refuses',
  summary: 'The LimitRange refuses the Pods of a workload that is placed with it',
  effect: 'fails',
  kinds: ['LimitRange'],
  why: 'If one placement sends a LimitRange and workloads of its namespace, each cluster refuses the Pods with a container whose requests or limits are below `min` or above `max` (`maximum cpu usage per Container is 1, but limit is 2`). The workload has no Pods, and the placement stays at `Available` False. Limits per container are checked. Clusters are left out where an override changes the limit or the amount. Source: the code of Kubernetes.',
  remedy: 'Change the LimitRange, or the requests and limits of the container.',
  docs: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  message: ({ workload, container, what, value, bound, side }) =>
    `Container ${shown(container)} of ${workload} has ${what} ${value}, and the LimitRange allows ${side === 'max' ? 'at most' : 'at least'} ${bound}.`,
  *check(manifest, world) {
    const { object, namespace } = manifest;
    const isOpen = !isNamed(manifest) || !isResolved(manifest, '/spec');
    if (groupOf(object.apiVersion) !== '' || namespace === undefined || isOpen) return;
    const workloads = workloadsBeside(manifest, namespace, world).filter((each) => isStarted(each.object));
    for (const [index, limit] of listAt(object, 'spec', 'limits').entries()) {
      if (stringAt(limit, 'type') !== 'Container') continue;
      for (const side of ['min', 'max'] as const) {
        for (const [resource, bound] of Object.entries(objectAt(limit, side) ?? {})) {
          const all = workloads.flatMap((workload) => keptExcesses(workload, { resource, bound, side }, manifest, world));
          const first = all.find(({ on }) => on === 'everywhere') ?? all[0];
          if (first === undefined) continue;
          const related = [{ manifest: first.manifest, at: first.at, message: 'the container' }];
          const clusters = first.on === 'everywhere' ? [] : first.on;
          yield { at: childPointer(`/spec/limits/${index}/${side}`, resource), data: first.data, related, clusters };
        }
      }
    }
  },
});

interface Bound {
  readonly resource: string;
  readonly bound: unknown;
  readonly side: 'min' | 'max';
}

interface Found {
  readonly data: Excess;
  readonly manifest: Manifest;
  readonly at: string;
}

/** The excesses of a workload as it is written, each with the clusters on which no override changes it or the limit. */
function keptExcesses(workload: Workload, limit: Bound, range: Manifest, world: World): readonly (Found & { readonly on: KeptOn })[] {
  const { manifest, at } = workload;
  const placements = placementsSendingBoth(range, manifest, world);
  return [...excessesOf(workload, limit)].flatMap((excess) => {
    const isExceeded = (object: KubeObject): boolean =>
      isStarted(object) && [...excessesOf({ ...workload, object }, limit)].some(({ data }) => isDeepStrictEqual(data, excess.data));
    const ranged = keptOn(range, '', placements, (object) => hasLimit(object, limit), world);
    const on = keptOnBoth(ranged, keptOn(manifest, at, placements, isExceeded, world));
    return on.length === 0 ? [] : [{ ...excess, on }];
  });
}

function hasLimit(range: KubeObject, { resource, bound, side }: Bound): boolean {
  return listAt(range, 'spec', 'limits').some((limit) => stringAt(limit, 'type') === 'Container' && field(limit, side, resource) === bound);
}

function isStarted(object: KubeObject): boolean {
  return numberAt(object, 'spec', 'replicas') !== 0;
}

function* excessesOf({ object, namespace, manifest, at }: Workload, { resource, bound, side }: Bound): Iterable<Found> {
  const spec = podSpecOf(object);
  const limit = quantityOf(bound);
  if (spec === undefined || limit === undefined) return;
  for (const list of ['initContainers', 'containers'])
    for (const [index, container] of listAt(spec.pod, list).entries())
      for (const part of ['requests', 'limits']) {
        const value = field(container, 'resources', part, resource);
        const quantity = quantityOf(value);
        if (quantity === undefined) continue;
        const order = compareQuantities(quantity, limit);
        if (side === 'max' ? order <= 0 : order >= 0) continue;
        const ref = refOf(object);
        const workload = displayName(namespace === undefined ? ref : { ...ref, namespace });
        const place = childPointer(`${at}${spec.at}/${list}/${index}/resources/${part}`, resource);
        const name = stringAt(container, 'name') ?? String(index);
        const data = { workload, container: name, what: `${part}.${resource}`, value: String(value), bound: String(bound), side };
        yield { data, manifest, at: place };
      }
}

function quantityOf(value: unknown): Quantity | undefined {
  return typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
}
