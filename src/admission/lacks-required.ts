import { isObject } from '../fleet/json/json.ts';
import { HUB_PROFILES } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { profileContracts } from './contracts/contract.ts';
import type { SchemaNode } from './contracts/schema-node.ts';

/**
 * Whether each hub that serves an object's version refuses to create it, because a required field is missing, as in a patch. `false` if no
 * hub is known to serve it. It needs no preparation, because it does not validate.
 */
export function lacksRequired(object: KubeObject): boolean {
  const schemas = HUB_PROFILES.flatMap((profile) => profileContracts(profile).find(object)?.schema ?? []);
  return schemas.length > 0 && schemas.every((schema) => isMissingIn(schema, object));
}

/** Lists are not searched: a patch replaces them as a whole. */
function isMissingIn({ properties = {}, required = [] }: SchemaNode, value: unknown): boolean {
  if (!isObject(value)) return false;
  const isMissing = (name: string): boolean => !Object.hasOwn(value, name) && properties[name]?.default === undefined;
  return required.some(isMissing) || Object.entries(properties).some(([name, node]) => isMissingIn(node, value[name]));
}
