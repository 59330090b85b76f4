import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { fieldPath, type Denial } from '../denial.ts';
import type { DecodingError } from '../go-decoding.ts';
import type { GoType } from '../go-type.ts';
import { sentenceForType, typeHint, type SchemaType } from './type-wording.ts';

const EXPECTED: Readonly<Record<GoType['kind'], SchemaType>> = {
  struct: 'object',
  map: 'object',
  raw: 'object',
  list: 'array',
  string: 'string',
  time: 'string',
  bool: 'boolean',
  'int-or-string': 'int-or-string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
};

/** A typed decoding reports its first error only, and the server reports nothing else about the object then. */
export function decodingDenial(object: KubeObject, error: DecodingError): Denial {
  const field = fieldPath(object, error.pointer);
  return {
    pointer: error.pointer,
    part: 'value',
    field,
    reason: 'FieldUndecodable',
    layer: 'decoding',
    code: 400,
    serverMessage: error.text,
    ...wording(field, error),
  };
}

function wording(field: string, { type, value }: DecodingError): Pick<Denial, 'message' | 'hint'> {
  if (type.kind === 'time' && typeof value === 'string') {
    const message = `\`${field}\` is ${JSON.stringify(value)}, which is not an RFC 3339 time.`;
    return { message, hint: 'Write a time such as `2026-01-31T12:00:00Z`, or remove the field.' };
  }
  if (Number.isInteger(value) && type.kind.startsWith('int')) {
    const message = `\`${field}\` is ${String(value)}, which is out of the range of ${type.name}.`;
    return { message, hint: 'Write a number nearer to zero.' };
  }
  const expected = EXPECTED[type.kind];
  return { message: sentenceForType(field, expected, value), hint: typeHint(expected, value) };
}
