import { isObject } from '../fleet/json/json.ts';

/** Why kubectl does not accept a value as an object. */
export interface NoObject {
  /** The end of a sentence: "is null, but kubectl accepts only objects". */
  readonly says: string;
  readonly remedy: string;
}

/**
 * What a value lacks to be an object of any kind; `undefined` if it lacks nothing. Source: k8s.io/apimachinery `unstructuredJSONScheme`.
 */
export function noObject(value: unknown): NoObject | undefined {
  if (!isObject(value))
    return { says: `is ${nounOf(value)}, but kubectl accepts only objects`, remedy: 'Remove it, or write the intended object.' };
  const lacking = (['apiVersion', 'kind'] as const).filter((key) => typeof value[key] !== 'string' || value[key] === '');
  if (lacking.length === 0) return undefined;
  return {
    says: `has no ${lacking.join(' and no ')}, and kubectl refuses it`,
    remedy: `Write its ${lacking.join(' and ')}, or remove it.`,
  };
}

/** A value in words. It is quoted only if it cannot be a secret. */
export function nounOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return isObject(value) ? 'a mapping' : `the ${typeof value} ${JSON.stringify(value)}`;
}
