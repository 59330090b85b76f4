import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import { memberCluster } from '../../../fleet/kubefleet/member-cluster.ts';
import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { overrideResource } from '../../../schedule/override/override-resource.ts';
import { overridesOn } from '../../../schedule/override/placement-overrides.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { namedOverrides } from '../../rollout/overrides-in-force.ts';

/** Which override fails on which object, which no message says. */
export interface FailingOverride {
  readonly override: ObjectRef;
  readonly object: ObjectRef;
  /** The override selects only the namespace: it patches all that is in it as well. */
  readonly isByNamespace: boolean;
  readonly evidence: string;
}

/**
 * The first object of the judged content that cannot be overridden on a cluster, in the order of the work generator, which stops there
 * (KubeFleet pkg/controllers/workgenerator/controller.go, syncAllWork). `undefined` where that is not certain. What versions override of an
 * envelope differs.
 */
export function failingOverride(context: PlacementContext, { binding, cluster: name }: ClusterState): FailingOverride | undefined {
  const { freshness, hub, members } = context;
  const member = members?.get(name)?.object;
  const named = binding === undefined ? undefined : namedOverrides(hub, binding);
  if (freshness.kind !== 'fresh' || member === undefined || named === undefined) return undefined;
  const overrides = [...named.keys()];
  const cluster = memberCluster(member);
  for (const object of freshness.group?.objects ?? []) {
    const ref = refOf(object);
    const own = overridesOn(overrides, ref, BUILT_IN_APIS);
    const outcome = overrideResource({ ref, object, presence: () => 'no', unresolved: [] }, own, cluster);
    if (outcome.kind !== 'failed') continue;
    if (!outcome.certain || isEnvelope(object)) return undefined;
    const override = named.get(outcome.place.override);
    if (override === undefined) return undefined;
    const evidence = `${displayName(override)} fails on ${displayName(ref)}`;
    return { override, object: ref, isByNamespace: override.namespace === undefined && ref.namespace !== undefined, evidence };
  }
  return undefined;
}
