/**
 * A LimitRange refuses each Pod with a container that requests less than `min`, or more than `max`. A container that states nothing gets
 * defaults within the limits. Source: Kubernetes `plugin/pkg/admission/limitranger/admission.go` (minConstraint, maxConstraint).
 */
import { shown } from '../../fleet/text/shown.ts';
import { displayName, groupOf, refOf } from '../../fleet/kubernetes/object.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../fleet/kubernetes/quantity.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { type Workload, workloadsBeside } from '../presence/workloads-beside.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

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
  why: 'If one placement sends a LimitRange and workloads of its namespace, each cluster refuses the Pods with a container whose requests or limits are below `min` or above `max` (`maximum cpu usage per Container is 1, but limit is 2`). The workload has no Pods, and the placement stays at `Available` False. Limits per container are checked, for workloads and LimitRanges that no override changes. Source: the code of Kubernetes.',
  remedy: 'Change the LimitRange, or the requests and limits of the container.',
  docs: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  message: ({ workload, container, what, value, bound, side }) =>
    `Container ${shown(container)} of ${workload} has ${what} ${value}, and the LimitRange allows ${side === 'max' ? 'at most' : 'at least'} ${bound}.`,
  *check(manifest, world) {
    const { object, namespace } = manifest;
    const isOpen = !isNamed(manifest) || !isResolved(manifest, '/spec') || overriddenDeliveriesOf(manifest, world).length > 0;
    if (groupOf(object.apiVersion) !== '' || namespace === undefined || isOpen) return;
    const workloads = workloadsBeside(manifest, namespace, world).filter((each) => numberAt(each.object, 'spec', 'replicas') !== 0);
    for (const [index, limit] of listAt(object, 'spec', 'limits').entries()) {
      if (stringAt(limit, 'type') !== 'Container') continue;
      for (const side of ['min', 'max'] as const) {
        for (const [resource, bound] of Object.entries(objectAt(limit, side) ?? {})) {
          const [first] = workloads.flatMap((workload) => [...excessesOf(workload, resource, bound, side)]);
          if (first === undefined) continue;
          const related = [{ manifest: first.manifest, at: first.at, message: 'the container' }];
          yield { at: childPointer(`/spec/limits/${index}/${side}`, resource), data: first.data, related };
        }
      }
    }
  },
});

function* excessesOf(
  { object, namespace, manifest, at }: Workload,
  resource: string,
  bound: unknown,
  side: 'min' | 'max',
): Iterable<{ readonly data: Excess; readonly manifest: Workload['manifest']; readonly at: string }> {
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
