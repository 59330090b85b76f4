import type { NotEvaluated } from '../../../finding.ts';
import { MANIFEST } from '../files/searched-names.ts';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';
import type { RepositoryFiles } from '../render/repository-files.ts';
import { reachedFrom } from './kustomization-roots.ts';
import type { Kustomization } from './kustomization.ts';

/**
 * Names each file with objects of KubeFleet that only a component lists which no kustomization of the tree includes, if the name of the
 * file is none of a manifest. Flux and Argo CD may add the component, and kustomize reads a listed file whatever its name is.
 * @param roots directories with a kustomization that are built @param repositoryOf the repository of a directory
 */
export async function unreadOfComponents(
  kustomizations: ReadonlyMap<string, Kustomization>,
  roots: ReadonlySet<string>,
  repositoryOf: (directory: string) => RepositoryFiles,
): Promise<readonly NotEvaluated[]> {
  const reached = reachedFrom(roots, kustomizations);
  const found: NotEvaluated[] = [];
  for (const [directory, { file, resources }] of kustomizations) {
    if (reached.has(directory)) continue;
    for (const name of resources.filter((each) => !MANIFEST.test(each) && !kustomizations.has(each))) {
      const text = await repositoryOf(directory).text(name);
      const reason = `${file} lists this file with KubeFleet objects, which was not checked, because no kustomization here includes the component.`;
      if (text !== undefined && makesFleetObjects(text)) found.push({ file: name, line: 1, reason, fleetObject: true });
    }
  }
  return found;
}
