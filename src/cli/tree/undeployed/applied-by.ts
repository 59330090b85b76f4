import { isInLinkedFolder } from '../../../static/read/deployers/left-out-files.ts';
import type { Delivery } from '../../../static/read/deployers/delivery.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { isTakenFromFolder } from '../../../static/read/files/searched-names.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { BuiltTree } from '../../../static/read/read-result.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import type { AppliedPlace } from '../worlds/script/applied-place.ts';

export type Scripts = Pick<RepositoryDeployers, 'applied'>;

/**
 * Returns whether a script, Flux or Argo CD applies a file as it is, or a folder as its kustomization makes it. In a folder with a
 * kustomization, they apply what that makes. @param isMeant which objects of Flux and Argo CD
 */
export function appliedBy({ applied }: Scripts, tree: BuiltTree, isMeant?: (delivery: Delivery) => boolean): (place: string) => boolean {
  const inFolder = Map.groupBy(
    applied.filter(({ isFlat }) => isFlat),
    ({ place }) => place,
  );
  const folders = applied.filter(({ isFlat }) => !isFlat);
  const isTaken = (place: string, { takes }: Pick<AppliedPlace, 'takes'>): boolean =>
    isTakenFromFolder(place) && (takes === undefined || tree.folders.has(place) || takes(place));
  const isBuiltBetween = (place: string, folder: string): boolean =>
    tree.folders.values().some((other) => other !== place && isAtOrBelow(place, other) && isAtOrBelow(other, folder));
  return (place) =>
    inFolder.has(place) ||
    (!tree.folders.has(place) && (inFolder.get(directoryOf(place)) ?? []).some((each) => isTaken(place, each))) ||
    [
      // `kubectl` does not enter linked folders.
      ...folders.filter((each) => each.place === place || !isInLinkedFolder(place, tree.links, each.place)),
      ...tree.deliveredBy(place, isMeant).map((folder): Pick<AppliedPlace, 'place' | 'takes'> => ({ place: folder })),
    ].some(
      (each) => each.place === place || (isAtOrBelow(place, each.place) && isTaken(place, each) && !isBuiltBetween(place, each.place)),
    );
}
