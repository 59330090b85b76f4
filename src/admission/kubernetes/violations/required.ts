import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { wrongTogether, type Violation } from './violation.ts';

/**
 * A field that validation requires and the OpenAPI document does not. `holder` is the path of the object that must have the field; `*` is
 * every entry of a list or mapping. If there is no such object, nothing is required.
 */
export type RequiredField = readonly [holder: string, name: string];

/**
 * Required fields of a PodSpec. Source: `pkg/apis/core/validation/validation.go` of Kubernetes; an API server of 1.34 refused objects
 * without them.
 */
export const REQUIRED_OF_PODS: readonly RequiredField[] = [
  ['volumes/*/configMap', 'name'],
  ['volumes/*/secret', 'secretName'],
  ['volumes/*/projected/sources/*/configMap', 'name'],
  ['volumes/*/projected/sources/*/secret', 'name'],
  ['volumes/*/ephemeral', 'volumeClaimTemplate'],
  ...['containers', 'initContainers'].flatMap((list): readonly RequiredField[] => [
    [`${list}/*`, 'image'],
    [`${list}/*/envFrom/*/configMapRef`, 'name'],
    [`${list}/*/envFrom/*/secretRef`, 'name'],
    [`${list}/*/env/*/valueFrom/configMapKeyRef`, 'name'],
    [`${list}/*/env/*/valueFrom/secretKeyRef`, 'name'],
    [`${list}/*/lifecycle/*/exec`, 'command'],
  ]),
];

/** Required fields of objects, by kind. */
export const REQUIRED_OF_KINDS: Readonly<Record<string, readonly RequiredField[]>> = {
  '/ReplicationController': [['spec', 'template']],
  'apps/ReplicaSet': [['spec', 'template']],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': [['spec', 'matchConstraints']],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': [
    ['spec', 'policyName'],
    ['spec', 'validationActions'],
  ],
  'apiextensions.k8s.io/CustomResourceDefinition': [
    ['spec/versions/*/subresources/scale', 'specReplicasPath'],
    ['spec/versions/*/subresources/scale', 'statusReplicasPath'],
  ],
  'networking.k8s.io/Ingress': [
    ['spec/rules/*/http/paths/*/backend/resource', 'kind'],
    ['spec/rules/*/http/paths/*/backend/resource', 'name'],
  ],
};

/** @param at pointer to `within` */
export function* requiredViolations(within: unknown, at: string, fields: readonly RequiredField[]): Iterable<Violation> {
  for (const { keys, name } of splitPaths(fields)) {
    for (const { holder, pointer } of holdersOf(within, at, keys)) {
      const value = holder[name];
      const isAbsent = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
      const remedy = name === 'image' ? 'Write the image, such as `registry/repository:tag`.' : 'Add it.';
      if (isAbsent) yield wrongTogether(`${pointer}/${name}`, [], 'is required', remedy, [pointer]);
    }
  }
}

const splitPaths = oncePer((fields: readonly RequiredField[]) => fields.map(([path, name]) => ({ keys: path.split('/'), name })));

interface Holder {
  readonly holder: JsonObject;
  readonly pointer: string;
}

/** @param depth the number of keys that lead to `value` */
function holdersOf(value: unknown, pointer: string, keys: readonly string[], depth = 0): readonly Holder[] {
  if (typeof value !== 'object' || value === null) return NONE;
  const key = keys[depth];
  if (key === '*') return Object.entries(value).flatMap(([name, entry]) => holdersOf(entry, childPointer(pointer, name), keys, depth + 1));
  if (!isObject(value)) return NONE;
  return key === undefined ? [{ holder: value, pointer }] : holdersOf(value[key], childPointer(pointer, key), keys, depth + 1);
}

const NONE: readonly never[] = [];
