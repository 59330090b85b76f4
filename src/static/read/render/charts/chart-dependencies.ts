import { isObject } from '../../../../fleet/json/json.ts';
import { readDocuments, type YamlDocument } from '../../../../yaml/documents.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import { chartFiles } from './chart-files.ts';
import type { RepositoryFiles } from '../repository-files.ts';

/**
 * The files of charts in the repository that `helm dependency build` packs into a chart, and those that it packs into them.
 * Source: `repository: file://…` in https://helm.sh/docs/helm/helm_dependency/
 */
export async function filesOfDependencies(directory: string, repository: RepositoryFiles): Promise<readonly string[]> {
  const seen = new Set([directory]);
  const found: string[] = [];
  // A set also returns what is added while it is read.
  for (const chart of seen) {
    if (chart !== directory) found.push(...(await chartFiles(chart, joinPath(chart, 'Chart.yaml'), repository)).files);
    for (const path of await localDependencies(chart, repository)) {
      const standing = repository.look(joinPath(chart, path));
      if (standing?.kind === 'directory' && standing.place === 'inside') seen.add(standing.name);
    }
  }
  return found;
}

/** The paths that a chart names as its dependencies. */
async function localDependencies(chart: string, repository: RepositoryFiles): Promise<readonly string[]> {
  const texts = await Promise.all(['Chart.yaml', 'requirements.yaml'].map((name) => repository.text(joinPath(chart, name))));
  return texts.filter((text) => text?.includes(LOCAL)).flatMap((text) => [...readDocuments(text ?? '')].flatMap(pathsIn));
}

function pathsIn(document: YamlDocument): readonly string[] {
  if (document.kind !== 'read' || !isObject(document.value)) return [];
  const { dependencies } = document.value;
  return (Array.isArray(dependencies) ? dependencies : [])
    .map((each) => (isObject(each) ? each['repository'] : undefined))
    .filter((each) => typeof each === 'string')
    .filter((each) => each.startsWith(LOCAL))
    .map((each) => each.slice(LOCAL.length));
}

const LOCAL = 'file://';
