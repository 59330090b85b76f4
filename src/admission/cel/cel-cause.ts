import { isObject, stringAt } from '../../fleet/json.ts';
import type { CelRule, SchemaNode } from '../contracts/schema-node.ts';
import type { Denial } from '../denial.ts';
import { celWording } from './cel-wording.ts';
import type { Outcome } from './engine.ts';

type Cause = Pick<Denial, 'pointer' | 'reason' | 'serverMessage' | 'message' | 'hint'>;

/** A rule that was not true of a value, in the API server's words and in ours, pointing at the field below it that breaks the rule. */
export function celCause({ message }: CelRule, outcome: Outcome, pointer: string, value: unknown, old: unknown, node: SchemaNode): Cause {
  const said = typeof outcome === 'object' ? `${outcome.error} evaluating rule: ${message}` : message;
  const { at, sentence, hint } = celWording(message, value, old);
  return {
    pointer: `${pointer}${at}`,
    reason: 'FieldValueInvalid',
    serverMessage: `Invalid value: "${typeName(value, node)}": ${said}`,
    message: sentence ?? `${nameOf(value, pointer)}: ${message}.`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function typeName(value: unknown, node: SchemaNode): string {
  if (node.type === 'int-or-string') return '';
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : (node.type ?? '');
}

function nameOf(value: unknown, pointer: string): string {
  return pointer === '' ? (stringAt(value, 'kind') ?? 'The object') : `\`${pointer.slice(1).replaceAll('/', '.')}\``;
}
