import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { asSnapshotted, asWanted, asWantedInSnapshot } from './content/comparable.ts';
import { pointerPath } from './content/pointer-path.ts';
import { isComparable } from './deployed-object.ts';
import type { DeployedObject } from './deployed-object.ts';
import { withoutScaled } from './scaled-by.ts';
import { uncopiedFrom } from './content/copied.ts';
import { missingFrom } from './content/equal.ts';
import { isAbsent } from './content/is-absent.ts';
import { typeRules } from './content/type-rules.ts';

/**
 * Whether an object of a resource snapshot holds the manifest, and nothing that was removed from the hub's object. A field that the deploy
 * removed leaves no other trace. Additional fields of the hub's object came later and are not of this deploy.
 */
export function holdsDeployed(object: KubeObject, deployed: DeployedObject): boolean {
  const carried = deployed.scaled === undefined ? object : withoutScaled(object, deployed.scaled);
  const lacks = (): boolean =>
    missingFrom(carried, asWantedInSnapshot(deployed.manifest), '', typeRules(deployed.live ?? carried)) !== undefined;
  if (isComparable(carried, deployed.manifest) && lacks()) return false;
  if (stillHasRemoved(carried, deployed)) return false;
  if (deployed.live === undefined || deployed.state !== 'arrived') return true;
  return uncopiedFrom(asSnapshotted(deployed.live), asSnapshotted(carried)) === undefined;
}

/** Whether an object still has what the deploy removes. An empty value counts only if the hub has an empty one there. */
export function stillHasRemoved(object: KubeObject, deployed: DeployedObject): boolean {
  if (deployed.isRemoval !== true) return false;
  const value = valueAt(deployed, object);
  return !isAbsent(value) || (value !== undefined && value !== null && isAbsent(deployed.live && valueAt(deployed, deployed.live)));
}

/** The value of an object where the hub's differs from the deploy. */
function valueAt({ differsAt = '', manifest }: DeployedObject, object: KubeObject): unknown {
  return pointerPath(differsAt, object, asWanted(manifest)).at(-1)?.live;
}
