import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { versionOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Presence } from './json-patch.ts';

/** The fields that the API server fills into a custom resource: the defaults of its schema, with everything in them. */
export function defaultsOf(crd: KubeObject, { apiVersion }: Pick<ObjectRef, 'apiVersion'>): Presence {
  const wanted = versionOf(apiVersion);
  const version = listAt(crd, 'spec', 'versions').find((each) => stringAt(each, 'name') === wanted);
  const schema = objectAt(version, 'schema', 'openAPIV3Schema');
  return (tokens) => {
    let at = schema;
    for (const token of tokens) {
      if (at === undefined) return 'no';
      at = /^-?\d+$/.test(token) ? objectAt(at, 'items') : (objectAt(at, 'properties', token) ?? objectAt(at, 'additionalProperties'));
      if (at !== undefined && at['default'] !== undefined) return 'perhaps';
    }
    return 'no';
  };
}
