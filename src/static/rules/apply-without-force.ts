/**
 * KubeFleet owns the fields of an object that it created by `Update`. A later server-side apply of a changed field conflicts with that.
 * KubeFleet forces the apply only if it is the only manager; a controller that writes the status is another manager. Source:
 * `pkg/controllers/workapplier/apply.go` (serverSideApply, shouldUseForcedServerSideApply), the same in v0.3.1 and main.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isControllerWritten } from '../../fleet/kubernetes/controller-written.ts';
import type { ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { field, objectAt, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { enclosedIn } from '../world/envelopes.ts';
import { manifestRef } from '../world/identity.ts';
import { isJobWithEmptySelector } from '../placing/job-with-empty-selector.ts';
import type { Manifest } from '../world/manifest.ts';
import { placedBy } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { selectorsOf } from '../world/selectors.ts';
import type { World } from '../world/world.ts';

export const applyWithoutForce = defineRule<{ readonly kinds: readonly string[] }>({
  id: 'apply-without-force',
  summary: 'ServerSideApply without force, on objects that controllers write to',
  effect: 'misbehaves',
  kinds: PLACEMENT_KINDS,
  why: 'Without `serverSideApplyConfig.force` the API server of a cluster refuses every change of a field that another manager owns, such as a horizontal autoscaler or an injecting webhook. KubeFleet can conflict with itself: it creates objects under one manager name, and changes them under another. It forces past its own fields only until a controller writes to the object, even if only to its status. A later deploy of a Deployment then fails with `Apply failed with 1 conflict: conflict with "work-api-agent"`, on v0.3.1 and main.',
  remedy: 'Set `serverSideApplyConfig.force: true`, or use the default `ClientSideApply`.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ kinds }) =>
    `Changes of ${listed(kinds, 3)} can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself.`,
  *check(manifest, world) {
    const strategy = objectAt(manifest.object, 'spec', 'strategy', 'applyStrategy');
    const at = '/spec/strategy/applyStrategy';
    if (stringAt(strategy, 'type') !== 'ServerSideApply' || !isResolved(manifest, at)) return;
    if (field(strategy, 'serverSideApplyConfig', 'force') === true) return;
    // A Job that cannot be applied twice has its own rule, and force does not help it.
    const reportedKind = placedBy(manifest, world).some(isJobWithEmptySelector) ? 'Job' : undefined;
    const written = placedKinds(manifest, world).filter(({ group, kind }) => kind !== reportedKind && isControllerWritten(group, kind));
    const kinds = [...new Set(written.map(({ kind }) => kind))];
    if (kinds.length > 0) yield { at: `${at}/type`, data: { kinds: kinds.toSorted() } };
  },
});

/** The kinds that selectors name, and those of the manifests that they select, also in envelopes. */
function placedKinds(placement: Manifest, world: World): readonly ResourceType[] {
  const placed = placedBy(placement, world);
  return [
    ...selectorsOf(placement, world).flatMap(({ reach }) =>
      reach.kind === 'objects' ? [{ group: reach.group, kind: reach.objectKind }] : [],
    ),
    ...placed.map(manifestRef).map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind })),
    ...placed.filter(({ object }) => isEnvelope(object)).flatMap(enclosedIn),
  ];
}
