import { isDeepStrictEqual } from 'node:util';

import { childPointer } from '../fleet/json/json-pointer.ts';
import { isInt64 } from '../fleet/json/int64.ts';
import { isObject, type JsonObject } from '../fleet/json/json.ts';
import type { SchemaNode } from './contracts/schema-node.ts';
import { goPattern } from './go-pattern.ts';
import type { Validator, Violation } from './validator.ts';

/** A validator for a schema that was not known when this program was built: it answers as the precompiled ones do. `status` is not judged. */
export function schemaValidator(schema: SchemaNode): Validator {
  const { status: _, ...authored } = schema.properties ?? {};
  const root: SchemaNode = { ...schema, properties: authored };
  const validate: Validator = (value) => {
    const found: Violation[] = [];
    check(value, root, '', found);
    validate.errors = found.length === 0 ? null : found;
    return found.length === 0;
  };
  return validate;
}

function check(value: unknown, node: SchemaNode, pointer: string, found: Violation[]): void {
  if (value === null && node.nullable === true) return;
  const report = (keyword: string, params: Violation['params'] = {}): number => found.push({ instancePath: pointer, keyword, params });
  // All that is wrong is said at once: a number too big for an integer is also beyond its maximum.
  if (!isOfType(value, node.type)) report('type');
  if (node.enum !== undefined && !node.enum.some((entry) => isDeepStrictEqual(entry, value))) report('enum');
  if (typeof value === 'string') checkText(value, node, report);
  if (typeof value === 'number') {
    if (node.minimum !== undefined && value < node.minimum) report('minimum', { limit: node.minimum });
    if (node.maximum !== undefined && value > node.maximum) report('maximum', { limit: node.maximum });
  }
  if (Array.isArray(value)) {
    checkSize(value.length, node.minItems, node.maxItems, 'Items', report);
    if (node.items !== undefined) for (const [at, entry] of value.entries()) check(entry, node.items, childPointer(pointer, at), found);
  } else if (isObject(value)) {
    checkSize(Object.keys(value).length, node.minProperties, node.maxProperties, 'Properties', report);
    for (const name of node.required ?? []) if (value[name] === undefined) report('required', { missingProperty: name });
    checkFields(value, node, pointer, found);
  }
}

type Report = (keyword: string, params?: Violation['params']) => number;

function isOfType(value: unknown, type: SchemaNode['type']): boolean {
  if (type === undefined) return true;
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return isInt64(value);
  return type === 'int-or-string' ? typeof value === 'string' || isInt64(value) : typeof value === type;
}

function checkText(text: string, { minLength, maxLength, pattern }: SchemaNode, report: Report): void {
  checkSize(minLength === undefined && maxLength === undefined ? 0 : Array.from(text).length, minLength, maxLength, 'Length', report);
  if (pattern !== undefined && goPattern(pattern)?.test(text) === false) report('pattern');
}

function checkSize(size: number, least: number | undefined, most: number | undefined, noun: string, report: Report): void {
  if (least !== undefined && size < least) report(`min${noun}`, { limit: least });
  if (most !== undefined && size > most) report(`max${noun}`, { limit: most });
}

function checkFields(value: JsonObject, { properties = {}, values }: SchemaNode, pointer: string, found: Violation[]): void {
  for (const [name, child] of Object.entries(value)) {
    const node = Object.hasOwn(properties, name) ? properties[name] : values;
    if (child !== undefined && node !== undefined) check(child, node, childPointer(pointer, name), found);
  }
}
