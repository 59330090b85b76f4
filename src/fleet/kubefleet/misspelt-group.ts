import { FLEET_KINDS, isFleetGroup, MAIN_KINDS } from './kinds.ts';
import { nearestSlip } from '../text/nearest.ts';
import { groupOf, type KubeObject } from '../kubernetes/object.ts';

/**
 * Whether an object is of a kind that KubeFleet has, in a group that no KubeFleet serves and that its author meant for one of KubeFleet's. A
 * group is meant so if it names Kubernetes Fleet or KubeFleet but for a few keystrokes. For a kind whose name no other project has, a group
 * with the word "fleet" is enough, and so is one of Kubernetes itself, which serves no such kind.
 */
export function isInMisspeltGroup({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  const group = groupOf(apiVersion);
  if (!KINDS.has(kind) || isFleetGroup(group)) return false;
  const word = plain(group);
  if (namesProject(word)) return true;
  return isKubeFleetsAlone(kind) && (word.includes('fleet') || isOfKubernetes(group));
}

/** Whether no other project is known to have a kind of that name, in any group. */
export function isKubeFleetsAlone(kind: string): boolean {
  return KINDS.has(kind) && !SHARED.has(kind);
}

const KINDS: ReadonlySet<string> = new Set([...FLEET_KINDS, ...MAIN_KINDS].map(({ kind }) => kind));

/**
 * Kinds of other projects with the same name: OpenShift's ClusterResourceOverride, kube-resource-updater's ResourceOverride, the bindings of
 * Karmada, the Works of Karmada and of the multicluster SIG, the PlacementPolicy of Azure's scheduler plugins. Some names are so plain that
 * any project may have them.
 */
const SHARED: ReadonlySet<string> = new Set([
  'AppliedWork',
  'ApprovalRequest',
  'ClusterApprovalRequest',
  'ClusterPlacementPolicy',
  'ClusterResourceBinding',
  'ClusterResourceOverride',
  'MemberCluster',
  'PlacementPolicy',
  'ResourceBinding',
  'ResourceOverride',
  'ResourceSnapshot',
  'Work',
]);

const PROJECTS = ['kubernetesfleet', 'kubefleet'];
/** Groups without the signs that are mistaken for one another, each also without its first label. */
const GROUPS = ['placementkubernetesfleetio', 'clusterkubernetesfleetio', 'kubernetesfleetio', 'placementkubefleetdev', 'kubefleetdev'];

function namesProject(word: string): boolean {
  return PROJECTS.some((name) => word.includes(name)) || nearestSlip(word, GROUPS) !== undefined;
}

function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

function plain(group: string): string {
  return group.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
