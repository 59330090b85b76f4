import { memberClusters, type MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { isPlacement, type HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { HubListing } from '../fleet/kubefleet/hub-state.ts';
import { refOf, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import type { Override } from '../selection/override.ts';
import { overridesOf, type Resolvable } from './override/placement-overrides.ts';
import { policyOf, restsOnProperties } from '../fleet/kubefleet/placement-policy.ts';
import { hubContent, type HubContent } from '../selection/hub-content.ts';
import { selectResources } from '../selection/select-resources.ts';
import type { Selection } from '../selection/selection.ts';
import { indexRuns, type RunIndex } from './update-run/plan-runs.ts';

/** An object of the tree. */
export type Planned = Resolvable;

/** Why the hub refuses an object, and keeps what it has. */
export interface Refusal {
  /** A whole sentence. */
  readonly message: string;
  /** It refuses what the object is made of another; as a new one it would take it. */
  readonly isEdit: boolean;
}

export interface PlanInput {
  /** Everything in the tree; the placements are found among it. */
  readonly objects: readonly Planned[];
  /** The placements that are planned, of the tree and of its base; all if nothing is said. */
  readonly about?: ReadonlySet<Planned>;
  /** Of the base, what is not gone, though this tree does not have it. */
  readonly moved?: ReadonlySet<Planned>;
  readonly members: readonly KubeObject[];
  /** Those of the tree to compare with; the same ones if it is left out. */
  readonly membersBefore?: readonly KubeObject[];
  /** Names of members that no hub reports on. */
  readonly assumed?: ReadonlySet<string>;
  /** Nobody gave the members: they are those of the manifests. */
  readonly isOfManifests?: boolean;
  /** The time heartbeats are judged at. */
  readonly now: Date;
  /** Policy snapshots and bindings of the hub, if they are known; everything else is passed over. */
  readonly existing?: readonly KubeObject[];
  /** The tree to compare with. */
  readonly base?: readonly Planned[];
  readonly target?: HubProfile;
  /**
   * The hub the tree is for, without what the change deletes. What it has counts beside the tree, which is going to be applied over it.
   */
  readonly hub?: HubListing;
  /** What the hub refuses of an object of the tree; empty if it takes it. */
  readonly refused?: (item: Planned) => readonly Refusal[];
  /** What of the tree the placement is to bring to clusters and the hub refuses as it stands. */
  readonly refusedResources?: (placement: Planned) => readonly ObjectRef[];
}

/** Everything the plan of one placement looks at, indexed once for all. */
export interface PlanContext {
  readonly input: PlanInput;
  readonly clusters: readonly MemberCluster[];
  readonly byName: ReadonlyMap<string, MemberCluster>;
  readonly content: HubContent<Planned>;
  readonly overrides: readonly Override[];
  readonly runs: RunIndex;
  readonly base: Base | undefined;
}

export interface Base {
  readonly placements: ReadonlyMap<string, Planned>;
  readonly content: HubContent<Planned>;
  readonly clusters: readonly MemberCluster[];
  readonly byName: ReadonlyMap<string, MemberCluster>;
  readonly overrides: readonly Override[];
}

export function contextOf(input: PlanInput): PlanContext {
  const clusters = memberClusters(input.members);
  const others = onlyOnHub(input);
  const objects = [...others, ...input.objects];
  return {
    input,
    clusters,
    byName: new Map(clusters.map((cluster) => [cluster.name, cluster])),
    content: hubContent(objects, input.hub?.apis),
    overrides: overridesOf(objects),
    // Runs that only the hub has are of earlier changes.
    runs: indexRuns([...others.filter(({ object }) => !object.kind.endsWith('StagedUpdateRun')), ...input.objects]),
    base: input.base === undefined ? undefined : baseOf(input.base, others, clusters, input),
  };
}

/** Objects of the hub that the tree does not replace. */
function onlyOnHub({ hub, objects }: PlanInput): readonly Planned[] {
  if (hub === undefined) return [];
  const ours = hubContent(objects, hub.apis);
  return hub.objects.filter((object) => !ours.holds(refOf(object))).map((object) => ({ object, namespace: object.metadata.namespace }));
}

function baseOf(
  objects: readonly Planned[],
  others: readonly Planned[],
  clusters: readonly MemberCluster[],
  { hub, membersBefore }: PlanInput,
): Base {
  const before = membersBefore === undefined ? clusters : memberClusters(membersBefore);
  return {
    placements: new Map(objects.filter(({ object }) => isPlacement(object)).map((placement) => [keyOf(placement), placement])),
    content: hubContent([...others, ...objects], hub?.apis),
    clusters: before,
    byName: new Map(before.map((cluster) => [cluster.name, cluster])),
    overrides: overridesOf([...others, ...objects]),
  };
}

/** What a placement selects in a tree. */
export function selectIn({ object, namespace }: Planned, content: HubContent<Planned>, { target }: PlanInput): Selection<Planned> {
  return selectResources({ placement: object, namespace, content, ...(target === undefined ? {} : { target }) });
}

/** The placements a plan is about, in the order of the tree. */
export function plannedPlacements({ objects, about }: PlanInput): readonly Planned[] {
  return objects.filter((planned) => isPlacement(planned.object) && about?.has(planned) !== false);
}

/** Whether an unexpanded variable keeps the placement from being told. */
export function isUnresolved(placement: Planned): boolean {
  return hasOpenName(placement) || (placement.unresolved ?? []).some((pointer) => pointer.startsWith('/spec/policy'));
}

/** Whether it asks for what nothing but a hub reports of clusters, and there are some that no hub reports on. */
export function asksTheUntold({ object }: Planned, { assumed }: PlanInput): boolean {
  return assumed !== undefined && assumed.size > 0 && restsOnProperties(policyOf(object));
}

/** Whether it could be any placement of its kind, as far as can be said here. */
export function hasOpenName({ unresolved = [] }: Planned): boolean {
  return unresolved.some((pointer) => pointer === '/metadata/name' || pointer === '/metadata/namespace');
}

export function refOfPlacement({ object: { apiVersion, kind, metadata }, namespace }: Planned): ObjectRef {
  const ref = { apiVersion, kind, name: metadata.name };
  return kind === 'ResourcePlacement' && namespace !== undefined ? { ...ref, namespace } : ref;
}

/** Identity of a placement across trees. */
export function keyOf(placement: Planned): string {
  return keyOfRef(refOfPlacement(placement));
}

/** The same of a placement that is only named. */
export function keyOfRef({ kind, namespace = '', name }: ObjectRef): string {
  return `${kind}/${namespace}/${name}`;
}
