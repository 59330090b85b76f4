import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { listAt, numberAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName, groupOf, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { Reason } from '../../../fleet/kubefleet/reasons.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { differsFrom } from '../../deploy/content/equal.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import { blockingDifferences } from './blocking-differences.ts';
import { beforeDeploy } from './before-deploy.ts';
import { changingOverrides } from './changing-overrides.ts';
import { copiesText } from './copies-text.ts';
import { placementOfMissingNamespace } from './waiting-for-namespace-placement.ts';
import { withConsequences } from './consequences.ts';
import { withMemberCauses } from '../member/member-causes.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import { definitionAmong, transitionMessages } from '../../view/resource-definition.ts';
import type { ManifestView, WorkView } from '../../view/work.ts';
import { contentMoments, msSinceOnMember, msSinceLatest, shorter } from '../failing-since.ts';
import { ownershipOf } from './ownership.ts';
import { quote } from '../placement/scheduling.ts';
import { DEFINITION } from '../../../fleet/kubernetes/read-types.ts';

/**
 * The objects that are not applied, not available or not compared on one cluster. They come from its Works, or from the status lists if
 * Works cannot be read.
 */
export function manifestObservations(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const inContext = (all: readonly Observation[], of: readonly WorkView[]): readonly Observation[] =>
    withConsequences(all, of).map((each) => withNamespacePlacement(context, each));
  const works = (state.works ?? []).filter((work) => !work.deleting);
  const found = works.flatMap((work) => inWork(context, state, work));
  if (found.length > 0 || (state.works?.length ?? 0) > 0) return inContext(found, works);
  const failed = state.binding?.failed ?? context.view.clusters.find((entry) => entry.cluster === state.cluster)?.failed ?? [];
  const cut = failed.length >= LISTED_AT_MOST ? [`the list ends at ${String(LISTED_AT_MOST)}: there may be more`] : [];
  const seen = failed.map((issue) =>
    observation(context, state, issue.object, issue.condition, [
      ...(issue.envelope === undefined ? [] : [`from envelope ${issue.envelope}`]),
      ...cut,
    ]),
  );
  return inContext(seen, []);
}

function withNamespacePlacement(context: PlacementContext, seen: Observation): Observation {
  const awaits = placementOfMissingNamespace(context, seen);
  return awaits === undefined ? seen : { ...seen, awaits };
}

/** Lists of failed, drifted and diffed objects are cut (KubeFleet pkg/controllers/workgenerator/controller.go). */
const LISTED_AT_MOST = 100;

function inWork(context: PlacementContext, state: ClusterState, work: WorkView): readonly Observation[] {
  const refused = work.applied?.status === 'False' || work.diffReported?.status === 'False';
  if (!refused && work.available?.status !== 'False') return [];
  return work.manifests.flatMap((manifest): readonly Observation[] => {
    const condition = failingCondition(context, manifest, work);
    if (condition === undefined || condition.reason === 'PreparingToProcess') return [];
    const known = condition.type === 'Available' ? (reportedCause(manifest) ?? condition) : condition;
    const whole = refused ? (work.applied ?? work.diffReported) : work.available;
    const seen = observation(context, state, manifest.object, known, [
      `Work ${work.object.metadata.namespace ?? ''}/${work.name}: ${whole?.message ?? ''}`,
    ]);
    if (known === condition && condition.type === 'Available' && isPartitionedUpdate(context, work, manifest.object))
      return [{ ...seen, fact: 'partitioned-update' }];
    return condition.reason === 'ManifestNotAvailableYet' ? withMemberCauses(context, seen) : [seen];
  });
}

/**
 * The condition that holds the Work back. A comparison in degraded mode has the status True and is still ignored, so that the Work never
 * reports its diff (KubeFleet pkg/controllers/workgenerator/controller.go).
 */
function failingCondition(context: PlacementContext, manifest: ManifestView, work: WorkView): Condition | undefined {
  const asked = (['Applied', 'Available', 'DiffReported'] as const).filter((stage) => context.steps.includes(stage));
  const found = asked.map((type) => findCondition(manifest.conditions, type));
  const failing = found.find((condition) => condition?.status === 'False');
  if (failing !== undefined || work.diffReported?.status !== 'False') return failing;
  return found.find((condition) => condition?.reason === 'FoundDiffInDegradedMode');
}

function observation(
  context: PlacementContext,
  state: ClusterState,
  object: ObjectRef,
  condition: Condition,
  more: readonly string[],
): Observation {
  const step = condition.type === 'Applied' || condition.type === 'DiffReported' ? condition.type : 'Available';
  const changing = condition.type === 'Applied' ? changingOverrides(context, state, object) : [];
  const blocking = blockingDifferences(context, state, object, condition);
  const copies = copiesText(context, object, condition);
  return {
    scope: 'manifest',
    step,
    target: context.view.ref,
    cluster: state.cluster,
    object,
    condition,
    evidence: [
      quote(condition),
      ...blocking.evidence,
      ...copies,
      ...changing.map((override) => `${displayName(override)} changes it on ${state.cluster}`),
      ...more,
    ],
    words: {
      ...blocking.words,
      ...(copies.length === 0 ? {} : { copies: listed(copies, 3) }),
      ...(isNamespaceGone(state, object, condition) ? { brings: 'true' } : {}),
      ...beforeDeploy(context, state, object, condition),
    },
    ...(changing.length === 0 ? {} : { overrides: changing }),
    ...(isOwned(condition) ? { ownership: ownershipOf(context, state.cluster, object, condition.message) } : {}),
    ...definitionOf(context, object, condition),
    lastedMs: msSinceFailure(context, state, condition),
  };
}

/** The placement itself has meanwhile applied the namespace that the object lacked. */
function isNamespaceGone({ works = [] }: ClusterState, { namespace }: ObjectRef, { message }: Condition): boolean {
  if (namespace === undefined || !message.includes(`namespaces "${namespace}" not found`)) return false;
  return works
    .flatMap(({ manifests }) => manifests)
    .some(
      ({ object, conditions }) =>
        object.kind === 'Namespace' && object.name === namespace && findCondition(conditions, 'Applied')?.status === 'True',
    );
}

/**
 * The definition of the kind, from this deploy or from the hub. If the deploy was not described, everything in the snapshot is part of it.
 */
function definitionOf(context: PlacementContext, object: ObjectRef, { message }: Condition): Pick<Observation, 'definition'> {
  const { deploy, freshness, hub } = context;
  const deployed = definitionAmong(deploy ?? (freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : []), object);
  const definition = deployed ?? definitionAmong(hub.list(DEFINITION), object);
  if (definition === undefined) return {};
  const isTransitionRefused = transitionMessages(definition).some((text) => message.includes(`: ${text}`));
  return { definition: { isDeployed: deployed !== undefined, isTransitionRefused } };
}

/** Reasons for which an object can have another owner. */
const OWNED: ReadonlySet<string> = new Set<Reason>(['FailedToTakeOver', 'ManifestsAlreadyOwnedByOthers', 'ApplyConflictBetweenPlacements']);

/** The shorter time by the hub, which has the binding's condition, and by the member, which wrote the object's; each by its own clock. */
function msSinceFailure(context: PlacementContext, state: ClusterState, condition: Condition): number | undefined {
  const onHub = msSinceLatest(context.hub, state.condition?.lastTransitionTime, ...contentMoments(context, state.binding));
  return state.binding === undefined ? undefined : shorter(onHub, msSinceOnMember(context, state.cluster, condition.lastTransitionTime));
}

/** A Deployment's own condition, if the member's status is reported back and is about the last applied generation. */
function reportedCause(manifest: ManifestView): Condition | undefined {
  const applied = findCondition(manifest.conditions, 'Applied')?.observedGeneration;
  const observed = numberAt(manifest.reportedStatus, 'observedGeneration');
  if (applied !== undefined && observed !== undefined && applied !== observed) return undefined;
  const reported = conditionsAt(manifest.reportedStatus, 'conditions');
  const failing = reported.find((condition) => condition.type === 'ReplicaFailure' && condition.status === 'True');
  return failing ?? reported.find((condition) => condition.type === 'Progressing' && condition.reason === 'ProgressDeadlineExceeded');
}

/**
 * A StatefulSet that is only partly updated by design: the tracker waits for currentRevision == updateRevision, which never becomes true.
 * Its first rollout does become available (KubeFleet pkg/controllers/workgenerator/controller.go), so an older snapshot with another
 * template is required.
 */
function isPartitionedUpdate(context: PlacementContext, work: WorkView, ref: ObjectRef): boolean {
  if (ref.kind !== 'StatefulSet' || groupOf(ref.apiVersion) !== 'apps') return false;
  const manifest = listAt(work.object, 'spec', 'workload', 'manifests').find(
    (found) =>
      stringAt(found, 'kind') === ref.kind &&
      stringAt(found, 'metadata', 'name') === ref.name &&
      stringAt(found, 'metadata', 'namespace') === ref.namespace,
  );
  const strategy = objectAt(manifest, 'spec', 'updateStrategy');
  const partial = stringAt(strategy, 'type') === 'OnDelete' || (numberAt(strategy, 'rollingUpdate', 'partition') ?? 0) > 0;
  return partial && wasUpdated(context, ref);
}

function wasUpdated(context: PlacementContext, ref: ObjectRef): boolean {
  const { freshness, view } = context;
  if (freshness.kind !== 'fresh') return false;
  const inGroup = (objects: readonly KubeObject[]): KubeObject | undefined =>
    objects.find((object) => objectKey(refOf(object)) === objectKey(ref));
  const now = inGroup(freshness.group?.objects ?? []);
  return (view.groups ?? [])
    .filter((group) => group.index < freshness.index)
    .some((group) => {
      const before = inGroup(group.objects);
      return before !== undefined && differsFrom(objectAt(before, 'spec', 'template'), objectAt(now, 'spec', 'template')) !== undefined;
    });
}

/** Whether the condition says that the object has another owner. */
export function isOwned({ reason }: Condition): boolean {
  return OWNED.has(reason);
}
