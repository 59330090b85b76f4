import { derivedFrom } from '../../../fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { nameKey } from '../keys.ts';

/** The objects of one type at one moment. */
export interface TypeView {
  /** @param namespace the namespace to list; all if omitted */
  list(namespace?: string): readonly KubeObject[];
  /** @param key a name key */
  get(key: string): KubeObject | undefined;
  /** @param key the key of a placement */
  derived(key: string): readonly KubeObject[];
}

/** A view of these objects. If two have one name, the later one is used. */
export function viewOf(objects: Iterable<KubeObject>): TypeView {
  const named = new Map<string, KubeObject>();
  for (const object of objects) named.set(nameKey(object.metadata.namespace, object.metadata.name), object);
  const all = [...named.values()];
  let derived: ReadonlyMap<string | undefined, readonly KubeObject[]> | undefined;
  let placed: ReadonlyMap<string | undefined, readonly KubeObject[]> | undefined;
  return {
    list: (namespace) =>
      namespace === undefined ? all : ((placed ??= Map.groupBy(all, ({ metadata }) => metadata.namespace)).get(namespace) ?? []),
    get: (key) => named.get(key),
    derived: (key) => (derived ??= Map.groupBy(all, derivedFrom)).get(key) ?? [],
  };
}

/** Joins several views of one type, each with other namespaces. */
export function joinedView(views: readonly TypeView[]): TypeView {
  const [only, ...others] = views;
  return only !== undefined && others.length === 0 ? only : viewOf(views.flatMap((view) => view.list()));
}
