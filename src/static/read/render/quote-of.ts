import { pointerKeys } from '../../../fleet/json/json-pointer.ts';
import { field, isObject, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';

/** `spec.policy: {"placementType":"PickN"}`: the value, or the parent of a missing one. Nothing of a Secret is quoted. */
export function quoteOf(object: KubeObject, pointer: string): string | undefined {
  if (object.kind === 'Secret') return undefined;
  const keys = [...pointerKeys(pointer)];
  while (keys.length > 0 && field(object, ...keys) === undefined) keys.pop();
  const isInSecret = keys.some((_, depth) => stringAt(object, ...keys.slice(0, depth), 'kind') === 'Secret');
  if (isInSecret) return undefined;
  const value = JSON.stringify(field(object, ...keys), (_, inner: unknown) =>
    isObject(inner) && inner['kind'] === 'Secret' ? { kind: 'Secret' } : inner,
  );
  const text = keys.length === 0 ? value : `${keys.join('.')}: ${value}`;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const SHOWN = 200;
