import { field, listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { addQuantities, parseQuantity, timesQuantity, type Quantity } from '../../fleet/kubernetes/quantity.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';

/** What the Pods of a workload take of a quota at the least. */
export interface Demand {
  /** Of one Pod. */
  readonly perPod: Quantity;
  /** Of all that are there at once when it is available; of one Pod where their number is not fixed. */
  readonly atOnce: Quantity;
}

/** `unsaid`: a container does not say how much it wants, and a namespace with such a quota takes no Pod of it. */
export type PodDemand = Demand | 'unsaid';

const RESOURCES: Readonly<Record<string, readonly ['requests' | 'limits', string]>> = {
  cpu: ['requests', 'cpu'],
  memory: ['requests', 'memory'],
  'ephemeral-storage': ['requests', 'ephemeral-storage'],
  'requests.cpu': ['requests', 'cpu'],
  'requests.memory': ['requests', 'memory'],
  'requests.ephemeral-storage': ['requests', 'ephemeral-storage'],
  'limits.cpu': ['limits', 'cpu'],
  'limits.memory': ['limits', 'memory'],
  'limits.ephemeral-storage': ['limits', 'ephemeral-storage'],
};

/** The kinds whose Pods are all there at once. */
const REPLICATED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet']);

/**
 * What a workload takes of the resource that a quota limits; `undefined` if that cannot be told. Of cpu and memory a quota asks every
 * container to say how much; of other resources it does not.
 * Source: Kubernetes `pkg/quota/v1/evaluator/core/pods.go`.
 */
export function podDemand(object: KubeObject, resource: string): PodDemand | undefined {
  const spec = podSpecOf(object);
  if (spec === undefined || field(spec.pod, 'resources') !== undefined) return undefined;
  const replicas = REPLICATED.has(object.kind) ? (numberAt(object, 'spec', 'replicas') ?? 1) : 1;
  if (resource === 'pods' || resource === 'count/pods') return demandOf(ONE, replicas);
  const [part, name] = RESOURCES[resource] ?? [];
  if (part === undefined || name === undefined) return undefined;
  let perPod: Quantity | undefined = NONE;
  for (const container of listAt(spec.pod, 'containers')) {
    const said = amountOf(container, part, name);
    if (said === undefined) return name === 'ephemeral-storage' ? undefined : 'unsaid';
    const amount = parseQuantity(said);
    if (amount === undefined) return undefined;
    perPod = addQuantities(perPod, amount);
  }
  return demandOf(perPod, replicas);
}

const NONE: Quantity = { mantissa: 0n, exponent: 0 };
const ONE: Quantity = { mantissa: 1n, exponent: 0 };

function demandOf(perPod: Quantity, replicas: number): Demand {
  return { perPod, atOnce: timesQuantity(perPod, Math.max(0, Math.trunc(replicas))) };
}

/** A limit stands for a request that is not there. */
function amountOf(container: unknown, part: 'requests' | 'limits', name: string): string | number | undefined {
  const read = (of: string): string | number | undefined =>
    stringAt(container, 'resources', of, name) ?? numberAt(container, 'resources', of, name);
  return read(part) ?? (part === 'requests' ? read('limits') : undefined);
}
