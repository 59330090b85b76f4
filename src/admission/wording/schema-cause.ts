import type { SchemaNode } from '../contracts/schema-node.ts';
import type { Denial } from '../denial.ts';
import { isInt64 } from '../../fleet/json/int64.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import type { Violation } from '../validator.ts';
import { shapeHint } from './field-hints.ts';
import { requiredHint } from './required-hint.ts';
import { kubeType, sentenceForType, typeHint } from './type-wording.ts';
import { atLeast, atMost, keepOnly, patternHint, shortenTo } from './value-hints.ts';

type Cause = Pick<Denial, 'reason' | 'serverMessage' | 'message' | 'hint'> & Partial<Pick<Denial, 'field'>>;

/** A value, its place, and the schema that it breaks. `limit` is the number that the keyword sets. */
interface Offence {
  readonly field: string;
  /** The parts of the field's path. A part may contain dots. */
  readonly names: readonly string[];
  readonly value: unknown;
  readonly schema: SchemaNode;
  readonly limit: number;
  readonly violation: Violation;
}

/**
 * One violated keyword with the API server's reason and message. Source: kube-openapi `validation/errors`, apiextensions-apiserver
 * `validation.go`.
 */
export function causeOf(violation: Violation, names: readonly string[], value: unknown, schema: SchemaNode): Cause {
  const { keyword, params } = violation;
  const cause = CAUSES[keyword];
  if (cause === undefined) throw new Error(`the contracts use \`${keyword}\`, which has no wording`);
  return cause({ field: names.join('.'), names, value, schema, limit: Number(params['limit']), violation });
}

/** The values of a violated enum. */
export function allowedIn({ params }: Violation): readonly unknown[] {
  return params['allowedValues'] as readonly unknown[];
}

const CAUSES: Readonly<Record<string, (offence: Offence) => Cause>> = {
  required: requiredCause,
  type: typeCause,
  enum: enumCause,
  pattern: patternCause,
  minimum: ({ field, value, limit }) => ({
    ...invalid(printed(value), `${field} in body should be greater than or equal to ${String(limit)}`),
    message: `\`${field}\` is ${String(value)}; the minimum is ${String(limit)}.`,
    hint: atLeast(limit),
  }),
  maximum: ({ field, value, limit }) => ({
    ...invalid(printed(value), `${field} in body should be less than or equal to ${String(limit)}`),
    message: `\`${field}\` is ${String(value)}; the maximum is ${String(limit)}.`,
    hint: atMost(limit),
  }),
  exclusiveMinimum: ({ field, value, limit }) => ({
    ...invalid(printed(value), `${field} in body should be greater than ${String(limit)}`),
    message: `\`${field}\` is ${String(value)}; it must be greater than ${String(limit)}.`,
  }),
  exclusiveMaximum: ({ field, value, limit }) => ({
    ...invalid(printed(value), `${field} in body should be less than ${String(limit)}`),
    message: `\`${field}\` is ${String(value)}; it must be less than ${String(limit)}.`,
  }),
  multipleOf: ({ field, value, limit }) => ({
    ...(limit > 0
      ? invalid(printed(value), `${field} in body should be a multiple of ${String(limit)}`)
      : invalid(String(limit), `factor MultipleOf declared for ${field} must be positive: ${String(limit)}`)),
    message: `\`${field}\` is ${String(value)}; it must be a multiple of ${String(limit)}.`,
  }),
  format: ({ field, value, violation: { params } }) => ({
    reason: 'FieldValueTypeInvalid',
    serverMessage: `Invalid value: ${JSON.stringify(value)}: ${field} in body must be of type ${String(params['format'])}: ${JSON.stringify(value)}`,
    message: `\`${field}\` is ${JSON.stringify(value)}, which is not of the format ${String(params['format'])}.`,
  }),
  embedded: ({ field, value, violation: { params } }) => ({
    ...invalid(JSON.stringify(value), String(params['says'])),
    message: `\`${field}\` ${String(params['says'])}.`,
  }),
  tooMany: ({ limit }) => ({
    ...combinedFault(`more than ${String(limit)} violations`),
    message: `The object breaks its schema in more than ${limit.toLocaleString('en')} places.`,
  }),
  anyOf: ({ field }) => ({
    ...combinedFault(`${JSON.stringify(field)} must validate at least one schema (anyOf)`),
    message: `\`${field}\` fits none of the alternatives that the schema lists (anyOf).`,
  }),
  oneOf: ({ field, violation: { params } }) => {
    const fitting = Number(params['fitting']);
    const found = fitting === 0 ? 'Found none valid' : `Found ${String(fitting)} valid alternatives`;
    return {
      ...combinedFault(`${JSON.stringify(field)} must validate one and only one schema (oneOf). ${found}`),
      message: `\`${field}\` fits ${fitting === 0 ? 'none' : String(fitting)} of the alternatives that the schema lists; it must fit exactly one (oneOf).`,
    };
  },
  not: ({ field }) => ({
    ...combinedFault(`${JSON.stringify(field)} must not validate the schema (not)`),
    message: `\`${field}\` fits a schema that it must not fit (not).`,
  }),
  minLength: ({ field, value, limit }) => ({
    ...invalid(JSON.stringify(value), `${field} in body should be at least ${String(limit)} chars long`),
    message: `\`${field}\` must have at least ${count(limit, 'character', 'characters')}.`,
  }),
  minItems: tooFew('items'),
  minProperties: tooFew('properties'),
  maxItems: tooMany,
  maxProperties: tooMany,
  maxLength: ({ field, value, limit }) => ({
    reason: 'FieldValueTooLong',
    serverMessage: `Too long: may not be more than ${count(limit, 'byte', 'bytes')}`,
    message: `\`${field}\` has ${count(Array.from(String(value)).length, 'character', 'characters')}; the maximum is ${String(limit)}.`,
    hint: shortenTo(limit),
  }),
};

/** The server reports no field for these. */
function combinedFault(fault: string): Pick<Cause, 'reason' | 'serverMessage' | 'field'> {
  return { ...invalid('""', fault), field: '<nil>' };
}

function patternCause({ field, value, violation: { params } }: Offence): Cause {
  const pattern = String(params['pattern']);
  const hint = patternHint(pattern);
  return {
    ...invalid(JSON.stringify(value), `${field} in body should match '${pattern}'`),
    message: `\`${field}\` is ${JSON.stringify(value)}, which does not match \`${pattern}\`.`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function requiredCause({ field, names }: Pick<Offence, 'field' | 'names'>): Cause {
  return { reason: 'FieldValueRequired', serverMessage: 'Required value', message: `\`${field}\` is required.`, hint: requiredHint(names) };
}

function typeCause({ field, names, value, schema, violation: { params } }: Offence): Cause {
  const { format, found } = params;
  if (typeof format === 'string' && typeof found === 'string') {
    const serverMessage = `Invalid value: "${found}": ${field} in body must be of type ${format}: "${found}"`;
    return { reason: 'FieldValueTypeInvalid', serverMessage, message: `\`${field}\` must be a text of the format ${format}.` };
  }
  const type = schema.type ?? 'object';
  const expected = type === 'int-or-string' ? 'integer,string' : type;
  const misshapen = typeof value === 'object' || type === 'object' || type === 'array';
  // Go writes a missing list as null. A null inside a list is an entry that was written.
  const missing = value === null && !field.endsWith(']');
  return {
    reason: 'FieldValueTypeInvalid',
    serverMessage: `Invalid value: "${kubeType(value)}": ${field} in body must be of type ${expected}: "${kubeType(value)}"`,
    message: missing ? requiredCause({ field, names }).message : sentenceForType(field, type, value),
    hint: missing ? requiredHint(names) : ((misshapen ? shapeHint(names.at(-1) ?? '', schema) : undefined) ?? typeHint(type, value)),
  };
}

function enumCause({ field, value, violation }: Offence): Cause {
  const values = allowedIn(violation).map(String);
  const allowed = values.map((entry) => `"${entry}"`);
  const near = typeof value === 'string' ? nearest(value, values) : undefined;
  const options = allowed.length < 2 ? `only ${allowed.join('')}` : `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1) ?? ''}`;
  return {
    reason: 'FieldValueNotSupported',
    serverMessage: `Unsupported value: ${typeof value === 'number' ? printed(value) : JSON.stringify(value)}: supported values: ${allowed.join(', ')}`,
    message: `\`${field}\` is ${JSON.stringify(value)}; it can be ${options}.`,
    ...(near === undefined ? {} : { hint: `Did you mean \`${near}\`?` }),
  };
}

function tooFew(noun: 'items' | 'properties'): (offence: Offence) => Cause {
  return ({ field, value, limit }) => ({
    ...invalid(String(size(value)), `${field} in body should have at least ${String(limit)} ${noun}`),
    message: `\`${field}\` must have at least ${count(limit, 'entry', 'entries')}.`,
    hint: 'Add an entry, or remove what is empty.',
  });
}

function tooMany({ field, value, limit }: Offence): Cause {
  return {
    reason: 'FieldValueTooMany',
    serverMessage: `Too many: ${String(size(value))}: must have at most ${count(limit, 'item', 'items')}`,
    message: `\`${field}\` has ${count(size(value), 'entry', 'entries')}; the maximum is ${String(limit)}.`,
    hint: keepOnly(limit),
  };
}

function invalid(value: string, fault: string): Pick<Cause, 'reason' | 'serverMessage'> {
  return { reason: 'FieldValueInvalid', serverMessage: `Invalid value: ${value}: ${fault}` };
}

/**
 * A number as Go prints it. A number that is not an int64 is a float. Go writes its exponent if it is below -4 or above 5 (`strconv`,
 * format `g`).
 */
function printed(value: unknown): string {
  if (typeof value !== 'number' || isInt64(value)) return String(value);
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function size(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

function count(amount: number, one: string, many: string): string {
  return `${String(amount)} ${amount === 1 ? one : many}`;
}
