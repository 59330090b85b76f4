import { stringAt } from '../json/json.ts';
import type { KubeObject } from './object.ts';

export const LOCAL_CONFIG = 'config.kubernetes.io/local-config';

/**
 * Whether kustomize makes nothing of an object, whatever lists it: the annotation has any value but `false`. `kubectl apply` of the file
 * itself ignores the annotation. Source: kustomize `api/resource/factory.go`, DropLocalNodes.
 */
export function isLocalConfig(object: KubeObject): boolean {
  const value = stringAt(object, 'metadata', 'annotations', LOCAL_CONFIG);
  return value !== undefined && value !== 'false';
}
