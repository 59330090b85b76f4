import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';

/** `deployment.apps/web -n shop`: kind and group together name a resource without ambiguity. */
export function resourceArgs({ apiVersion, kind, namespace, name }: ObjectRef): string {
  const group = groupOf(apiVersion);
  const singular = kind.toLowerCase();
  const isFleet = fleetKind(kind)?.group === group;
  const type = group === '' ? singular : isFleet ? kindArgs(kind, singular) : `${singular}.${group}`;
  return `${shellWord(`${type}/${name}`)}${namespace === undefined ? '' : ` -n ${shellWord(namespace)}`}`;
}

/**
 * The shortest unambiguous name of a KubeFleet kind, because commands must fit on a phone: without its group, unless another API of a hub
 * has a kind of that name. The later API (FEP-0001) has runs, their strategies and approvals too, and kubectl would take the first match;
 * their short name with the group is a full name.
 * @param word the kind's name in kubectl, singular or plural
 */
export function kindArgs(kind: string, word: string): string {
  const short = REPEATED.get(kind);
  return short === undefined ? word : `${short}.${PLACEMENT_GROUP}`;
}

/** The short names in the CustomResourceDefinitions. */
const REPEATED: ReadonlyMap<string, string> = new Map([
  ['ClusterStagedUpdateRun', 'csur'],
  ['StagedUpdateRun', 'sur'],
  ['ClusterStagedUpdateStrategy', 'csus'],
  ['StagedUpdateStrategy', 'sus'],
  ['ClusterApprovalRequest', 'careq'],
  ['ApprovalRequest', 'areq'],
]);
