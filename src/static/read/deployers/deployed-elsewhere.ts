import type { NotEvaluated } from '../../../finding.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { findFiles } from '../files/find-files.ts';
import { lookThroughFile } from '../files/look-through-file.ts';
import type { RepositoryFiles } from '../render/repository-files.ts';
import { isKnownText, type Delivery } from './delivery.ts';

/**
 * Names each object of Flux or Argo CD that deploys a folder of this repository with objects of KubeFleet, if the folder is not among those
 * that are read. The top of the repository is not searched: an object without a path often belongs to another repository.
 * @param nameOfFolder see `applyDeployers` @param isRead whether a folder is read, by name
 * @param repository no folder outside of it is searched, also not by a link
 */
export async function deployedElsewhere(
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
  isRead: (folder: string) => boolean,
  repository: RepositoryFiles,
): Promise<readonly NotEvaluated[]> {
  const known = new Map<string, boolean>();
  const found: NotEvaluated[] = [];
  for (const { manifest, path } of deliveries) {
    const folder = nameOfFolder(path);
    if (!isKnownText(path) || /^[./]*$/.test(path) || isRead(folder)) continue;
    const hasFleet = known.get(folder) ?? (await hasFleetObjects(folder, repository));
    known.set(folder, hasFleet);
    const reason = `It deploys ${path}, which has KubeFleet objects and is not among the paths of this run, so it was not checked.`;
    if (hasFleet) found.push(unevaluated(manifest, reason));
  }
  return found;
}

async function hasFleetObjects(folder: string, repository: RepositoryFiles): Promise<boolean> {
  const found = repository.look(folder);
  if (found?.kind !== 'directory' || found.place !== 'inside') return false;
  const searched = repository.absolute(folder);
  for (const { path } of findFiles([searched], searched).files) {
    const seen = await lookThroughFile(path).catch(() => undefined);
    if (seen?.fleetObjects === true) return true;
  }
  return false;
}
