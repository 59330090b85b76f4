import { isObject, listAt, objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import { FLEET_KINDS } from '../../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';

/**
 * Whether the hub would change objects of KubeFleet by this object when it admits them: a `mutate` of Kyverno, a mutation of Gatekeeper, a
 * MutatingAdmissionPolicy, or a MutatingWebhookConfiguration that names a group, a kind or a resource of KubeFleet. A wildcard names none.
 */
export function mutatesFleet(object: KubeObject): boolean {
  const targets = MUTATING.get(groupOf(object.apiVersion))?.(objectAt(object, 'spec') ?? {}, object) ?? [];
  return targets.some((target) => [...typesIn(target)].some((type) => RESOURCES.has(type) || namesFleet(type)));
}

const RESOURCES: ReadonlySet<string> = new Set(FLEET_KINDS.map(({ plural }) => plural));

const ofPolicy = (spec: JsonObject, { kind, webhooks }: KubeObject): readonly unknown[] =>
  kind.includes('Mutating') ? [spec['matchConstraints'], webhooks] : [];

/** The parts of a policy that name the objects which it changes. */
const MUTATING: ReadonlyMap<string, (spec: JsonObject, object: KubeObject) => readonly unknown[]> = new Map([
  ['admissionregistration.k8s.io', ofPolicy],
  ['policies.kyverno.io', ofPolicy],
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

const TYPE_KEYS = new Set(['kind', 'kinds', 'apiVersion', 'apiGroups', 'groups', 'resources']);

/** The texts at keys for kinds, groups and resources. */
function* typesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* typesIn(item);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (TYPE_KEYS.has(key)) for (const each of Array.isArray(item) ? item : [item]) if (typeof each === 'string') yield each;
    yield* typesIn(item);
  }
}
