import { objectKey, refOf, type KubeObject, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { RolloutStep } from '../../../fleet/kubefleet/rollout-step.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { contentFor, placementContext } from '../../rollout/placement-context.ts';
import { viewPlacement } from '../../view/placement.ts';
import { definitionAmong } from '../../view/resource-definition.ts';
import { isCurrent, typeOf } from '../../view/seen.ts';
import type { Observation } from '../observation.ts';

/**
 * The other followed ClusterResourcePlacement that places what an object needs on its cluster, and is not finished there. A deploy may
 * contain both, and placements have no order: the missing object arrives with that rollout, whose own verdict covers it.
 */
export function placementOfMissingNamespace(context: PlacementContext, { condition, object, cluster }: Observation): ObjectRef | undefined {
  const answer = condition?.message ?? '';
  if (condition?.type !== 'Applied' || object === undefined || cluster === undefined) return undefined;
  const isLacking = lackOf(answer, object);
  if (isLacking === undefined) return undefined;
  const others = context.followed.flatMap(({ kind, name }) =>
    kind === 'ClusterResourcePlacement' ? (context.hub.get(typeOf(kind), undefined, name) ?? []) : [],
  );
  const own = objectKey(context.view.ref);
  const found = others.find(
    (other) => objectKey(refOf(other)) !== own && isLacking(broughtBy(other, context)) && isUnderWay(other, cluster, context),
  );
  return found === undefined ? undefined : refOf(found);
}

/** Returns a check whether objects contain what the member's API server says is missing; `undefined` if its answer says no such thing. */
function lackOf(answer: string, object: ObjectRef): ((objects: readonly KubeObject[]) => boolean) | undefined {
  const { namespace } = object;
  if (namespace !== undefined && answer.includes(`namespaces "${namespace}" not found`))
    return (objects) => objects.some(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace);
  if (answer.includes('no matches for kind')) return (objects) => definitionAmong(objects, object) !== undefined;
  return undefined;
}

/** Its newest snapshot may be older than the deploy, so the deploy's content is added. */
function broughtBy(placement: KubeObject, { hub, deploy = [] }: PlacementContext): readonly KubeObject[] {
  return [...(viewPlacement(hub, placement).groups?.[0]?.objects ?? []), ...contentFor(hub, placement, deploy)];
}

/**
 * A cluster that it does not have yet may still be picked. What failed there is that placement's own failure, and applied objects exist
 * already.
 */
function isUnderWay(placement: KubeObject, cluster: string, context: PlacementContext): boolean {
  const { clusters, view } = placementContext(placement, context);
  const state = clusters.find((each) => each.cluster === cluster);
  if (state === undefined) return !isCurrent(view.conditions.get('Scheduled'), view.generation);
  const { good, step, condition } = state;
  return !good && !view.reportDiff && (BEFORE_START.has(step) || (step !== 'Available' && condition?.status !== 'False'));
}

/** Before a cluster's turn, its condition is False at these steps. */
const BEFORE_START: ReadonlySet<RolloutStep> = new Set(['Scheduled', 'RolloutStarted']);
