import { field, listAt, numberAt, stringAt } from '../json/json.ts';
import type { KubeObject } from './object.ts';
import { addQuantities, parseQuantity, timesQuantity, type Quantity } from './quantity.ts';
import type { ContainerDefaults } from './container-defaults.ts';
import { podSpecOf } from './pod-template.ts';

/** The least that the Pods of a workload use of a quota. */
export interface Demand {
  /** The amount for one Pod. */
  readonly perPod: Quantity;
  /** The amount for all Pods that exist at the same time when the workload is available; for one Pod if their number is not fixed. */
  readonly atOnce: Quantity;
}

/** `unsaid`: a container does not state its amount, so a namespace with such a quota refuses its Pods. */
export type PodDemand = Demand | 'unsaid';

/** The field of a container, and the resource, that a quota on this resource counts. */
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

/** The kinds whose Pods all run at the same time. */
const REPLICATED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet']);

/**
 * The demand of a workload for the resource that a quota limits; `undefined` if it is not known. A quota on cpu or memory requires every
 * container to state its amount; a quota on other resources does not. Source: Kubernetes `pkg/quota/v1/evaluator/core/pods.go`.
 * @param defaults what a container gets that does not state its amount
 */
export function podDemand(object: KubeObject, resource: string, defaults: ContainerDefaults = {}): PodDemand | undefined {
  const spec = podSpecOf(object);
  if (spec === undefined || field(spec.pod, 'resources') !== undefined) return undefined;
  const replicas = REPLICATED.has(object.kind) ? (numberAt(object, 'spec', 'replicas') ?? 1) : 1;
  if (resource === 'pods' || resource === 'count/pods') return demandOf(ONE, replicas);
  const [part, name] = RESOURCES[resource] ?? [];
  if (part === undefined || name === undefined) return undefined;
  let perPod: Quantity | undefined = NONE;
  for (const container of listAt(spec.pod, 'containers')) {
    const said = amountOf(container, part, name) ?? defaults[part];
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

/** If a request is missing, it equals the limit. */
function amountOf(container: unknown, part: 'requests' | 'limits', name: string): string | number | undefined {
  const read = (of: string): string | number | undefined =>
    stringAt(container, 'resources', of, name) ?? numberAt(container, 'resources', of, name);
  return read(part) ?? (part === 'requests' ? read('limits') : undefined);
}
