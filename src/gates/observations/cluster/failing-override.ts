import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { enclosedObjects, isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import { memberCluster, type MemberCluster } from '../../../fleet/kubefleet/member-cluster.ts';
import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { variantFor } from '../../../schedule/delivery/variants.ts';
import { receiverOf } from '../../../schedule/override/override-resource.ts';
import { overridesOn } from '../../../schedule/override/placement-overrides.ts';
import type { Override } from '../../../selection/override.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { namedOverrides } from '../../rollout/overrides-in-force.ts';

/** The override that fails, and the object on which it fails. */
export interface FailingOverride {
  readonly override: ObjectRef;
  readonly object: ObjectRef;
  /** The override selects only the namespace: it also patches all objects in it. */
  readonly isByNamespace: boolean;
  readonly evidence: string;
}

/**
 * The first object of the judged content whose override fails on a cluster, in the order of the work generator, which stops there
 * (KubeFleet pkg/controllers/workgenerator/controller.go, syncAllWork). On v0.3 its message names neither the override nor the object, and
 * on main it may not, because it is cut for an envelope's content. So the error of each override here is searched for in the message.
 * `undefined` if the result is not certain.
 */
export function failingOverride(
  context: PlacementContext,
  { binding, cluster: name, condition }: ClusterState,
): FailingOverride | undefined {
  const { freshness, hub, members } = context;
  const member = members?.get(name)?.object;
  const named = binding === undefined ? undefined : namedOverrides(hub, binding);
  if (freshness.kind !== 'fresh' || member === undefined || named === undefined) return undefined;
  const overrides = [...named.keys()];
  const cluster = memberCluster(member);
  const failures = (freshness.group?.objects ?? []).flatMap((object) => failuresOn(object, overrides, cluster));
  const quoted = failures.filter(({ error }) => condition?.message.includes(error));
  const [found, ...others] = quoted.length > 0 ? quoted : failures;
  // v0.3 overrides an envelope, main its content: if another override gives the same error outside, either may be the cause.
  const isAlone = quoted.length > 0 && others.every((other) => other.override === found?.override);
  if (found === undefined || !found.isCertain || (found.inEnvelope && !isAlone)) return undefined;
  const override = named.get(found.override);
  if (override === undefined) return undefined;
  const evidence = `${displayName(override)} fails on ${displayName(found.object)}`;
  return {
    override,
    object: found.object,
    isByNamespace: override.namespace === undefined && found.object.namespace !== undefined,
    evidence,
  };
}

interface Failure {
  readonly override: Override;
  readonly object: ObjectRef;
  readonly error: string;
  readonly isCertain: boolean;
  /** Whether the object is an envelope or in one: the hub's version decides which of the two is overridden. */
  readonly inEnvelope: boolean;
}

function failuresOn(object: KubeObject, overrides: readonly Override[], cluster: MemberCluster): readonly Failure[] {
  const all = isEnvelope(object) ? [object, ...enclosedObjects(object)] : [object];
  return all.flatMap((each): readonly Failure[] => {
    const ref = refOf(each);
    const own = overridesOn(overrides, ref, BUILT_IN_APIS);
    const resource = { ref, object: each, presence: () => 'no' as const, unresolved: [] };
    const { outcome } = variantFor({ resource, overrides: own }, receiverOf(cluster));
    if (outcome.kind !== 'failed') return [];
    const { certain: isCertain, error, place } = outcome;
    return [{ override: place.override, object: ref, error, isCertain, inEnvelope: isEnvelope(object) }];
  });
}
