import { groupOf, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { ResourceType, HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isLeftAlone, isTaken, objectsInReach, selectorTypes, selectsOf, surroundingsOf } from './selection.ts';

/** One object in which a snapshot and the current selection differ. */
export interface Gap {
  readonly object: KubeObject;
  /** `left`: the snapshot still holds it; `missing`: it does not hold it yet. */
  readonly kind: 'left' | 'missing';
  readonly why: string;
}

/**
 * An object that the current selectors pick and the snapshot lacks, or that the snapshot holds and they do not pick. Either shows that the
 * snapshot is older than an edit of the selectors. The placement shows all conditions True at its new generation meanwhile. Kinds that are
 * not followed are not searched.
 */
export function selectionGap(hub: HubState, placement: KubeObject, held: readonly KubeObject[], wholeHub: boolean): Gap | undefined {
  const surroundings = surroundingsOf(hub, [], held);
  const selects = selectsOf(placement, surroundings);
  // An object in the snapshot was propagated: only its selection may differ.
  const extra = held.find((object) => isLeftAlone(selects(object)));
  if (extra !== undefined) return { object: extra, kind: 'left', why: 'holds what is not selected any more' };
  const known = new Set(held.map((object) => objectKey(refOf(object))));
  for (const type of [...selectorTypes(placement), ...(wholeHub ? typesOf(held) : [])]) {
    if (hub.visibility(type, placement.metadata.namespace).kind !== 'seen') continue;
    const inReach = objectsInReach(hub, type, placement, surroundings);
    const missing = inReach.find((object) => !known.has(objectKey(refOf(object))) && isTaken(selects(object)));
    if (missing !== undefined) return { object: missing, kind: 'missing', why: 'does not hold yet what is selected' };
  }
  return undefined;
}

export function typesOf(objects: readonly KubeObject[]): readonly ResourceType[] {
  const types = objects.map((object) => ({ group: groupOf(object.apiVersion), kind: object.kind }));
  return [...new Map(types.map((type) => [`${type.group}/${type.kind}`, type])).values()];
}
