import { DELETED_WITH } from '../../fleet/kubernetes/deleted-with.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Observation } from '../observations/observation.ts';
import { onMember } from './commands.ts';

/**
 * The step that gives an object on a member other values than it can change: to delete it there, so that KubeFleet creates it again from
 * the hub. Only kinds that are known to hold nothing else can be deleted; for others the step says what would be lost, and another way.
 * @param otherFaults whether the member refuses more than the immutable field: then it refuses to create the object, too
 */
export function createdAnew({ object }: Pick<Observation, 'object'>, otherFaults: 'none' | 'some' | 'unknown' = 'none'): readonly string[] {
  if (object === undefined) return [];
  if (!isReplaceable(object)) return [stepFor(object)];
  if (otherFaults === 'some') return [NOT_YET];
  return [
    otherFaults === 'none' ? stepFor(object) : stepFor(object).replace(/^Or,? /, 'Or, only if nothing but an immutable field is refused: '),
  ];
}

const NOT_YET =
  'Do not delete {object} on {cluster} before these other faults are corrected: its API server would refuse to create it again.';

/** The same step for any object. */
export const STEP_FOR_ANY_OBJECT =
  'Or place the object under another name. A workload can also be deleted on {cluster}, if {cluster} can lose what it runs: KubeFleet creates it again from the hub. Not an object that holds others or data, such as a Namespace, a CustomResourceDefinition, a PersistentVolumeClaim or an object of another project: those are deleted with it.';

function stepFor({ apiVersion, kind }: ObjectRef): string {
  const key = `${groupOf(apiVersion)}/${kind}`;
  if (key === STATEFUL_SET) return WITHOUT_ITS_PODS;
  const replaceable = REPLACEABLE[key];
  if (replaceable !== undefined)
    return `Or, if {cluster} can lose ${replaceable}: delete it there, and KubeFleet creates it again from the hub: ${onMember('delete {objectArgs}')}`;
  const { lost, instead } = KEPT[key] ?? ANY;
  return `Do not delete {object} on {cluster}: with it goes ${lost}. KubeFleet brings back only the object itself. ${instead}`;
}

function isReplaceable({ apiVersion, kind }: ObjectRef): boolean {
  const key = `${groupOf(apiVersion)}/${kind}`;
  return key === STATEFUL_SET || REPLACEABLE[key] !== undefined;
}

const STATEFUL_SET = 'apps/StatefulSet';

/** Kinds that lose nothing which KubeFleet or their controller does not create again, and what is missing meanwhile. */
const REPLACEABLE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['apps/Deployment', 'apps/DaemonSet', 'apps/ReplicaSet', '/ReplicationController', '/Pod', 'batch/CronJob'].map((kind) => [
      kind,
      '{object} and what it runs',
    ]),
  ),
  'batch/Job': '{object} and what it runs, and can run it once more',
  '/Service': '{object} with its addresses, and can get others',
  ...Object.fromEntries(
    ['rbac.authorization.k8s.io/RoleBinding', 'rbac.authorization.k8s.io/ClusterRoleBinding'].map((kind) => [
      kind,
      'the rights that {object} gives for some minutes',
    ]),
  ),
};

interface Kept {
  /** As the object of a sentence. */
  readonly lost: string;
  readonly instead: string;
}

const NAME_ANOTHER = 'Place one with another name, and name that one in what uses it.';

const KEPT: Readonly<Record<string, Kept>> = {
  '/PersistentVolumeClaim': {
    lost: DELETED_WITH['/PersistentVolumeClaim'],
    instead: `Place a claim with another name, and copy the data. Which volumes are retained: ${onMember('get persistentvolumes')}`,
  },
  '/PersistentVolume': {
    lost: 'the way of its claim to the data, and the data itself if it is not retained',
    instead: 'Place a volume with another name, and copy the data.',
  },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    lost: `${DELETED_WITH['apiextensions.k8s.io/CustomResourceDefinition']} on {cluster}, also those of others`,
    instead: 'Place a definition with another group or plural name beside it, and move the objects to that.',
  },
  '/Namespace': {
    lost: `${DELETED_WITH['/Namespace']}, also volumes and what others put there`,
    instead: 'Place another namespace, and move to it.',
  },
  '/Secret': { lost: 'what was written into it on {cluster}, such as a token, and pods that start meanwhile fail', instead: NAME_ANOTHER },
  '/ConfigMap': { lost: 'what was written into it on {cluster}, and pods that start meanwhile fail', instead: NAME_ANOTHER },
  '/ServiceAccount': { lost: 'each token that its pods and others have', instead: NAME_ANOTHER },
};

/** A controller decides what it deletes with its object: a database, a volume, a machine. */
const ANY: Kept = {
  lost: 'what a controller made for it or what others need it for, such as a volume or a database',
  instead: 'Place one with another name beside it.',
};

/** Source: kubernetes.io, StatefulSets: its pods and claims stay if it is deleted alone, and it adopts those that its selector matches. */
const WITHOUT_ITS_PODS = `Or delete only {object} itself on {cluster}. Its pods and the claims with their data stay, KubeFleet creates it again from the hub, and it takes over the pods that its selector matches: ${onMember('delete {objectArgs} --cascade=orphan')}`;
