import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { isLinkNotFollowed } from '../../../static/read/files/find-files.ts';
import { MANIFEST } from '../../../static/read/files/searched-names.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedBy } from './applied-by.ts';

/**
 * Marks the symbolic links out of the repository that a step applies, by itself, with its folder or in a chart, if the tree has placements:
 * what they lead to may be placed, or be a placement. Flux leaves out links, and Argo CD and kustomize refuse those that lead out.
 */
export function withAppliedLinks(
  read: ReadResult,
  { applied, helmCommands }: Pick<RepositoryDeployers, 'applied' | 'helmCommands'>,
): ReadResult {
  const { built, notEvaluated, manifests } = read;
  if (built === undefined || !notEvaluated.some(isLinkNotFollowed) || !manifests.some(({ object }) => isPlacement(object))) return read;
  const isAppliedAt = appliedBy({ applied }, built, () => false);
  const charts = helmCommands.flatMap(({ release, charts: named }) => (release?.isForTest === true ? [] : (release?.charts ?? named)));
  // From a folder kubectl takes no links to folders.
  const isApplied = (file: string): boolean =>
    (MANIFEST.test(file) && isAppliedAt(file)) ||
    applied.some(({ place }) => isAtOrBelow(place, file)) ||
    charts.some((chart) => isAtOrBelow(file, chart));
  return {
    ...read,
    notEvaluated: notEvaluated.map((entry) =>
      isLinkNotFollowed(entry) && isApplied(entry.file) ? { ...entry, fleetObject: true } : entry,
    ),
  };
}
