import { isEnvelope, objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** A fault of an object, or a need of it. */
export interface Fault {
  /** Equal for the same fault at another index of a list. */
  readonly key: string;
  /** Pointer into the object. */
  readonly at: string;
  /** Pointers to other places that it depends on. */
  readonly rests?: readonly string[];
}

/** The faults of one object that is not an envelope, or of a whole envelope. */
export interface FaultsOf<F> {
  (object: KubeObject): readonly F[];
  /** It asks for whole envelopes, and not for other objects. */
  readonly isOfEnvelopes?: true;
}

/** The faults of an object, or of all entries of an envelope, with pointers into the envelope. */
export function faultsWithin<F extends Fault>(object: KubeObject, faultsOf: FaultsOf<F>): readonly F[] {
  if (faultsOf.isOfEnvelopes === true) return isEnvelope(object) ? faultsOf(object) : [];
  return objectsWithin(object).flatMap(({ object: part, at: inside }) =>
    faultsOf(part).map((fault) => {
      const { key, at, rests = [] } = fault;
      const { kind, metadata } = part;
      return {
        ...fault,
        key: `${kind}/${metadata.name} ${key}`,
        at: `${inside}${at}`,
        rests: rests.map((pointer) => `${inside}${pointer}`),
      };
    }),
  );
}
