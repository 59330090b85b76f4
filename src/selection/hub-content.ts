import { apiResources, type ApiResource, type ApiResources, type DiscoveredApis } from '../fleet/kubefleet/api-resource.ts';
import { stringAt } from '../fleet/json/json.ts';
import { groupByAll } from '../fleet/memo/group-by-all.ts';
import { labelsOf, matchesLabels, type Labels, type LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import { groupOf, isDeleting, objectKey, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { once } from '../fleet/memo/once.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import { isReservedNamespace } from './propagation.ts';

/** An object as it will be on the hub. `namespace` is its namespace, even if something other than the object sets it (a kustomization). */
export interface Selectable {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
  /** It was read from the hub; absent for a manifest. */
  readonly onHub?: true;
}

/** An object of the hub as the input of selection. */
export function hubItem(object: KubeObject): Selectable {
  return { object, namespace: object.metadata.namespace, onHub: true };
}

/** Whether the hub is deleting the object. A manifest may have a deletion time, but the server ignores or refuses that. */
export function isBeingDeleted({ item: { object, onHub } }: Entry<Selectable>): boolean {
  return onHub === true && isDeleting(object);
}

export interface Entry<T extends Selectable> {
  readonly item: T;
  /** In the version that the hub prefers. Without a namespace if the kind is cluster-scoped. */
  readonly ref: ObjectRef;
  /** Whether the kind is namespaced; `undefined` if that is not known. */
  readonly isNamespaced: boolean | undefined;
  /** The labels that the object has on the hub. */
  readonly labels: Labels;
}

/** The other facts on which the selection of one object depends. */
export interface Surroundings {
  readonly apis: ApiResources;
  /** The Namespace of that name, if it is known. */
  namespace(name: string): Entry<Selectable> | undefined;
  /** The names of the known namespaces that are reserved. */
  readonly reservedNamespaces: readonly string[];
  /** Whether the namespace has a Service of that name; `undefined` if that is not known. */
  hasService(namespace: string | undefined, name: string): boolean | undefined;
}

/** The content of a hub, as far as the objects show it. It is indexed once for all placements. */
export interface HubContent<T extends Selectable> extends Surroundings {
  namespace(name: string): Entry<T> | undefined;
  /** The facts about an object, which need not be one of the content. */
  entry(item: T): Entry<T>;
  /** All objects of a kind. */
  ofKind(group: string, kind: string): readonly Entry<T>[];
  /**
   * All objects in a namespace, or only those of one kind. Kinds of unknown scope are included. `undefined` as the namespace means objects
   * without one.
   */
  inNamespace(namespace: string | undefined, group?: string, kind?: string): readonly Entry<T>[];
  /** Objects of namespaced kinds whose namespace is not known. */
  readonly homeless: readonly Entry<T>[];
  /** The names of all namespaces that contain objects. */
  readonly namespaces: readonly string[];
  /** Whether the content has an object, in any version. */
  holds(ref: ObjectRef): boolean;
  /** The CustomResourceDefinition of a kind: among the objects, or given in addition. */
  readonly definition: DefinitionOf;
}

/** The CustomResourceDefinition of a kind; `undefined` if it is not known. */
export type DefinitionOf = (group: string, kind: string) => KubeObject | undefined;

/**
 * If several objects have one identity, the last one replaces the others, as on a hub.
 * @param discovered the kinds of the hub, if the hub was read
 * @param twice keeps all of them, because a tree may hold an object once for each environment
 * @param given CustomResourceDefinitions that are not among the objects
 */
export function hubContent<T extends Selectable>(
  items: readonly T[],
  discovered?: DiscoveredApis,
  twice?: 'keep all',
  given: DefinitionOf = () => undefined,
): HubContent<T> {
  const objects = items.map(({ object }) => object);
  const shown = apiResources(objects, discovered);
  const apis = apiResources([...definitionsFor(objects, shown, given), ...objects], discovered);
  const named = items.filter(({ object }) => object.metadata.name !== '');
  const kept =
    twice === undefined ? [...new Map(named.map((item) => [objectKey(refIn(item, resourceOf(item, apis))), item])).values()] : named;
  const entries = kept.map((item) => entryOf(item, apis));
  const byKind = Map.groupBy(entries, ({ ref }) => ref.kind);
  const byGroup = oncePer((of: readonly Entry<T>[]) => Map.groupBy(of, ({ ref }) => groupOf(ref.apiVersion)));
  const byItem = once(() => new Map(entries.map((entry) => [entry.item, entry])));
  const byNamespace = oncePer((of: readonly Entry<T>[]) => Map.groupBy(of, ({ ref }) => ref.namespace));
  const ofKind = (group: string, kind: string): readonly Entry<T>[] => byGroup(byKind.get(kind) ?? NOTHING).get(group) ?? NOTHING;
  const inNamespace = (namespace: string | undefined, group: string, kind: string): readonly Entry<T>[] =>
    byNamespace(ofKind(group, kind)).get(namespace === '' ? undefined : namespace) ?? NOTHING;
  const find = (namespace: string | undefined, group: string, kind: string, name: string): Entry<T> | undefined =>
    entriesNamed(inNamespace(namespace, group, kind), name).at(-1);
  return {
    apis,
    namespace: (name) => find(undefined, '', 'Namespace', name),
    entry: (item) => byItem().get(item) ?? entryOf(item, apis),
    reservedNamespaces: [...new Set(ofKind('', 'Namespace').map(({ ref }) => ref.name))].filter(isReservedNamespace),
    hasService: (namespace, name) => find(namespace, '', 'Service', name) !== undefined,
    holds: ({ apiVersion, kind, namespace, name }) => find(namespace, groupOf(apiVersion), kind, name) !== undefined,
    ofKind,
    inNamespace: (namespace, group = '', kind) =>
      kind === undefined ? (byNamespace(entries).get(namespace) ?? NOTHING) : inNamespace(namespace, group, kind),
    homeless: (byNamespace(entries).get(undefined) ?? []).filter(({ isNamespaced }) => isNamespaced === true),
    namespaces: [...byNamespace(entries).keys()].filter((name) => name !== undefined),
    definition: (group, kind) => {
      const crds = ofKind('apiextensions.k8s.io', 'CustomResourceDefinition');
      return crds.find(({ item }) => isDefinitionOf(item.object, group, kind))?.item.object ?? given(group, kind);
    },
  };
}

/** The given definitions of kinds that neither the objects nor the hub show. */
function definitionsFor(objects: readonly KubeObject[], shown: ApiResources, given: DefinitionOf): readonly KubeObject[] {
  const open = new Map(objects.map(({ apiVersion, kind }) => [`${groupOf(apiVersion)}/${kind}`, { group: groupOf(apiVersion), kind }]));
  return [...open.values()].flatMap(({ group, kind }) => (shown.find(group, kind) === undefined ? (given(group, kind) ?? []) : []));
}

function isDefinitionOf(crd: KubeObject, group: string, kind: string): boolean {
  return stringAt(crd, 'spec', 'group') === group && stringAt(crd, 'spec', 'names', 'kind') === kind;
}

/** One empty list, as `entriesNamed` keeps an index of each list. */
const NOTHING: readonly never[] = [];

/** The facts about an object that selection uses. */
export function entryOf<T extends Selectable>(item: T, apis: ApiResources): Entry<T> {
  const { object } = item;
  const resource = resourceOf(item, apis);
  return { item, ref: refIn(item, resource), isNamespaced: resource?.namespaced, labels: hubLabelsOf(object) };
}

function resourceOf({ object }: Selectable, apis: ApiResources): ApiResource | undefined {
  return apis.find(groupOf(object.apiVersion), object.kind);
}

function refIn({ object, namespace }: Selectable, resource: ApiResource | undefined): ObjectRef {
  const { kind, metadata } = object;
  const apiVersion = resource === undefined ? object.apiVersion : preferredVersion(resource);
  return namespace === undefined || resource?.namespaced === false
    ? { apiVersion, kind, name: metadata.name }
    : { apiVersion, kind, name: metadata.name, namespace };
}

const preferredVersion = oncePer(({ group, preferred }: ApiResource) => (group === '' ? preferred : `${group}/${preferred}`));

/** The labels of an object on the hub. A Namespace always has its name as a label. */
function hubLabelsOf(object: KubeObject): Labels {
  const { apiVersion, kind, metadata } = object;
  const labels = labelsOf(object);
  return apiVersion === 'v1' && kind === 'Namespace' ? { ...labels, ...labelsOfEveryNamespace(metadata.name) } : labels;
}

/** The labels that every namespace of that name has. */
export function labelsOfEveryNamespace(name: string): Labels {
  return { 'kubernetes.io/metadata.name': name };
}

/** The entries of that name. A list that a content returned is indexed only once. */
export function entriesNamed<T extends Selectable>(entries: readonly Entry<T>[], name: string): readonly Entry<T>[] {
  return at(entries, byName(entries).get(name));
}

/** The entries that the labels select. A list that a content returned is indexed only once. */
export function entriesLabelled<T extends Selectable>(entries: readonly Entry<T>[], labels: LabelSelector): readonly Entry<T>[] {
  return withOneLabel(entries, labels).filter((entry) => matchesLabels(labels, entry.labels));
}

/** Narrows the entries by the first label for which the selector requires one value, if there is one. */
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
