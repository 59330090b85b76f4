import { childPointer, dottedPath } from '../../fleet/json/json-pointer.ts';
import { isObject, stringAt } from '../../fleet/json/json.ts';
import type { CelRule, SchemaNode } from '../contracts/schema-node.ts';
import { isBuiltInRule } from '../contracts/table.ts';
import type { Denial } from '../denial.ts';
import type { CelWording } from './cel-wording.ts';
import { celWording } from './rule-wordings.ts';

type Cause = Pick<Denial, 'pointer' | 'reason' | 'serverMessage' | 'message' | 'hint' | 'fix'>;

/** The value that a rule validates. */
export interface RuledValue {
  readonly pointer: string;
  readonly value: unknown;
  readonly old: unknown;
  readonly node: SchemaNode;
}

/**
 * The cause for a rule that is false for a value, in the API server's words and in ours. It points at the field below the value that breaks
 * the rule. `error` is set if the evaluation ended with an error instead.
 */
export function celCause(rule: CelRule, error: string | undefined, { pointer, value, old, node }: RuledValue): Cause {
  const { message } = rule;
  const said = error === undefined ? message : `${error} evaluating rule: ${message}`;
  // A rule of another hub may have the same message and another meaning.
  const { at, sentence, hint, fix }: CelWording = isBuiltInRule(rule.rule) ? celWording(message, value, old) : { at: blamed(rule) };
  return {
    pointer: `${pointer}${at}`,
    ...answer(rule, said, typeName(value, node)),
    message: sentence ?? `${nameOf(value, pointer)}: ${message}.`,
    ...(hint === undefined ? {} : { hint }),
    ...(fix === undefined ? {} : { fix: { ...fix, at: `${pointer}${fix.at}` } }),
  };
}

/** Converts `fieldPath` (dots, and quoted names in brackets) to a JSON pointer. Source: apiextensions-apiserver, `cel/validation.go`. */
export function blamed({ fieldPath = '' }: CelRule): string {
  const names = [...fieldPath.matchAll(/\.([^.[]+)|\['((?:[^'\\]|\\.)*)'\]/g)];
  return names.map(([, plain, quoted = '']) => childPointer('', plain ?? quoted.replaceAll(/\\(.)/g, '$1'))).join('');
}

function answer({ reason }: CelRule, said: string, type: string): Pick<Cause, 'reason' | 'serverMessage'> {
  if (reason === 'FieldValueForbidden') return { reason, serverMessage: `Forbidden: ${said}` };
  if (reason === 'FieldValueRequired') return { reason, serverMessage: `Required value: ${said}` };
  if (reason === 'FieldValueDuplicate') return { reason, serverMessage: `Duplicate value: "${type}"` };
  return { reason: 'FieldValueInvalid', serverMessage: `Invalid value: "${type}": ${said}` };
}

function typeName(value: unknown, node: SchemaNode): string {
  if (node.type === 'int-or-string') return '';
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : (node.type ?? '');
}

function nameOf(value: unknown, pointer: string): string {
  return pointer === '' ? (stringAt(value, 'kind') ?? 'The object') : `\`${dottedPath(pointer)}\``;
}
