import { field } from '../../fleet/json/json.ts';
import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import type { PatchOperation } from '../../selection/override.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { deliveriesChangedBy, overridesIn, type OverriddenDelivery } from './overridden-deliveries.ts';
import { variantFaults, type VariantFault } from './variant-faults.ts';
import type { Fault, FaultsOf } from './faults-within.ts';

/** A fault that a patch of an override causes. */
export interface PatchFault<F extends Fault> extends VariantFault<F> {
  /** Pointer into the override: to the part of the value that has the fault; otherwise the same as `patch`. */
  readonly at: string;
  /** Pointer to the value of the patch, or to its path if it removes something. */
  readonly patch: string;
  readonly delivery: OverriddenDelivery;
}

/**
 * The faults that the patches of an override cause in the objects that clusters get. A fault of one patch in several objects is listed
 * once.
 */
export function patchFaults<F extends Fault>(manifest: Manifest, faultsOf: FaultsOf<F>, world: World): readonly PatchFault<F>[] {
  const override = overridesIn(world).get(manifest);
  if (override === undefined) return [];
  const found = deliveriesChangedBy(override, world).flatMap((delivery) =>
    variantFaults(delivery, faultsOf, world)
      .filter(({ place }) => place.override === override)
      .map((each) => ({ ...each, delivery, ...placeOf(each) })),
  );
  const same = Map.groupBy(found, ({ at, fault }) => `${at} ${fault.key.slice(fault.key.indexOf(' '))}`);
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const clusters = [...new Set(all.flatMap((each) => each.clusters))].toSorted();
    return [{ ...first, clusters, isCertain: all.some(({ isCertain }) => isCertain) }];
  });
}

/** Where a fault is in the override that makes it. */
export function placeOf<F extends Fault>({ fault, place }: VariantFault<F>): Pick<PatchFault<F>, 'at' | 'patch'> {
  const operation = place.override.rules[place.rule]?.operations[place.operation];
  const at = `/spec/policy/overrideRules/${place.rule}/jsonPatchOverrides/${place.operation}`;
  if (operation === undefined || operation.op === 'remove') return { at: `${at}/path`, patch: `${at}/path` };
  return { at: `${at}/value${wayInto(operation, fault.at)}`, patch: `${at}/value` };
}

/** The pointer from the value of a patch to a place in the patched object; empty if the value does not contain the place. */
function wayInto({ path, value }: PatchOperation, at: string): string {
  const [written, wanted] = [path.split('/'), at.split('/')];
  const isInside = written.every((token, index) => token === wanted[index] || (token === '-' && index === written.length - 1));
  const way = wanted.slice(written.length);
  if (!isInside || way.length === 0) return '';
  const pointer = `/${way.join('/')}`;
  return field(value, ...pointerKeys(pointer)) === undefined ? '' : pointer;
}
