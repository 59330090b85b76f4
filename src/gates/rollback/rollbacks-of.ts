import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { kindInScopeOf, isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { displayName, objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';
import type { GatedPlacement, GateReport, Rollback } from '../../report.ts';
import { kubectlOfHub, type Reach } from '../reach.ts';
import { type PlacementView, viewPlacement } from '../view/placement.ts';
import { resourceArgs } from '../view/resource-args.ts';
import { safeOutput } from '../view/safe-output.ts';
import { latestGroup, type SnapshotGroup } from '../view/resource-snapshot.ts';
import { type RunView, viewRun } from '../view/run.ts';
import { areRunsUnread, isActiveRun, runsOf } from '../view/runs-of.ts';
import { typeOf } from '../view/seen.ts';
import { rollbackRun } from './rollback-run.ts';
import { snapshotChange } from './snapshot-change.ts';

interface Context {
  readonly hub: HubState;
  readonly reach: Reach;
  /** The paths of the manifests, as the user gave them; empty if none were given. */
  readonly paths: readonly string[];
}

/**
 * For each placement that failed or is stuck, how its last good content can be brought back. Empty if nothing failed, and for a placement
 * that has only its first resource snapshot.
 */
export function rollbacksOf({ placements, runs }: Pick<GateReport, 'placements' | 'runs'>, context: Context): readonly Rollback[] {
  const { hub } = context;
  const failed = [...placements, ...runs].filter(({ verdict }) => verdict === 'failed' || verdict === 'stuck');
  const byPlacement = new Map(failed.map((gated) => [objectKey(placementRef(hub, gated)), gated]));
  return [...byPlacement.values()].flatMap((gated) => {
    const { kind, namespace, name } = placementRef(hub, gated);
    const object = hub.get(typeOf(kind), namespace, name);
    return object === undefined ? [] : rollbackOf(viewPlacement(hub, object), gated, context);
  });
}

/** The placement of a target: itself, or the one that its run names. */
function placementRef(hub: HubState, { object }: GatedPlacement): ObjectRef {
  if (isPlacementKind(object.kind)) return object;
  const run = hub.get(typeOf(object.kind), object.namespace, object.name);
  const kind = kindInScopeOf(object, 'ResourcePlacement');
  return { ...object, kind, name: stringAt(run, 'spec', 'placementName') ?? '' };
}

function rollbackOf(view: PlacementView, gated: GatedPlacement, context: Context): readonly Rollback[] {
  const { groups } = view;
  if (groups === undefined)
    return isDenied(view, context)
      ? [unknown(view.ref, 'The resource snapshots of the hub cannot be read, so older content is not known.')]
      : [];
  const current = groups.find(({ index }) => index === gated.snapshotIndex) ?? newest(groups);
  if (current === undefined || isFirst(current, groups)) return [];
  return view.external ? [byRun(view, current, groups, context)] : [byRevert(view, current, groups, context)];
}

/**
 * Whether there has never been other content. The hub may have deleted all older snapshots (`revisionHistoryLimit`), but indexes go on from
 * the last one (KubeFleet pkg/utils/controller/resource_snapshot_resolver.go).
 */
function isFirst({ index }: SnapshotGroup, groups: readonly SnapshotGroup[]): boolean {
  return groups.length < 2 && index === 0;
}

/** Files without a snapshot are not a refusal. */
function isDenied({ ref }: PlacementView, { hub }: Context): boolean {
  const kind = kindInScopeOf(ref, 'ResourceSnapshot');
  return hub.visibility(typeOf(kind), ref.namespace).kind === 'denied';
}

function newest(groups: readonly SnapshotGroup[]): SnapshotGroup | undefined {
  const latest = latestGroup(groups);
  return latest.kind === 'one' ? latest.group : undefined;
}

/**
 * Under External a run can roll out any resource snapshot that still exists (KubeFleet pkg/controllers/updaterun/initialization.go). A run
 * that has succeeded shows that its snapshot was available on its clusters then.
 */
function byRun(view: PlacementView, current: SnapshotGroup, groups: readonly SnapshotGroup[], context: Context): Rollback {
  const runs = runsOf(context.hub, view.object)?.map(viewRun);
  if (runs === undefined || areRunsUnread(context.hub, view.object))
    return unknown(view.ref, 'Update runs were not read, so it is not known which older content was good.');
  const last = runs.filter((run) => isSuccess(run) && run.usedIndex !== current.index).toSorted(newestFirst)[0];
  if (last === undefined)
    return unknown(view.ref, 'No update run on the hub has rolled out other content with success, so it is not known which was good.');
  const proof = `${displayName(last.ref)} rolled it out with success at ${last.succeeded?.lastTransitionTime ?? 'an unknown time'}`;
  const group = groups.find(({ index }) => index === last.usedIndex);
  const name = `resource snapshot ${String(last.usedIndex)}`;
  if (group?.whole !== true) {
    const gone = `The last good content, ${name}, is not on the hub any more (${proof}): only a revert of the manifests brings it back.`;
    return { ...revert(view.ref, gone, context), provenBy: last.ref };
  }
  const undoes = snapshotChange(current, group);
  const atWork = runs.filter(({ object, state }) => isActiveRun(object) && state === 'Run').map(({ ref }) => ref);
  return {
    placement: view.ref,
    by: 'run',
    message: `A run with ${name} can bring the last good content back: ${proof}.`,
    notes: [
      'Only objects come back: overrides, the policy and the apply strategy are those of now.',
      'The next run without `resourceSnapshotIndex` rolls out the newest content again: revert the manifests, too.',
      'That run shows that the content was available at that time, on its clusters. It does not show that it will be again.',
    ],
    index: group.index,
    provenBy: last.ref,
    ...rollbackRun(view, last, { runs, atWork, snapshot: group.masterName, reach: context.reach }),
    ...(undoes === undefined ? {} : { undoes }),
  };
}

/** A run without a cluster shows nothing. */
function isSuccess({ succeeded, usedIndex, stages }: RunView): boolean {
  return succeeded?.status === 'True' && usedIndex !== undefined && stages.some(({ removes, clusters }) => !removes && clusters.length > 0);
}

function newestFirst(a: RunView, b: RunView): number {
  return Date.parse(b.succeeded?.lastTransitionTime ?? '') - Date.parse(a.succeeded?.lastTransitionTime ?? '');
}

/** RollingUpdate always follows the newest snapshot (KubeFleet pkg/controllers/rollout). */
function byRevert(view: PlacementView, current: SnapshotGroup, groups: readonly SnapshotGroup[], context: Context): Rollback {
  const before = groups.find(({ index }) => index < current.index);
  const message = 'RollingUpdate always rolls out the newest content: only a revert of the manifests brings older content back.';
  const found = revert(view.ref, message, context);
  if (before === undefined) return found;
  const undoes = snapshotChange(current, before);
  const note = `The content before is resource snapshot ${String(before.index)}. Nothing on the hub shows that it was good.`;
  const held = { ...view.ref, kind: kindInScopeOf(view.ref, 'ResourceSnapshot'), name: before.masterName };
  const look = `See its objects: \`${kubectlOfHub(context.reach)} get ${resourceArgs(held)} ${safeOutput(held) ?? '-o name'}\``;
  return { ...found, index: before.index, notes: [...found.notes, note], steps: [look, ...found.steps], ...(undoes && { undoes }) };
}

function revert(placement: ObjectRef, message: string, { paths }: Context): Rollback {
  const at = paths.filter((path) => path !== '-').map(shellWord);
  const where = at.length === 0 ? '' : ` -- ${at.join(' ')}`;
  return {
    placement,
    by: 'revert',
    message,
    notes: ['A revert brings back everything that is in the manifests: also overrides, the policy and the apply strategy.'],
    steps: [
      `Find the commit that brought the change: \`git log --oneline -n 10${where}\``,
      'Revert that commit: `git revert COMMIT`',
      'Deploy again, then run the gate again: only that shows that the old content is good.',
    ],
  };
}

function unknown(placement: ObjectRef, message: string): Rollback {
  return { placement, by: 'unknown', message, notes: [], steps: [] };
}
