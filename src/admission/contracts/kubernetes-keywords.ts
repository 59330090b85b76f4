import type { Ajv, SchemaObject, SchemaValidateFunction } from 'ajv';
import { isDeepStrictEqual } from 'node:util';

import type { DataValidateFunction } from 'ajv/dist/types/index.js';

import { isInt64 } from '../../fleet/json/int64.ts';
import { isObject } from '../../fleet/json/json.ts';
import { goPattern } from '../go-pattern.ts';
import type { Violation } from '../validator.ts';
import { formatName, STRING_FORMATS } from './string-formats.ts';

/** `type`, `nullable` and `format` of a schema. */
export interface TypeConstraint {
  /** Any type, if it is empty. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** A format that API servers check. */
  readonly format?: string;
}

export interface TextBounds {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
}

export interface Bounds {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly multipleOf: number | undefined;
  readonly isMinimumExcluded: boolean;
  readonly isMaximumExcluded: boolean;
}

/** Schemas that a value must match: all, at least one, exactly one, none. */
export type Combined = Readonly<Record<'allOf' | 'anyOf' | 'oneOf' | 'not', readonly SchemaObject[]>>;

/**
 * Adds the keywords in which an API server differs from JSON Schema. Their violations have the names of the keywords in a CRD. Source:
 * kube-openapi `pkg/validation/validate`, apiextensions-apiserver `pkg/apiserver/schema/objectmeta`.
 */
export function addKubernetesKeywords(ajv: Ajv, room: Room, forAlternatives: Ajv): void {
  const reporting = reportingInto(room);
  ajv.addKeyword({ keyword: 'fits', validate: reporting(typeViolations), errors: true });
  ajv.addKeyword({ keyword: 'needed', type: 'object', validate: reporting(missing), errors: true });
  ajv.addKeyword({ keyword: 'listed', validate: reporting(enumViolations), errors: true });
  ajv.addKeyword({ keyword: 'text', type: 'string', validate: reporting(textViolations), errors: true });
  ajv.addKeyword({ keyword: 'bounds', type: 'number', validate: reporting(boundViolations), errors: true });
  ajv.addKeyword({ keyword: 'embedded', type: 'object', validate: reporting(embeddedViolations), errors: true });
  ajv.addKeyword({ keyword: 'combined', compile: (schemas: Combined) => combining(schemas, ajv, forAlternatives), errors: true });
}

type Found = Pick<Violation, 'keyword' | 'params'> & { readonly instancePath?: string };

/** How many violations may still be reported. */
interface Room {
  left: number;
}

/** An object violates its schema in more places than are reported. */
export class TooManyViolations extends Error {
  override readonly name = 'TooManyViolations';
}

function reportingInto(room: Room) {
  return (find: (schema: never, value: never) => Iterable<Found>): SchemaValidateFunction => {
    const validate: SchemaValidateFunction = (schema: unknown, value: unknown) => {
      const found = [...find(schema as never, value as never)];
      room.left -= found.length;
      if (room.left < 0) throw new TooManyViolations();
      validate.errors = found;
      return found.length === 0;
    };
    return validate;
  };
}

function* missing(names: readonly string[], value: Readonly<Record<string, unknown>>): Generator<Found> {
  for (const name of names)
    if (!Object.hasOwn(value, name) || value[name] === undefined) yield { keyword: 'required', params: { missingProperty: name } };
}

/**
 * If a format is checked, the type is not checked for texts and lists, unless the type is a number. A value that cannot have a format
 * violates it.
 */
function* typeViolations({ types, isNullable, format }: TypeConstraint, value: unknown): Generator<Found> {
  if (value === null) {
    if (types.length > 0 && !isNullable) yield { keyword: 'type', params: {} };
    return;
  }
  const isNumber = types.includes('number') || types.includes('integer');
  const fits = isOfType(value, types);
  if (format === undefined) {
    if (types.length > 0 && !fits) yield { keyword: 'type', params: {} };
  } else if (typeof value !== 'string' && !Array.isArray(value)) {
    if (!fits) yield { keyword: 'type', params: { format, found: goType(value) } };
  } else if (isNumber && !fits) yield { keyword: 'type', params: {} };
  if (format !== undefined && typeof value === 'string' && STRING_FORMATS[formatName(format)]?.(value) === false)
    yield { keyword: 'format', params: { format } };
}

function isOfType(value: unknown, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === 'object') return isObject(value);
    if (type === 'array') return Array.isArray(value);
    return type === 'integer' ? isInt64(value) : typeof value === type;
  });
}

function goType(value: unknown): string {
  if (typeof value !== 'number') return '';
  return isInt64(value) ? 'int64' : 'float64';
}

/** The server converts a number to the type of the enum entry before it compares them, which drops a fraction. */
function* enumViolations(allowedValues: readonly unknown[], value: unknown): Generator<Found> {
  const isSame = (entry: unknown): boolean =>
    typeof value === 'number' && typeof entry === 'number' && Number.isInteger(entry)
      ? Math.trunc(value) === entry
      : isDeepStrictEqual(value, entry);
  if (!allowedValues.some(isSame)) yield { keyword: 'enum', params: { allowedValues } };
}

/** The server stops at the first fault of a text. */
function* textViolations({ minLength = 0, maxLength = Infinity, pattern }: TextBounds, value: string): Generator<Found> {
  const length = minLength > 0 || maxLength < value.length ? Array.from(value).length : value.length;
  if (length > maxLength) yield { keyword: 'maxLength', params: { limit: maxLength } };
  else if (length < minLength) yield { keyword: 'minLength', params: { limit: minLength } };
  else if (pattern !== undefined && goPattern(pattern)?.test(value) === false) yield { keyword: 'pattern', params: { pattern } };
}

/** Bounds of an integer are truncated first, because the server compares int64 with int64. */
function* boundViolations({ minimum, maximum, multipleOf, isMinimumExcluded, isMaximumExcluded }: Bounds, value: number): Generator<Found> {
  const cut = isInt64(value) ? Math.trunc : (bound: number): number => bound;
  if (multipleOf !== undefined && !isMultiple(value, cut(multipleOf))) yield { keyword: 'multipleOf', params: { limit: cut(multipleOf) } };
  if (minimum !== undefined && (value < cut(minimum) || (isMinimumExcluded && value === cut(minimum))))
    yield { keyword: isMinimumExcluded ? 'exclusiveMinimum' : 'minimum', params: { limit: cut(minimum) } };
  if (maximum !== undefined && (value > cut(maximum) || (isMaximumExcluded && value === cut(maximum))))
    yield { keyword: isMaximumExcluded ? 'exclusiveMaximum' : 'maximum', params: { limit: cut(maximum) } };
}

function isMultiple(value: number, factor: number): boolean {
  if (factor <= 0) return false;
  if (isInt64(value)) return value % factor === 0;
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  const whole = Math.trunc(times);
  const isNear = times > 0 && (times - whole) / (times + whole) < NEAR;
  return Math.abs(times) <= Number.MAX_SAFE_INTEGER && (times === whole || isNear);
}

/** The relative distance from a whole number at which a float is accepted as one (`swag.IsFloat64AJSONInteger`). */
const NEAR = 1e-9;

/** `apiVersion` and `kind` of an embedded object; `required` checks that they exist. */
function* embeddedViolations(_: true, value: Readonly<Record<string, unknown>>): Generator<Found> {
  for (const name of ['apiVersion', 'kind']) {
    const given = value[name];
    if (given === undefined) continue;
    const says = typeof given !== 'string' ? 'must be a string' : given === '' ? 'must not be empty' : undefined;
    if (says !== undefined) yield { keyword: 'embedded', params: { property: name, says } };
  }
}

function combining(schemas: Combined, ajv: Ajv, forAlternatives: Ajv): DataValidateFunction {
  const allOf = schemas.allOf.map((schema) => ajv.compile(schema));
  const alternatives = (list: readonly SchemaObject[]): readonly ReturnType<Ajv['compile']>[] =>
    list.map((schema) => forAlternatives.compile(schema));
  const [anyOf, oneOf, not] = [alternatives(schemas.anyOf), alternatives(schemas.oneOf), alternatives(schemas.not)];
  const validate: DataValidateFunction = (value: unknown, context) => {
    const found: Found[] = [];
    validate.errors = found;
    if (value === null) return true;
    for (const each of allOf) if (!each(value, context)) for (const error of each.errors ?? []) found.push(error);
    if (anyOf.length > 0 && !anyOf.some((each) => each(value) === true)) found.push({ keyword: 'anyOf', params: {} });
    const fitting = oneOf.filter((each) => each(value) === true).length;
    if (oneOf.length > 0 && fitting !== 1) found.push({ keyword: 'oneOf', params: { fitting } });
    if (not.some((each) => each(value) === true)) found.push({ keyword: 'not', params: {} });
    return found.length === 0;
  };
  return validate;
}
