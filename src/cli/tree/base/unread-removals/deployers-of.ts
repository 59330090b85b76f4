import type { ReadResult } from '../../../../static/read/read-result.ts';
import { keyOfManifest } from '../../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../../static/world/manifest.ts';

/** Returns the deployer of the change that is this one of the base; `undefined` if it is gone. */
export type Deployers = (was: Manifest) => Manifest | undefined;

/** Finds the deployer of the tree that is the one of the base: at the same place, else at one where the base does not have it. */
export function deployersOf(read: ReadResult, base: ReadResult): Deployers {
  const placeOf = ({ overlay, file }: Manifest): string => JSON.stringify([overlay, file]);
  const [now, before] = [read, base].map(({ manifests }) => Map.groupBy(manifests, keyOfManifest));
  return (was) => {
    const [all = [], had = []] = [now?.get(keyOfManifest(was)), before?.get(keyOfManifest(was))];
    const known = new Set(had.map(placeOf));
    return all.find((each) => placeOf(each) === placeOf(was)) ?? all.find((each) => !known.has(placeOf(each)));
  };
}
