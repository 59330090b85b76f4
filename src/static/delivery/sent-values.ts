import { isDeepStrictEqual } from 'node:util';
import { field } from '../../fleet/json/json.ts';
import { childPointer, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { receiverFor } from '../../schedule/delivery/rule-choices.ts';
import { variantFor, type Outcome } from '../../schedule/delivery/variants.ts';
import type { AppliedObject } from '../placing/applied-objects.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { overriddenDeliveriesFor } from './overridden-deliveries.ts';
import { picksOf } from './picks.ts';
import { possibleChoices } from './possible-choices.ts';
import { variantsIn } from './variants-of-delivery.ts';

/** A value of a field, as clusters get it. */
export interface SentValue {
  readonly value: unknown;
  /** The clusters that get it; `undefined` if they are not known. */
  readonly clusters: readonly string[] | undefined;
}

/**
 * The values of a field with which a placement sends an object, each once. Overrides can change or remove the field, or delete the object.
 * If the clusters are not known, one rule that removes the field is enough for an empty result, because it may match all of them.
 * @param pointer into the object
 * @param filledIn the value that the hub fills in if the manifest has none
 */
export function sentValues(
  { manifest, object, at }: AppliedObject,
  pointer: string,
  placement: Manifest,
  world: World,
  filledIn?: unknown,
): readonly SentValue[] {
  const names = picksOf(placement, world)?.picked.map(({ name }) => name);
  // A placement that picks no cluster today may pick any cluster later.
  const picked = names?.length === 0 ? undefined : names;
  const delivery = overriddenDeliveriesFor(manifest, placement, world).find(
    ({ target: { entry } }) => entry === undefined || childPointer('/data', entry) === at,
  );
  if (delivery === undefined) {
    const value = field(object, ...pointerKeys(pointer)) ?? filledIn;
    return value === undefined ? [] : [{ value, clusters: picked }];
  }
  const keys = pointerKeys(delivery.target.entry === undefined ? `${at}${pointer}` : pointer);
  const valueIn = (outcome: Outcome): unknown =>
    outcome.kind === 'same' || outcome.kind === 'patched' ? field(outcome.object, ...keys) : undefined;
  if (picked !== undefined) {
    const found = variantsIn(delivery, world).flatMap(({ outcome, clusters }) => {
      const own = clusters.map(({ name }) => name).filter((name) => picked.includes(name));
      const value = valueIn(outcome);
      return own.length === 0 || value === undefined ? [] : [{ value, clusters: own }];
    });
    return merged(found);
  }
  const { all } = possibleChoices(delivery, world);
  const values = all.map((choice) => valueIn(variantFor(delivery.target, receiverFor(choice)).outcome));
  return values.includes(undefined) ? [] : merged(values.map((value) => ({ value, clusters: undefined })));
}

function merged(found: readonly SentValue[]): readonly SentValue[] {
  const each: SentValue[] = [];
  for (const { value, clusters } of found) {
    const index = each.findIndex((other) => isDeepStrictEqual(other.value, value));
    const same = each[index];
    if (same === undefined) each.push({ value, clusters });
    else if (clusters !== undefined) each[index] = { value, clusters: [...(same.clusters ?? []), ...clusters].toSorted() };
  }
  return each;
}

/** The clusters that two have in common; `undefined` if they are not known. */
export function commonClusters(one: readonly string[] | undefined, other: readonly string[] | undefined): readonly string[] | undefined {
  return one === undefined || other === undefined ? undefined : one.filter((name) => other.includes(name));
}
