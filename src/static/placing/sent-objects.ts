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

/** An object that a placement puts on its clusters. */
export interface SentObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** All of it; `undefined` if a selector names it and the manifests do not hold it. */
  readonly object: KubeObject | undefined;
}

/**
 * What a placement puts on its clusters as far as the manifests show it: what it selects, and what its envelopes hold. `undefined` if the
 * manifests leave it open: a selector with a variable, an envelope that is not here, or workloads of which no namespace is known.
 */
export const sentBy = oncePerWorld((placement: Manifest, world: World): readonly SentObject[] | undefined => {
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

/** Whether only the hub tells what else the placement sends: it is at hand, and more than single objects are selected. */
export function mayComeFromHub(placement: Manifest, world: World): boolean {
  return world.hub !== undefined && selectorsOf(placement, world).some((selector) => isWhole(selector) || selector.name === '');
}
