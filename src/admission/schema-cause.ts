import type { SchemaNode } from './contracts/contract.ts';
import type { Denial } from './denial.ts';
import { shapeHint } from './field-hints.ts';
import { nearest } from './nearest.ts';
import { kubeType, sentenceForType, typeHint } from './type-wording.ts';
import type { Violation } from './validator.ts';

type Cause = Pick<Denial, 'reason' | 'serverMessage' | 'message' | 'hint'>;

/** One violated keyword with the API server's reason and words (kube-openapi `validation/errors`, apiextensions-apiserver `validation.go`). */
export function causeOf(violation: Violation, value: unknown, field: string, schema: SchemaNode): Cause {
  const { keyword, params } = violation;
  const limit = Number(params['limit']);
  const inBody = `${field} in body`;
  switch (keyword) {
    case 'required':
      return { reason: 'FieldValueRequired', serverMessage: 'Required value', message: `\`${field}\` is required.` };
    case 'type': {
      const expected = schema.type === 'int-or-string' ? 'integer,string' : String(schema.type);
      return {
        reason: 'FieldValueTypeInvalid',
        serverMessage: `Invalid value: "${kubeType(value)}": ${inBody} must be of type ${expected}: "${kubeType(value)}"`,
        message: sentenceForType(field, schema.type ?? 'object', value),
        ...hinted(typeHint(schema.type ?? 'object', value) ?? (value === null ? undefined : shapeHint(field, schema))),
      };
    }
    case 'enum': {
      const allowed = (schema.enum ?? []).map((entry) => `"${String(entry)}"`);
      const near = nearest(String(value), (schema.enum ?? []).map(String));
      return {
        reason: 'FieldValueNotSupported',
        serverMessage: `Unsupported value: ${JSON.stringify(value)}: supported values: ${allowed.join(', ')}`,
        message: `\`${field}\` is ${JSON.stringify(value)}; it can be ${listed(allowed)}.`,
        ...hinted(near === undefined ? undefined : `Did you mean \`${near}\`?`),
      };
    }
    case 'minimum':
      return invalid(
        value,
        `${inBody} should be greater than or equal to ${String(limit)}`,
        `\`${field}\` is ${String(value)}; the least is ${String(limit)}.`,
      );
    case 'maximum':
      return invalid(
        value,
        `${inBody} should be less than or equal to ${String(limit)}`,
        `\`${field}\` is ${String(value)}; the most is ${String(limit)}.`,
      );
    case 'pattern':
      return invalid(
        JSON.stringify(value),
        `${inBody} should match '${String(schema.pattern)}'`,
        `\`${field}\` is ${JSON.stringify(value)}, which does not match \`${String(schema.pattern)}\`.`,
      );
    case 'minLength':
      return invalid(
        JSON.stringify(value),
        `${inBody} should be at least ${String(limit)} chars long`,
        `\`${field}\` must have at least ${count(limit, 'character')}.`,
      );
    case 'minItems':
      return invalid(
        size(value),
        `${inBody} should have at least ${String(limit)} items`,
        `\`${field}\` must have at least ${count(limit, 'entry')}.`,
      );
    case 'minProperties':
      return invalid(
        size(value),
        `${inBody} should have at least ${String(limit)} properties`,
        `\`${field}\` must have at least ${count(limit, 'entry')}.`,
      );
    case 'maxItems':
    case 'maxProperties':
      return {
        reason: 'FieldValueTooMany',
        serverMessage: `Too many: ${String(size(value))}: must have at most ${String(limit)} ${limit === 1 ? 'item' : 'items'}`,
        message: `\`${field}\` has ${count(size(value), 'entry')}; the most is ${String(limit)}.`,
      };
    case 'maxLength':
      return {
        reason: 'FieldValueTooLong',
        serverMessage: `Too long: may not be more than ${String(limit)} bytes`,
        message: `\`${field}\` has ${count(Array.from(String(value)).length, 'character')}; the most is ${String(limit)}.`,
      };
    default:
      throw new Error(`the contracts use \`${keyword}\`, which has no wording`);
  }
}

function invalid(value: unknown, fault: string, message: string): Cause {
  return { reason: 'FieldValueInvalid', serverMessage: `Invalid value: ${String(value)}: ${fault}`, message };
}

function hinted(hint: string | undefined): Pick<Cause, 'hint'> {
  return hint === undefined ? {} : { hint };
}

function size(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

function count(amount: number, noun: 'character' | 'entry'): string {
  if (amount === 1) return `1 ${noun}`;
  return `${String(amount)} ${noun === 'entry' ? 'entries' : 'characters'}`;
}

function listed(values: readonly string[]): string {
  return values.length < 2 ? `only ${values.join('')}` : `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;
}
