import { HubError } from '../../errors.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { objectKey, refOf, inNamespace } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { LiveMembers } from '../../gates/hub/live-members.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import type { ChangedObjects } from '../../ready/changed-objects.ts';
import { namespaceNeeds } from '../../ready/namespace-needs.ts';
import { type ClusterNeed, clusterNeeds, type DecidedNeed, decidedNeeds } from '../../ready/needs.ts';
import { openNeeds } from '../../ready/open-needs.ts';
import type { Assumption } from '../../finding.ts';
import type { NotChecked, PlanReport } from '../../report.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { JudgingIo } from '../process/io.ts';
import { type JudgedTree, lintInput } from '../tree/lint-tree.ts';
import { type PlannedTree, planTree } from '../tree/plan-tree.ts';
import { refusalsIn } from '../tree/refusals.ts';
import type { StaticInput } from '../tree/static-input.ts';
import { partsOf, worldOf } from '../tree/tree-part-inputs.ts';
import { changedPlacements, changeObjects } from './changed-placements.ts';
import { interestsForReady } from './hub-interests.ts';
import { memberAnswers } from './member-answers.ts';

/** A change, checked and planned with the hub as input. */
export interface PlannedChange {
  /** With the placements that only the hub has. */
  readonly input: StaticInput;
  readonly tree: JudgedTree;
  readonly planned: PlannedTree;
  readonly change: ChangedObjects;
}

/** @throws {HubError} the hub does not show the member clusters */
export async function plannedChange(read: StaticInput, invocation: Invocation, io: JudgingIo): Promise<PlannedChange> {
  const input: StaticInput = { ...read, plansHub: true };
  const tree = await lintInput(input, invocation, io);
  const planned = await planTree(input, refusalsIn(tree.judged.findings), io);
  if (planned === undefined)
    throw new HubError('notAllowed', `${invocation.command ?? ''} needs the member clusters, and the hub does not show them`);
  const members = new Map((input.fleet.members ?? []).map((member) => [member.metadata.name, member]));
  // As they are after the apply, which removes a label that the files no longer have.
  const objects = input.read.manifests
    .map(({ object, namespace }) => inNamespace(object, namespace))
    .map((object) => (isMemberCluster(object) ? (members.get(object.metadata.name) ?? object) : object));
  const keys = new Set(objects.map((object) => objectKey(refOf(object))));
  const gone = partsOf(input)
    .flatMap((part) => worldOf(part).gone.map(({ object, namespace }) => inNamespace(object, namespace)))
    // Another part may have it.
    .filter((object) => !keys.has(objectKey(refOf(object))));
  const unresolved = input.read.manifests
    .filter((manifest) => (manifest.unresolved ?? []).length > 0)
    .map(({ object, namespace }) => objectKey(refOf(inNamespace(object, namespace))));
  return { input, tree, planned, change: changeObjects(objects, input.fleet.hub, gone, new Set(unresolved)) };
}

/** The objects that a change needs on clusters, and those that cannot be looked for. */
export interface ChangeNeeds {
  readonly placements: readonly ChangedPlacement[];
  readonly needs: readonly ClusterNeed[];
  readonly notChecked: readonly NotChecked[];
}

/** What decides the needs of a change. It does not hold the tree and the objects of the hub, so that a watch can keep it. */
export interface NeedingChange {
  readonly plan: PlanReport;
  readonly assumptions: readonly Assumption[];
  readonly change: ChangedObjects;
}

export function needingChange({ tree, planned, change }: PlannedChange): NeedingChange {
  return { plan: planned.plan, assumptions: tree.judged.assumptions ?? [], change };
}

/** @param hub with the placements and bindings of the change */
export function needsOfChange({ plan, assumptions, change }: NeedingChange, hub: HubState): ChangeNeeds {
  const placements = changedPlacements(plan, change, hub);
  const { needs, notChecked } = clusterNeeds(assumptions);
  return { placements, needs: [...namespaceNeeds(placements, plan), ...needs], notChecked };
}

/** Looks for the needed objects: in the Works of the hub, then on the members that there is access to. @throws {HubError} */
export async function lookedFor(
  needs: readonly ClusterNeed[],
  hub: Pick<LiveHub, 'follow' | 'state'>,
  members: Pick<LiveMembers, 'clusters' | 'look'> | undefined,
  { named }: Pick<Invocation, 'named'>,
): Promise<readonly DecidedNeed[]> {
  await hub.follow(interestsForReady([], needs));
  const state = hub.state();
  const open = openNeeds(needs, state);
  return decidedNeeds(open, state, await memberAnswers(open, members), named('member', 'CLUSTER=CONTEXT'));
}
