import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { displayName, groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { trackingOf } from '../../fleet/kubefleet/availability.ts';
import { isWhole, selectedBy } from './placed-objects.ts';
import { manifestRef } from '../world/identity.ts';
import { manifestContent } from '../world/manifest-content.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isNamed } from '../world/placements.ts';
import { placedBy } from './placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { selectorsOf } from '../world/selectors.ts';
import type { World } from '../world/world.ts';
import type { Manifest } from '../world/manifest.ts';

/** An object that a placement selects, or that is in an envelope that it selects. */
export interface SelectedObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** The object; `undefined` if a selector names it and it is not in the manifests. */
  readonly object: KubeObject | undefined;
}

/**
 * The objects that a placement selects, as far as the manifests show, with the content of envelopes in their place. They are as they are
 * written, before overrides: what each cluster gets of them is a question for `src/static/delivery`. `undefined` if that is not known: a
 * selector has a variable, an envelope is not in the manifests, or the namespace of workloads is not known.
 */
export const contentOf = oncePerWorld((placement: Manifest, world: World): readonly SelectedObject[] | undefined => {
  if (!isNamed(placement) || !isResolved(placement, '/spec/resourceSelectors') || hasHomelessWorkload(world)) return undefined;
  const held = placedBy(placement, world);
  const known = new Set(held.map((manifest) => keyOf(manifestRef(manifest))));
  const others = selectedBy(placement, world).filter((selected) => !known.has(keyOf(selected)));
  if (others.some(isEnvelope) || held.some((manifest) => isEnvelope(manifest.object) && manifest.unresolved.length > 0)) return undefined;
  const objects = held.flatMap(({ object }) => (isEnvelope(object) ? enclosedObjects(object) : [object]));
  return [
    ...objects.map((object) => ({ apiVersion: object.apiVersion, kind: object.kind, object })),
    ...others.map(({ apiVersion, kind }) => ({ apiVersion, kind, object: undefined })),
  ];
});

/** It may be in any namespace. */
function hasHomelessWorkload(world: World): boolean {
  return manifestContent(world).homeless.some(({ item }) => trackingOf(item.object) === 'tracked');
}

function keyOf({
  apiVersion,
  ...ref
}: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}): string {
  const { kind, namespace, name } = ref;
  return `${groupOf(apiVersion)} ${displayName(namespace === undefined ? { kind, name } : { kind, namespace, name })}`;
}

/** Whether only the hub knows which other objects the placement sends: a hub was read, and more than single objects are selected. */
export function mayComeFromHub(placement: Manifest, world: World): boolean {
  return world.hub !== undefined && selectorsOf(placement, world).some((selector) => isWhole(selector) || selector.name === '');
}
