/**
 * KubeFleet applies the whole manifest repeatedly, changed or not, at least every 15 minutes. So it overwrites the value of an autoscaler
 * with the manifest's value of the same field. With `whenToApply: IfNotDrifted`, the autoscaler's write is a drift, and the object is not
 * applied. Source: `pkg/controllers/workapplier/apply.go` ("Fleet will always attempt to apply the manifest"), `controller.go` and
 * `backoff.go` (the requeue rate limiter), `process.go` (performPreApplyDriftDetectionIfApplicable), v0.3.1 and main. The hub fills in
 * `replicas: 1` like every API server, and KubeFleet sends the hub's object (`pkg/utils/controller/resource_selector_resolver.go`). A patch that
 * removes the field sets the default: Kubernetes' page on horizontal Pod autoscaling, section on migrating workloads.
 */
import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { field, numberAt } from '../../fleet/json/json.ts';
import { displayName, groupOf, objectKey } from '../../fleet/kubernetes/object.ts';
import { canShareCluster } from '../../schedule/reach/share-cluster.ts';
import { answerToOthers, appliedObjects, type AnswerToOthers, type AppliedObject } from '../placing/applied-objects.ts';
import { autoscalersByTarget, type Autoscaler } from '../delivery/autoscalers.ts';
import { commonClusters, sentValues, type SentValue } from '../delivery/sent-values.ts';
import { picksOf } from '../delivery/picks.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';
import { objectKeyOf } from '../world/identity.ts';

interface Undone {
  readonly workload: string;
  readonly autoscaler: string;
  readonly placement: string;
  /** The numbers that the clusters get. */
  readonly replicas: readonly number[];
  /** The manifest has no number, so the hub fills one in. */
  readonly isFilledIn: boolean;
  readonly isEnclosed: boolean;
  /** Only an override has a number. */
  readonly isByPatch: boolean;
  readonly answer: AnswerToOthers;
  /** Other clusters of the placement are not affected. */
  readonly isSome: boolean;
}

export const autoscalerUndone = defineRule<Undone>({
  id: 'autoscaler-undone',
  summary: 'KubeFleet resets the number of replicas that an autoscaler sets',
  effect: 'misbehaves',
  kinds: '*',
  why: 'KubeFleet applies the objects that it places again at least every 15 minutes, also if nothing has changed. If an autoscaler on the cluster changes `replicas`, the next apply restores the number of the manifest, and Pods are stopped or started needlessly. Omitting `replicas` in the manifest does not help: the hub fills in 1, and KubeFleet sends the object of the hub. With `whenToApply: IfNotDrifted` the number set by the autoscaler is drift: KubeFleet does not apply the object, and `Applied` of the placement becomes False. The same happens with `ServerSideApply` without force, because the autoscaler owns the field. An override that removes `/spec/replicas` works, because the clusters then get an object without the field. On a cluster that has the workload already, removing the field may set it to 1 once, until the autoscaler raises it.',
  remedy: 'Remove `/spec/replicas` with an override for all clusters.',
  docs: 'https://kubefleet.dev/docs/concepts/overrides/',
  message: ({ workload, autoscaler, placement, replicas, isFilledIn, isSome, answer }) => {
    const where = isSome ? ' on {clusters}' : '';
    if (answer === 'conflicts')
      return `${autoscaler} changes \`replicas\` of ${workload}${where}, and then server-side apply of ${placement} without force conflicts with it: \`Applied\` becomes False.`;
    return answer === 'keeps'
      ? `The change of \`replicas\` of ${workload} by ${autoscaler} is drift${where}, and ${placement} applies only objects that have not drifted: \`Applied\` becomes False.`
      : `At every apply KubeFleet sets \`replicas\` of ${workload} back to ${replicas.join(' or ')}${isFilledIn ? ', which the hub fills in' : ''}${where}, and ${autoscaler} changes it again.`;
  },
  remedyFor: ({ isEnclosed, isByPatch }) => {
    const remedy = isByPatch
      ? 'Remove the patch that adds `replicas`.'
      : isEnclosed
        ? 'Remove `replicas` from the object in the envelope: the hub does not fill it in there.'
        : 'Remove the field with an override for all clusters (`op: remove`, `path: /spec/replicas`); it is not enough to remove it from the manifest.';
    return `${remedy} Do it when there is little load: a workload that is running may be scaled to 1 once, until the autoscaler raises it.`;
  },
  concerns: (_manifest, world) => autoscalersByTarget(world).size > 0,
  *check(manifest, world) {
    const byTarget = autoscalersByTarget(world);
    if (!(isEnvelope(manifest.object) || byTarget.has(objectKeyOf(manifest)))) return;
    for (const applied of appliedObjects(manifest, world)) {
      const scalers = byTarget.get(objectKey(applied.ref)) ?? [];
      if (scalers.length === 0 || !isResolved(manifest, `${applied.at}/spec/replicas`)) continue;
      const found = firstFight(applied, scalers, world);
      if (found === undefined) continue;
      const { scaler, placement, replicas, clusters } = found;
      const isSome = clusters.length > 0;
      const data = {
        workload: displayName(applied.ref),
        autoscaler: displayName(scaler.applied.ref),
        placement: nameOf(placement),
        replicas,
        isFilledIn:
          numberAt(applied.object, 'spec', 'replicas') === undefined && replicas.length === 1 && replicas[0] === filledIn(applied),
        isEnclosed: applied.at !== '',
        isByPatch: numberAt(applied.object, 'spec', 'replicas') === undefined && filledIn(applied) === undefined,
        answer: answerToOthers(placement),
        isSome,
      };
      const related = [{ manifest: scaler.applied.manifest, at: `${scaler.applied.at}/spec/scaleTargetRef`, message: 'the autoscaler' }];
      yield { at: `${applied.at}/spec/replicas`, part: 'key', data, related, ...(isSome ? { clusters } : {}) };
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

interface Fight {
  readonly scaler: Autoscaler;
  readonly placement: Manifest;
  readonly replicas: readonly number[];
  /** Empty if all clusters of the placement are affected, or if they are not known. */
  readonly clusters: readonly string[];
}

/** An autoscaler that reaches a cluster together with the workload, by a placement that sends the workload with the field. */
function firstFight(applied: AppliedObject, scalers: readonly Autoscaler[], world: World): Fight | undefined {
  for (const placement of applied.placements) {
    const sent = sentValues(applied, '/spec/replicas', placement, world, filledIn(applied));
    // One autoscaler has several forms if overrides change it on some clusters.
    for (const forms of Map.groupBy(scalers, (scaler) => scaler.applied.ref).values()) {
      const undone = forms.flatMap((scaler) => undoneBy(scaler, placement, sent, world));
      const [scaler] = forms;
      if (scaler === undefined || undone.length === 0) continue;
      const clusters = [...new Set(undone.flatMap((each) => each.clusters))].toSorted();
      const isEverywhere = clusters.length === picksOf(placement, world)?.picked.length;
      const replicas = [...new Set(undone.map(({ value }) => value))].toSorted((a, b) => a - b);
      return { scaler, placement, replicas, clusters: isEverywhere ? [] : clusters };
    }
  }
  return undefined;
}

/** The numbers that the autoscaler changes, with the clusters that get both, if they are known. */
function undoneBy(
  scaler: Autoscaler,
  placement: Manifest,
  sent: readonly SentValue[],
  world: World,
): readonly { readonly value: number; readonly clusters: readonly string[] }[] {
  if (scaler.placement !== placement && !canShareCluster(placement.object, scaler.placement.object, knownClusters(world))) return [];
  return sent.flatMap(({ value, clusters }) => {
    const shared = commonClusters(clusters, scaler.clusters);
    return typeof value !== 'number' || value === scaler.only || shared?.length === 0 ? [] : [{ value, clusters: shared ?? [] }];
  });
}
