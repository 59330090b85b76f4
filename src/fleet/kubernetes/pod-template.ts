import { field } from '../json/json.ts';
import { groupOf, type KubeObject } from './object.ts';
import { oncePer } from '../memo/once-per.ts';

/** The path of the PodSpec in the workload kinds of Kubernetes. */
const POD_SPECS: Readonly<Record<string, readonly string[]>> = {
  'apps/Deployment': ['spec', 'template', 'spec'],
  'apps/StatefulSet': ['spec', 'template', 'spec'],
  'apps/DaemonSet': ['spec', 'template', 'spec'],
  'apps/ReplicaSet': ['spec', 'template', 'spec'],
  '/ReplicationController': ['spec', 'template', 'spec'],
  'batch/Job': ['spec', 'template', 'spec'],
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  '/Pod': ['spec'],
};

export const POD_KINDS = Object.keys(POD_SPECS).map((key) => key.slice(key.indexOf('/') + 1));

/** The lists of a PodSpec that hold containers. */
export const CONTAINER_LISTS = ['initContainers', 'containers', 'ephemeralContainers'];

interface PodSpecPlace {
  readonly pod: unknown;
  /** Its JSON pointer. */
  readonly at: string;
  /** The keys of the pointer. */
  readonly path: readonly string[];
}

/**
 * The PodSpec of a Pod or workload, with its pointer; `undefined` for all other objects. Cached, because many rules read the same object.
 */
export const podSpecOf = oncePer((object: KubeObject): PodSpecPlace | undefined => {
  const path = podPathOf(object);
  if (path === undefined) return undefined;
  const pod = field(object, ...path);
  return pod === undefined ? undefined : { pod, at: `/${path.join('/')}`, path };
});

/** The keys that lead to the PodSpec in objects of this kind, whether the object has one or not; `undefined` for all other kinds. */
export function podPathOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): readonly string[] | undefined {
  return POD_SPECS[`${groupOf(apiVersion)}/${kind}`];
}
