import type { ServedResource } from './discovery.ts';

/** Path and query of a collection; `undefined` parameters are omitted. */
export function collectionPath(
  resource: Pick<ServedResource, 'apiVersion' | 'plural' | 'namespaced'>,
  namespace: string | undefined,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const root = resource.apiVersion.includes('/') ? `/apis/${resource.apiVersion}` : `/api/${resource.apiVersion}`;
  const scope = resource.namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const parameters = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  const search = new URLSearchParams(Object.fromEntries(parameters)).toString();
  return `${root}${scope}/${resource.plural}${search === '' ? '' : `?${search}`}`;
}
