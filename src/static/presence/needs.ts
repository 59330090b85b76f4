import { displayName, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { patchFaults, type PatchFault } from '../delivery/patch-faults.ts';
import { faultsWithin, type Fault } from '../delivery/faults-within.ts';
import { clustersKeepingFault } from '../delivery/written-faults.ts';
import { keyReferences } from '../references/key-references.ts';
import type { Reference } from '../references/reference.ts';
import { referencesOf } from '../references/references-of.ts';
import { firstCopyOf } from '../world/first-copy.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isResolved } from '../world/resolved.ts';

/** Another object that an object needs, or an entry of it. */
export interface Need extends Reference, Fault {
  /** The entry of the ConfigMap or Secret; absent if the object as a whole is needed. */
  readonly entry?: string;
  /** The object that has the need; it can be in an envelope. */
  readonly from: ObjectRef;
}

/** The needs of a manifest, or of each object in an envelope, without names that only other tools know. */
export const needsOf = oncePerWorld((manifest: Manifest): readonly Need[] =>
  faultsWithin(manifest.object, needsIn(manifest)).filter(
    ({ at, rests = [], kind, name }) => manifest.generated?.has(`${kind}/${name}`) !== true && isResolved(manifest, at, ...rests),
  ),
);

/** A need on the clusters of a placement. `clusters` is set if only these have it. */
export interface PlacedNeed {
  readonly need: Need;
  readonly clusters?: readonly string[];
  /** The clusters are not known, and overrides change the need on those that match their rules. */
  readonly isOpen?: true;
}

/** The needs of a manifest on the clusters of the placement. */
export const placedNeeds = oncePerWorld((manifest: Manifest, world) => {
  const known = new Map<Manifest, readonly PlacedNeed[]>();
  return (given: Manifest): readonly PlacedNeed[] => {
    const placement = firstCopyOf(given, world);
    const found =
      known.get(placement) ??
      needsOf(manifest, world).flatMap((need): readonly PlacedNeed[] => {
        const stay = clustersKeepingFault(manifest, need, placement, needsIn(manifest), world);
        if (stay === 'nowhere') return [];
        if (stay === 'open') return [{ need, isOpen: true }];
        return [stay === 'everywhere' ? { need } : { need, clusters: stay.clusters }];
      });
    known.set(placement, found);
    return found;
  };
});

/** The needs that the patches of an override add to objects. */
export const patchedNeeds = oncePerWorld((manifest: Manifest, world): readonly PatchFault<Need>[] =>
  patchFaults(manifest, needsIn(manifest), world),
);

/** @param home gives the namespace of objects that do not state it */
function needsIn({ namespace: home }: Pick<Manifest, 'namespace'>): (object: KubeObject) => readonly Need[] {
  return (object) => {
    const namespace = object.metadata.namespace ?? home;
    const from = refOf(object);
    const needing = { from: namespace === undefined || from.namespace !== undefined ? from : { ...from, namespace } };
    const spec = podSpecOf(object);
    const entries = spec === undefined || namespace === undefined ? [] : keyReferences(spec.pod, spec.at);
    return [
      ...referencesOf(object, namespace).map((reference) => ({ ...reference, ...needing, key: displayName(reference) })),
      ...entries.map(({ at, kind, name, key: entry }) => ({
        at,
        rests: [wholeOf(at)],
        group: '',
        kind,
        name,
        entry,
        ...needing,
        without: 'its Pods do not start',
        ...(namespace === undefined ? {} : { namespace }),
        key: `${displayName({ kind, name })} ${entry}`,
      })),
    ].filter(({ name }) => !hasVariables(name));
  };
}

/** The pointer to the whole reference: its name must be known as well as its key. */
function wholeOf(at: string): string {
  return at.replace(/(?:\/items\/\d+)?\/key$/, '');
}
