import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { inUnsearchedFolder, isInUnsearchedFolder } from '../files/hidden-objects.ts';
import { lookThroughFile } from '../files/look-through-file.ts';
import { parseManifests } from '../parse-manifests.ts';
import { mentionsFleetVersion, namesFleet, namesFleetKind } from '../placeholders/names-fleet.ts';
import type { ReadResult } from '../read-result.ts';
import { chartFiles, isDescription } from '../render/charts/chart-files.ts';
import { kustomizeTree } from '../render/kustomize-tree.ts';
import type { RepositoryFiles } from '../render/repository-files.ts';
import {
  directoryOf,
  isKustomization,
  isReadable,
  joinPath,
  KUSTOMIZATION_NAMES,
  kustomizationOf,
  kustomizationValue,
} from './kustomization.ts';
import { selectsObject } from './known-content.ts';
import { touchedBy } from './object-selectors.ts';
import { TargetReader } from './patch-targets.ts';

/**
 * Marks the entries about hidden folders and `node_modules` with a kustomization that brings objects of KubeFleet which nothing else judges,
 * or that changes such objects. kustomize reads the files that it lists wherever they are, and whatever their names are.
 * @param texts of all files that were read, by name @param repositoryOf the repository of a directory
 */
export async function withBroughtByHidden(
  read: ReadResult,
  texts: ReadonlyMap<string, string>,
  repositoryOf: (directory: string) => RepositoryFiles,
): Promise<ReadResult> {
  const found = new Map<string, { readonly file: string; readonly reason: string }>();
  const judged = judgedIn(read, texts);
  let left = MOST_KUSTOMIZATIONS;
  for (const [first, files] of read.unsearched ?? [])
    for (const { name } of files) {
      if (found.has(first) || !isKustomization(name)) continue;
      left -= 1;
      const does = left < 0 ? MAY_BRING : await broughtBy(name, judged, repositoryOf(directoryOf(name)));
      if (does !== undefined) found.set(first, { file: name, reason: inUnsearchedFolder(name, `${does} and is`) });
    }
  if (found.size === 0) return read;
  const notEvaluated = read.notEvaluated.map((entry) => {
    const brought = isInUnsearchedFolder(entry) ? found.get(entry.file) : undefined;
    return brought === undefined ? entry : { ...entry, ...brought, fleetObject: true };
  });
  return { ...read, notEvaluated };
}

const MOST_KUSTOMIZATIONS = 1000;
const MAY_BRING = 'It may bring KubeFleet objects';

/** What the run judges anyway. */
interface Judged {
  /** Files whose objects of KubeFleet are judged, or reported as not evaluated. */
  readonly files: ReadonlySet<string>;
  isKustomizationJudged(file: string): boolean;
  /** What a file holds, which is looked up once. */
  heldIn(file: string, repository: RepositoryFiles): Promise<Held>;
}

function judgedIn({ manifests, notEvaluated, problems, built }: ReadResult, texts: ReadonlyMap<string, string>): Judged {
  const files = new Set([
    ...manifests.flatMap(({ object, file }) => (isFleetObject(object) ? [file] : [])),
    ...notEvaluated.flatMap(({ file, fleetObject }) => (fleetObject === true ? [file] : [])),
    ...problems.map(({ file }) => file),
  ]);
  const known = new Map<string, Promise<Held>>();
  return {
    files,
    isKustomizationJudged: (file) => texts.has(file) || built?.used?.has(file) === true,
    heldIn: async (file, repository) => {
      const held = known.get(file) ?? fleetObjectsIn(file, repository);
      known.set(file, held);
      return held;
    },
  };
}

/** The start of a sentence; `undefined` if it has no part in objects of KubeFleet beyond what is judged. */
async function broughtBy(file: string, judged: Judged, repository: RepositoryFiles): Promise<string | undefined> {
  const tree = await kustomizeTree(file, repository, true);
  const files = new Set(tree.files);
  for (const chart of tree.charts.filter((each) => repository.look(each)?.place === 'inside'))
    for (const each of (await chartFiles(chart, file, repository)).files) if (!isDescription(each)) files.add(each);
  const [unjudged, objects]: [string[], KubeObject[]] = [[], []];
  let isKnown = false;
  for (const name of files) {
    if (isKustomization(name)) continue;
    const held = await judged.heldIn(name, repository);
    if (held === 'nothing') continue;
    if (judged.files.has(name)) objects.push(...(held === 'any' ? [] : held));
    else {
      unjudged.push(name);
      isKnown ||= held !== 'any';
    }
  }
  if (unjudged.length > 0)
    return `It ${isKnown ? 'brings' : 'may bring'} the KubeFleet objects of ${listed(unjudged.toSorted(), 3, 'files')}`;
  const own = await withTheirComponents(
    [...files].filter((name) => isKustomization(name) && !judged.isKustomizationJudged(name)),
    repository,
  );
  for (const each of own) if (await changesFleet(each, objects, repository)) return 'It changes KubeFleet objects';
  return undefined;
}

/** Objects of KubeFleet; `any` if not all of them are known. */
type Held = readonly KubeObject[] | 'any' | 'nothing';

async function fleetObjectsIn(name: string, repository: RepositoryFiles): Promise<Held> {
  if (repository.look(name)?.kind !== 'file') return 'nothing';
  const seen = await lookThroughFile(repository.absolute(name)).catch(() => undefined);
  // What cannot be read may have any object.
  if (seen === undefined) return 'any';
  if (!seen.fleetObjects) return 'nothing';
  const text = await repository.text(name);
  if (text === undefined) return 'any';
  const { manifests, documents, problems, notEvaluated } = parseManifests(text, name);
  const objects = manifests.map(({ object }) => object).filter(isFleetObject);
  if (objects.length > 0) return objects;
  const isWhole = problems.length + notEvaluated.length === 0 && new Set(manifests.map((each) => each.documentIndex)).size === documents;
  return isWhole ? 'nothing' : 'any';
}

/** A component changes what these kustomizations list, also if it is judged with others. */
async function withTheirComponents(files: readonly string[], repository: RepositoryFiles): Promise<ReadonlySet<string>> {
  const found = new Set(files);
  // Those that are added during the loop come last.
  for (const file of found) {
    const value = kustomizationValue((await repository.text(file)) ?? '') ?? {};
    for (const folder of kustomizationOf(value, file).components)
      for (const name of KUSTOMIZATION_NAMES.map((each) => joinPath(folder, each)))
        if (repository.look(name)?.kind === 'file') found.add(name);
  }
  return found;
}

/** @param objects those of KubeFleet in the files that it lists */
async function changesFleet(file: string, objects: readonly KubeObject[], repository: RepositoryFiles): Promise<boolean> {
  const text = (await repository.text(file)) ?? '';
  if (!isReadable(text)) return objects.length > 0 || namesFleet(text);
  const value = kustomizationValue(text) ?? {};
  const textOf = async (name: string): Promise<string> => (await repository.text(name)) ?? '';
  const patches = await Promise.all(kustomizationOf(value, file).patchFiles.map(textOf));
  const changing = Object.entries(value).filter(([key]) => CHANGING.has(key.toLowerCase()));
  if ([...patches, JSON.stringify(changing)].some((each) => namesFleetKind(each) || mentionsFleetVersion(each))) return true;
  if (objects.length === 0) return false;
  const { selectors } = await touchedBy(value, async (path) => textOf(joinPath(directoryOf(file), path)));
  if (selectors.length > 0) await loadGoPatterns();
  const reader = new TargetReader();
  return selectors.some((selector) =>
    objects.some(
      (object) => selectsObject(reader, selector, object) && reader.matches(selector.namespace, object.metadata.namespace ?? 'default'),
    ),
  );
}

/** The fields with which a kustomization changes objects, or makes them of a text of its own. kustomize ignores the case of keys. */
const CHANGING: ReadonlySet<string> = new Set([
  'patches',
  'patchesstrategicmerge',
  'patchesjson6902',
  'replacements',
  'vars',
  'generators',
  'transformers',
  'helmcharts',
]);
