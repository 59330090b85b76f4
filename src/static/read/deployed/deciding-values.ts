import type { DecidedByValues } from '../render/charts/decided-by-values.ts';
import { type ListedValues, listedValues, NOT_LISTED } from '../render/charts/listed-values.ts';
import type { RepositoryFiles } from '../render/repository-files.ts';
import type { AppliedTree } from './applied-tree.ts';

/** What is known about the values that the charts of a tree get from other files of the repository. */
export interface DecidingValues {
  /** Whether values decide about objects of KubeFleet. */
  readonly decides: DecidedByValues;
  /** The same for those that the configuration lists. */
  readonly decidesListed: DecidedByValues;
  /** Those that the configuration lists. */
  readonly listed: ListedValues;
  /** The charts that `decides` was true of. */
  readonly given: ReadonlySet<string>;
}

export async function decidingValues({ isRendering, done, texts }: AppliedTree, repository: RepositoryFiles): Promise<DecidingValues> {
  const textAt = (file: string): string | undefined => texts.get(file) ?? repository.textAtOnce(file);
  const listed = listedValues(done.map(({ overlay }) => overlay));
  const decidedBy = isRendering ? (await import('../render/charts/decided-by-values.ts')).decidedByValues : () => () => false;
  const decides = decidedBy(done, texts, listed, textAt);
  const given = new Set<string>();
  return {
    decides: (chart, values, folder) => {
      const isSo = decides(chart, values, folder);
      if (isSo) given.add(chart);
      return isSo;
    },
    decidesListed: decidedBy(done, texts, NOT_LISTED, textAt),
    listed,
    given,
  };
}
