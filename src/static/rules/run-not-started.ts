/**
 * A run is created at `state: Initialize`: it computes its stages and then waits for somebody to set `Run`.
 * Source: `apis/placement/v1beta1/stageupdate_types.go` (default of `spec.state`), `pkg/controllers/updaterun`.
 */
import { field } from '../../fleet/json.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';

export const runNotStarted = defineRule<{ readonly written: boolean }>({
  id: 'run-not-started',
  summary: 'The update run is left at Initialize and updates no cluster',
  effect: 'misbehaves',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: '`spec.state` defaults to `Initialize`: the hub works out the stages and their clusters and stops there. Nothing is rolled out until somebody sets `state: Run`, and the run gives no sign that it waits.',
  remedy: 'Set `spec.state: Run`, or suppress this where a person starts the run after looking at its stages.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ written }) =>
    written
      ? 'The run stays at state Initialize and updates no cluster.'
      : 'The run has no state, so it stays at Initialize and updates no cluster.',
  *check(manifest) {
    const state = field(manifest.object, 'spec', 'state') ?? undefined;
    if (!isResolved(manifest, '/spec/state') || (state !== undefined && state !== 'Initialize')) return;
    yield { at: '/spec/state', part: state === undefined ? 'key' : 'value', data: { written: state !== undefined } };
  },
});
