import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { receiverFor } from '../../schedule/delivery/rule-choices.ts';
import { objectsIn, variantFor, variantsOf } from '../../schedule/delivery/variants.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { picksOf } from '../delivery/picks.ts';
import { possibleChoices } from '../delivery/possible-choices.ts';
import type { World } from '../world/world.ts';
import type { Named } from './hindrances.ts';

/** The clusters on which overrides make an object from an entry of an envelope. `isOpen`: their names are not known. */
export interface Made {
  readonly clusters: ReadonlySet<string>;
  readonly isOpen: boolean;
}

/** Where overrides make the object; `undefined` if they do not. */
export function madeByPatches({ makes: _made, group, ...ref }: Named, world: World): Made | undefined {
  return allMade(world).get(objectKey({ ...ref, apiVersion: `${group}/` }));
}

const allMade = oncePer((world: World): ReadonlyMap<string, Made> => {
  const found = new Map<string, { readonly clusters: Set<string>; isOpen: boolean }>();
  const entryOf = (object: KubeObject): { readonly clusters: Set<string>; isOpen: boolean } => {
    const key = objectKey(refOf(object));
    const entry = found.get(key) ?? { clusters: new Set<string>(), isOpen: false };
    found.set(key, entry);
    return entry;
  };
  for (const item of world.manifests.filter(({ object }) => isEnvelope(object)))
    for (const delivery of overriddenDeliveriesOf(item, world)) {
      const picks = picksOf(delivery.placement, world);
      for (const { outcome, clusters } of picks === undefined ? [] : variantsOf(delivery.target, picks.picked))
        for (const object of objectsIn(outcome)) for (const { name } of clusters) entryOf(object).clusters.add(name);
      for (const choice of picks === undefined ? possibleChoices(delivery, world).all : [])
        for (const object of objectsIn(variantFor(delivery.target, receiverFor(choice)).outcome)) entryOf(object).isOpen = true;
    }
  return found;
});
