import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isPlacement, PLACEMENT_KINDS } from '../../../fleet/kubefleet/kinds.ts';
import { labelsOf } from '../../../fleet/kubernetes/label-selector.ts';
import { displayName, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { isForPlacement, overrideOf, placementKey, ruleMatches } from '../../../selection/override.ts';
import { overrideTouches } from '../../../selection/override-touch.ts';
import { isTaken, selectsOf, surroundingsOf } from '../../deploy/selection.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { seenObjects } from '../../view/seen.ts';

export interface Misnamed {
  /** `other`: a placement that does not select the object; `otherScope`: only one of the other scope has the name. */
  readonly named: 'other' | 'otherScope' | 'missing';
  /** A sentence. */
  readonly evidence: string;
}

/**
 * Reports an override that names another placement, if that one does not exist or does not place the objects that the override selects, but
 * the judged placement does, on a cluster that a rule of the override matches. `undefined` if it is not such
 * an override, or if placements cannot be read.
 * @param content the objects that the judged placement rolls out
 * @param held the objects in its envelopes
 */
export function misnamedPlacement(
  { hub, view, deploy = [] }: PlacementContext,
  object: KubeObject,
  content: readonly KubeObject[],
  held: readonly KubeObject[],
  member: KubeObject,
): Misnamed | undefined {
  const override = overrideOf(object, object.metadata.namespace);
  const named = override?.placement;
  if (override === undefined || named === undefined || isForPlacement(override, keyOf(view.object))) return undefined;
  if (!override.rules.some((rule) => ruleMatches(rule, { labels: labelsOf(member) }))) return undefined;
  const touches = (each: KubeObject): boolean => overrideTouches(override, refOf(each), each, BUILT_IN_APIS, 'unknown') !== 'no';
  const touched = content.filter(touches);
  if (touched.length === 0 && !held.some(touches)) return undefined;
  const onHub = PLACEMENT_KINDS.map((kind) => seenObjects(hub, kind, object.metadata.namespace));
  if (onHub.includes(undefined)) return undefined;
  const deployed = deploy.filter(isPlacement);
  const known = new Set(deployed.map((each) => objectKey(refOf(each))));
  const all = [...deployed, ...onHub.flatMap((each) => each ?? []).filter((each) => !known.has(objectKey(refOf(each))))];
  const meant = all.filter((each) => isForPlacement(override, keyOf(each)));
  const surroundings = surroundingsOf(hub, deploy);
  if (meant.some((each) => touched.some((one) => isTaken(selectsOf(each, surroundings)(one))))) return undefined;
  const kind = override.namespaced && named.namespaced ? 'ResourcePlacement' : 'ClusterResourcePlacement';
  const [other] = meant;
  if (other !== undefined) {
    const evidence = `spec.placement names ${displayName(refOf(other))}, which does not select the object; ${displayName(view.ref)} does`;
    return { named: 'other', evidence };
  }
  const isInOtherScope = all.some(({ kind: found, metadata }) => found !== kind && metadata.name === named.name);
  const evidence = `spec.placement names ${kind} ${named.name}, which does not exist; ${displayName(view.ref)} places the object`;
  return { named: isInOtherScope ? 'otherScope' : 'missing', evidence };
}

function keyOf(placement: KubeObject): string {
  return placementKey(placement, placement.metadata.namespace);
}
