import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, listAt, objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import { FLEET_KINDS, isFleetGroup } from '../../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { deployerKind } from '../deployers/deployer-kind.ts';
import { isOfOtherProject } from '../embedded-objects.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';

/**
 * Whether the hub would change objects of KubeFleet by this object when it admits them: a `mutate` of Kyverno, a mutation of Gatekeeper or
 * Kubewarden, a MutatingAdmissionPolicy, or a MutatingWebhookConfiguration that names a group, a kind or a resource of KubeFleet. A wildcard
 * names none.
 */
export function mutatesFleet(object: KubeObject): boolean {
  const targets = MUTATING.get(groupOf(object.apiVersion))?.(objectAt(object, 'spec') ?? {}, object) ?? [];
  return targets.some(namesTypes);
}

function namesTypes(target: unknown): boolean {
  return [...typesIn(target)].some((type) => RESOURCES.has(type) || namesFleet(type));
}

const RESOURCES: ReadonlySet<string> = new Set(FLEET_KINDS.map(({ plural }) => plural));

/**
 * The pointer to what says that a controller changes objects of KubeFleet on the hub: patches for a kind of KubeFleet, as in a `Patch` of
 * patch-operator or a `ClusterProfile` of Sveltos, or the kinds that a webhook of Metacontroller writes. Patches of Flux and Argo CD are
 * reported with what they deploy. A reference elsewhere, such as a health check, changes nothing.
 */
export function changesFleet(object: KubeObject): string | undefined {
  const group = groupOf(object.apiVersion);
  if (!isOfOtherProject(group) || isFleetGroup(group) || deployerKind(object) !== undefined) return undefined;
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...content } = object;
  return changesIn(content, '').find(({ change }) => namesTypes(change))?.pointer;
}

function* changesIn(value: unknown, pointer: string): Generator<{ readonly change: unknown; readonly pointer: string }> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* changesIn(item, childPointer(pointer, index));
  else if (isObject(value))
    for (const [key, item] of Object.entries(value))
      if (CHANGES.test(key) && !key.startsWith('patchesFrom')) yield { change: item, pointer: childPointer(pointer, key) };
      else yield* changesIn(item, childPointer(pointer, key));
}

/** Fields for patches, such as `patchResources`, and, of Metacontroller, for the kinds of the objects that its webhooks return. */
const CHANGES = /^(?:attachments$|childResources$|patch)|Patch/;

const ofPolicy = (spec: JsonObject, { kind, webhooks }: KubeObject): readonly unknown[] =>
  kind.includes('Mutating') ? [spec['matchConstraints'], webhooks] : [];

/** A MutatingPolicy with targets changes these, and what it matches only starts it. */
const ofKyverno = (spec: JsonObject, object: KubeObject): readonly unknown[] => {
  const targets = objectAt(spec, 'targetMatchConstraints') ?? {};
  return object.kind.includes('Mutating') && Object.keys(targets).length > 0 ? [targets] : ofPolicy(spec, object);
};

/** The parts of a policy that name the objects which it changes. */
const MUTATING: ReadonlyMap<string, (spec: JsonObject, object: KubeObject) => readonly unknown[]> = new Map([
  ['admissionregistration.k8s.io', ofPolicy],
  ['policies.kyverno.io', ofKyverno],
  ['policies.kubewarden.io', (spec) => (spec['mutating'] === true ? [spec['rules']] : [])],
  ['mutations.gatekeeper.sh', (spec) => [spec['applyTo'], spec['match']]],
  [
    'kyverno.io',
    (spec) =>
      listAt(spec, 'rules').flatMap((rule) =>
        isObject(rule) && isObject(rule['mutate'])
          ? [listAt(rule['mutate'], 'targets').length > 0 ? rule['mutate']['targets'] : rule['match']]
          : [],
      ),
  ],
]);

/** Fields for objects whose values are written into other ones. */
const READ = /^(?:from|patchesFrom|source)/;
const TYPE_KEYS = new Set(['kind', 'kinds', 'apiVersion', 'apiGroups', 'groups', 'resources', 'group', 'expression']);

/** The texts at keys for kinds, groups and resources, and expressions that may name them. What is only read has none. */
function* typesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* typesIn(item);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (READ.test(key)) continue;
    if (TYPE_KEYS.has(key)) for (const each of Array.isArray(item) ? item : [item]) if (typeof each === 'string') yield each;
    yield* typesIn(item);
  }
}
