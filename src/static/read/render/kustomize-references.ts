import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { childPointer } from '../../../fleet/json/json-pointer.ts';

/** A path or address in a kustomization. */
export interface KustomizeReference {
  readonly path: string;
  /** The place in the kustomization. */
  readonly pointer: string;
  /** It leads to the configuration of a generator, transformer or validator, which may name other files. */
  readonly isPlugin: boolean;
}

/** Everything that a kustomization makes kustomize read. `unknown` is a field of which it is not known what files it reads. */
export function kustomizeReferences(value: JsonObject): {
  readonly references: readonly KustomizeReference[];
  readonly unknown: string | undefined;
} {
  const references: KustomizeReference[] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = FIELD_NAMES.get(folded(key));
    if (field === undefined) continue;
    for (const [path, pointer] of FIELDS[field]?.(item, `/${key}`) ?? []) references.push({ path, pointer, isPlugin: PLUGINS.has(field) });
  }
  return { references, unknown: Object.keys(value).find((key) => !Object.hasOwn(FIELDS, key)) };
}

/** The files of variables that a generator reads, with their pointers below it. */
export function envFilesOf(generator: unknown, pointer: string): readonly (readonly [path: string, pointer: string])[] {
  return isObject(generator)
    ? Object.entries(generator).flatMap(([key, item]) => (ENVS.has(folded(key)) ? [...textsIn(item, childPointer(pointer, key))] : []))
    : [];
}

/** All texts in a value, with their pointers. */
export function* textsIn(value: unknown, pointer = ''): Texts {
  if (typeof value === 'string') yield [value, pointer];
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsIn(item, childPointer(pointer, index));
  if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* textsIn(item, childPointer(pointer, key));
}

type Texts = Generator<readonly [text: string, pointer: string]>;

const PLUGINS = new Set(['generators', 'transformers', 'validators']);

const ENVS = new Set(['env', 'envs']);

/**
 * The fields of a kustomization, and the files each makes kustomize read. Keys are case-insensitive, as in Go. A field that is not written
 * as here is unknown as well, so that kustomize is not started. Source: `api/types/kustomization.go` and its neighbours in
 * sigs.k8s.io/kustomize.
 */
const FIELDS: Readonly<Record<string, (value: unknown, pointer: string) => Texts>> = {
  apiVersion: nothing,
  kind: nothing,
  metadata: nothing,
  namespace: nothing,
  namePrefix: nothing,
  nameSuffix: nothing,
  commonLabels: nothing,
  labels: nothing,
  commonAnnotations: nothing,
  images: nothing,
  imageTags: nothing,
  replicas: nothing,
  vars: nothing,
  sortOptions: nothing,
  generatorOptions: nothing,
  buildMetadata: nothing,
  // helm reads these, and is only started if the configuration requests it.
  helmGlobals: nothing,
  helmCharts: nothing,
  helmChartInflationGenerator: nothing,
  resources: textsIn,
  bases: textsIn,
  components: textsIn,
  crds: textsIn,
  configurations: textsIn,
  generators: textsIn,
  transformers: textsIn,
  validators: textsIn,
  openapi: textsIn,
  patchesStrategicMerge: textsIn,
  patches: keyed('path'),
  patchesJson6902: keyed('path'),
  replacements: keyed('path'),
  configMapGenerator: sources,
  secretGenerator: sources,
};

const FIELD_NAMES: ReadonlyMap<string, string> = new Map(Object.keys(FIELDS).map((field) => [folded(field), field]));

function* nothing(): Texts {}

/** The texts at some keys of each entry of a list. */
function keyed(...keys: readonly string[]): (value: unknown, pointer: string) => Texts {
  return function* below(value, pointer) {
    for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
      if (!isObject(entry)) continue;
      for (const [key, item] of Object.entries(entry))
        if (keys.includes(folded(key))) yield* textsIn(item, childPointer(childPointer(pointer, index), key));
    }
  };
}

/** A key in the letter case in which Go compares keys of JSON: it takes `ſ` for `s`, and the sign of Kelvin for `k` (`foldName`). */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase();
}

/** Files of a generator may be written as `key=path`; those with variables are kept as written. */
function* sources(value: unknown, pointer: string): Texts {
  for (const [text, at] of keyed('files', 'envs', 'env')(value, pointer)) {
    yield [text, at];
    if (text.includes('=')) yield [text.slice(text.indexOf('=') + 1), at];
  }
}
