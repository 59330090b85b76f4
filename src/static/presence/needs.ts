import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { refOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { mayBePatched, mayBePatchedInside } from '../references/patched-places.ts';
import type { Reference } from '../references/reference.ts';
import { referencesOf } from '../references/references-of.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

/** What an object asks for beside itself. */
export interface Need {
  readonly reference: Reference;
  /** The object that refers, which an envelope may hold. */
  readonly from: ObjectRef;
}

/** Those of the object, or of all an envelope holds, whose names are what the clusters will see. */
export function needsOf(manifest: Manifest, world: World): readonly Need[] {
  const { object, namespace } = manifest;
  const own = manifestRef(manifest);
  const found = isEnvelope(object)
    ? enclosedEntries(object).flatMap(([key, inner]) =>
        referencesOf(inner, inner.metadata.namespace ?? namespace).flatMap((reference) => {
          const at = `${childPointer('/data', key)}${reference.at}`;
          const isOverridden = world.target !== 'v0.3' && mayBePatchedInside(refOf(inner), reference.at, world);
          return isOverridden ? [] : [{ reference: { ...reference, at }, from: refOf(inner) }];
        }),
      )
    : referencesOf(object, namespace).map((reference) => ({ reference, from: own }));
  return found.filter(({ reference: { at, kind, name } }) => {
    const isRenamed = manifest.generated?.has(`${kind}/${name}`) === true;
    return !isRenamed && isResolved(manifest, at) && !mayBePatched(manifest, at, world);
  });
}
