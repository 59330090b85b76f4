import { stringAt } from '../../../../fleet/json/json.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { RepositoryFiles } from '../../render/repository-files.ts';
import { type Delivery, isKnownText } from '../delivery.ts';
import { firstValueIn } from '../../../../yaml/documents.ts';

/** What the Chart.yaml of a folder says; `undefined` if it cannot be read. */
export async function chartDescription(directory: string, repository: Pick<RepositoryFiles, 'text'>): Promise<unknown> {
  return firstValueIn((await repository.text(joinPath(directory, 'Chart.yaml'))) ?? '');
}

/**
 * The names that the charts of HelmReleases have in their Chart.yaml, by the paths of their deliveries.
 * @param nameOf how reports name a path from the top of the repository
 */
export async function chartNames(
  deliveries: readonly Delivery[],
  nameOf: (path: string) => string,
  repositories: (directory: string) => Pick<RepositoryFiles, 'text'>,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Set(deliveries.flatMap(({ chart, path }) => (chart !== undefined && isKnownText(path) ? [path] : [])));
  const names = [...paths].map(async (path) => {
    const directory = nameOf(path);
    const name = stringAt(await chartDescription(directory, repositories(directory)), 'name');
    return name === undefined ? [] : [[path, name] as const];
  });
  return new Map((await Promise.all(names)).flat());
}
