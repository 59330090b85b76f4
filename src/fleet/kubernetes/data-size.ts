import { objectAt } from '../json/json.ts';

/** The size limit of a ConfigMap or Secret, in bytes of its values. Source: Kubernetes `pkg/apis/core/validation`, MaxSecretSize. */
export const DATA_LIMIT = 1024 * 1024;

/**
 * The size of the values of a ConfigMap or Secret, in bytes as the API server calculates it: texts in UTF-8, base64 decoded, without keys.
 * 0 for any other object.
 */
export function dataSize(object: { readonly apiVersion: string; readonly kind: string }): number {
  if (object.apiVersion !== 'v1') return 0;
  if (object.kind === 'ConfigMap') return total(texts(object, 'data'), textBytes) + total(texts(object, 'binaryData'), decodedBytes);
  if (object.kind !== 'Secret') return 0;
  const written = texts(object, 'stringData');
  const others = texts(object, 'data').filter(([key]) => !written.some(([same]) => same === key));
  return total(written, textBytes) + total(others, decodedBytes);
}

type Texts = readonly (readonly [key: string, value: string])[];

function texts(object: unknown, field: string): Texts {
  const found = objectAt(object, field);
  return found === undefined ? NONE : Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

const NONE: Texts = [];

function total(values: Texts, size: (value: string) => number): number {
  return values.reduce((sum, [, value]) => sum + size(value), 0);
}

function textBytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Line breaks in base64 are ignored. */
function decodedBytes(base64: string): number {
  return Buffer.byteLength(base64.replaceAll(/[\r\n]/g, ''), 'base64');
}
