import { isInt64 } from '../../fleet/json/int64.ts';

/** The types that a schema can require. */
export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'int-or-string';

const EXPECTED: Readonly<Record<SchemaType, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  'int-or-string': 'a whole number or a string',
};

const FOUND: Readonly<Record<string, string>> = {
  null: 'empty',
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'a boolean',
  integer: 'a number',
  number: 'a number',
};

/** The API server's name for the type of a JSON value. */
export function kubeType(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}

export function sentenceForType(field: string, expected: SchemaType, value: unknown): string {
  const written = typeof value === 'object' ? '' : ` (${JSON.stringify(value)})`;
  return `\`${field}\` must be ${EXPECTED[expected]}, and is ${FOUND[kubeType(value)] ?? typeof value}${written}.`;
}

/** Explains how to write the value so that YAML reads it as the expected type. */
export function typeHint(expected: SchemaType, value: unknown): string {
  if (value === null) return 'Remove the empty entry of the list, or write what belongs there.';
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return `Put it in quotes: "${String(value)}".`;
  if (Number.isInteger(value) && (expected === 'integer' || expected === 'int-or-string')) return 'Write a number nearer to zero.';
  if (typeof value !== 'string') return WRITTEN[expected];
  if ((expected === 'integer' || expected === 'number') && /^-?\d+$/.test(value.trim())) return `Write it without quotes: ${value.trim()}.`;
  if (expected === 'boolean' && /^(true|yes|on)$/i.test(value)) return 'Write true, without quotes.';
  if (expected === 'boolean' && /^(false|no|off)$/i.test(value)) return 'Write false, without quotes.';
  return WRITTEN[expected];
}

const WRITTEN: Readonly<Record<SchemaType, string>> = {
  object: 'Write its fields below it, indented, each as `name: value`.',
  array: 'Write a list: each entry on a line of its own that starts with `- `.',
  string: 'Write a single value, as text.',
  integer: 'Write a whole number, without quotes.',
  number: 'Write a whole number, without quotes.',
  boolean: 'Write `true` or `false`, without quotes.',
  'int-or-string': 'Write a whole number, or a percentage such as `25%`.',
};
