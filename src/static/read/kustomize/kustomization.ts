import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { readDocuments, firstValueIn } from '../../../yaml/documents.ts';
import { parseObjects } from '../../../yaml/objects.ts';

/** The effects of a kustomization.yaml on the objects it lists, as far as they are known without running kustomize. */
export interface Kustomization {
  readonly file: string;
  /** It is not built alone: another kustomization includes it. */
  readonly isComponent: boolean;
  readonly namespace?: string;
  /** Files and directories, relative to the working directory. Remote ones do not exist there. */
  readonly resources: readonly string[];
  /** Kustomizations whose changes apply to everything that this one lists. */
  readonly components: readonly string[];
  /** Files and directories with configurations of generators, transformers and validators, which look like manifests but are not. */
  readonly plugins: readonly string[];
  /** Files with patches, which look like manifests but are not. */
  readonly patchFiles: readonly string[];
  readonly patches: readonly PatchTarget[];
  /** Patch files that identify their target by their own kind and name. */
  readonly selfTargeting: readonly string[];
  /** Pointers whose values it changes in every object. */
  readonly changes: readonly string[];
  /** What it puts before and after the names of objects. */
  readonly affixes: { readonly prefix: string; readonly suffix: string };
  /** The labels and annotations that every object gets. */
  readonly added: AddedMetadata;
  /** The names of the images that it replaces. */
  readonly images: readonly string[];
  /** Their new names; empty for an image that keeps its name. */
  readonly newImages: readonly string[];
  /** `Kind/name` of the ConfigMaps and Secrets that it generates. Kustomize adds a hash to their names, also in references. */
  readonly generates: readonly string[];
  /** The names of its fields that are not applied here. */
  readonly unapplied: readonly string[];
}

export interface AddedMetadata {
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
}

/** The objects that a patch changes: patterns that match the whole kind and name; an absent one matches all. */
export interface PatchTarget {
  readonly kind?: string;
  readonly name?: string;
}

/** The names that a file of a kustomization may have. */
/** The fields with patches. */
export const PATCHES = ['patches', 'patchesJson6902', 'patchesStrategicMerge'];
export const KUSTOMIZATION_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

export function isKustomization(path: string): boolean {
  return /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path);
}

/** The value of a kustomization's text, empty if it cannot be read; `undefined` for a custom resource in a file of that name. */
export function kustomizationValue(text: string): JsonObject | undefined {
  const value = firstValueIn(text);
  if (!isObject(value)) return {};
  return isOtherObject(value) ? undefined : value;
}

/**
 * Why kustomize refuses a value whatever its files are; `undefined` if it does not. Source: `EnforceFields` and `CheckEmpty` of
 * `api/types/kustomization.go`.
 */
export function refusedValue(value: JsonObject): string | undefined {
  const unclear = unclearLists(value);
  if (unclear !== undefined) return unclear;
  const { apiVersion = '', kind = '' } = value;
  if (kind !== '' && kind !== 'Kustomization' && kind !== 'Component') return 'its kind is not Kustomization or Component';
  const version = `${KUSTOMIZE_GROUP}/${kind === 'Component' ? 'v1alpha1' : 'v1beta1'}`;
  return apiVersion === '' || apiVersion === version ? undefined : `its apiVersion is not ${version}`;
}

/**
 * Whether a value in a file with the name of a kustomization is another object, such as a Kustomization of Flux. A kustomization whose group is
 * misspelt is still one: kustomize recognises it by the name of its file, and refuses it.
 */
function isOtherObject(value: JsonObject): boolean {
  if (groupOf(stringAt(value, 'apiVersion') ?? `${KUSTOMIZE_GROUP}/`) === KUSTOMIZE_GROUP) return false;
  if ('spec' in value) return true;
  const kind = value['kind'] ?? 'Kustomization';
  return kind !== 'Kustomization' && kind !== 'Component' && !LISTS.some((name) => name in value);
}

/** Whether kustomize could read a text as a kustomization: one document, which is a mapping that says what to build. */
export function isReadable(text: string | undefined): boolean {
  if (text === undefined) return true;
  const [document, ...others] = readDocuments(text);
  return others.length === 0 && document?.kind === 'read' && isObject(document.value) && unclearLists(document.value) === undefined;
}

/** Why it is not known what a value lists; `undefined` if it is. kustomize ignores the case of keys, and refuses a value that says nothing. */
function unclearLists(value: JsonObject): string | undefined {
  const fields = Object.entries(value).filter(([key, item]) => !/^(?:apiVersion|kind)$/i.test(key) && item !== null && item !== '');
  if (fields.length === 0) return 'it has no field that says what to build';
  const isPath = (entry: unknown): boolean => typeof entry === 'string' && entry !== '';
  const wrong = fields.find(([key, item]) => LISTS.includes(key.toLowerCase()) && !(Array.isArray(item) && item.every(isPath)));
  return wrong === undefined ? undefined : `its field "${wrong[0]}" is not a list of paths`;
}

/** Parses a kustomization; `undefined` for a file with other content. */
export function parseKustomization(text: string, file: string): Kustomization | undefined {
  const value = kustomizationValue(text);
  return value === undefined ? undefined : kustomizationOf(value, file);
}

/** The fields of a kustomization; its paths start at the folder of the file. */
export function kustomizationOf(value: JsonObject, file: string): Kustomization {
  const local = (path: string): string => joinPath(directoryOf(file), path);
  const files = (name: string): string[] => listAt(value, name).flatMap((entry) => (typeof entry === 'string' ? [local(entry)] : []));
  const namespace = stringAt(value, 'namespace');
  const patches = [...listAt(value, 'patches'), ...listAt(value, 'patchesJson6902')];
  const patchPaths = patches.flatMap((patch) => stringAt(patch, 'path') ?? []).map(local);
  const untargeted = patches.filter((patch) => isObject(patch) && !isObject(patch['target']));
  // In the first versions of kustomize, `patches` had texts, which were files of strategic merge patches.
  const merges = [...listAt(value, 'patchesStrategicMerge'), ...listAt(value, 'patches')].filter((entry) => typeof entry === 'string');
  const inline = [...untargeted.flatMap((patch) => stringAt(patch, 'patch') ?? []), ...merges.filter((entry) => entry.includes('\n'))];
  const images = listAt(value, 'images').flatMap((entry) => {
    const name = stringAt(entry, 'name');
    return name === undefined ? [] : [{ name, newName: stringAt(entry, 'newName') ?? '' }];
  });
  const mergeFiles = merges.filter((entry) => !entry.includes('\n')).map(local);
  return {
    file,
    isComponent: value['kind'] === 'Component',
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
    resources: [...files('resources'), ...files('bases')],
    components: files('components'),
    plugins: PLUGINS.flatMap((name) => listAt(value, name)).flatMap((entry) =>
      typeof entry === 'string' && !entry.includes('\n') ? [local(entry)] : [],
    ),
    patchFiles: [...patchPaths, ...mergeFiles],
    patches: [
      ...patches.flatMap(targetOf),
      ...inline.flatMap((patch) => targetsOfPatch(patch, file)),
      ...listAt(value, 'replicas').map((entry) => ({ kind: WITH_REPLICAS, name: literal(stringAt(entry, 'name') ?? '') })),
    ],
    selfTargeting: [...untargeted.flatMap((patch) => stringAt(patch, 'path') ?? []).map(local), ...mergeFiles],
    changes: changesOf(value),
    affixes: { prefix: stringAt(value, 'namePrefix') ?? '', suffix: stringAt(value, 'nameSuffix') ?? '' },
    added: addedBy(value),
    images: images.map(({ name }) => name),
    newImages: images.map(({ newName }) => newName),
    generates: [...generatedNames(value, 'ConfigMap', 'configMapGenerator'), ...generatedNames(value, 'Secret', 'secretGenerator')],
    unapplied: Object.keys(value).filter((name) => !APPLIED.has(name) && isSet(value, name)),
  };
}

/** The targets of a strategic merge patch: the objects that it names. */
export function targetsOfPatch(text: string, file: string): readonly PatchTarget[] {
  return parseObjects(text, file).objects.map(({ kind, metadata }) => ({ kind: literal(kind), name: literal(metadata.name) }));
}

/** The directory of a file, both relative to the working directory, which is the empty text. */
export function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** Resolves a path in a file of the directory, relative to the working directory. */
export function joinPath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of path.startsWith('/') || directory === '' ? path.split('/') : [...directory.split('/'), ...path.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

/** The kinds whose replicas kustomize sets. Source: `fsslice` of `replicacount` in kubernetes-sigs/kustomize. */
const WITH_REPLICAS = 'Deployment|ReplicationController|ReplicaSet|StatefulSet';

/** The kinds that kustomize does not rename. Source: `plugin/builtin/prefixtransformer` of sigs.k8s.io/kustomize. */
export const KEEPING_NAME: ReadonlySet<string> = new Set(['Namespace', 'CustomResourceDefinition', 'APIService']);

const KUSTOMIZE_GROUP = 'kustomize.config.k8s.io';

/** Fields that list configurations of plugins, also as texts. */
const PLUGINS = ['generators', 'transformers', 'validators'];

/** Fields that list what is built. */
export const LISTS: readonly string[] = ['resources', 'bases', 'components'];

/** Fields that list files, describe, or set the namespace: they are applied here without kustomize. */
const APPLIED = new Set(['apiVersion', 'kind', 'metadata', ...LISTS, 'namespace', 'generatorOptions', 'sortOptions']);

function targetOf(patch: unknown): readonly PatchTarget[] {
  if (!isObject(patch) || !isObject(patch['target'])) return [];
  const kind = stringAt(patch, 'target', 'kind');
  const name = stringAt(patch, 'target', 'name');
  return [{ ...(kind === undefined ? {} : { kind }), ...(name === undefined ? {} : { name }) }];
}

function changesOf(value: JsonObject): readonly string[] {
  const has = (...fields: readonly string[]): boolean => fields.some((name) => isSet(value, name));
  const changes: string[] = [];
  if (has('replacements', 'transformers', 'vars')) changes.push('');
  if (has('namePrefix', 'nameSuffix')) changes.push('/metadata/name');
  if (has('commonLabels', 'labels')) changes.push('/metadata/labels');
  if (has('commonAnnotations')) changes.push('/metadata/annotations');
  return changes;
}

function addedBy(value: JsonObject): AddedMetadata {
  const pairs = listAt(value, 'labels').map((each) => objectAt(each, 'pairs'));
  return {
    labels: Object.assign({}, objectAt(value, 'commonLabels'), ...pairs) as JsonObject,
    annotations: objectAt(value, 'commonAnnotations') ?? {},
  };
}

function generatedNames(value: JsonObject, kind: string, list: string): readonly string[] {
  return listAt(value, list).flatMap((entry) => {
    const name = stringAt(entry, 'name');
    return name === undefined ? [] : [`${kind}/${name}`];
  });
}

function isSet(value: JsonObject, name: string): boolean {
  const found = field(value, name);
  return found !== undefined && found !== null && found !== '';
}

/** The pattern that matches only a text. */
export function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
