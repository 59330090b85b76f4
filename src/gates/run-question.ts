import type { KubeObject } from '../fleet/object.ts';
import { clusterStates } from './cluster-state.ts';
import { blindSpots, unverified } from './blind-spots.ts';
import { deployedObjects } from './content/deploy.ts';
import type { DeployedObject } from './content/deploy.ts';
import { withReplaced } from './content/overtaken.ts';
import { unseenClauses } from './content/unseen-kinds.ts';
import { freshAgainstDeploy, freshAgainstHub } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import type { Look } from './look.ts';
import { assumedFor, liveLookup, NOBODY_SAID, noting, saidByNobody } from './placement-freshness.ts';
import { contentFor } from './placement-question.ts';
import type { PlacementQuestion } from './question.ts';
import { expectedStages } from './stages.ts';
import { viewMembers } from './view/member.ts';
import { viewPlacement } from './view/placement.ts';
import type { SnapshotGroup } from './view/resource-snapshot.ts';
import type { RunView } from './view/run.ts';
import { typeOf } from './view/seen.ts';

/** The placement of a run, asked whether it carries out exactly this run; `undefined` where the placement is not there. */
export function runQuestion(run: RunView, look: Look): PlacementQuestion | undefined {
  const { snapshot, expectation, memory, memberObjects } = look;
  const kind = run.ref.kind === 'ClusterStagedUpdateRun' ? 'ClusterResourcePlacement' : 'ResourcePlacement';
  const placement = snapshot.get(typeOf(kind), run.ref.namespace, run.placementName);
  if (placement === undefined) return undefined;
  const view = viewPlacement(snapshot, placement);
  const { options } = expectation;
  const manifests = expectation.manifests ?? [];
  const content = deployedObjects(snapshot, contentFor(snapshot, placement, manifests), memory);
  const deployed = withReplaced(content, { snapshot, view, memory, manifests });
  const group = view.groups?.find((taken) => taken.index === run.usedIndex);
  const members = viewMembers(snapshot);
  const stages = expectedStages(options, view.reportDiff);
  const found = runFreshness(run, group, deployed, liveLookup(snapshot));
  const unseen = [...unseenClauses(snapshot, placement, group?.objects ?? []), ...blindSpots(snapshot, view, manifests)];
  const freshness = noting(assumedFor(found, unseen), unverified(snapshot, view));
  const successors = (view.groups ?? []).filter((newer) => isSuccessor(run, newer, deployed));
  const clusters = clusterStates({ snapshot, view, freshness, stages, manifests, members, ignoreStatus: true, successors });
  return { snapshot, view, options, memory, manifests, deployed, freshness, stages, clusters, members, memberObjects };
}

function isSuccessor({ usedIndex }: RunView, group: SnapshotGroup, deployed: readonly DeployedObject[]): boolean {
  const isNewer = usedIndex !== undefined && group.index > usedIndex && group.whole;
  return isNewer && deployed.length > 0 && freshAgainstDeploy(group, deployed).kind === 'fresh';
}

/** A run is held against its own snapshot. Where nothing tells what was deployed, a hub that has changed since does not speak against it. */
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
  if (freshness.kind === 'fresh') return saidByNobody(freshness);
  if (hasRolledNothing(run)) return freshness;
  return { kind: 'fresh', proof: 'assumed', index: group.index, group, note: `${NOBODY_SAID}, and the hub has changed since` };
}

/** Found everything in sync in the very second it started: the mark of a run that took the snapshot from before an edit (KubeFleet pkg/controllers/updaterun/initialization.go). */
function hasRolledNothing(run: RunView): boolean {
  const clusters = run.stages.flatMap((stage) => stage.clusters).filter((cluster) => cluster.succeeded?.status === 'True');
  return (
    run.askedIndex === undefined &&
    clusters.length > 0 &&
    clusters.every((cluster) => cluster.started?.lastTransitionTime === cluster.succeeded?.lastTransitionTime)
  );
}
