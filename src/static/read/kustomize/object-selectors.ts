import { isObject, type JsonObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { parseObjects } from '../../../yaml/objects.ts';
import { kustomizationOf, literal } from './kustomization.ts';
import { valuesIn } from '../../../yaml/documents.ts';

/** The objects that a kustomization changes or adds. Each field but `labels` is a pattern for the whole text; an absent one matches all. */
export interface ObjectSelector {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  /** As `kubectl get -l` takes them. */
  readonly labels?: string | undefined;
  /** They get another name or other labels. */
  readonly isRenamed?: boolean;
}

/** What a text of kustomize changes or adds besides the resources that it lists. */
export interface Touched {
  readonly selectors: readonly ObjectSelector[];
  /** The namespaces that it sets. */
  readonly namespaces: readonly string[];
  /** It also writes a namespace that it reads from another field. */
  readonly hasOpenNamespace: boolean;
  /** What it puts before and after the names of objects. */
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  /** The labels that every object gets. */
  readonly labels: Readonly<Record<string, string>>;
}

/** What several texts change or add. */
export function joinTouched(all: readonly Touched[]): Touched {
  return {
    selectors: all.flatMap(({ selectors }) => selectors),
    namespaces: all.flatMap(({ namespaces }) => namespaces),
    hasOpenNamespace: all.some(({ hasOpenNamespace }) => hasOpenNamespace),
    prefixes: all.flatMap(({ prefixes }) => prefixes),
    suffixes: all.flatMap(({ suffixes }) => suffixes),
    labels: Object.assign({}, ...all.map(({ labels }) => labels)) as Readonly<Record<string, string>>,
  };
}

/**
 * What a kustomization changes or adds, by its patches, replacements, generators, plugins, affixes and labels.
 * @param textOf the text of a file that it names; empty if there is none
 */
export async function touchedBy(value: JsonObject, textOf: (path: string) => Promise<string>): Promise<Touched> {
  const selectors: ObjectSelector[] = [];
  const namespaces = [stringAt(value, 'namespace') ?? ''];
  let hasOpenNamespace = false;
  const textsOf = async (entries: readonly unknown[]): Promise<readonly string[]> =>
    Promise.all(entries.filter((entry) => typeof entry === 'string').map(async (entry) => (entry.includes('\n') ? entry : textOf(entry))));
  const patches = [...listAt(value, 'patches'), ...listAt(value, 'patchesJson6902')];
  const merges = await textsOf([...patches, ...listAt(value, 'patchesStrategicMerge')]);
  for (const patch of patches.filter(isObject)) {
    const path = stringAt(patch, 'path') ?? '';
    const text = stringAt(patch, 'patch') ?? (path === '' ? '' : await textOf(path));
    if (!isObject(patch['target'])) {
      selectors.push(...selectorsOfObjects(text));
      continue;
    }
    selectors.push(selectorOf(patch['target']));
    namespaces.push(...namespacesWrittenBy(text));
  }
  selectors.push(...merges.flatMap(selectorsOfObjects));
  for (const replacement of listAt(value, 'replacements')) {
    const path = stringAt(replacement, 'path');
    const all = path === undefined ? [replacement] : valuesIn(await textOf(path)).flat();
    for (const target of all.flatMap((each) => listAt(each, 'targets'))) {
      const fields = listAt(target, 'fieldPaths').filter((field) => typeof field === 'string');
      const selector = selectorOf(isObject(target) ? target['select'] : undefined);
      selectors.push(fields.some((field) => NAMING.test(field)) ? { ...selector, isRenamed: true } : selector);
      hasOpenNamespace ||= fields.includes('metadata.namespace');
    }
  }
  for (const [kind, field] of GENERATORS)
    for (const entry of listAt(value, field)) {
      const namespace = stringAt(entry, 'namespace');
      if (namespace !== undefined) selectors.push({ ...literalOf('v1', kind, stringAt(entry, 'name')), namespace: literal(namespace) });
    }
  const { affixes, added } = kustomizationOf(value, '');
  const own: Touched = {
    selectors,
    namespaces: namespaces.filter(isFilled),
    hasOpenNamespace,
    prefixes: [affixes.prefix].filter(isFilled),
    suffixes: [affixes.suffix].filter(isFilled),
    labels: Object.fromEntries(Object.entries(added.labels).filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
  };
  const configs = (await textsOf([...listAt(value, 'generators'), ...listAt(value, 'transformers')])).flatMap(valuesIn).filter(isObject);
  return joinTouched([own, ...(await Promise.all(configs.map(async (config) => touchedBy(asKustomization(config), textOf))))]);
}

/** The paths of fields by which placements select objects. */
const NAMING = /^metadata\.(?:name|labels)\b/;

function isFilled(text: string): boolean {
  return text !== '';
}

const GENERATORS = [
  ['ConfigMap', 'configMapGenerator'],
  ['Secret', 'secretGenerator'],
] as const;

/** The field of a kustomization for the configuration of a built-in plugin. Source: `plugin/builtin` of sigs.k8s.io/kustomize. */
function asKustomization(config: JsonObject): JsonObject {
  const [kind, namespace, name] = [config['kind'], stringAt(config, 'metadata', 'namespace'), stringAt(config, 'metadata', 'name')];
  if (kind === 'NamespaceTransformer') return { namespace: namespace ?? '' };
  if (kind === 'ConfigMapGenerator') return { configMapGenerator: [{ name, namespace }] };
  if (kind === 'SecretGenerator') return { secretGenerator: [{ name, namespace }] };
  if (kind === 'PrefixTransformer' || kind === 'SuffixTransformer' || kind === 'PrefixSuffixTransformer')
    return { namePrefix: config['prefix'], nameSuffix: config['suffix'] };
  if (kind === 'LabelTransformer') return { commonLabels: config['labels'] };
  if (kind === 'ReplacementTransformer') return { replacements: config['replacements'] };
  if (kind === 'PatchStrategicMergeTransformer')
    return {
      patchesStrategicMerge: [...listAt(config, 'paths'), ...(typeof config['patches'] === 'string' ? [`${config['patches']}\n`] : [])],
    };
  const { jsonOp: patch = config['patch'], path, target } = config;
  return kind === 'PatchTransformer' || kind === 'PatchJson6902Transformer' ? { patches: [{ patch, path, target }] } : {};
}

function selectorOf(value: unknown): ObjectSelector {
  const of = (field: string): string | undefined => stringAt(value, field) || undefined;
  return {
    group: of('group'),
    version: of('version'),
    kind: of('kind'),
    name: of('name'),
    namespace: of('namespace'),
    labels: of('labelSelector'),
  };
}

/** The objects that a strategic merge patch names. */
function selectorsOfObjects(text: string): readonly ObjectSelector[] {
  return parseObjects(text, '').objects.map(({ apiVersion, kind, metadata }) => ({
    ...literalOf(apiVersion, kind, metadata.name),
    ...(metadata.namespace === undefined ? {} : { namespace: literal(metadata.namespace) }),
  }));
}

function literalOf(apiVersion: string, kind: string, name: string | undefined): ObjectSelector {
  const group = groupOf(apiVersion);
  return {
    group: group === '' ? NO_GROUP : literal(group),
    kind: literal(kind),
    ...(name === undefined ? {} : { name: literal(name) }),
  };
}

/** An empty pattern matches every group. */
const NO_GROUP = '()';

/** The namespaces into which a patch of a target brings it. */
function namespacesWrittenBy(text: string): readonly string[] {
  return valuesIn(text).flatMap((value) => {
    if (!Array.isArray(value)) return stringAt(value, 'metadata', 'namespace') ?? [];
    return value.flatMap((operation) => {
      const path = stringAt(operation, 'path');
      if (path === '/metadata/namespace') return stringAt(operation, 'value') ?? [];
      return path === '/metadata' ? (stringAt(operation, 'value', 'namespace') ?? []) : [];
    });
  });
}
