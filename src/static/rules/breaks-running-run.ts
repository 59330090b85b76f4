/**
 * At each step, a run compares the present state with the state in which it was initialized: the policy, the number of clusters, the apply
 * strategy, and the clusters of each stage. If one of them differs, the run fails. A change of its strategy does not affect it. Source:
 * `pkg/controllers/updaterun/validation.go` (validate, validateStagesStatus), v0.3.1 and main; seen on both hubs in recordings.
 */
import { isDeepStrictEqual } from 'node:util';
import { field } from '../../fleet/json/json.ts';
import { PLACEMENT_KINDS, isPlacement, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { memberClusters } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { stagesOf } from '../../schedule/update-run/stages.ts';
import { editedObjects, hubAnswer, storedObject } from '../answers/admission.ts';
import { movesByCluster } from '../placing/cluster-moves.ts';
import { changedMember, placeOfLabels } from '../placing/relabelled-member.ts';
import { removedRun, runsOn, runsUnderWay, type RunUnderWay } from '../placing/runs-under-way.ts';
import { hubObject } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { knownCluster } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Broken {
  readonly run: string;
  readonly isActiveRun: boolean;
  /** The part of the change that ends the run, as the end of a sentence. */
  readonly because: string;
  readonly isRemoval: boolean;
  /** The change deletes the run itself. */
  readonly isRun?: true;
}

export const breaksRunningRun = defineRule<Broken>({
  id: 'breaks-running-run',
  summary: 'The change makes an update run fail that is in progress on the hub',
  effect: 'fails',
  severity: 'warning',
  otherwise: { misbehaves: 'a file with objects of the hub shows the run, which may have ended since' },
  ofRemoved: true,
  kinds: [...PLACEMENT_KINDS, 'MemberCluster', 'ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'The hub plans an update run once, when it is created: its policy, its apply strategy, and which clusters are in which stage. At every step the hub compares this plan with the current state. A run fails with `UpdateRunFailed` and cannot be resumed if the policy or the apply strategy of its placement changes. It fails as well if the placement is removed, if it gets or loses a cluster, or if the label of a cluster changes so that it belongs to another stage. If the change removes the run itself, it ends where it is. Clusters that the run has updated keep the new content, and the others keep the old. Checked only if the hub is read (`{--kubeconfig}`), or if the file of `{--clusters}` has the run.',
  remedy: 'Apply the change after the run has ended, and create a new run for it.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ run, isActiveRun, because, isRun }) => {
    const state = `${run} ${isActiveRun ? 'is in progress' : 'is not finished'} on the hub`;
    return isRun === true ? `${state}, and this change deletes it: ${because}.` : `${state} and fails because of this change: ${because}.`;
  },
  remedyFor: ({ isRemoval }) => (isRemoval ? 'Apply the change after the run has ended.' : undefined),
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    if (world.gone.includes(manifest)) yield* ofRemoved(manifest, world);
    else if (runsUnderWay(world).size === 0) return;
    else if (manifest.object.kind === 'MemberCluster') yield* ofMember(manifest, world);
    else if (isPlacement(manifest.object)) yield* ofPlacement(manifest, world);
  },
});

/** A member cluster is reported with its placements, if these are among the manifests. */
function* ofRemoved(manifest: Manifest, world: World) {
  const own = removedRun(manifestRef(manifest), world);
  if (own !== undefined) {
    const because = 'the clusters that it has not updated keep the old content';
    yield { at: '/metadata/name', data: { ...dataOf(own, because, true), isRun: true as const } };
    return;
  }
  const isMember = manifest.object.kind === 'MemberCluster';
  const name = nameOf(manifest);
  const runs = isMember
    ? [...runsUnderWay(world).values()].flat().filter(({ clusters, placement }) => {
        return clusters.includes(name) && world.find({ group: PLACEMENT_GROUP, ...placement }).length === 0;
      })
    : isPlacement(manifest.object)
      ? runsOn(manifestRef(manifest), world)
      : [];
  for (const run of runs)
    yield { at: '/metadata/name', data: dataOf(run, `it removes ${name}${isMember ? ', which the run is for' : ''}`, true) };
}

function* ofPlacement(manifest: Manifest, world: World) {
  const runs = runsOn(manifestRef(manifest), world);
  if (runs.length === 0 || !isResolved(manifest, '/spec')) return;
  const edit = editOf(manifest, world);
  if (edit === undefined) return;
  // A change that the hub refuses ends no run.
  const isRefused = hubAnswer(manifest, world).change.length > 0;
  for (const [at, keys, what] of isRefused ? [] : PARTS) {
    const before = field(edit.before, 'spec', ...keys);
    // It is certain only if every way to apply the manifest changes the field.
    if (edit.after.some((after) => isDeepStrictEqual(field(after, 'spec', ...keys), before))) continue;
    for (const run of runs)
      yield {
        at,
        data: dataOf(run, `it changes the ${what} of ${nameOf(manifest)}`),
        ...(edit.isLive ? {} : { effect: 'misbehaves' as const }),
      };
  }
  const members = new Set((world.members ?? []).map(({ metadata }) => metadata.name));
  const left = (world.membersBefore ?? []).map(({ metadata }) => metadata.name).filter((name) => !members.has(name));
  for (const run of runs) {
    const lost = left.filter((name) => run.clusters.includes(name));
    if (lost.length > 0) yield { at: '/spec/policy', data: dataOf(run, `it removes ${listed(lost, 3)}, which the run is for`) };
  }
}

interface Edit {
  readonly before: KubeObject;
  /** One for each way to apply the manifest. */
  readonly after: readonly KubeObject[];
  /** The hub shows the state before; a dump may be older. */
  readonly isLive: boolean;
}

/** The placement before and after the change, as the hub stores it: before the change by the hub, else by the base, else by a dump. */
function editOf(manifest: Manifest, world: World): Edit | undefined {
  const known = world.before(manifest);
  if (known?.live !== undefined) {
    const after = editedObjects(manifest, world);
    return after.length === 0 ? undefined : { before: known.live, after, isLive: true };
  }
  const { apiVersion: _version, ...ref } = manifestRef(manifest);
  const before =
    known?.manifest === undefined
      ? hubObject({ group: PLACEMENT_GROUP, ...ref }, world)
      : storedObject({ ...manifest, object: known.manifest }, world);
  return before && { before, after: [storedObject(manifest, world)], isLive: false };
}

const PARTS = [
  ['/spec/policy', ['policy'], 'policy'],
  ['/spec/strategy/applyStrategy', ['strategy', 'applyStrategy'], 'apply strategy'],
] as const;

function* ofMember(manifest: Manifest, world: World) {
  const cluster = nameOf(manifest);
  const changed = changedMember(manifest, world);
  const place = changed === undefined ? { at: '/metadata/name' } : placeOfLabels(changed.labels, manifest.object);
  const before = memberClusters(world.membersBefore ?? []);
  const relabelled = knownCluster(cluster, world);
  const after = before.map((each) => (each.name === cluster && relabelled !== undefined ? relabelled : each));
  for (const run of [...runsUnderWay(world).values()].flat()) {
    const placement = displayName(run.placement);
    const move = movesByCluster(world)
      .get(cluster)
      ?.find((each) => each.kind !== 'stays' && each.placement === placement);
    if (move !== undefined) yield { ...place, data: dataOf(run, `${placement} ${move.kind === 'joins' ? 'gets' : 'loses'} ${cluster}`) };
    else if (run.clusters.includes(cluster) && stagesIn(run, before) !== stagesIn(run, after))
      yield { ...place, data: dataOf(run, `its new labels move ${cluster} to another stage`) };
  }
}

/** The clusters of each stage of the run, in order. */
function stagesIn({ strategy, clusters }: RunUnderWay, members: Parameters<typeof stagesOf>[2]): string {
  return JSON.stringify(stagesOf(strategy, clusters, members).stages.map((stage) => stage.clusters));
}

function dataOf({ ref, isActiveRun }: RunUnderWay, because: string, isRemoval = false): Broken {
  return { run: displayName(ref), isActiveRun, because, isRemoval };
}
