import { stringAt } from '../json/json.ts';

/**
 * The label of objects that Azure Resource Manager creates on a hub, such as the placement of a managed fleet namespace. Only Azure can
 * change them.
 */
export const MANAGED_BY = 'fleet.azure.com/managed-by';
export const ARM = 'arm';

/** Whether Azure Resource Manager made an object. */
export function isManagedByAzure(object: unknown): boolean {
  return stringAt(object, 'metadata', 'labels', MANAGED_BY) === ARM;
}
