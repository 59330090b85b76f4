/**
 * An object that KubeFleet created is its own by `Update`, and a later server-side apply of a changed field conflicts with that. KubeFleet
 * forces past itself only while nobody else manages the object; a controller that writes the status is somebody else.
 * Source: `pkg/controllers/workapplier/apply.go` (serverSideApply, shouldUseForcedServerSideApply), v0.3.1 and main alike.
 */
import { field, objectAt, stringAt } from '../../fleet/json.ts';
import { listed } from '../../fleet/listed.ts';
import { groupOf } from '../../fleet/object.ts';
import { enclosedObjects } from '../envelopes.ts';
import { manifestRef } from '../identity.ts';
import type { Manifest } from '../manifest.ts';
import { isNamed } from '../placements.ts';
import { places } from '../places.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import { selectorsOf } from '../selectors.ts';
import type { World } from '../world.ts';

export const applyWithoutForce = defineRule<{ readonly kinds: readonly string[] }>({
  id: 'apply-without-force',
  summary: 'ServerSideApply without force, on objects that controllers write to',
  effect: 'misbehaves',
  kinds: ['ClusterResourcePlacement', 'ResourcePlacement'],
  why: 'Without `serverSideApplyConfig.force` the API server of a cluster refuses every change of a field that somebody else manages, and a horizontal autoscaler or an injecting webhook does. KubeFleet itself counts as somebody else: it creates objects in one way and changes them in another, and forces past itself only as long as no controller has written to the object, if only its status. So a later deploy of a Deployment fails with `Apply failed with 1 conflict: conflict with "work-api-agent"`, on v0.3.1 and main.',
  remedy: 'Set `serverSideApplyConfig.force: true`, or use the default `ClientSideApply`.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ kinds }) =>
    `Changes of ${listed(kinds, 3)} can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself.`,
  *check(manifest, world) {
    const strategy = objectAt(manifest.object, 'spec', 'strategy', 'applyStrategy');
    const at = '/spec/strategy/applyStrategy';
    if (stringAt(strategy, 'type') !== 'ServerSideApply' || !isResolved(manifest, at)) return;
    if (field(strategy, 'serverSideApplyConfig', 'force') === true) return;
    const kinds = [...new Set(placedKinds(manifest, world))].filter((kind) => CONTROLLED.has(kind)).map(kindOf);
    if (kinds.length > 0) yield { at: `${at}/type`, data: { kinds: kinds.toSorted() } };
  },
});

/** Kinds with a status, or with fields, that a controller of Kubernetes writes on every cluster, as `group/Kind`. */
const CONTROLLED: ReadonlySet<string> = new Set([
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/CronJob',
  'batch/Job',
  '/PersistentVolumeClaim',
  '/ReplicationController',
  '/ResourceQuota',
  'policy/PodDisruptionBudget',
]);

function kindOf(kind: string): string {
  return kind.slice(kind.indexOf('/') + 1);
}

/** Kinds the selectors name, and those of the manifests they bring, in envelopes too. */
function placedKinds(placement: Manifest, world: World): readonly string[] {
  const placed = world.manifests.filter((manifest) => isNamed(manifest) && places(placement, manifest, world));
  return [
    ...selectorsOf(placement).map(({ group, kind }) => `${group}/${kind}`),
    ...placed.map(manifestRef).map(({ apiVersion, kind }) => `${groupOf(apiVersion)}/${kind}`),
    ...placed
      .filter(({ object }) => object.kind.endsWith('Envelope'))
      .flatMap(enclosedObjects)
      .map(({ group, kind }) => `${group}/${kind}`),
  ];
}
