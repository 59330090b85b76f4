import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { isInUnsearchedFolder } from '../../../static/read/files/hidden-objects.ts';
import type { UnsearchedFile } from '../../../static/read/files/unsearched-files.ts';
import { isKustomization } from '../../../static/read/kustomize/kustomization.ts';
import { parseManifests } from '../../../static/read/parse-manifests.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { DeployersOutside } from '../worlds/deployers-outside.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { withGivenNamespaces } from '../worlds/given-namespaces.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import { appliedBy } from './applied-by.ts';

/**
 * Marks the entries about objects in hidden folders and `node_modules` that a known deployer applies, if a placement of the tree may select
 * one of them. They are not read otherwise. Each is at the first file with such an object.
 */
export function withAppliedInHidden(
  read: ReadResult,
  scripts: Pick<RepositoryDeployers, 'applied' | 'namespaces'>,
  outside: Pick<DeployersOutside, 'folders'>,
): ReadResult {
  const { built, notEvaluated, manifests, unsearched } = read;
  if (built === undefined || !notEvaluated.some(isInUnsearchedFolder) || !manifests.some(({ object }) => isPlacement(object))) return read;
  const applied = [...scripts.applied, ...outside.folders.map((place) => ({ place, isFlat: false }))];
  const isApplied = appliedBy({ applied }, built);
  const mayBePlaced = mayBePlacedBy(manifests);
  const holdsPlaced = ({ name, text }: UnsearchedFile): boolean => {
    if (text === undefined) return true;
    const { manifests: own, problems, notEvaluated: unread } = parseManifests(text, name);
    return problems.length + unread.length > 0 || withGivenNamespaces(own, scripts.namespaces).manifests.some(mayBePlaced);
  };
  const marked = notEvaluated.map((entry) => {
    if (!isInUnsearchedFolder(entry) || entry.fleetObject === true) return entry;
    const files = unsearched?.get(entry.file) ?? [{ name: entry.file, text: undefined }];
    // A kustomization may give its objects another namespace.
    const isBuilt = files.some(({ name }) => isKustomization(name));
    const found = files.find((file) => isApplied(file.name) && (isBuilt || holdsPlaced(file)));
    return found === undefined ? entry : { ...entry, file: found.name, fleetObject: true };
  });
  return { ...read, notEvaluated: marked };
}
