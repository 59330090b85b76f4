import { isObject, listAt, stringAt } from '../../fleet/json.ts';
import { readDocuments } from '../../yaml/documents.ts';
import { parseObjects } from '../../yaml/objects.ts';

/** What a kustomization.yaml does to the objects it lists, as far as it can be said without running kustomize. */
export interface Kustomization {
  readonly file: string;
  readonly namespace?: string;
  /** Files and directories, relative to the working directory. Remote ones lead nowhere. */
  readonly resources: readonly string[];
  /** Kustomizations whose changes apply to everything this one lists. */
  readonly components: readonly string[];
  /** Files that hold patches, which look like manifests and are none. */
  readonly patchFiles: readonly string[];
  readonly patches: readonly PatchTarget[];
  /** Patch files whose own kind and name say what they change. */
  readonly selfTargeting: readonly string[];
  /** Pointers whose values it changes in every object. */
  readonly changes: readonly string[];
}

/** The objects a patch changes: patterns that match the whole kind and name; absent ones match all. */
export interface PatchTarget {
  readonly kind?: string;
  readonly name?: string;
}

export function isKustomization(path: string): boolean {
  return /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path);
}

/** Reads one; `undefined` for a file that holds none. */
export function parseKustomization(text: string, file: string): Kustomization | undefined {
  const [document] = readDocuments(text);
  if (document?.kind !== 'read' || !isObject(document.value)) return undefined;
  const { value } = document;
  const local = (path: string): string => joinPath(file.slice(0, file.lastIndexOf('/') + 1), path);
  const files = (field: string): string[] => listAt(value, field).flatMap((entry) => (typeof entry === 'string' ? [local(entry)] : []));
  const namespace = stringAt(value, 'namespace');
  const patches = [...listAt(value, 'patches'), ...listAt(value, 'patchesJson6902')];
  const patchPaths = patches.flatMap((patch) => stringAt(patch, 'path') ?? []).map(local);
  const untargeted = patches.filter((patch) => isObject(patch) && !isObject(patch['target']));
  const merges = listAt(value, 'patchesStrategicMerge').filter((entry) => typeof entry === 'string');
  const inline = [...untargeted.flatMap((patch) => stringAt(patch, 'patch') ?? []), ...merges.filter((entry) => entry.includes('\n'))];
  const mergeFiles = merges.filter((entry) => !entry.includes('\n')).map(local);
  return {
    file,
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
    resources: [...files('resources'), ...files('bases')],
    components: files('components'),
    patchFiles: [...patchPaths, ...mergeFiles],
    patches: [...patches.flatMap(targetOf), ...inline.flatMap((patch) => targetsOfPatch(patch, file))],
    selfTargeting: [...untargeted.flatMap((patch) => stringAt(patch, 'path') ?? []).map(local), ...mergeFiles],
    changes: changesOf(value),
  };
}

/** What a strategic merge patch changes: the objects it names. */
export function targetsOfPatch(text: string, file: string): readonly PatchTarget[] {
  return parseObjects(text, file).objects.map(({ kind, metadata }) => ({ kind: literal(kind), name: literal(metadata.name) }));
}

function targetOf(patch: unknown): readonly PatchTarget[] {
  if (!isObject(patch) || !isObject(patch['target'])) return [];
  const kind = stringAt(patch, 'target', 'kind');
  const name = stringAt(patch, 'target', 'name');
  return [{ ...(kind === undefined ? {} : { kind }), ...(name === undefined ? {} : { name }) }];
}

function changesOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  const has = (...fields: readonly string[]): boolean => fields.some((field) => ![undefined, null, ''].includes(value[field] as null));
  const changes: string[] = [];
  if (has('replacements', 'transformers', 'vars')) changes.push('');
  if (has('namePrefix', 'nameSuffix')) changes.push('/metadata/name');
  if (has('commonLabels', 'labels')) changes.push('/metadata/labels');
  return changes;
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function joinPath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${path.startsWith('/') ? '' : directory}${path}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
