import { pointerKeys } from '../../../fleet/json/json-pointer.ts';
import { field } from '../../../fleet/json/json.ts';
import { cutAtWord } from '../../../fleet/text/cut-at-word.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { isSecretLike } from '../../../secrets/secret-like.ts';

/** `spec.policy: {"placementType":"PickN"}`: the value, or the parent of a missing one. Nothing of a Secret is quoted. */
export function quoteOf(object: KubeObject, pointer: string): string | undefined {
  if (isSecretLike(object)) return undefined;
  const keys = [...pointerKeys(pointer)];
  while (keys.length > 0 && field(object, ...keys) === undefined) keys.pop();
  const isInSecret = keys.some((_, depth) => isSecretLike(field(object, ...keys.slice(0, depth))));
  if (isInSecret) return undefined;
  const value = JSON.stringify(field(object, ...keys), (_, inner: unknown) => (isSecretLike(inner) ? { kind: 'Secret' } : inner));
  const text = keys.length === 0 ? value : `${keys.join('.')}: ${value}`;
  return cutAtWord(text, SHOWN);
}

const SHOWN = 200;
