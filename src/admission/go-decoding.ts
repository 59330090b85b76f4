import { childPointer } from '../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../fleet/json/json.ts';
import { isGoTime } from './go-time.ts';
import type { GoField, GoType } from './go-type.ts';

/** A value that Go's JSON decoder cannot decode into its type. */
export interface DecodingError {
  readonly pointer: string;
  readonly type: GoType;
  readonly value: unknown;
  /** Go's own sentence. */
  readonly text: string;
}

/**
 * The error that decoding reports. The decoder continues after a wrong type and reports the first one. The order is that of the sorted
 * keys, in which the API server sends objects. Types with a decoder of their own (int-or-string, time) end decoding at once, and their
 * error is reported.
 */
export function decodingError(value: unknown, type: GoType, at = '', judged = (_pointer: string) => true): DecodingError | undefined {
  if (isDecodable(value, type)) return undefined;
  let first: DecodingError | undefined;
  for (const error of errors(value, type, { pointer: at, struct: '', path: '' })) {
    if (!judged(error.pointer)) continue;
    if (error.type.kind === 'int-or-string' || error.type.kind === 'time') return error;
    first ??= error;
  }
  return first;
}

/** The value as Go writes it back: zero values for missing fields, no empty fields with `omitempty`, no unknown fields. */
export function reencoded(value: unknown, type: GoType): unknown {
  const known = value === null ? undefined : value;
  if (type.kind === 'struct') return known === undefined || isObject(known) ? reencodedStruct(known ?? {}, type.fields) : known;
  if (type.kind === 'list') return Array.isArray(known) ? known.map((entry) => reencoded(entry, type.of)) : (known ?? null);
  if (type.kind === 'map')
    return isObject(known)
      ? Object.fromEntries(Object.entries(known).map(([key, entry]) => [key, reencoded(entry, type.of)]))
      : (known ?? null);
  return known ?? zero(type);
}

/** A fast check without pointers, because most values fit their type. */
function isDecodable(value: unknown, type: GoType): boolean {
  if (value === null || value === undefined || type.kind === 'raw') return true;
  if (typeMismatch(value, type) !== undefined) return false;
  if (type.kind === 'list') return (value as readonly unknown[]).every((entry) => isDecodable(entry, type.of));
  if (type.kind === 'map') return Object.values(value).every((entry) => isDecodable(entry, type.of));
  return type.kind !== 'struct' || Object.keys(value).every((key) => isFieldDecodable((value as JsonObject)[key], type.fields, key));
}

function isFieldDecodable(value: unknown, fields: Readonly<Record<string, GoField>>, key: string): boolean {
  const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return known === undefined || isDecodable(value, known.type);
}

interface PlaceInType {
  readonly pointer: string;
  /** The innermost struct and the field path as Go prints them: without list positions and map keys. */
  readonly struct: string;
  readonly path: string;
}

function* errors(value: unknown, type: GoType, place: PlaceInType): Generator<DecodingError> {
  if (value === null || value === undefined || type.kind === 'raw') return;
  const misfit = typeMismatch(value, type);
  if (misfit !== undefined) {
    yield { pointer: place.pointer, type, value, text: sentence(misfit, type, place) };
    return;
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    for (const [at, entry] of value.entries()) yield* errors(entry, type.of, { ...place, pointer: childPointer(place.pointer, at) });
  }
  if (!isObject(value)) return;
  const struct = type.name.slice(type.name.lastIndexOf('.') + 1);
  for (const key of Object.keys(value).toSorted()) {
    const pointer = childPointer(place.pointer, key);
    if (type.kind === 'map' && typeof value[key] !== 'string') yield* errors(value[key], type.of, { ...place, pointer });
    if (type.kind !== 'struct' || !Object.hasOwn(type.fields, key)) continue;
    const path = place.path === '' ? key : `${place.path}.${key}`;
    yield* errors(value[key], (type.fields[key] as GoField).type, { pointer, struct, path });
  }
}

/** Go's name for the value that it found instead; `undefined` if the value fits. */
function typeMismatch(value: unknown, type: GoType): string | undefined {
  if (type.kind === 'int32') return wholeNumberMismatch(value, 32);
  if (type.kind === 'int' || type.kind === 'int64') return wholeNumberMismatch(value, 64);
  if (type.kind === 'int-or-string' && typeof value !== 'string') return wholeNumberMismatch(value, 32);
  return fits(value, type) ? undefined : jsonWord(value);
}

function fits(value: unknown, { kind }: GoType): boolean {
  if (kind === 'struct' || kind === 'map') return isObject(value);
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'bool') return typeof value === 'boolean';
  return typeof value === 'string' && (kind !== 'time' || isGoTime(value));
}

function wholeNumberMismatch(value: unknown, bits: 32 | 64): string | undefined {
  if (typeof value !== 'number') return jsonWord(value);
  const limit = 2 ** (bits - 1);
  return Number.isInteger(value) && value >= -limit && value < limit ? undefined : `number ${String(value)}`;
}

function jsonWord(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function sentence(misfit: string, type: GoType, place: PlaceInType): string {
  if (type.kind === 'time' && misfit === 'string') return 'parsing time "…": cannot parse it as "2006-01-02T15:04:05Z07:00"';
  const into = place.path === '' ? `value of type ${type.name}` : `struct field ${place.struct}.${place.path} of type ${type.name}`;
  return `json: cannot unmarshal ${misfit} into Go ${into}`;
}

function reencodedStruct(value: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, GoField>>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const { type, pointer, omitEmpty } = fields[name] as GoField;
    const given = value[name] ?? undefined;
    if (pointer && given === undefined) {
      if (!omitEmpty) written[name] = null;
      continue;
    }
    const child = reencoded(given, type);
    if (!omitEmpty || pointer || !isEmpty(child, type)) written[name] = child;
  }
  return written;
}

function isEmpty(value: unknown, type: GoType): boolean {
  if (type.kind === 'struct') return false;
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && type.kind !== 'raw' && Object.keys(value).length === 0;
}

function zero(type: GoType): unknown {
  if (type.kind === 'string' || type.kind === 'time') return '';
  if (type.kind === 'bool') return false;
  return type.kind === 'raw' ? undefined : 0;
}
