import { BUILT_IN_APIS } from './api-resource.ts';
import { FLEET_KINDS, isFleetGroup, MAIN_KINDS } from './kinds.ts';
import { nearestTypo, onlyMeant } from '../text/nearest.ts';
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
 * to be misspelt if it is a few keystrokes away from a group of KubeFleet or Azure Fleet, or consists of their words, and if Kubernetes
 * itself serves the group, which has no such kind. If no other project has a kind of that name, a group with the word "fleet" is enough,
 * and so is any group in a domain of Kubernetes.
 */
export function kindInMisspeltGroup({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string | undefined {
  const group = groupOf(apiVersion);
  if (isFleetGroup(group)) return undefined;
  const meant = meantKind(kind);
  if (meant === undefined) return undefined;
  const isMeant =
    namesProject(group) ||
    isServedByKubernetes(group) ||
    (isKubeFleetsAlone(meant) && (plain(group).includes('fleet') || isInDomainOfKubernetes(group)));
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
/** The domain of Azure Fleet, which has groups of other kinds, and its groups in the same way. Other companies have shorter names too. */
const AZURE_DOMAIN = '.fleet.azure.com';
const AZURE_GROUPS = ['placementfleetazurecom', 'clusterfleetazurecom', 'networkingfleetazurecom', 'fleetazurecom'];

/**
 * Whether a group begins like one of KubeFleet and is a few keystrokes away from it, so that it is KubeFleet's also for a kind that KubeFleet
 * does not have.
 */
export function isNearGroupOfFleet(group: string): boolean {
  const [first = ''] = group.toLowerCase().split('.');
  return !isFleetGroup(group) && FIRST_WORDS.has(first) && nearestTypo(plain(group), GROUPS) !== undefined;
}

function namesProject(group: string): boolean {
  const word = plain(group);
  return (
    PROJECTS.some((name) => word.includes(name)) ||
    nearestTypo(word, GROUPS) !== undefined ||
    group.endsWith(AZURE_DOMAIN) ||
    AZURE_GROUPS.includes(word) ||
    onlyMeant(word, AZURE_GROUPS) !== undefined ||
    hasOnlyWordsOfGroups(group)
  );
}

/** Whether a group begins like one of KubeFleet, and has no word of another project: `placement.azure.com`, `cluster.kubernetes.io`. */
function hasOnlyWordsOfGroups(group: string): boolean {
  const [first = '', ...words] = group.toLowerCase().split(/[^a-z0-9]/);
  return FIRST_WORDS.has(first) && words.some((word) => NAMES.has(word)) && words.every((word) => NAMES.has(word) || ENDINGS.has(word));
}

const FIRST_WORDS: ReadonlySet<string> = new Set(['placement', 'placements', 'cluster', 'clusters']);
const NAMES: ReadonlySet<string> = new Set(['azure', 'fleet', 'k8s', 'kubernetes']);
const ENDINGS: ReadonlySet<string> = new Set(['com', 'dev', 'io', 'org']);

/** Whether Kubernetes has the group, or no CustomResourceDefinition can have it, because it has no dot. */
function isServedByKubernetes(group: string): boolean {
  return /^[\w-]*$/.test(group) || KUBERNETES_GROUPS.has(group);
}

const KUBERNETES_GROUPS: ReadonlySet<string> = new Set([
  ...BUILT_IN_APIS.all.map(({ group }) => group).filter((group) => !isFleetGroup(group)),
  'authentication.k8s.io',
  'authorization.k8s.io',
  'internal.apiserver.k8s.io',
  'resource.k8s.io',
  'storagemigration.k8s.io',
]);

function isInDomainOfKubernetes(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

function plain(group: string): string {
  return group.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
