import type { ServedType } from './served-types.ts';

/** `/api` */
export const coreVersions = { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };

/** `/apis` */
export function groupList(types: readonly ServedType[]): object {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups(types).map((name) => apiGroup(types, name)) };
}

/** `/apis/<group>`, or `undefined` if the group is not served. */
export function group(types: readonly ServedType[], name: string): object | undefined {
  if (!groups(types).includes(name)) return undefined;
  return { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(types, name) };
}

/** `/api/v1` and `/apis/<group>/<version>`, or `undefined` if the version is not served. */
export function resourceList(types: readonly ServedType[], groupName: string, version: string): object | undefined {
  const served = types.filter((type) => type.group === groupName && type.versions.includes(version));
  if (served.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: groupName === '' ? version : `${groupName}/${version}`,
    resources: served.map((type) => ({
      name: type.plural,
      singularName: type.kind.toLowerCase(),
      namespaced: type.namespaced,
      kind: type.kind,
      verbs: VERBS,
    })),
  };
}

/** `/api` and `/apis` for clients that accept `apidiscovery.k8s.io`: groups, versions and resources in one response. */
export function aggregated(types: readonly ServedType[], core: boolean): object {
  const names = core ? [''] : groups(types);
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: names.map((name) => ({
      metadata: { name, creationTimestamp: null },
      versions: versionsOf(types, name).map((version) => ({
        version,
        freshness: 'Current',
        resources: types
          .filter((type) => type.group === name && type.versions.includes(version))
          .map((type) => ({
            resource: type.plural,
            responseKind: { group: name, version, kind: type.kind },
            scope: type.namespaced ? 'Namespaced' : 'Cluster',
            singularResource: type.kind.toLowerCase(),
            verbs: VERBS,
          })),
      })),
    })),
  };
}

const VERBS = ['get', 'list', 'watch'];

function groups(types: readonly ServedType[]): readonly string[] {
  return [...new Set(types.map((type) => type.group))].filter((name) => name !== '').toSorted();
}

function versionsOf(types: readonly ServedType[], groupName: string): readonly string[] {
  return [...new Set(types.filter((type) => type.group === groupName).flatMap((type) => type.versions))];
}

function apiGroup(types: readonly ServedType[], name: string): object {
  const versions = versionsOf(types, name).map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions, preferredVersion: versions[0] };
}
