import type { Contracts } from '../../../admission/contracts/contract.ts';
import { loadCel } from '../../../admission/cel/load-cel.ts';
import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { ConfigError } from '../../../errors.ts';
import { field, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { fleetKind, type HubProfile } from '../../../fleet/kubefleet/kinds.ts';
import { isOfKind, type KubeObject, versionOf } from '../../../fleet/kubernetes/object.ts';
import { withArticle } from '../../../fleet/text/with-article.ts';
import { counted } from '../../../report/facts/words/words.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import type { ObjectsFile } from '../../hub/objects-below.ts';
import { misnamedObject } from './misnamed-object.ts';
import { DEFINITION } from '../../../fleet/kubernetes/read-types.ts';

/**
 * `--crds`: schemas and CEL rules of the CustomResourceDefinitions in files. Kinds without one keep the schema of the profile.
 * @throws {ConfigError} a file has none, one is not valid or its type is probably misspelt, a kind has two, or all are of kinds that users of KubeFleet do not write
 */
export async function contractsOfFiles(
  files: readonly ObjectsFile[],
  profile: HubProfile,
  invocation: Pick<Invocation, 'named' | 'values'>,
): Promise<Contracts> {
  const flag = invocation.named('crds');
  const all = `${flag} ${invocation.values('crds').join(' ')}`;
  if (files.length === 0) throw new ConfigError(`${all}: it contains no YAML or JSON file`);
  // The compiler is loaded only if foreign schemas are used.
  const [{ fileContracts }] = await Promise.all([import('../../../admission/contracts/hub-contracts.ts'), loadGoPatterns(), loadCel()]);
  const { schemaFault } = await import('../../../admission/contracts/schema-fault.ts');
  const found = new Map<string, string>();
  const crds: KubeObject[] = [];
  for (const { file, objects } of files) {
    const misnamed = objects.flatMap((object) => misnamedObject(object, [DEFINITION]) ?? []);
    if (misnamed[0] !== undefined) throw new ConfigError(`${flag} ${file}: ${misnamed[0]}`);
    const own = objects.filter(isDefinition);
    if (own.length === 0) throw new ConfigError(`${flag} ${file}: ${notOne(objects)}`);
    for (const crd of own) {
      const schemas = listAt(crd, 'spec', 'versions').map((version) => objectAt(version, 'schema', 'openAPIV3Schema'));
      const fault = faultOf(crd) ?? schemas.map(schemaFault).find((each) => each !== undefined);
      const { name } = crd.metadata;
      if (fault !== undefined) throw new ConfigError(`${flag} ${file}: ${name === '' ? 'a CustomResourceDefinition' : name} ${fault}`);
      const before = found.get(name);
      if (before !== undefined) throw new ConfigError(`${flag} ${file}: ${name} is in ${before} as well; give one of them`);
      found.set(name, file);
      crds.push(crd);
    }
  }
  if (crds.every(isInternal))
    throw new ConfigError(`${all}: ${counted(crds.length, 'definition')}, but none of a KubeFleet kind for users`);
  return fileContracts(crds, profile);
}

/** The same for the objects of these files in the base. */
export async function contractsBefore(objects: readonly KubeObject[], profile: HubProfile): Promise<Contracts> {
  const [{ fileContracts }] = await Promise.all([import('../../../admission/contracts/hub-contracts.ts'), loadGoPatterns(), loadCel()]);
  return fileContracts(objects.filter(isDefinition), profile);
}

function isDefinition(object: KubeObject): boolean {
  return isOfKind(object, DEFINITION);
}

function notOne([first]: readonly KubeObject[]): string {
  const what =
    first === undefined ? 'it contains no Kubernetes object' : `it contains ${withArticle(first.kind)}, but no CustomResourceDefinition`;
  return `${what}; write them with: kubectl get customresourcedefinitions -o yaml`;
}

function faultOf(crd: KubeObject): string | undefined {
  if (versionOf(crd.apiVersion) !== 'v1') return `is of ${crd.apiVersion}, which current hubs do not serve; use apiextensions.k8s.io/v1`;
  if (stringAt(crd, 'spec', 'group') === undefined || stringAt(crd, 'spec', 'names', 'kind') === undefined)
    return 'does not have a group or a kind';
  const versions = listAt(crd, 'spec', 'versions');
  if (versions.length === 0) return 'does not have a version';
  return versions.every((version) => field(version, 'schema', 'openAPIV3Schema') !== undefined)
    ? undefined
    : 'has a version without a schema';
}

/** Of a KubeFleet kind that users do not write. */
function isInternal(crd: KubeObject): boolean {
  const known = fleetKind(stringAt(crd, 'spec', 'names', 'kind') ?? '');
  return known?.authored === false && known.group === stringAt(crd, 'spec', 'group');
}
