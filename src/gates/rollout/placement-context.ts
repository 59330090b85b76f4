import { groupOf, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { once } from '../../fleet/memo/once.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { awaitedSnapshot, missingEvidence, unprovenUntil, unseenContent, untilSnapshotDue, unverifiedFacts } from '../deploy/unproven.ts';
import { clusterStates } from './cluster-states.ts';
import {
  assumedRewrites,
  deployedObjects,
  differingClauses,
  hiddenClauses,
  rewrittenClauses,
  scaledClauses,
  uncomparedClauses,
} from '../deploy/deployed-object.ts';
import { unplacedFieldClauses } from '../deploy/unplaced-field-clauses.ts';
import { isBesideContent, unseenBesideClauses } from '../deploy/beside-content.ts';
import { withReplaced } from '../deploy/replaced.ts';
import { isLeftBehind, isTaken, isWorkloadInReach, selectsOf, surroundingsOf } from '../deploy/selection.ts';
import { assumedFor, equalGroups, noting, placementFreshness } from '../deploy/placement-freshness.ts';
import type { GateContext, PlacementContext, RolloutContext } from './context.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { expectedSteps } from './expected-steps.ts';
import { isPlacement, PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { viewPlacement } from '../view/placement.ts';
import { seenObjects, typeOf } from '../view/seen.ts';

/** Collects the inputs for one existing placement. */
export function placementContext(placement: KubeObject, context: GateContext): PlacementContext {
  const { hub, options, memory, moment, byStatus } = context;
  const view = viewPlacement(hub, placement);
  const manifests = context.deploy ?? [];
  const content = contentFor(hub, placement, manifests);
  const others = manifests.filter((object) => isBesideContent(object) || objectKey(refOf(object)) === objectKey(view.ref));
  const deployed = withReplaced(deployedObjects(hub, [...content, ...others], memory), { hub, view, memory, manifests });
  const expected = context.deploy === undefined ? undefined : deployed.slice(0, content.length);
  const missing = byStatus ? [] : missingEvidence(hub, view, manifests);
  const unseen = unseenContent(hub, view, memory, moment);
  const least = unseen.length > 0 ? untilSnapshotDue(hub, view) : 0;
  const unproven =
    unprovenUntil([...missing, ...unseen], memory, { moment, delay: options.grace.snapshot, least }) ??
    (content.length === 0 ? awaitedSnapshot(hub, view, memory) : undefined);
  const isEarly = (): boolean => memory.startedAt === undefined || memory.startedAt + options.grace.snapshot > moment.now;
  const found = placementFreshness(hub, view, expected, isEarly);
  const rollout: RolloutContext = {
    ...context,
    view,
    deployed,
    freshness: noting(
      assumedFor(found, [
        ...missing,
        ...assumedRewrites(deployed),
        ...hiddenClauses(deployed),
        ...uncomparedClauses(deployed),
        ...(context.unknown ?? []),
        ...(view.external ? differingClauses(deployed) : []),
      ]),
      [
        ...unverifiedFacts(hub, view, context.terms),
        ...rewrittenClauses(deployed),
        ...scaledClauses(deployed),
        ...unplacedFieldClauses(deployed),
        ...unseenBesideClauses(deployed),
      ],
    ),
    ...(unproven === undefined ? {} : { unproven }),
    steps: expectedSteps(options, view.reportDiff),
    successors:
      view.external && found.kind === 'fresh' ? equalGroups(hub, view, content.length === 0 ? undefined : expected, found.index) : [],
  };
  return { ...rollout, clusters: clusterStates(rollout) };
}

/**
 * The objects of the deploy this placement must roll out: those its selectors pick, and workloads in a namespace it reaches that no
 * placement has a selector for. An object is omitted if selectors of its kind do not match its labels or name. It may belong to other
 * placements, or only to the hub.
 */
export function contentFor(hub: HubState, placement: KubeObject, manifests: readonly KubeObject[]): readonly KubeObject[] {
  const surroundings = surroundingsOf(hub, manifests);
  // All placements of the hub are read only for the few objects that need them.
  const placed = once(() => ({
    cluster: seenObjects(hub, 'ClusterResourcePlacement'),
    namespaced: seenObjects(hub, 'ResourcePlacement', placement.metadata.namespace),
  }));
  const isKnownOfAll = (object: KubeObject): boolean =>
    Object.values(placed()).every((seen) => seen !== undefined) || isInFiles(hub, placement, object);
  const selects = selectsOf(placement, surroundings);
  const allSelect = once(() =>
    [...manifests.filter(isPlacement), ...(placed().cluster ?? []), ...(placed().namespaced ?? [])].map((each) =>
      selectsOf(each, surroundings),
    ),
  );
  return manifests.filter((object) => {
    const selection = selects(object);
    if (isTaken(selection) || isLeftBehind(selection, object)) return true;
    if (!isWorkloadInReach(placement, object, surroundings) || !isKnownOfAll(object)) return false;
    return allSelect().every((select) => select(object).kind === 'foreign');
  });
}

/** If files hold the deployed object itself, they are assumed to be complete: a placement kind without an object in them does not exist. */
function isInFiles(hub: HubState, placement: KubeObject, object: KubeObject): boolean {
  const kinds = PLACEMENT_KINDS.map((kind) => hub.visibility(typeOf(kind), placement.metadata.namespace));
  const { apiVersion, kind, metadata } = object;
  return (
    kinds.every((visibility) => visibility.kind === 'seen' || visibility.kind === 'unread') &&
    hub.get({ group: groupOf(apiVersion), kind }, metadata.namespace, metadata.name) !== undefined
  );
}
