/**
 * The hub does not watch namespaces that it would not propagate as a whole. A ResourcePlacement there is carried out, but later edits of
 * its objects do not trigger it. Source: `pkg/resourcewatcher/change_detector.go`, dynamicResourceFilter (v0.3.1: `change_dector.go`);
 * `pkg/controllers/placement/controller.go`, handleUpdate: an unfinished placement is reconciled every 30 minutes, a finished one never
 * again by itself; `pkg/controllers/placementwatcher` passes on only changes of its spec.
 */
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { isReservedNamespace } from '../../selection/propagation.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const rpUnwatchedNamespace = defineRule<{ readonly namespace: string }>({
  id: 'rp-unwatched-namespace',
  summary: 'The ResourcePlacement is in a namespace whose changes the hub does not watch',
  effect: 'misbehaves',
  kinds: ['ResourcePlacement'],
  why: 'In `default` and in namespaces whose names begin with `kube-` or `fleet-` the hub places the objects that a ResourcePlacement selects, but does not watch them. The first rollout works if the objects exist before the placement. The hub notices a later edit of an object only when it reconciles the placement for another reason: an edit of its spec, a restart of the hub agent, or within 30 minutes during an unfinished rollout. Until then the placement stays green with the old content. Source: the code of KubeFleet v0.3.1 and main.',
  remedy: 'Move the placement and its objects into a namespace of your own.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/resourceplacement',
  message: ({ namespace }) =>
    `The hub does not watch namespace ${namespace}, so later edits of what this placement selects are not rolled out.`,
  *check(manifest) {
    const { object, namespace } = manifest;
    if (namespace === undefined || !isReservedNamespace(namespace) || !isResolved(manifest, '/metadata/namespace', '/spec/strategy'))
      return;
    // An update run reads the objects when it starts, and no edit is rolled out without a run.
    if (isExternal(object)) return;
    yield { at: '/metadata/namespace', data: { namespace } };
  },
});
