import { groupOf } from '../kubernetes/object.ts';
import { fleetKind, isFleetGroup } from './kinds.ts';
import { isInMisspeltGroup, isKubeFleetsAlone } from './misspelt-group.ts';

/**
 * Whether an object is one of KubeFleet's. Its group decides. If the group is misspelt, missing or not known yet, the kind decides, except
 * for kinds whose names other projects use too.
 */
export function isFleetObject(object: { readonly apiVersion: string; readonly kind: string }): boolean {
  const { apiVersion, kind } = object;
  const group = groupOf(apiVersion);
  if (isFleetGroup(group)) return true;
  const known = fleetKind(kind);
  if (known === undefined) return isInMisspeltGroup(object);
  if (!IS_GROUP.test(group)) return known.authored && known.only === undefined;
  return isKubeFleetsAlone(kind) || isInMisspeltGroup(object);
}

/** Any other text contains a placeholder, or is empty. */
const IS_GROUP = /^[\w.-]+$/;
