import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { knownApis } from '../world/known-apis.ts';
import type { ListType, Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** A list whose own type kubectl looks up, and its items. */
export interface FoundList {
  readonly list: ListType;
  /** The kind that a server must serve in the version of the list for kubectl to take the list. */
  readonly type: Pick<KubeObject, 'apiVersion' | 'kind'>;
  readonly items: readonly Manifest[];
}

/**
 * The list of which a manifest is the first item; `undefined` for other manifests. For kubectl, each served version of a group has a `List`,
 * and a `ConfigMapList` for its `ConfigMap`. Source: client-go `restmapper/discovery.go`, and the answers of kubectl 1.32.
 */
export function listFrom(manifest: Manifest, world: World): FoundList | undefined {
  const { list } = manifest;
  if (list === undefined) return undefined;
  const items = listsOf(world).get(keyOf(manifest)) ?? [];
  return items[0] === manifest ? { list, type: { apiVersion: list.apiVersion, kind: kindIn(list, world) }, items } : undefined;
}

/** The message about a list of a type that is not served. */
export function refusedList({ apiVersion, kind }: Pick<ListType, 'apiVersion' | 'kind'>): string {
  return `The hub does not serve ${kind} in version ${apiVersion}, so kubectl applies nothing of this list.`;
}

/** What to do about it. */
export const AS_LIST = 'Write `apiVersion: v1` and `kind: List`, which can hold objects of any kind.';

const listsOf = oncePer((world: World) =>
  Map.groupBy(
    world.judged.filter(({ list }) => list !== undefined),
    keyOf,
  ),
);

function keyOf({ file, documentIndex, overlay = '' }: Manifest): string {
  return JSON.stringify([file, documentIndex, overlay]);
}

function kindIn({ apiVersion, kind }: ListType, world: World): string {
  const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
  const apis = knownApis(world);
  if (kind !== 'List') return apis.resolve(group, '', kind)?.resource.kind ?? kind.replace(/List$/, '');
  // A kind that the version has, if the version is served.
  const ofGroup = apis.all.filter((each) => each.group === group);
  const served = ofGroup.find(({ preferred, versions }) => preferred === version || versions?.includes(version) === true);
  return (served ?? ofGroup[0])?.kind ?? 'Namespace';
}
