import { isObject, listAt, stringAt } from '../../../../fleet/json/json.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { contentElsewhere } from '../../files/content-elsewhere.ts';
import { textOfPackage } from '../../files/look-through-file.ts';
import { directoryOf, joinPath } from '../../kustomize/kustomization.ts';
import { mayComposeFleet } from '../../placeholders/parts-of-fleet.ts';
import type { Overlay } from '../overlay.ts';
import type { RepositoryFiles } from '../repository-files.ts';
import { filesOfDependencies } from './chart-dependencies.ts';
import { chartFiles } from './chart-files.ts';

/** Whether a chart may make an object of KubeFleet from its files, or has a part that is not here. */
export async function chartMayHoldFleet({ directory, file }: Overlay, repository: RepositoryFiles): Promise<boolean> {
  const { files, refusal } = await chartFiles(directory, file, repository);
  if (refusal !== undefined) return true;
  for (const name of [...files, ...(await filesOfDependencies(directory, repository))]) {
    const text = name.endsWith('.tgz')
      ? await textOfPackage(repository.absolute(name)).catch(() => undefined)
      : await repository.text(name);
    if (text === undefined || contentElsewhere(text) !== undefined || mayComposeFleet(text)) return true;
    if (LISTING.test(name) && dependenciesIn(text).some((each) => !isHere(joinPath(directoryOf(name), `charts/${each}`), files)))
      return true;
  }
  return false;
}

/** Files that list the charts that a chart depends on. */
const LISTING = /(?:^|\/)(?:Chart|requirements)\.yaml$/;

/** The names of the charts that another one lists. A text that cannot be read lists one that no folder has. */
function dependenciesIn(text: string): readonly string[] {
  return [...readDocuments(text)].flatMap((document) =>
    document.kind === 'read' && isObject(document.value)
      ? listAt(document.value, 'dependencies').map((each) => stringAt(each, 'name') ?? UNKNOWN)
      : [UNKNOWN],
  );
}

const UNKNOWN = '/';

/** Whether a chart is in a folder or an archive: `charts/a` or `charts/a-0.1.0.tgz`. */
function isHere(path: string, files: ReadonlySet<string>): boolean {
  return files.values().some((file) => file.startsWith(`${path}/`) || (file.startsWith(`${path}-`) && file.endsWith('.tgz')));
}
