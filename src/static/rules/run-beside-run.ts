/**
 * Two runs of one placement write the same bindings. The later run takes them over, and the earlier one fails, because a binding is not in
 * the state that it left. Source: `pkg/controllers/updaterun/execution.go` (`not up-to-date with the desired status`); seen on both hubs in
 * recordings.
 */
import { shown } from '../../fleet/text/shown.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { hasBase } from '../world/known-base.ts';
import { isNewRun } from '../placing/run-on-hub.ts';
import { defineRule } from '../world/rule.ts';
import { runsNaming } from '../world/runs-naming.ts';
import type { World } from '../world/world.ts';

interface Beside {
  readonly other: string;
  readonly placement: string;
  readonly isOnHub: boolean;
  /** It is not known which of the runs are new. */
  readonly isOpen?: true;
}

export const runBesideRun = defineRule<Beside>({
  id: 'run-beside-run',
  summary: 'The new update run starts while another run of its placement is in progress',
  effect: 'misbehaves',
  otherwise: { advice: 'there is no base or hub to compare with, and both runs may have ended long ago' },
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'KubeFleet does not prevent two runs of one placement at the same time: both update its clusters, and on each cluster the later one wins. If another run takes over a cluster while a run waits for it, the waiting run ends with `UpdateRunFailed` and cannot be resumed. If the run had already finished the cluster, it succeeds, and the fleet ends up with both contents. Which of the two is later is random, even if one is older. Finished runs may stay in git: the finding is about a run that is new in this change, beside another new run or one that is in progress on the hub. Without a base or hub to compare with it is advice.',
  remedy: 'Let one run end before the next one starts: create the second with `state: Initialize`, or stop the first.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ other, placement, isOnHub, isOpen }) =>
    isOpen === true
      ? `Run ${other} is also for ${shown(placement)} and has the state Run: if both are new, one of the two can fail.`
      : isOnHub
        ? `Run ${other} of ${placement} is in progress on the hub, and this run takes over its clusters.`
        : `Run ${other} for ${shown(placement)} starts in the same change, and one of the two can fail.`,
  *check(manifest, world) {
    if (world.isBase) return;
    if (!hasBase(world) && world.hub === undefined) {
      const [last, other] = runsLikeIt(manifest, world).toReversed();
      if (last !== manifest || other === undefined) return;
      const related = [{ manifest: other, at: '/spec/placementName', message: 'the other run' }];
      const data = { other: labelOf(other), placement: stringAt(manifest.object, 'spec', 'placementName') ?? '', isOnHub: false } as const;
      yield { at: '/spec/state', data: { ...data, isOpen: true }, related, effect: 'advice' };
      return;
    }
    if (!isNew(manifest, world)) return;
    const placement = stringAt(manifest.object, 'spec', 'placementName') ?? '';
    const other = runsNaming(placement, placementKind(world, manifest.object.kind)).find(
      (each) => each !== manifest && each.namespace === manifest.namespace && isNew(each, world),
    );
    if (other !== undefined && labelOf(other) !== labelOf(manifest)) {
      const related = [{ manifest: other, at: '/spec/placementName', message: 'the other new run' }];
      yield { at: '/spec/state', data: { other: labelOf(other), placement, isOnHub: false }, related };
      return;
    }
    const active = world.hub?.objects.find((object) => isActive(object, manifest));
    if (active !== undefined) yield { at: '/spec/state', data: { other: active.metadata.name, placement, isOnHub: true } };
  },
});

/** The runs with state `Run` for the same placement, including this one; one for each name. */
function runsLikeIt(run: Manifest, world: World): readonly Manifest[] {
  const placement = stringAt(run.object, 'spec', 'placementName') ?? '';
  const all = runsNaming(placement, placementKind(world, run.object.kind)).filter(
    (each) => each.namespace === run.namespace && isStarted(each) && isResolved(each, '/spec/placementName'),
  );
  return [...new Map(all.map((each) => [nameOf(each) || each, each])).values()];
}

/** Each run with `generateName` gets a name of its own. */
function labelOf(run: Manifest): string {
  return nameOf(run) || `${stringAt(run.object, 'metadata', 'generateName') ?? ''}*`;
}

function isStarted(run: Manifest): boolean {
  return isNamed(run) && isResolved(run, '/spec') && stringAt(run.object, 'spec', 'state') === 'Run';
}

function isNew(run: Manifest, world: World): boolean {
  return isStarted(run) && isNewRun(run, world);
}

/** With state `Run`, and neither refused, succeeded nor failed. */
function isActive(object: KubeObject, run: Manifest): boolean {
  if (object.kind !== run.object.kind || groupOf(object.apiVersion) !== PLACEMENT_GROUP) return false;
  if (object.metadata.namespace !== run.namespace || object.metadata.name === nameOf(run)) return false;
  if (stringAt(object, 'spec', 'placementName') !== stringAt(run.object, 'spec', 'placementName')) return false;
  const conditions = conditionsAt(object, 'status', 'conditions');
  const ended = findCondition(conditions, 'Succeeded')?.status;
  const isRefused = findCondition(conditions, 'Initialized')?.status === 'False';
  return stringAt(object, 'spec', 'state') === 'Run' && !isRefused && ended !== 'True' && ended !== 'False';
}
