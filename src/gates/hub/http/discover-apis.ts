import type { V1APIGroup, V1APIGroupList, V1APIResourceList } from '@kubernetes/client-node';
import type { ApiResource, DiscoveredApis } from '../../../fleet/kubefleet/api-resource.ts';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import { ApiError } from './api-error.ts';
import type { Get } from './collection.ts';
import { discoveryDocument } from './discovery-document.ts';

/** A group with its versions; the preferred one is first. `resources` is `undefined` if the hub could not report them. */
interface ServedGroup {
  readonly name: string;
  readonly versions: readonly { readonly version: string; readonly resources: readonly Listed[] | undefined }[];
}

interface Listed {
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly verbs: readonly unknown[];
}

/**
 * All kinds the hub serves: two requests if it supports aggregated discovery (Kubernetes 1.27), otherwise one for each group version.
 * The preferred version of a kind is its group's preferred version, or the first one that has the kind, as in client-go's
 * `ServerPreferredResources`.
 * @throws ApiError
 */
export async function discoverApis(get: Get): Promise<DiscoveredApis> {
  const [core, named] = await Promise.all([groupsAt('/api', get), groupsAt('/apis', get)]);
  const groups = [...core, ...named];
  return {
    resources: groups.flatMap(resourcesOf),
    unread: groups.filter(({ versions }) => versions.some(({ resources }) => resources === undefined)).map(({ name }) => name),
  };
}

const AGGREGATED = ['v2', 'v2beta1'].map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`);

async function groupsAt(path: '/api' | '/apis', get: Get): Promise<readonly ServedGroup[]> {
  const document = await get(path, [...AGGREGATED, 'application/json'].join(','));
  if (stringAt(document, 'kind') === 'APIGroupDiscoveryList') {
    return listAt(discoveryDocument(document, 'items', path), 'items').map(aggregatedGroup);
  }
  discoveryDocument(document, path === '/api' ? 'versions' : 'groups', path);
  const groups =
    path === '/api' ? [{ name: '', versions: ['v1'] }] : listAt(document as Unchecked<V1APIGroupList>, 'groups').map(groupVersions);
  return Promise.all(
    groups.map(async ({ name, versions }) => ({
      name,
      versions: await Promise.all(versions.map((version) => listed(name, version, get))),
    })),
  );
}

function aggregatedGroup(item: unknown): ServedGroup {
  const versions = listAt(item, 'versions').map((entry) => {
    const resources = listAt(entry, 'resources').flatMap((resource) => {
      const [kind, plural] = [stringAt(resource, 'responseKind', 'kind'), stringAt(resource, 'resource')];
      const namespaced = stringAt(resource, 'scope') === 'Namespaced';
      return kind === undefined || plural === undefined ? [] : [{ kind, plural, namespaced, verbs: listAt(resource, 'verbs') }];
    });
    return { version: stringAt(entry, 'version') ?? '', resources: stringAt(entry, 'freshness') === 'Stale' ? undefined : resources };
  });
  return { name: stringAt(item, 'metadata', 'name') ?? '', versions };
}

function groupVersions(group: Unchecked<V1APIGroup>): { readonly name: string; readonly versions: readonly string[] } {
  const preferred = stringAt(group, 'preferredVersion', 'version');
  const served = listAt(group, 'versions').flatMap((entry) => stringAt(entry, 'version') ?? []);
  const others = served.filter((version) => version !== preferred);
  return { name: stringAt(group, 'name') ?? '', versions: preferred === undefined ? others : [preferred, ...others] };
}

async function listed(group: string, version: string, get: Get): Promise<ServedGroup['versions'][number]> {
  try {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const document = discoveryDocument(await get(path), 'resources', path) as Unchecked<V1APIResourceList>;
    const resources = listAt(document, 'resources').flatMap((resource) => {
      const [kind, plural] = [stringAt(resource, 'kind'), stringAt(resource, 'name')];
      if (kind === undefined || plural === undefined || plural.includes('/')) return [];
      return [{ kind, plural, namespaced: field(resource, 'namespaced') === true, verbs: listAt(resource, 'verbs') }];
    });
    return { version, resources };
  } catch (error) {
    // The server of an aggregated group may be down while the hub works.
    if (error instanceof ApiError && (error.status === 404 || error.status === 503)) return { version, resources: undefined };
    throw error;
  }
}

function resourcesOf({ name: group, versions }: ServedGroup): readonly ApiResource[] {
  const found = new Map<string, ApiResource & { readonly versions: readonly string[] }>();
  for (const { version, resources = [] } of versions) {
    for (const { kind, plural, namespaced, verbs } of resources) {
      const first = found.get(plural);
      const watchable = verbs.includes('list') && verbs.includes('watch');
      const resource = first ?? { group, kind, plural, namespaced, preferred: version, versions: [], watchable };
      found.set(plural, { ...resource, versions: [...resource.versions, version] });
    }
  }
  return [...found.values()];
}
