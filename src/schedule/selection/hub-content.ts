import { apiResources, type ApiResource, type ApiResources, type DiscoveredApis } from '../../fleet/api-resource.ts';
import { labelsOf, type Labels } from '../../fleet/label-selector.ts';
import { groupOf, objectKey, type KubeObject, type ObjectRef } from '../../fleet/object.ts';

/** An object as it will be on the hub; `namespace` where something else than the object sets it (a kustomization). */
export interface Selectable {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
}

export interface Entry<T extends Selectable> {
  readonly item: T;
  /** In the version the hub prefers; without a namespace where the kind has none. */
  readonly ref: ObjectRef;
  /** `undefined` where it is not known whether the kind has namespaces. */
  readonly resource: ApiResource | undefined;
  /** As the hub has them. */
  readonly labels: Labels;
}

/** What a hub holds as far as the objects show it, indexed once for all placements. */
export interface HubContent<T extends Selectable> {
  readonly apis: ApiResources;
  /** All objects of a kind; with a name only those that have it. */
  ofKind(group: string, kind: string, name?: string): readonly Entry<T>[];
  /** All objects in a namespace, those of kinds of unknown scope included. */
  inNamespace(namespace: string | undefined): readonly Entry<T>[];
  /** Whether an object is among them, versions aside. */
  holds(ref: ObjectRef): boolean;
  /** Tells of a name whether a Service of the namespace has it. */
  hasService(namespace: string | undefined): (name: string) => boolean;
}

/** Of several objects with one identity the last one counts, as on a hub. @param discovered the kinds of the hub, where it was asked */
export function hubContent<T extends Selectable>(items: readonly T[], discovered?: DiscoveredApis): HubContent<T> {
  const apis = apiResources(
    items.map(({ object }) => object),
    discovered,
  );
  const unique = new Map<string, Entry<T>>();
  for (const item of items) {
    const entry = toEntry(item, apis);
    if (entry.ref.name !== '') unique.set(objectKey(entry.ref), entry);
  }
  const entries = [...unique.values()];
  const byKind = Map.groupBy(entries, ({ ref }) => `${groupOf(ref.apiVersion)}/${ref.kind}`);
  const byName = Map.groupBy(entries, ({ ref }) => `${groupOf(ref.apiVersion)}/${ref.kind}/${ref.name}`);
  const byNamespace = Map.groupBy(entries, ({ ref }) => ref.namespace);
  const services = Map.groupBy(byKind.get('/Service') ?? [], ({ ref }) => ref.namespace);
  return {
    apis,
    hasService: (namespace) => (name) => services.get(namespace)?.some(({ ref }) => ref.name === name) ?? false,
    holds: (ref) => unique.has(objectKey(ref)),
    ofKind: (group, kind, name = '') => (name === '' ? byKind.get(`${group}/${kind}`) : byName.get(`${group}/${kind}/${name}`)) ?? [],
    inNamespace: (namespace) => byNamespace.get(namespace) ?? [],
  };
}

/** The labels of an object as the hub has them: a Namespace always carries its own name. */
export function hubLabelsOf(object: KubeObject): Labels {
  const { apiVersion, kind, metadata } = object;
  const labels = labelsOf(object);
  return apiVersion === 'v1' && kind === 'Namespace' ? { ...labels, 'kubernetes.io/metadata.name': metadata.name } : labels;
}

function toEntry<T extends Selectable>(item: T, apis: ApiResources): Entry<T> {
  const { object, namespace } = item;
  const { apiVersion, kind, metadata } = object;
  const group = groupOf(apiVersion);
  const resource = apis.find(group, kind);
  const version = resource === undefined ? apiVersion : group === '' ? resource.preferred : `${group}/${resource.preferred}`;
  const ref = { apiVersion: version, kind, name: metadata.name };
  return {
    item,
    ref: namespace === undefined || resource?.namespaced === false ? ref : { ...ref, namespace },
    resource,
    labels: hubLabelsOf(object),
  };
}
