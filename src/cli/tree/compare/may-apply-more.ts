import { relativePath } from '../../git/repository.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { NewlyMissing } from '../undeployed/missing-places-notes.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/**
 * Whether pipelines and scripts may apply files that are not known.
 * @param missing the paths that the change misspells or drops @param top the folder in which they were searched
 */
export function mayApplyMore(
  scripts: RepositoryDeployers,
  missing: readonly NewlyMissing[],
  top: string | undefined,
  { cwd }: JudgingIo,
): boolean {
  const mistyped = new Set(missing.flatMap(({ place, meant }) => (meant === undefined ? [] : [place])));
  // Folders that contain the working directory are not compared with its files.
  const isBelow = relativePath(cwd, top ?? cwd) !== '';
  return scripts.isOpen || isBelow || scripts.missing.some((each) => each.isOpen && !mistyped.has(each.place));
}
