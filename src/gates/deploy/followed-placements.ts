import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { typeOf } from '../view/seen.ts';
import type { Expectation } from './expectation.ts';
import { targetRef } from './target.ts';

/**
 * The placements that are followed, and those of followed runs, as deployed, otherwise as the hub has them; `undefined` if one is in
 * neither.
 */
export function followedPlacements(hub: HubState, { targets, manifests = [] }: Expectation): readonly KubeObject[] | undefined {
  const deployed = new Map(manifests.toReversed().map((object) => [objectKey(refOf(object)), object]));
  const asDeployed = (ref: ObjectRef): KubeObject | undefined =>
    deployed.get(objectKey(ref)) ?? hub.get(typeOf(ref.kind), ref.namespace, ref.name);
  const named = targets.map(targetRef).map((ref) => (isPlacementKind(ref.kind) ? ref : placementOfRun(asDeployed(ref), ref)));
  const found = named.map((ref) => ref && asDeployed(ref));
  return found.every((placement) => placement !== undefined) ? [...new Set(found)] : undefined;
}

function placementOfRun(run: KubeObject | undefined, { namespace }: ObjectRef): ObjectRef | undefined {
  const name = stringAt(run, 'spec', 'placementName');
  if (name === undefined) return undefined;
  return targetRef(namespace === undefined ? { kind: 'ClusterResourcePlacement', name } : { kind: 'ResourcePlacement', namespace, name });
}
