import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';

/** `deployment.apps/web -n shop`: kind and group together name a resource without a doubt. */
export function resourceArgs({ apiVersion, kind, namespace, name }: ObjectRef): string {
  const group = groupOf(apiVersion);
  const singular = kind.toLowerCase();
  const isFleet = fleetKind(kind)?.group === group;
  const type = group === '' ? singular : isFleet ? kindArgs(kind, singular) : `${singular}.${group}`;
  return `${shellWord(`${type}/${name}`)}${namespace === undefined ? '' : ` -n ${shellWord(namespace)}`}`;
}

/**
 * A kind of KubeFleet as short as a command can name it without a doubt, as it must fit a phone: without its group where no other API of a hub
 * has a kind of that name. Runs, their strategies and approvals are in the API after this one too (FEP-0001), and kubectl would take whichever
 * it finds first; their short name with the group is a full name.
 * @param word its name as kubectl has it, singular or plural
 */
export function kindArgs(kind: string, word: string): string {
  const short = REPEATED.get(kind);
  return short === undefined ? word : `${short}.${PLACEMENT_GROUP}`;
}

/** The short names that the CustomResourceDefinitions give. */
const REPEATED: ReadonlyMap<string, string> = new Map([
  ['ClusterStagedUpdateRun', 'csur'],
  ['StagedUpdateRun', 'sur'],
  ['ClusterStagedUpdateStrategy', 'csus'],
  ['StagedUpdateStrategy', 'sus'],
  ['ClusterApprovalRequest', 'careq'],
  ['ApprovalRequest', 'areq'],
]);
