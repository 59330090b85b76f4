import { parsedJson } from '../json/json.ts';
import { isKubeObject, type KubeObject } from './object.ts';

/** The annotation in which `kubectl apply` notes the manifest it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manifest that `kubectl apply` noted on an object; `undefined` where there is no such note, or it is no object. */
export function lastApplied({ metadata }: KubeObject): KubeObject | undefined {
  const text: unknown = metadata.annotations?.[LAST_APPLIED];
  const applied = typeof text === 'string' ? parsedJson(text) : undefined;
  return isKubeObject(applied) ? applied : undefined;
}
