import type {
  CoreV1Event,
  V1DaemonSet,
  V1Deployment,
  V1Job,
  V1PersistentVolumeClaim,
  V1Pod,
  V1ReplicaSet,
  V1StatefulSet,
} from '@kubernetes/client-node';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../fleet/json/unchecked.ts';

/** Objects of a member; only their `metadata` was checked. */
export type Pod = KubeObject & Unchecked<V1Pod>;
export type ReplicaSet = KubeObject & Unchecked<V1ReplicaSet>;
export type Job = KubeObject & Unchecked<V1Job>;
export type VolumeClaim = KubeObject & Unchecked<V1PersistentVolumeClaim>;
export type Event = KubeObject & Unchecked<CoreV1Event>;
/** Any of the kinds that create pods and report their progress: the fields of all of them are optional here. */
export type Workload = KubeObject & Unchecked<V1Deployment & V1StatefulSet & V1DaemonSet>;

/** The last lines that a container wrote, read beside the objects of its namespace and kept among them. */
export interface ContainerLog extends KubeObject {
  readonly kind: 'ContainerLog';
  readonly container: string;
  /** Of the run before the one that is under way. */
  readonly isPrevious: boolean;
  readonly text: string;
}

export function isContainerLog(object: KubeObject): object is ContainerLog {
  return object.apiVersion === LOG_VERSION && object.kind === 'ContainerLog';
}

/** No API server serves it. */
export const LOG_VERSION = 'fleet-gate/v1';

/** The objects read on members, by `memberPlace`; `undefined` if access was given and the member cannot be read. */
export type MemberObjects = ReadonlyMap<string, readonly KubeObject[] | undefined>;

export const NO_MEMBER_OBJECTS: MemberObjects = new Map();

/** A namespace of a member cluster. */
export function memberPlace(cluster: string, namespace: string): string {
  return `${cluster}/${namespace}`;
}
