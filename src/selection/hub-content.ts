import { apiResources, type ApiResource, type ApiResources, type DiscoveredApis } from '../fleet/kubefleet/api-resource.ts';
import { groupByAll } from '../fleet/memo/group-by-all.ts';
import { labelsOf, matchesLabels, type Labels, type LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import { groupOf, objectKey, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import { isReservedNamespace } from './propagation.ts';

/** An object as it will be on the hub; `namespace` where something else than the object sets it (a kustomization). */
export interface Selectable {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
}

export interface Entry<T extends Selectable> {
  readonly item: T;
  /** In the version the hub prefers; without a namespace where the kind has none. */
  readonly ref: ObjectRef;
  /** Whether the kind has namespaces; `undefined` where that is not known. */
  readonly isNamespaced: boolean | undefined;
  /** As the hub has them. */
  readonly labels: Labels;
}

/** What the selection of one object depends on beside the object. */
export interface Surroundings {
  readonly apis: ApiResources;
  /** The Namespace of that name, where it is known. */
  namespace(name: string): Entry<Selectable> | undefined;
  /** Of those that are known, the names of the reserved ones. */
  readonly reservedNamespaces: readonly string[];
  /** Whether a Service of the namespace has the name; `undefined` where that is not known. */
  hasService(namespace: string | undefined, name: string): boolean | undefined;
}

/** What a hub holds as far as the objects show it, indexed once for all placements. */
export interface HubContent<T extends Selectable> extends Surroundings {
  namespace(name: string): Entry<T> | undefined;
  /** All objects of a kind. */
  ofKind(group: string, kind: string): readonly Entry<T>[];
  /** All objects in a namespace, those of kinds of unknown scope included; of one kind where it is given. `undefined`: those in none. */
  inNamespace(namespace: string | undefined, group?: string, kind?: string): readonly Entry<T>[];
  /** Those of namespaced kinds of which nothing says in which namespace they are. */
  readonly homeless: readonly Entry<T>[];
  /** The names of all namespaces that objects are in. */
  readonly namespaces: readonly string[];
  /** Whether an object is among them, versions aside. */
  holds(ref: ObjectRef): boolean;
}

/**
 * Of several objects with one identity the last one counts, as on a hub.
 * @param discovered the kinds of the hub, where it was asked
 * @param twice keeps all of them, because trees may hold an object once for each environment
 */
export function hubContent<T extends Selectable>(items: readonly T[], discovered?: DiscoveredApis, twice?: 'keep all'): HubContent<T> {
  const apis = apiResources(
    items.map(({ object }) => object),
    discovered,
  );
  const named = items.filter(({ object }) => object.metadata.name !== '');
  const kept = twice === undefined ? [...new Map(named.map((item) => [objectKey(refIn(item, apis)), item])).values()] : named;
  const entries = kept.map((item) => entryOf(item, apis));
  const byType = Map.groupBy(entries, ({ ref }) => typeKey(groupOf(ref.apiVersion), ref.kind));
  const byNamespace = Map.groupBy(entries, ({ ref }) => ref.namespace);
  const byTypeAndNamespace = Map.groupBy(entries, ({ ref }) => typeKey(groupOf(ref.apiVersion), ref.kind, ref.namespace));
  const inNamespace = (namespace: string | undefined, group: string, kind: string): readonly Entry<T>[] =>
    byTypeAndNamespace.get(typeKey(group, kind, namespace)) ?? [];
  const find = (namespace: string | undefined, group: string, kind: string, name: string): Entry<T> | undefined =>
    entriesNamed(inNamespace(namespace, group, kind), name).at(-1);
  return {
    apis,
    namespace: (name) => find(undefined, '', 'Namespace', name),
    reservedNamespaces: [...new Set((byType.get(typeKey('', 'Namespace')) ?? []).map(({ ref }) => ref.name))].filter(isReservedNamespace),
    hasService: (namespace, name) => find(namespace, '', 'Service', name) !== undefined,
    holds: ({ apiVersion, kind, namespace, name }) => find(namespace, groupOf(apiVersion), kind, name) !== undefined,
    ofKind: (group, kind) => byType.get(typeKey(group, kind)) ?? [],
    inNamespace: (namespace, group = '', kind) =>
      (kind === undefined ? byNamespace.get(namespace) : inNamespace(namespace, group, kind)) ?? [],
    homeless: (byNamespace.get(undefined) ?? []).filter(({ isNamespaced }) => isNamespaced === true),
    namespaces: [...byNamespace.keys()].filter((name) => name !== undefined),
  };
}

function typeKey(group: string, kind: string, namespace = ''): string {
  return `${group}/${kind}/${namespace}`;
}

/** An object as selection looks at it. */
export function entryOf<T extends Selectable>(item: T, apis: ApiResources): Entry<T> {
  const { object } = item;
  const isNamespaced = apis.find(groupOf(object.apiVersion), object.kind)?.namespaced;
  return { item, ref: refIn(item, apis), isNamespaced, labels: hubLabelsOf(object) };
}

function refIn(item: Selectable, apis: ApiResources): ObjectRef {
  const { apiVersion, kind, metadata } = item.object;
  const resource = apis.find(groupOf(apiVersion), kind);
  const ref = { apiVersion: resource === undefined ? apiVersion : preferredVersion(resource), kind, name: metadata.name };
  const namespace = namespaceIn(item, apis);
  return namespace === undefined ? ref : { ...ref, namespace };
}

function namespaceIn({ object, namespace }: Selectable, apis: ApiResources): string | undefined {
  return apis.find(groupOf(object.apiVersion), object.kind)?.namespaced === false ? undefined : namespace;
}

function preferredVersion({ group, preferred }: ApiResource): string {
  return group === '' ? preferred : `${group}/${preferred}`;
}

/** The labels of an object as the hub has them: a Namespace always carries its own name. */
function hubLabelsOf(object: KubeObject): Labels {
  const { apiVersion, kind, metadata } = object;
  const labels = labelsOf(object);
  return apiVersion === 'v1' && kind === 'Namespace' ? { ...labels, ...labelsOfEveryNamespace(metadata.name) } : labels;
}

/** What is known of the labels of a namespace by its name. */
export function labelsOfEveryNamespace(name: string): Labels {
  return { 'kubernetes.io/metadata.name': name };
}

/** The entries of that name. Lists that a content gave out are sorted out once. */
export function entriesNamed<T extends Selectable>(entries: readonly Entry<T>[], name: string): readonly Entry<T>[] {
  return at(entries, byName(entries).get(name));
}

/** The entries that the labels select. Lists that a content gave out are sorted out once. */
export function entriesLabelled<T extends Selectable>(entries: readonly Entry<T>[], labels: LabelSelector): readonly Entry<T>[] {
  return withOneLabel(entries, labels).filter((entry) => matchesLabels(labels, entry.labels));
}

/** All that a selector by labels could match: those with a label of which it wants one value, where it wants any. */
function withOneLabel<T extends Selectable>(entries: readonly Entry<T>[], { requirements }: LabelSelector): readonly Entry<T>[] {
  const exact = requirements.find(({ operator, values }) => operator === 'In' && values.length === 1);
  return exact === undefined ? entries : at(entries, byLabel(entries).get(`${exact.key}=${exact.values[0] ?? ''}`));
}

function at<T>(entries: readonly T[], positions: readonly number[] = []): readonly T[] {
  return positions.flatMap((position) => entries[position] ?? []);
}

/** Positions in the list, by name and by each label. */
const byName = oncePer((entries: readonly Entry<Selectable>[]) =>
  groupByAll(entries.keys(), (position) => [entries[position]?.ref.name ?? '']),
);
const byLabel = oncePer((entries: readonly Entry<Selectable>[]) =>
  groupByAll(entries.keys(), (position) => Object.entries(entries[position]?.labels ?? {}).map(([key, value]) => `${key}=${value}`)),
);
