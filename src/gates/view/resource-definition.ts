import type { V1CustomResourceDefinition } from '@kubernetes/client-node';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../fleet/json/unchecked.ts';

/** A CustomResourceDefinition, of which only `metadata` was looked at. */
export type Definition = KubeObject & Unchecked<V1CustomResourceDefinition>;

/** The CustomResourceDefinition of an object's kind among these, in envelopes too. */
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

/** What its CEL rules on `oldSelf` answer: they judge a change, and refuse it however often it is tried. */
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
