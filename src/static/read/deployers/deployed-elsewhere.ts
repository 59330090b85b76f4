import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { NotEvaluated } from '../../../finding.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { findFiles } from '../files/find-files.ts';
import { lookThroughFile } from '../files/look-through-file.ts';
import { isKnownText, type Delivery } from './delivery.ts';

/**
 * Names each object of Flux or Argo CD that deploys a folder of this repository with objects of KubeFleet, if the folder is not among those
 * that are read. The top of the repository is not searched: an object without a path often belongs to another repository.
 * @param nameOfFolder see `applyDeployers` @param isRead whether a folder is read, by name
 */
export async function deployedElsewhere(
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
  isRead: (folder: string) => boolean,
  cwd: string,
): Promise<readonly NotEvaluated[]> {
  const known = new Map<string, boolean>();
  const found: NotEvaluated[] = [];
  for (const { manifest, path } of deliveries) {
    const folder = nameOfFolder(path);
    if (!isKnownText(path) || /^[./]*$/.test(path) || isRead(folder)) continue;
    const hasFleet = known.get(folder) ?? (await hasFleetObjects(join(cwd, folder)));
    known.set(folder, hasFleet);
    const reason = `It deploys ${path}, which has KubeFleet objects and is not among the paths of this run, so it was not checked.`;
    if (hasFleet) found.push(unevaluated(manifest, reason));
  }
  return found;
}

async function hasFleetObjects(folder: string): Promise<boolean> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  for (const { path } of findFiles([folder], folder).files) {
    const seen = await lookThroughFile(path).catch(() => undefined);
    if (seen?.fleetObjects === true) return true;
  }
  return false;
}
