import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer, isUnder } from '../../fleet/json/json-pointer.ts';
import { displayName, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import type { OverriddenDelivery } from '../delivery/overridden-deliveries.ts';
import { variantFaults, type Fault, type VariantFault } from '../delivery/variant-faults.ts';
import type { World } from '../world/world.ts';
import { malformedIn, type Malformed } from './malformed.ts';

/** A fault that a patch causes in an object. */
export interface MalformedVariant extends Malformed, Fault {
  /** In the form `Kind/namespace/name`. */
  readonly object: string;
}

/** Faults for which API servers of members refuse what they receive, although they would accept the object as written. */
export function malformedVariants(delivery: OverriddenDelivery, world: World): readonly VariantFault<MalformedVariant>[] {
  const { unresolved } = delivery.target.resource;
  const faultsOf = (object: KubeObject, open: readonly string[]): readonly MalformedVariant[] =>
    faultsIn(object).filter(
      ({ at, rests }) => ![at, ...rests].some((pointer) => [...unresolved, ...open].some((other) => touches(pointer, other))),
    );
  return variantFaults(delivery, faultsOf, world);
}

function touches(one: string, other: string): boolean {
  return isUnder(one, other) || isUnder(other, one);
}

/** v0.3 patches the content of an envelope through the envelope. */
function faultsIn(object: KubeObject): readonly MalformedVariant[] {
  if (!isEnvelope(object)) return faultsOfOne(object, '');
  return enclosedEntries(object).flatMap(([key, inner]) => faultsOfOne(inner, childPointer('/data', key)));
}

function faultsOfOne(object: KubeObject, inside: string): readonly MalformedVariant[] {
  const name = displayName(refOf(object));
  // A member drops a field that it does not know.
  const refused = malformedIn(object).filter(({ isDropped }) => isDropped !== true);
  return refused.map((fault) => ({
    ...fault,
    at: `${inside}${fault.at}`,
    rests: fault.rests.map((pointer) => `${inside}${pointer}`),
    object: name,
    key: `${name} ${withoutIndices(fault.at)} ${withoutIndices(fault.says)}`,
  }));
}

/** A patch of a list moves the entries after it. */
function withoutIndices(text: string): string {
  // linear: a digit is neither a slash nor a bracket.
  return text.replaceAll(/\/\d+(?=\/|$)/g, '/#').replaceAll(/\[\d+\]/g, '[#]');
}
