import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { displayName, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { clusterStates } from './cluster-states.ts';
import { unplacedFieldClauses } from '../deploy/unplaced-field-clauses.ts';
import { isBesideContent, unseenBesideClauses } from '../deploy/beside-content.ts';
import { namedObjects } from '../deploy/named-objects.ts';
import { missingEvidence, uncomparedFacts, unprovenUntil, unseenDeployedOverrides, unverifiedFacts } from '../deploy/unproven.ts';
import {
  assumedRewrites,
  deployedObjects,
  differingClauses,
  hiddenClauses,
  rewrittenClauses,
  scaledClauses,
  uncomparedClauses,
} from '../deploy/deployed-object.ts';
import type { DeployedObject } from '../deploy/deployed-object.ts';
import { withReplaced } from '../deploy/replaced.ts';
import { unreadOverrideClauses, unseenClauses } from '../deploy/unseen-kinds.ts';
import { freshAgainstDeploy, freshAgainstHub } from '../deploy/freshness.ts';
import type { Freshness } from '../deploy/freshness.ts';
import { assumedFor, liveLookup, DEPLOY_UNKNOWN, noting, removalGap, withoutManifests } from '../deploy/placement-freshness.ts';
import { contentFor } from './placement-context.ts';
import type { GateContext, PlacementContext, RolloutContext } from './context.ts';
import { expectedSteps } from './expected-steps.ts';
import { otherStrategy } from './other-strategy.ts';
import { viewPlacement } from '../view/placement.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import type { RunView } from '../view/run.ts';
import { typeOf } from '../view/seen.ts';

/** The placement of a run, judged only by this run; `undefined` if the placement does not exist. */
export function runContext(run: RunView, context: GateContext): PlacementContext | undefined {
  const { hub, options, memory, moment } = context;
  const kind = kindInScopeOf(run.ref, 'ResourcePlacement');
  const placement = hub.get(typeOf(kind), run.ref.namespace, run.placementName);
  if (placement === undefined) return undefined;
  const view = viewPlacement(hub, placement);
  const manifests = context.deploy ?? [];
  const content = deployedObjects(hub, contentFor(hub, placement, manifests), memory);
  const deployed = withReplaced(content, { hub, view, memory, manifests });
  const group = view.groups?.find((taken) => taken.index === run.usedIndex);
  const found = runFreshness(run, group, deployed, liveLookup(hub));
  const held = group?.objects ?? [];
  const named = namedObjects(hub, placement, held);
  const unseen = [
    ...(context.deploy === undefined ? uncomparedFacts(hub, view, group) : []),
    ...unseenClauses(hub, placement, held),
    ...unreadOverrideClauses(hub, view.bindings ?? []),
    ...named.unread,
    ...missingEvidence(hub, view, manifests),
    ...leftClauses(hub, run, held),
  ];
  const limits = { moment, delay: options.grace.snapshot, least: 0 };
  const unproven = unprovenUntil(unseenDeployedOverrides(hub, view, manifests), memory, limits);
  const rollout: RolloutContext = {
    ...context,
    view,
    ...(unproven === undefined ? {} : { unproven }),
    deployed,
    freshness: noting(
      assumedFor(found, [
        ...unseen,
        ...assumedRewrites(deployed),
        ...hiddenClauses(deployed),
        ...uncomparedClauses(deployed),
        ...(context.unknown ?? []),
        ...differingClauses(deployed),
      ]),
      [
        ...unverifiedFacts(hub, view, context.terms),
        ...named.absent,
        ...rewrittenClauses(deployed),
        ...scaledClauses(deployed),
        ...unplacedFieldClauses(deployed),
        ...unseenBesideClauses(deployedObjects(hub, manifests.filter(isBesideContent), memory)),
        ...strategyClauses(run, context),
      ],
    ),
    steps: expectedSteps(options, view.reportDiff),
    run,
    successors: (view.groups ?? []).filter((newer) => isSuccessor(run, newer, deployed)),
  };
  return { ...rollout, clusters: clusterStates(rollout) };
}

/** A strategy may have been edited after the run, which is no fault of a run that has succeeded. */
function strategyClauses(run: RunView, context: GateContext): readonly string[] {
  const other = otherStrategy(run, context);
  return other === undefined
    ? []
    : [`the run was planned with another ${displayName(other.strategy)} than the deployed one (differs at ${other.differsAt})`];
}

/** A run rolls out its own snapshot to the end. It is not known whether an object was removed with this deploy or after it. */
function leftClauses(hub: HubState, { usedIndex }: RunView, held: readonly KubeObject[]): readonly string[] {
  const gap = removalGap(hub, held);
  return gap === undefined ? [] : [`resource snapshot ${String(usedIndex)} ${gap.why}: ${gap.object.kind} ${gap.object.metadata.name}`];
}

function isSuccessor({ usedIndex }: RunView, group: SnapshotGroup, deployed: readonly DeployedObject[]): boolean {
  const isNewer = usedIndex !== undefined && group.index > usedIndex && group.whole;
  return isNewer && deployed.length > 0 && freshAgainstDeploy(group, deployed).kind === 'fresh';
}

/** A run is compared with its own snapshot. If the deploy was not described, a later change of the hub is not a failure. */
function runFreshness(
  run: RunView,
  group: SnapshotGroup | undefined,
  deployed: readonly DeployedObject[],
  live: (object: KubeObject) => KubeObject | null | undefined,
): Freshness {
  if (group === undefined)
    return { kind: 'stale', message: `resource snapshot ${String(run.usedIndex)} is not among the objects that were read` };
  if (!group.whole) return { kind: 'stale', message: `resource snapshot ${String(group.index)} is not there in all its parts` };
  if (deployed.length > 0) return freshAgainstDeploy(group, deployed);
  const freshness = freshAgainstHub(group, live);
  if (freshness.kind === 'fresh') return withoutManifests(freshness);
  if (hasRolledNothing(run)) return freshness;
  return { kind: 'fresh', proof: 'assumed', index: group.index, group, note: `${DEPLOY_UNKNOWN}, and the hub has changed since` };
}

/**
 * All clusters were in sync in the second they started. This indicates that the run took the snapshot from before an edit (KubeFleet
 * pkg/controllers/updaterun/initialization.go).
 */
function hasRolledNothing(run: RunView): boolean {
  const clusters = run.stages.flatMap((stage) => stage.clusters).filter((cluster) => cluster.succeeded?.status === 'True');
  return (
    run.askedIndex === undefined &&
    clusters.length > 0 &&
    clusters.every((cluster) => cluster.started?.lastTransitionTime === cluster.succeeded?.lastTransitionTime)
  );
}
