import type { V1CustomResourceDefinition } from '@kubernetes/client-node';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../fleet/json/unchecked.ts';

/** A CustomResourceDefinition; only its `metadata` was checked. */
export type Definition = KubeObject & Unchecked<V1CustomResourceDefinition>;

/** The CustomResourceDefinition of an object's kind among these objects and in their envelopes. */
export function definitionAmong(objects: readonly KubeObject[], { apiVersion, kind }: ObjectRef): Definition | undefined {
  return objects
    .flatMap((object) => (isEnvelope(object) ? enclosedObjects(object) : [object]))
    .find(
      (object): object is Definition =>
        object.kind === 'CustomResourceDefinition' &&
        stringAt(object as Definition, 'spec', 'group') === groupOf(apiVersion) &&
        stringAt(object as Definition, 'spec', 'names', 'kind') === kind,
    );
}

/** The messages of its CEL rules on `oldSelf`: these validate a change, and refuse it at every attempt. */
export const transitionMessages = oncePer((definition: Definition): readonly string[] => [
  ...new Set(listAt(definition, 'spec', 'versions').flatMap((version) => messagesIn(version))),
]);

function messagesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => messagesIn(item));
  if (!isObject(schema)) return [];
  const own = listAt(schema, 'x-kubernetes-validations').flatMap((entry) =>
    /\boldSelf\b/.test(stringAt(entry, 'rule') ?? '') ? (stringAt(entry, 'message') ?? []) : [],
  );
  return [...own, ...Object.values(schema).flatMap((value) => messagesIn(value))];
}
