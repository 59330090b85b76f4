/**
 * A run is created with `state: Initialize`: it computes its stages and then waits until a person sets `Run`. With `Stop` it does the same
 * and reports that it was stopped. Source: `apis/placement/v1beta1/stageupdate_types.go` (default of `spec.state`),
 * `pkg/controllers/updaterun`.
 */
import { field } from '../../fleet/json/json.ts';
import { versionOf } from '../../fleet/kubernetes/object.ts';
import { isCopyOfEarlier } from '../answers/declared-twice.ts';
import { hasBase } from '../world/known-base.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

type NotStarted = 'left out' | 'unknown to the version' | 'Initialize' | 'Stop' | 'Stop, and may be old';

export const runNotStarted = defineRule<NotStarted>({
  id: 'run-not-started',
  summary: 'The update run is left at Initialize or Stop and updates no cluster',
  effect: 'misbehaves',
  otherwise: { advice: 'the run is at Stop, and there is no base or hub to compare with: it may be a running run that is being stopped' },
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: '`spec.state` defaults to `Initialize`: the hub determines the stages and their clusters, and then waits. Nothing is rolled out until `state: Run` is set, and the run does not report that it waits. A run that is created with `Stop` is initialized as well and reports `UpdateRunStopped`. `Stop` is meant for a run that was at `Run`: with a base or hub to compare with (`{--base}`, `{--base-dir}`, `{--kubeconfig}`) that is not reported.',
  remedy: 'Set `spec.state: Run`, or suppress this finding if a person starts the run after a review of its stages.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: (state) => {
    if (state === 'unknown to the version')
      return 'The run is of v1alpha1, which has no `state` field, so it stays at Initialize and updates no cluster.';
    if (state === 'Stop, and may be old') return 'The run is at state Stop: if it is new, it updates no cluster.';
    if (state === 'Stop') return 'The run is at state Stop from the start and updates no cluster.';
    return state === 'Initialize'
      ? 'The run stays at state Initialize and updates no cluster.'
      : 'The run has no state, so it stays at Initialize and updates no cluster.';
  },
  remedyFor: (state) =>
    state === 'unknown to the version'
      ? 'Write it in version v1 with `spec.state: Run`, or suppress this finding if a person starts the run.'
      : undefined,
  *check(manifest, world) {
    const state = field(manifest.object, 'spec', 'state') ?? undefined;
    if (!isResolved(manifest, '/spec/state') || (state !== undefined && state !== 'Initialize' && state !== 'Stop')) return;
    if (isCopyOfEarlier(manifest, world)) return;
    const at = '/spec/state';
    if (state === undefined)
      yield { at, part: 'key', data: versionOf(manifest.object.apiVersion) === 'v1alpha1' ? 'unknown to the version' : 'left out' };
    else if (state === 'Initialize' || (hasBase(world) && world.before(manifest) === undefined)) yield { at, data: state };
    else if (!world.isBase && !hasBase(world) && world.hub === undefined) yield { at, data: 'Stop, and may be old', effect: 'advice' };
  },
});
