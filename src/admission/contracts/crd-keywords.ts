import { isObject, listAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { goPattern } from '../go-pattern.ts';
import { patternSize } from '../pattern-size.ts';
import { formatName, UNCHECKED_FORMATS } from './string-formats.ts';

/** Keywords that hold schemas for the value itself. */
export const COMBINING = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** Keywords that are evaluated here, or that need no check. */
const JUDGED: ReadonlySet<string> = new Set([
  ...COMBINING,
  'additionalProperties',
  'default',
  'description',
  'enum',
  'example',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'externalDocs',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'nullable',
  'pattern',
  'properties',
  'required',
  'title',
  'type',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
]);

/** Matching takes time proportional to the length of the pattern times that of the text. */
export const LONGEST_PATTERN = 1000;

/** Whether a pattern is evaluated: Go can parse it, and it is not longer or larger than real patterns are. */
export function isJudgedPattern(pattern: unknown): pattern is string {
  return typeof pattern === 'string' && pattern.length <= LONGEST_PATTERN && goPattern(pattern) !== undefined;
}

/**
 * Why a schema is not read at all, as the end of a sentence; `undefined` if it is read. Schemas of files may come from a stranger, and each
 * of their parts is compiled. The largest one of KubeFleet has a thousand parts.
 */
export function whyNotRead(schema: unknown): string | undefined {
  const open: (readonly [value: unknown, depth: number])[] = [[schema, 0]];
  for (let parts = 0; ; parts += 1) {
    const next = open.pop();
    if (next === undefined) return undefined;
    const [value, depth] = next;
    if (depth > DEEPEST) return `is nested more than ${DEEPEST} levels deep`;
    if (parts > MOST_PARTS) return `has more than ${MOST_PARTS.toLocaleString('en')} parts`;
    const pattern = stringAt(value, 'pattern') ?? '';
    // One with many repetitions is like many parts.
    if (pattern.length <= LONGEST_PATTERN) parts += Math.floor(patternSize(pattern) / SIGNS_OF_PART);
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
}

/** Twice the number of levels of values: each level has its keyword (`properties`, `items`) and its schema. */
const DEEPEST = 100;
const MOST_PARTS = 5000;
const SIGNS_OF_PART = 100;

/** The constraints of a schema on the value itself, without its children, that are not evaluated here. */
export function unjudgedIn(schema: JsonObject): readonly string[] {
  const found = Object.keys(schema).filter((keyword) => !JUDGED.has(keyword) && isSet(schema[keyword]));
  const { pattern, format } = schema;
  if (typeof pattern === 'string' && !isJudgedPattern(pattern)) found.push('pattern');
  if (UNCHECKED_FORMATS.has(formatName(format))) found.push(`format: ${String(format)}`);
  if (isSet(schema['enum']) && valuesOfEnum(schema).length === 0) found.push('enum');
  if (Object.hasOwn(propertiesOf(schema), '__proto__')) found.push('properties: __proto__');
  if (listAt(schema, 'x-kubernetes-validations').some(readsMissingOldValue)) found.push('optionalOldSelf');
  return [...found, ...COMBINING.filter((keyword) => !isJudged(keyword, schema))];
}

/** Whether all constraints in the schemas of a keyword are evaluated; the result of a part would be a guess. */
export function isJudged(keyword: (typeof COMBINING)[number], schema: JsonObject): boolean {
  return schemasIn(schema[keyword]).every(isJudgedBelow);
}

function isJudgedBelow(schema: JsonObject): boolean {
  return unjudgedIn(schema).length === 0 && childrenOf(schema).every(isJudgedBelow);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

/** `optionalOldSelf`: such a rule also runs without an old value. */
export function readsMissingOldValue(rule: unknown): boolean {
  return isObject(rule) && rule['optionalOldSelf'] === true;
}

/** An API server does not accept `null` as a value of an enum. */
export function valuesOfEnum(schema: JsonObject): readonly unknown[] {
  return [...new Set(listAt(schema, 'enum').filter((value) => value !== null))];
}

/** The schemas of a keyword of `COMBINING`. */
export function schemasIn(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

export function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** The schemas of the child values. */
export function childrenOf(schema: JsonObject): readonly JsonObject[] {
  return [...Object.values(propertiesOf(schema)), schema['items'], schema['additionalProperties']].filter(isObject);
}
