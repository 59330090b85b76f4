import { parseJson } from '../json/json.ts';
import { isKubeObject, type KubeObject } from './object.ts';

/** The annotation in which `kubectl apply` stores the manifest that it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manifest that `kubectl apply` stored on an object; `undefined` if the annotation is missing or does not hold an object. */
export function lastApplied({ metadata }: KubeObject): KubeObject | undefined {
  const text: unknown = metadata.annotations?.[LAST_APPLIED];
  const applied = typeof text === 'string' ? parseJson(text) : undefined;
  return isKubeObject(applied) ? applied : undefined;
}
