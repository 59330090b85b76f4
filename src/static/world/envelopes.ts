import { ENVELOPE_KINDS, enclosedObjects } from '../../fleet/kubefleet/envelope.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/**
 * The identity of an object in an envelope, as it is written. Rules that judge what clusters get of it use `src/static/delivery`; this is
 * for selection and for finding an object by its name.
 */
export interface EnclosedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** The envelopes of that kind, name and namespace; without a name, all in the namespace. */
export function envelopesOf(kind: string, namespace: string | undefined, name: string | undefined, world: World): readonly Manifest[] {
  return world
    .ofKind(kind)
    .filter(
      (manifest) =>
        groupOf(manifest.object.apiVersion) === PLACEMENT_GROUP &&
        manifest.namespace === namespace &&
        (name === undefined || manifest.object.metadata.name === name),
    );
}

/** The objects that an envelope puts on the clusters. */
export function enclosedIn({ object }: Manifest): readonly EnclosedObject[] {
  return enclosedObjects(object).map(({ apiVersion, kind, metadata: { namespace, name } }) => ({
    group: groupOf(apiVersion),
    kind,
    namespace,
    name,
  }));
}

/** The first envelope that contains an object. */
export function envelopeHolding(object: EnclosedObject, world: World): Manifest | undefined {
  return holders(world).get(keyOf(object));
}

/** Whether the manifests have an object, alone or in an envelope. */
export function isDeclared(
  { group, kind, namespace, name }: Omit<ObjectRef, 'apiVersion'> & { readonly group: string },
  world: World,
): boolean {
  const ref = { group, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  return world.find(ref).length > 0 || envelopeHolding(ref, world) !== undefined;
}

const holders = oncePer((world: World): ReadonlyMap<string, Manifest> => {
  const index = new Map<string, Manifest>();
  for (const envelope of ENVELOPE_KINDS.flatMap((kind) => world.ofKind(kind))) {
    if (groupOf(envelope.object.apiVersion) !== PLACEMENT_GROUP) continue;
    for (const object of enclosedIn(envelope)) if (!index.has(keyOf(object))) index.set(keyOf(object), envelope);
  }
  return index;
});

function keyOf({ group, kind, namespace = '', name }: EnclosedObject): string {
  return `${group}/${kind}/${namespace}/${name}`;
}
