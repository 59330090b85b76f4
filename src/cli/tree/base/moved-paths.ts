import { ConfigError } from '../../../errors.ts';
import { readManifests } from '../../../static/read/read-manifests.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { whereGiven } from '../../../terms.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { FoundConfig } from '../../settings/config-file.ts';
import type { JudgedPaths } from '../../settings/judged-paths.ts';
import { objectKeyOf } from '../../../static/world/identity.ts';

/**
 * Checks that the change removes what only the base has of the paths. If it moves an object to a file that no path covers, that file would
 * not be checked. @param isInBase whether the base has a file @throws {ConfigError} it moves one
 */
export async function checkMovedPaths(
  { paths, gonePaths, namedInBase, config, exclude, read }: ReadPaths,
  base: ReadResult,
  { named }: Pick<Invocation, 'named'>,
  io: JudgingIo,
  isInBase: (file: string) => boolean,
): Promise<void> {
  // A configuration of the base may name paths that are gone, beside others.
  if (gonePaths.length === 0 || (namedInBase !== undefined && paths.length > 0)) return;
  const judged = new Set(read.manifests.map(objectKeyOf));
  const gone = new Set(base.manifests.map(objectKeyOf).filter((key) => !judged.has(key)));
  const whole = await readManifests(['.'], { cwd: io.cwd, exclude, excludeFrom: config.folder, turn: () => io.turns.next() });
  const moved = whole.manifests.find((manifest) => gone.has(objectKeyOf(manifest)) && !isInBase(manifest.file));
  if (moved === undefined) return;
  const where = namedInBase === undefined ? '' : `paths in ${namedInBase.file} of ${namedInBase.tree?.name ?? 'the base'}: `;
  const other =
    namedInBase === undefined
      ? ''
      : whereGiven(named, ['config-from', 'head'], (term) => `, or use the configuration of this tree: ${term}`);
  throw new ConfigError(
    `${where}${gonePaths.join(', ')} is not in this tree; name the paths, such as that of ${moved.file}, which has its objects${other}`,
  );
}

interface ReadPaths extends JudgedPaths {
  readonly read: ReadResult;
  readonly config: FoundConfig;
  readonly exclude: readonly string[];
}
