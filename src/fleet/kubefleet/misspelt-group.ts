import { FLEET_KINDS, isFleetGroup, MAIN_KINDS } from './kinds.ts';
import { nearestTypo } from '../text/nearest.ts';
import { groupOf, type KubeObject } from '../kubernetes/object.ts';

/**
 * Whether an object has a kind of KubeFleet, or a few keystrokes from one, in a group that KubeFleet does not serve, but that the author
 * meant to be KubeFleet's.
 */
export function isInMisspeltGroup(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return kindInMisspeltGroup(object) !== undefined;
}

/**
 * The kind of KubeFleet that an object in a misspelt group was meant to have; `undefined` if the group is another project's. It is assumed
 * to be misspelt if it is a few keystrokes away from Kubernetes Fleet or KubeFleet. If no other project has a kind of that name, a group
 * with the word "fleet" is enough. So is a group of Kubernetes itself, which serves no such kind.
 */
export function kindInMisspeltGroup({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string | undefined {
  const group = groupOf(apiVersion);
  if (isFleetGroup(group)) return undefined;
  const meant = meantKind(kind);
  if (meant === undefined) return undefined;
  const word = plain(group);
  const isMeant = namesProject(word) || (isKubeFleetsAlone(meant) && (word.includes('fleet') || isOfKubernetes(group)));
  return isMeant ? meant : undefined;
}

function meantKind(kind: string): string | undefined {
  if (KINDS.has(kind)) return kind;
  if (!MEANT.has(kind)) MEANT.set(kind, nearestTypo(kind, KINDS));
  return MEANT.get(kind);
}

/** Each object of a tree is asked for several times, and few kinds are in it. */
const MEANT = new Map<string, string | undefined>();

/** Whether no other project is known to have a kind of that name, in any group. */
export function isKubeFleetsAlone(kind: string): boolean {
  return KINDS.has(kind) && !SHARED.has(kind);
}

const KINDS: ReadonlySet<string> = new Set([...FLEET_KINDS, ...MAIN_KINDS].map(({ kind }) => kind));

/**
 * Kinds of other projects with the same name: OpenShift's ClusterResourceOverride, kube-resource-updater's ResourceOverride, the bindings
 * of Karmada, the Works of Karmada and of the multicluster SIG, the PlacementPolicy of Azure's scheduler plugins. Other names here are so
 * common that any project may have them.
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
/** Groups without dots and dashes, which people confuse. Each group is also listed without its first label. */
const GROUPS = ['placementkubernetesfleetio', 'clusterkubernetesfleetio', 'kubernetesfleetio', 'placementkubefleetdev', 'kubefleetdev'];

function namesProject(word: string): boolean {
  return PROJECTS.some((name) => word.includes(name)) || nearestTypo(word, GROUPS) !== undefined;
}

function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

function plain(group: string): string {
  return group.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
