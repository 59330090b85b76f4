import type { NotEvaluated } from '../../../finding.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import { directoryOf, isKustomization, kustomizationValue, LISTS, parseKustomization } from './kustomization.ts';

/**
 * Entries about kustomizations whose file has a name that kustomize does not know, in a folder without another one: `kubectl apply -k` of the
 * folder fails, and `kubectl apply -f` applies the files without what this one does. It hides a KubeFleet object, or content of a placement, if
 * its folder or what it lists has one.
 * @param texts of all files by name
 * @param isPlaced whether a placement selects the objects of some files, deployed into some namespaces
 */
export function misnamedKustomizations(
  texts: ReadonlyMap<string, string>,
  isPlaced: (files: ReadonlySet<string>, namespaces: readonly string[]) => boolean,
): readonly NotEvaluated[] {
  const named = [...texts.keys()].filter((file) => isLikeKustomization(file) && !isKustomization(file));
  if (named.length === 0) return [];
  const whole = new Set([...texts.keys()].filter(isKustomization).map(directoryOf));
  return named.flatMap((file): readonly NotEvaluated[] => {
    const folder = directoryOf(file);
    const text = texts.get(file) ?? '';
    const value = kustomizationValue(text);
    if (whole.has(folder) || value === undefined || !LISTS.some((field) => field in value)) return [];
    const { resources = [], namespace } = parseKustomization(text, file) ?? {};
    const isUsed = (name: string): boolean => directoryOf(name) === folder || resources.some((each) => isAtOrBelow(name, each));
    const used = new Set([...texts.keys()].filter(isUsed));
    const isFleet = used.values().some((name) => namesFleet(texts.get(name) ?? ''));
    const hides = isFleet || isPlaced(used, namespace === undefined ? [] : [namespace]);
    return [{ file, line: 1, reason: REASON, ...(hides ? { fleetObject: true } : {}) }];
  });
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
