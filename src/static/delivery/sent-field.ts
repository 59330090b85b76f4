import { field } from '../../fleet/json/json.ts';
import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { AppliedObject } from '../placing/applied-objects.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './variant-faults.ts';
import { stayOf } from './written-faults.ts';

/**
 * Whether a placement sends an object with this field to some cluster: overrides can remove the field or the object. If the clusters are
 * not known, one rule that does so is enough, because it may match all of them.
 * @param pointer into the object
 */
export function isSentWith({ manifest, object, at }: AppliedObject, pointer: string, placement: Manifest, world: World): boolean {
  const keys = pointerKeys(pointer);
  const fieldOf = (each: KubeObject): readonly Fault[] => (field(each, ...keys) === undefined ? [] : [{ key: pointer, at: pointer }]);
  const written = { key: `${object.kind}/${object.metadata.name} ${pointer}`, at: `${at}${pointer}` };
  const stay = stayOf(manifest, written, placement, fieldOf, world);
  return stay !== 'nowhere' && stay !== 'open';
}
