import { posix } from 'node:path';
import { listAt } from '../../../../fleet/json/json.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { type Delivery, isKnownText, OF_HELM } from '../delivery.ts';
import type { UnlistedChart } from './unlisted-chart.ts';
import type { KnownTree } from './versioned-charts.ts';
import type { RepositoryFiles } from '../../render/repository-files.ts';

/**
 * The charts of the tree to which a deployer gives values that `render` does not list, with the texts of their files: a comparison of two trees
 * shows from them whether a change may change what these charts make. Empty if there are none.
 */
export async function unlistedCharts(
  { deliveries, done, listed, nameOf }: KnownTree,
  repositories: (directory: string) => Pick<RepositoryFiles, 'text'>,
): Promise<readonly UnlistedChart[]> {
  const found = deliveries.flatMap((delivery): readonly Promise<UnlistedChart>[] => {
    const { path, changes } = delivery;
    if (!isKnownText(path) || !OF_HELM.some((name) => name !== 'releaseName' && name in changes)) return [];
    const directory = nameOf(path);
    const jobs = done.filter(({ overlay }) => overlay.tool === 'helm' && overlay.directory === directory);
    if (jobs.length === 0 || listed.isListed(directory)) return [];
    const files = new Set([
      ...jobs.flatMap(({ rendering }) => [...rendering.files, ...(rendering.data ?? [])]),
      joinPath(directory, 'values.yaml'),
      ...valuesFilesOf(delivery).map(nameOf),
    ]);
    const repository = repositories(directory);
    const texts = [...files].map(async (file) => [file, (await repository.text(file)) ?? ''] as const);
    return [Promise.all(texts).then((all) => ({ delivery, directory, texts: new Map(all) }))];
  });
  return Promise.all(found);
}

/**
 * From the top of the repository. Argo CD's start at the chart, or at the top with a slash; Flux's start at the top. Sources: `helm.valueFiles` of an
 * Application, `valuesFiles` of a HelmChart.
 */
function valuesFilesOf({ path, changes }: Delivery): readonly string[] {
  const filesIn = (name: string): readonly string[] =>
    listAt(changes, name).filter((file): file is string => typeof file === 'string' && isKnownText(file) && !file.includes('://'));
  return [
    ...filesIn('valueFiles').map((file) => (file.startsWith('/') ? file.slice(1) : posix.join(path, file))),
    ...filesIn('valuesFiles'),
  ].filter((file) => !file.startsWith('../'));
}
