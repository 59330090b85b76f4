/**
 * KubeFleet applies the whole manifest repeatedly, changed or not, at least every 15 minutes. So it overwrites the value of an autoscaler
 * with the manifest's value of the same field. With `whenToApply: IfNotDrifted`, the autoscaler's write is a drift, and the object is not
 * applied. Source: `pkg/controllers/workapplier/apply.go` ("Fleet will always attempt to apply the manifest"), `controller.go` and
 * `backoff.go` (the requeue rate limiter), `process.go` (performPreApplyDriftDetectionIfApplicable), v0.3.1 and main. The hub fills in
 * `replicas: 1` like every API server, and KubeFleet sends the hub's object (`pkg/utils/controller/resource_selector_resolver.go`).
 */
import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { field, numberAt } from '../../fleet/json/json.ts';
import { displayName, groupOf, objectKey } from '../../fleet/kubernetes/object.ts';
import { canShareCluster } from '../../schedule/reach/share-cluster.ts';
import { appliedObjects, keepsDriftedObjects, type AppliedObject } from '../placing/applied-objects.ts';
import { autoscalersByTarget, type Autoscaler } from '../placing/autoscalers.ts';
import { isSentWith } from '../delivery/sent-field.ts';
import { manifestRef } from '../world/identity.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Undone {
  readonly workload: string;
  readonly autoscaler: string;
  readonly placement: string;
  readonly replicas: number;
  /** The manifest has no number, so the hub fills one in. */
  readonly isFilledIn: boolean;
  readonly isEnclosed: boolean;
  readonly keepsDriftedObjects: boolean;
}

export const autoscalerUndone = defineRule<Undone>({
  id: 'autoscaler-undone',
  summary: 'KubeFleet resets the number of replicas that an autoscaler sets',
  effect: 'misbehaves',
  kinds: '*',
  why: 'KubeFleet applies the objects that it places again at least every 15 minutes, also if nothing has changed. If an autoscaler on the cluster changes `replicas`, the next apply restores the number of the manifest, and Pods are stopped or started needlessly. Omitting `replicas` in the manifest does not help: the hub fills in 1, and KubeFleet sends the object of the hub. With `whenToApply: IfNotDrifted` the number set by the autoscaler is drift: KubeFleet does not apply the object, and `Applied` of the placement becomes False. An override that removes `/spec/replicas` works, because the clusters then get an object without the field.',
  remedy: 'Remove `/spec/replicas` with an override for all clusters.',
  docs: 'https://kubefleet.dev/docs/concepts/overrides/',
  message: ({ workload, autoscaler, placement, replicas, isFilledIn, keepsDriftedObjects: spares }) =>
    spares
      ? `The change of \`replicas\` of ${workload} by ${autoscaler} is drift, and ${placement} applies only objects that have not drifted: \`Applied\` becomes False.`
      : `At every apply KubeFleet sets \`replicas\` of ${workload} back to ${replicas}${isFilledIn ? ', which the hub fills in' : ''}, and ${autoscaler} changes it again.`,
  remedyFor: ({ isEnclosed }) =>
    isEnclosed
      ? 'Remove `replicas` from the object in the envelope: the hub does not fill it in there.'
      : 'Remove the field with an override for all clusters (`op: remove`, `path: /spec/replicas`); it is not enough to remove it from the manifest.',
  *check(manifest, world) {
    const byTarget = autoscalersByTarget(world);
    if (byTarget.size === 0 || !(isEnvelope(manifest.object) || byTarget.has(objectKey(manifestRef(manifest))))) return;
    for (const applied of appliedObjects(manifest, world)) {
      const scalers = byTarget.get(objectKey(applied.ref)) ?? [];
      const written = numberAt(applied.object, 'spec', 'replicas');
      const replicas = written ?? filledIn(applied);
      const at = `${applied.at}/spec/replicas`;
      if (scalers.length === 0 || replicas === undefined || !isResolved(manifest, at)) continue;
      const pair = firstPair(applied, scalers, replicas, world);
      if (pair === undefined) continue;
      const { scaler, placement } = pair;
      const data = {
        workload: displayName(applied.ref),
        autoscaler: displayName(scaler.applied.ref),
        placement: nameOf(placement),
        replicas,
        isFilledIn: written === undefined,
        isEnclosed: applied.at !== '',
        keepsDriftedObjects: keepsDriftedObjects(placement),
      };
      const related = [{ manifest: scaler.applied.manifest, at: `${scaler.applied.at}/spec/scaleTargetRef`, message: 'the autoscaler' }];
      yield { at, part: 'key', data, related };
    }
  },
});

/** The number that the hub fills in if the manifest has none; it fills in nothing in an envelope. */
function filledIn({ object, at }: AppliedObject): number | undefined {
  if (at !== '' || (field(object, 'spec', 'replicas') ?? undefined) !== undefined) return undefined;
  const kind = `${groupOf(object.apiVersion)}/${object.kind}`;
  return WITH_DEFAULT.has(kind) ? 1 : undefined;
}

const WITH_DEFAULT: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/StatefulSet', 'apps/ReplicaSet', '/ReplicationController']);

interface Pair {
  readonly scaler: Autoscaler;
  readonly placement: Manifest;
}

/** An autoscaler that reaches a cluster together with the workload, by a placement that sends the workload with the field. */
function firstPair(applied: AppliedObject, scalers: readonly Autoscaler[], replicas: number, world: World): Pair | undefined {
  for (const placement of applied.placements) {
    if (!isSentWith(applied, '/spec/replicas', placement, world)) continue;
    const scaler = scalers.find(
      ({ applied: its, only }) =>
        only !== replicas &&
        its.placements.some(
          (other) =>
            isSentWith(its, '/spec', other, world) &&
            (other === placement || canShareCluster(placement.object, other.object, knownClusters(world))),
        ),
    );
    if (scaler !== undefined) return { scaler, placement };
  }
  return undefined;
}
