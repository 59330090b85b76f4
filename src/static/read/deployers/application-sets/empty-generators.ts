import { listed } from '../../../../fleet/text/listed.ts';
import { displayName } from '../../../../fleet/kubernetes/object.ts';
import { manifestRef } from '../../../world/identity.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { gitGeneratorsOf } from './application-sets.ts';
import { deployerKind } from '../deployer-kind.ts';
import { absentFoldersOf, type GitContent } from './generated-parameters.ts';
import { similarFolder } from '../mistyped-paths.ts';

/** Notes about generators of ApplicationSets that ask for folders of this repository, and find none. @param placeOf see `similarFolder` */
export function emptyGenerators(manifests: readonly Manifest[], content: GitContent, placeOf: (path: string) => string): readonly string[] {
  const notes = manifests.flatMap((manifest) =>
    deployerKind(manifest.object) !== 'ApplicationSet'
      ? []
      : gitGeneratorsOf(manifest.object).flatMap((git) => {
          const folders = absentFoldersOf(git, content) ?? [];
          const meant = folders.flatMap((folder) => similarFolder(folder, placeOf) ?? []);
          const hint = meant.length === 0 ? '' : ` Did you mean ${listed([...new Set(meant)], 3)}?`;
          const name = `${displayName(manifestRef(manifest))} in ${manifest.file}`;
          return folders.length === 0
            ? []
            : [`A generator of ${name} finds nothing, because this repository has no folder ${listed(folders, 3)}.${hint}`];
        }),
  );
  return [...new Set(notes)];
}
