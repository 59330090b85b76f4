import type { NotEvaluated } from '../../../finding.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import type { Manifest } from '../../world/manifest.ts';
import { parseManifests } from '../parse-manifests.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import type { RepositoryFiles } from '../render/repository-files.ts';
import { directoryOf, isKustomization, joinPath, kustomizationOf, kustomizationValue, LISTS } from './kustomization.ts';
import type { Touched } from './object-selectors.ts';

/**
 * Entries about kustomizations whose file has a name that kustomize does not know, in a folder without another one: `kubectl apply -k` of the
 * folder fails, and `kubectl apply -f` applies the files without what this one does. It hides a KubeFleet object, or content of a placement, if
 * its folder or what it lists has one.
 * @param texts of all files by name
 * @param repositoryOf the repository of a directory: it may list files of any name
 * @param isPlaced whether a placement selects the objects of some files, and others, after what a kustomization does
 */
export async function misnamedKustomizations(
  texts: ReadonlyMap<string, string>,
  repositoryOf: (directory: string) => Pick<RepositoryFiles, 'text'>,
  isPlaced: (files: ReadonlySet<string>, others: readonly Manifest[], touched: Touched) => boolean,
): Promise<readonly NotEvaluated[]> {
  const named = [...texts.keys()].filter((file) => isLikeKustomization(file) && !isKustomization(file));
  if (named.length === 0) return [];
  const { touchedBy } = await import('./object-selectors.ts');
  const whole = new Set([...texts.keys()].filter(isKustomization).map(directoryOf));
  const found: NotEvaluated[] = [];
  for (const file of named) {
    const folder = directoryOf(file);
    const value = kustomizationValue(texts.get(file) ?? '');
    if (whole.has(folder) || value === undefined || !LISTS.some((field) => field in value)) continue;
    const textOf = async (name: string): Promise<string> => (await repositoryOf(folder).text(name)) ?? '';
    const { resources, components, patchFiles, plugins } = kustomizationOf(value, file);
    const isUsed = (name: string): boolean => directoryOf(name) === folder || resources.some((each) => isAtOrBelow(name, each));
    const used = new Set([...texts.keys()].filter(isUsed));
    const others = new Map<string, string>();
    for (const name of [...resources, ...components, ...patchFiles, ...plugins]) if (!texts.has(name)) others.set(name, await textOf(name));
    const isFleet = [...[...used].map((name) => texts.get(name) ?? ''), ...others.values()].some(namesFleet);
    const listed = [...others].flatMap(([name, text]) => parseManifests(text, name).manifests);
    const hides = isFleet || isPlaced(used, listed, await touchedBy(value, async (path) => textOf(joinPath(folder, path))));
    found.push({ file, line: 1, reason: REASON, ...(hides ? { fleetObject: true } : {}) });
  }
  return found;
}

const REASON =
  'This is a kustomization, and kustomize does not read a file of this name, so what it does was not checked: rename it to kustomization.yaml.';

/** Names that people give to a kustomization, in lower case. */
const STEMS: ReadonlySet<string> = new Set(['kustomization', 'kustomizations', 'kustomisation', 'kustomize', 'kustomise']);
const EXTENSIONS: ReadonlySet<string> = new Set(['', 'yaml', 'yml', 'json']);

function isLikeKustomization(file: string): boolean {
  const [stem = '', extension = '', ...more] = file
    .slice(file.lastIndexOf('/') + 1)
    .toLowerCase()
    .split('.');
  return more.length === 0 && STEMS.has(stem) && EXTENSIONS.has(extension);
}
