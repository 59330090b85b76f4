import { isObject, listAt, objectAt, type JsonObject } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { namesFleet } from './placeholders/names-fleet.ts';

/**
 * Whether the hub would change objects of KubeFleet by this policy when it admits them: a `mutate` of Kyverno, a mutation of Gatekeeper, or
 * a MutatingAdmissionPolicy that names a group or a kind of KubeFleet. A wildcard names none.
 */
export function mutatesFleet(object: KubeObject): boolean {
  const targets = MUTATING.get(groupOf(object.apiVersion))?.(objectAt(object, 'spec') ?? {}, object.kind) ?? [];
  return targets.some((target) => [...typesIn(target)].some(namesFleet));
}

const ofPolicy = (spec: JsonObject, kind: string): readonly unknown[] => (kind.includes('Mutating') ? [spec['matchConstraints']] : []);

/** The parts of a policy that name the objects which it changes. */
const MUTATING: ReadonlyMap<string, (spec: JsonObject, kind: string) => readonly unknown[]> = new Map([
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

const TYPE_KEYS = new Set(['kind', 'kinds', 'apiVersion', 'apiGroups', 'groups']);

/** The texts at keys for kinds and groups. */
function* typesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* typesIn(item);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (TYPE_KEYS.has(key)) for (const each of Array.isArray(item) ? item : [item]) if (typeof each === 'string') yield each;
    yield* typesIn(item);
  }
}
