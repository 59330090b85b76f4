import { existsSync, readFileSync } from 'node:fs';

import { apiResources, type ApiResource, type DiscoveredApis } from '../../src/fleet/kubefleet/api-resource.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { listAt, stringAt } from '../../src/fleet/json/json.ts';
import { truthPath } from '../support/truth.ts';
import { hubKinds, type HubKinds, type KindFacts } from '../../src/admission/webhooks/hub-kinds.ts';

/** Kinds as the discovery of the oracle's hub of a release listed them; without the file those of every hub. */
export function discoveredKinds(release: string): HubKinds {
  const known = read.get(release) ?? hubKinds(apiResources([], discoveredApis(release)));
  read.set(release, known);
  return known;
}

const read = new Map<string, HubKinds>();

/** What the discovery of the oracle's hub of a release listed; `undefined` without the file. */
export function discoveredApis(release: string): DiscoveredApis | undefined {
  const file = truthPath('oracle/admission', `discovery.${release}.json`);
  if (!existsSync(file)) return undefined;
  const discovery: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const preferred = new Map(
    listAt(discovery, 'groups').map((entry) => [stringAt(entry, 'name') ?? '', stringAt(entry, 'preferred') ?? '']),
  );
  const entries = listAt(discovery, 'resources').map((entry) => ({
    ...splitGroup(stringAt(entry, 'groupVersion') ?? ''),
    ...resourceOf(entry),
  }));
  const resources = [...Map.groupBy(entries, ({ group, plural }) => `${group}/${plural}`).values()].flatMap((versions) => {
    const [first] = versions;
    if (first === undefined) return [];
    const { version } = versions.find((entry) => entry.version === preferred.get(entry.group)) ?? first;
    return [{ ...first, preferred: version, versions: versions.map((entry) => entry.version) }];
  });
  return { resources, unread: [] };
}

/** The hub with CustomResourceDefinitions added: of their groups it has their kinds and no others. */
export function withCustomKinds(kinds: HubKinds, context: readonly KubeObject[]): HubKinds {
  if (context.length === 0) return kinds;
  const apis = apiResources(context);
  const custom = hubKinds(apis);
  const groups = new Set(context.map((object) => stringAt(object, 'spec', 'group')));
  return {
    facts(group, version, kind): KindFacts {
      if (!groups.has(group)) return kinds.facts(group, version, kind);
      if (apis.find(group, kind) === undefined) return { mapped: false, clusterScoped: false };
      const mapped = version === '' || context.some((crd) => defines(crd, group, kind, version));
      return { mapped, clusterScoped: custom.facts(group, version, kind).clusterScoped };
    },
  };
}

function defines(crd: KubeObject, group: string, kind: string, version: string): boolean {
  if (stringAt(crd, 'spec', 'group') !== group || stringAt(crd, 'spec', 'names', 'kind') !== kind) return false;
  return listAt(crd, 'spec', 'versions').some((entry) => stringAt(entry, 'name') === version);
}

function splitGroup(groupVersion: string): { readonly group: string; readonly version: string } {
  const [first = '', second] = groupVersion.split('/');
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

function resourceOf(entry: unknown): Pick<ApiResource, 'kind' | 'plural' | 'namespaced' | 'watchable'> {
  const verbs = stringAt(entry, 'verbs') ?? '';
  return {
    kind: stringAt(entry, 'kind') ?? '',
    plural: stringAt(entry, 'name') ?? '',
    namespaced: (entry as { namespaced?: unknown }).namespaced === true,
    watchable: verbs.includes('list') && verbs.includes('watch'),
  };
}
