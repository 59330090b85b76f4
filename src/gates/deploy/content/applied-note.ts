import { isObject, parsedJson } from '../../../fleet/json.ts';
import type { KubeObject } from '../../../fleet/object.ts';

/** The annotation in which `kubectl apply` notes down what it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Where the note stands, as `managedFields` tell it. */
export const LAST_APPLIED_PATH = ['metadata', 'annotations', LAST_APPLIED].map((key) => ({ key, live: undefined }));

/** What was applied last by the note; `undefined` where there is none. */
export function appliedManifest(live: KubeObject): KubeObject | undefined {
  const text: unknown = live.metadata.annotations?.[LAST_APPLIED];
  const value = typeof text === 'string' ? parsedJson(text) : undefined;
  return isObject(value) && isObject(value['metadata']) ? (value as unknown as KubeObject) : undefined;
}
