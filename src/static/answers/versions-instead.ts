import { listAt } from '../../fleet/json/json.ts';
import { servedVersions } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/**
 * The versions of a kind that the hub serves, none or several, if none of them is the version of the object: by its CustomResourceDefinition in the manifests
 * or in the given files, or by the hub's list. `undefined` if it is one of them, or if that is not known.
 */
export function versionsInstead(
  { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>,
  world: World,
): readonly string[] | undefined {
  const group = groupOf(apiVersion);
  const known = knownApis(world).find(group, kind);
  const given = world.contracts?.definition(group, kind);
  const versions = known?.versions ?? (given === undefined ? [] : servedVersions(given));
  if (versions.includes(versionOf(apiVersion))) return undefined;
  if (known === undefined) return listAt(given, 'spec', 'versions').length === 0 ? undefined : versions;
  if (versions.length === 0) return undefined;
  // Several definitions, perhaps one for each environment, can serve other versions.
  const definitions = world.find({ ...DEFINITION, name: `${known.plural}.${group}` });
  return definitions.length > 1 || definitions.some((each) => !isResolved(each, '/spec/versions')) ? undefined : versions;
}
