import { OVERRIDE_KINDS } from '../../selection/override.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import type { Fault, FaultsOf } from './faults-within.ts';
import { patchFaults } from './patch-faults.ts';

/** The kinds that can have a fault of an entry of an envelope: it is written there, or a patch causes it. */
export const KINDS_WITH_ENTRIES: readonly string[] = [...ENVELOPE_KINDS, ...OVERRIDE_KINDS];

/** When a patch does not break an entry for certain. */
export const OTHERWISE = 'a patch causes it, and a rule for the same clusters may correct it, or the placement only reports differences';

/** A fault of an entry of an envelope. */
export interface EntryFault<D> extends Fault {
  /** Pointer to the entry. */
  readonly entry: string;
  /** Where a manifest of the envelope has it. */
  readonly place: { readonly at: string; readonly part?: 'key' };
  readonly data: D;
}

/** The faults that the patches of an override cause in the entries of envelopes. The hub patches an envelope before it opens it. */
export function* patchedEntries<D>(
  manifest: Manifest,
  faultsOf: (envelope: KubeObject) => readonly EntryFault<D>[],
  world: World,
): Iterable<{
  readonly at: string;
  readonly data: D;
  readonly clusters: readonly string[];
  readonly about: Manifest;
  readonly isCertain: boolean;
}> {
  for (const { fault, at, clusters, isCertain, delivery } of patchFaults(manifest, ofEnvelopes(faultsOf) as FaultsOf<EntryFault<D>>, world))
    yield { at, data: fault.data, clusters, about: delivery.item, isCertain };
}

/** Kept for each function, because faults are. */
const ofEnvelopes = oncePer((faultsOf: (envelope: KubeObject) => readonly Fault[]): FaultsOf<Fault> =>
  Object.assign((envelope: KubeObject) => faultsOf(envelope), { isOfEnvelopes: true as const }),
);
