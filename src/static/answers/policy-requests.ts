import { isDeepStrictEqual } from 'node:util';
import { childNode, type SchemaNode } from '../../admission/contracts/schema-node.ts';
import { profileContracts } from '../../admission/contracts/contract.ts';
import type { PolicyRequest } from '../../admission/policies/policy-request.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { ADMISSION_POLICY } from '../../fleet/kubernetes/admission-policy.ts';
import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject, versionOf, inNamespace } from '../../fleet/kubernetes/object.ts';
import { editedObjects, hubAnswer, storedObject } from './admission.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNew } from '../world/known-base.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

/** The requests that the next apply of a manifest may cause. */
export interface PolicyRequests {
  /** One request if it is known; else first a create, then an update of an unknown object. */
  readonly all: readonly [PolicyRequest, ...(readonly PolicyRequest[])];
  /** The object is in none of the given inputs. */
  readonly isNew: boolean;
}

/**
 * The requests that admission policies get for a manifest. `undefined` if they get none: the apply changes nothing, the hub refuses the
 * object first, or its kind is neither KubeFleet's nor Kubernetes' own.
 */
export function policyRequests(manifest: Manifest, world: World): PolicyRequests | undefined {
  const { apiVersion, kind } = manifest.object;
  const group = groupOf(apiVersion);
  // The API server does not apply policies to policies.
  if (group === ADMISSION_POLICY.group && kind.startsWith(ADMISSION_POLICY.kind)) return undefined;
  const own = fleetKind(kind);
  return own?.group === group ? ofFleet(manifest, world) : ofOthers(manifest, world);
}

function ofFleet(manifest: Manifest, world: World): PolicyRequests | undefined {
  const { object } = manifest;
  const known = fleetKind(object.kind);
  const contracts = world.contracts ?? profileContracts(world.target);
  const versions = contracts.of(object.kind).map(({ version }) => version);
  const contract = contracts.find(object);
  if (known === undefined || contract === undefined) return undefined;
  const { always, change } = hubAnswer(manifest, world);
  if ([...always, ...change].some(({ layer }) => layer !== 'webhook')) return undefined;
  const about = { ...identityOf(manifest, known.namespaced), resource: known.plural, versions, isWhole: true, isPlain: true };
  const live = world.before(manifest)?.live;
  if (live !== undefined) {
    const [first, ...others] = editedObjects(manifest, world)
      .filter((each) => !isUnchanged(each, live))
      .map((each): PolicyRequest => {
        const { status } = live;
        return { ...about, operation: 'UPDATE', object: status === undefined ? each : { ...each, status }, old: live };
      });
    return first === undefined ? undefined : { all: [first, ...others], isNew: false };
  }
  const create: PolicyRequest = {
    ...about,
    operation: 'CREATE',
    object: inNamespace(storedObject(manifest, world), about.namespace),
    old: undefined,
  };
  const isSeen = world.hub?.visibility({ group: known.group, kind: known.kind }, about.namespace).kind === 'seen';
  // The member agent, or a command of a provider, may have created a MemberCluster.
  const isCreated = isSeen || (object.kind !== 'MemberCluster' && isNew(manifest, world));
  if ((isCreated && isNamed(manifest)) || create.name === '') return { all: [create], isNew: true };
  const isDeclared = declaredBy(contract.schema);
  const update: PolicyRequest = { ...create, operation: 'UPDATE', old: 'unknown', isWhole: false, isDeclared };
  return { all: [create, update], isNew: world.before(manifest) === undefined };
}

/** The hub drops fields that the schema of a kind does not declare. The schema does not contain the metadata. */
function declaredBy(schema: SchemaNode): NonNullable<PolicyRequest['isDeclared']> {
  return (pointer, field) => {
    const keys = pointerKeys(pointer);
    if (keys[0] === 'metadata') return true;
    let node: SchemaNode | undefined = schema;
    for (const key of keys) node = node?.items ?? childNode(node, key);
    return node === undefined || node.preserve === true || node.items !== undefined || childNode(node, field) !== undefined;
  };
}

/** The defaults of built-in kinds are not known here. */
function ofOthers(manifest: Manifest, world: World): PolicyRequests | undefined {
  const { object } = manifest;
  const known = BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind);
  if (known === undefined || known.preferred !== versionOf(object.apiVersion)) return undefined;
  const about = {
    ...identityOf(manifest, known.namespaced),
    resource: known.plural,
    versions: [known.preferred],
    isWhole: false,
    isPlain: false,
  };
  const create: PolicyRequest = { ...about, operation: 'CREATE', object: inNamespace(object, about.namespace), old: undefined };
  const update: PolicyRequest = { ...create, operation: 'UPDATE', old: 'unknown' };
  if (world.before(manifest)?.live !== undefined) return { all: [update], isNew: false };
  const isSeen = world.hub?.visibility({ group: known.group, kind: known.kind }, about.namespace).kind === 'seen';
  if (create.name === '' || (isSeen && (about.namespace !== undefined || !about.namespaced))) return { all: [create], isNew: true };
  return { all: [create, update], isNew: world.before(manifest) === undefined };
}

type Identity = Pick<PolicyRequest, 'group' | 'version' | 'kind' | 'namespaced' | 'namespace' | 'name' | 'unresolved'>;

function identityOf(manifest: Manifest, namespaced: boolean): Identity {
  const { apiVersion, kind, name, namespace } = manifestRef(manifest);
  const own = namespaced ? namespace : undefined;
  const isOpen = namespaced && (own === undefined || !isResolved(manifest, '/metadata/namespace'));
  return {
    group: groupOf(apiVersion),
    version: versionOf(apiVersion),
    kind,
    namespaced,
    namespace: isOpen ? undefined : own,
    name: isResolved(manifest, '/metadata/name') ? name : '',
    unresolved: [...manifest.unresolved, ...(isOpen ? ['/metadata/namespace'] : [])],
  };
}

/** An apply that changes nothing sends no request. */
function isUnchanged(edited: KubeObject, live: KubeObject): boolean {
  const { status: _status, metadata, ...rest } = live;
  const { metadata: edits, ...content } = edited;
  const written = ({ labels = {}, annotations = {}, finalizers }: KubeObject['metadata']): unknown => ({ labels, annotations, finalizers });
  return isDeepStrictEqual({ ...rest, ...(written(metadata) as object) }, { ...content, ...(written(edits) as object) });
}

/** The plural name of a kind, as policies match it. */
export function objectPlural(apiVersion: string, kind: string): string {
  const group = groupOf(apiVersion);
  const own = fleetKind(kind);
  return (own?.group === group ? own.plural : BUILT_IN_APIS.find(group, kind)?.plural) ?? kind.toLowerCase();
}
