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

/** Which override fails on which object. */
export interface FailingOverride {
  readonly override: ObjectRef;
  readonly object: ObjectRef;
  /** The override selects only the namespace: it patches all that is in it as well. */
  readonly isByNamespace: boolean;
  readonly evidence: string;
}

/**
 * The first object of the judged content that cannot be overridden on a cluster, in the order of the work generator, which stops there
 * (KubeFleet pkg/controllers/workgenerator/controller.go, syncAllWork). Its message names neither on v0.3, and on main not always: it is cut
 * for what an envelope holds. So the error that each override gives here is looked for in the message. `undefined` if that is not certain.
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
  // v0.3 overrides an envelope, main what it holds: if another override gives the same error outside, it may be either.
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
  /** On an envelope or on what it holds: which of them is overridden depends on the version of the hub. */
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
