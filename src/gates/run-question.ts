import { clusterStates } from './cluster-state.ts';
import { deployedObjects } from './content/deploy.ts';
import type { Expectation } from './expectation.ts';
import { freshAgainstDeploy, freshAgainstHub } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { GateMemory } from './memory.ts';
import { liveLookup } from './placement-freshness.ts';
import { contentFor } from './placement-question.ts';
import type { PlacementQuestion } from './question.ts';
import type { Snapshot } from './snapshot.ts';
import { expectedStages } from './stages.ts';
import { viewMembers } from './view/member.ts';
import { viewPlacement } from './view/placement.ts';
import type { RunView } from './view/run.ts';
import { typeOf } from './view/seen.ts';

/** The placement of a run, asked whether it carries out exactly this run; `undefined` where the placement is not there. */
export function runQuestion(
  snapshot: Snapshot,
  run: RunView,
  expectation: Expectation,
  memory: GateMemory,
  memberObjects: MemberObjects,
): PlacementQuestion | undefined {
  const kind = run.ref.kind === 'ClusterStagedUpdateRun' ? 'ClusterResourcePlacement' : 'ResourcePlacement';
  const placement = snapshot.get(typeOf(kind), run.ref.namespace, run.placementName);
  if (placement === undefined) return undefined;
  const view = viewPlacement(snapshot, placement);
  const { options } = expectation;
  const manifests = expectation.manifests ?? [];
  const deployed = deployedObjects(snapshot, contentFor(snapshot, placement, manifests), memory);
  const group = view.groups?.find((found) => found.index === run.usedIndex);
  const members = viewMembers(snapshot);
  const stages = expectedStages(options, view.reportDiff);
  let freshness: Freshness = { kind: 'stale', message: `resource snapshot ${String(run.usedIndex)} cannot be read` };
  if (group !== undefined && expectation.manifests !== undefined) freshness = freshAgainstDeploy(group, deployed);
  else if (group !== undefined) freshness = freshAgainstHub(group, liveLookup(snapshot));
  if (freshness.kind === 'stale' && group !== undefined && expectation.manifests === undefined && !hasRolledNothing(run)) {
    freshness = {
      kind: 'fresh',
      proof: 'assumed',
      index: group.index,
      group,
      note: 'nobody said what was deployed, and the hub has changed since',
    };
  }
  const clusters = clusterStates({ snapshot, view, freshness, stages, manifests, members, ignoreStatus: true });
  return { snapshot, view, options, memory, manifests, deployed, freshness, stages, clusters, members, memberObjects };
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
