import { stringAt } from '../json/json.ts';
import type { ObjectRef } from '../kubernetes/object.ts';

/**
 * The object that a list entry or a manifest condition names by group, version, kind, namespace and name. `undefined` for an object with
 * only a generateName.
 */
export function identifiedBy(entry: unknown): ObjectRef | undefined {
  const kind = stringAt(entry, 'kind');
  if (kind === undefined) return undefined;
  const name = stringAt(entry, 'name') ?? '';
  const group = stringAt(entry, 'group') ?? '';
  const version = stringAt(entry, 'version') ?? 'v1';
  const namespace = stringAt(entry, 'namespace');
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return namespace === undefined || namespace === '' ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
}
