import { isDeepStrictEqual } from 'node:util';

import { memberClusters, type MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { isPlacement, type HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { HubListing } from '../fleet/kubefleet/hub-state.ts';
import { refOf, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import type { Override } from '../selection/override.ts';
import { overridesOf, type Resolvable } from './override/placement-overrides.ts';
import { policyOf, restsOnProperties } from '../fleet/kubefleet/placement-policy.ts';
import { hubContent, hubItem, type DefinitionOf, type HubContent } from '../selection/hub-content.ts';
import { selectResources } from '../selection/select-resources.ts';
import type { Selection } from '../selection/selection.ts';
import { indexRuns, type RunIndex } from './update-run/plan-runs.ts';

/** An object of the tree. */
export type Planned = Resolvable;

/** Why the hub refuses an object and keeps its own version. */
export interface Refusal {
  /** A whole sentence. */
  readonly message: string;
  /** It refuses only the edit; it would accept a new object like this. */
  readonly isEdit: boolean;
}

export interface PlanInput {
  /** All objects of the tree, with the placements. */
  readonly objects: readonly Planned[];
  /** The placements to plan, of the tree and its base; default: all. */
  readonly about?: ReadonlySet<Planned>;
  /** Objects of the base that are not deleted, although this tree does not have them. */
  readonly moved?: ReadonlySet<Planned>;
  readonly members: readonly KubeObject[];
  /** The member clusters to compare with; default: the same members. */
  readonly membersBefore?: readonly KubeObject[];
  /** Names of member clusters without a report from a hub. */
  readonly assumed?: ReadonlySet<string>;
  /** The members come from the manifests, because no cluster file was given. */
  readonly isOfManifests?: boolean;
  /** The time at which heartbeats are judged. */
  readonly now: Date;
  /** Policy snapshots and bindings of the hub, if they are known; other objects are ignored. */
  readonly existing?: readonly KubeObject[];
  /** The tree to compare with. */
  readonly base?: readonly Planned[];
  /** Objects of the base that the hub refuses; it may have earlier versions of them. */
  readonly refusedBefore?: ReadonlySet<Planned>;
  readonly target?: HubProfile;
  /** The hub that the tree is for, without what the change deletes. The tree is applied over its objects. */
  readonly hub?: HubListing;
  /** CustomResourceDefinitions that are not in the tree. */
  readonly definition?: DefinitionOf;
  /** Why the hub refuses an object of the tree; empty if it accepts it. */
  readonly refused?: (item: Planned) => readonly Refusal[];
  /** The resources of a placement that the hub refuses in their current form. */
  readonly refusedResources?: (placement: Planned) => readonly ObjectRef[];
  /** What the placement selects as well if another part of the tree, the place, is for its hub. */
  readonly elsewhere?: (placement: Planned) => readonly { readonly ref: ObjectRef; readonly place: string }[];
}

/** The input of the plan for one placement, with indexes that all placements share. */
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
  readonly runs: RunIndex;
}

export function contextOf(input: PlanInput): PlanContext {
  const clusters = memberClusters(input.members);
  const others = onlyOnHub(input);
  const objects = [...others, ...input.objects];
  return {
    input,
    clusters,
    byName: new Map(clusters.map((cluster) => [cluster.name, cluster])),
    content: hubContent(objects, input.hub?.apis, undefined, input.definition),
    overrides: overridesOf(objects),
    // Runs that only the hub has belong to earlier changes.
    runs: indexRuns([...others.filter(({ object }) => !object.kind.endsWith('StagedUpdateRun')), ...input.objects]),
    base: input.base === undefined ? undefined : baseOf(input.base, others, clusters, input),
  };
}

/** Objects of the hub that the tree does not replace. */
function onlyOnHub({ hub, objects }: PlanInput): readonly Planned[] {
  if (hub === undefined) return [];
  const ours = hubContent(objects, hub.apis);
  return hub.objects.filter((object) => !ours.holds(refOf(object))).map(hubItem);
}

function baseOf(
  objects: readonly Planned[],
  others: readonly Planned[],
  clusters: readonly MemberCluster[],
  { hub, membersBefore, definition }: PlanInput,
): Base {
  const before = membersBefore === undefined ? clusters : memberClusters(membersBefore);
  return {
    placements: new Map(objects.filter(({ object }) => isPlacement(object)).map((placement) => [keyOf(placement), placement])),
    content: hubContent([...others, ...objects], hub?.apis, undefined, definition),
    clusters: before,
    byName: new Map(before.map((cluster) => [cluster.name, cluster])),
    overrides: overridesOf([...others, ...objects]),
    runs: indexRuns([...others, ...objects]),
  };
}

/** The resources that a placement selects in a tree. */
export function selectIn({ object, namespace }: Planned, content: HubContent<Planned>, { target }: PlanInput): Selection<Planned> {
  return selectResources({ placement: object, namespace, content, ...(target === undefined ? {} : { target }) });
}

/** The placements to plan, in the order of the tree; one that is declared again with the same content only once. */
export function plannedPlacements({ objects, about }: PlanInput): readonly Planned[] {
  const all = objects.filter((planned) => isPlacement(planned.object) && about?.has(planned) !== false);
  const group = Map.groupBy(all, keyOf);
  return all.filter((planned) => {
    const same = group.get(keyOf(planned)) ?? [];
    return same.findIndex((other) => isCopy(other, planned)) === same.indexOf(planned);
  });
}

/** Whether both have the same content, in any version. A variable may have a different value in each. */
function isCopy(one: Planned, other: Planned): boolean {
  const [{ apiVersion: _one, ...content }, { apiVersion: _other, ...otherContent }] = [one.object, other.object];
  const isKnown = [one, other].every(({ unresolved = [] }) => unresolved.length === 0);
  return one === other || (isKnown && isDeepStrictEqual(content, otherContent));
}

/** Whether the placement cannot be planned because of a variable that is not expanded. */
export function isUnresolved(placement: Planned): boolean {
  return hasOpenName(placement) || (placement.unresolved ?? []).some((pointer) => pointer.startsWith('/spec/policy'));
}

/** The MemberClusters whose properties are not known, as words. */
export function clustersWithoutProperties({ isOfManifests }: Pick<PlanInput, 'isOfManifests'>): string {
  return isOfManifests === true ? 'MemberClusters in manifests' : 'MemberClusters without a status';
}

/** Whether its policy needs properties, which only a hub reports, and some clusters have no report. */
export function needsUnknownProperties({ object }: Planned, { assumed }: PlanInput): boolean {
  return assumed !== undefined && assumed.size > 0 && restsOnProperties(policyOf(object));
}

/** Whether its name is not known, so that it could be any placement of its kind. */
export function hasOpenName({ unresolved = [] }: Planned): boolean {
  return unresolved.some((pointer) => pointer === '/metadata/name' || pointer === '/metadata/namespace');
}

export function refOfPlacement({ object: { apiVersion, kind, metadata }, namespace }: Planned): ObjectRef {
  const ref = { apiVersion, kind, name: metadata.name };
  return kind === 'ResourcePlacement' && namespace !== undefined ? { ...ref, namespace } : ref;
}

/** Identifies a placement across trees. */
export function keyOf(placement: Planned): string {
  return keyOfRef(refOfPlacement(placement));
}

/** The same key for a reference to a placement. */
export function keyOfRef({ kind, namespace = '', name }: ObjectRef): string {
  return `${kind}/${namespace}/${name}`;
}
