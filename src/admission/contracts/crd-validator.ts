import { Ajv, type SchemaObject } from 'ajv';

import { isObject, listAt, type JsonObject } from '../../fleet/json/json.ts';
import type { Validator } from '../validator.ts';
import { childrenOf, COMBINING, isJudged, isJudgedPattern, propertiesOf, schemasIn, valuesOfEnum } from './crd-keywords.ts';
import {
  addKubernetesKeywords,
  TooManyViolations,
  type Bounds,
  type Combined,
  type TypeConstraint,
  type TextBounds,
} from './kubernetes-keywords.ts';
import { formatName, STRING_FORMATS, UNCHECKED_FORMATS } from './string-formats.ts';

/**
 * A validator for a CRD's `openAPIV3Schema`, which may be hostile: only the keywords below are passed to ajv, each with a value of its
 * type. The status is not validated, because the hub drops it, nor is the metadata, which `objectMeta` validates. `loadGoPatterns` must
 * have been awaited.
 */
export function crdValidator(schema: JsonObject): Validator {
  const { apiVersion: _a, kind: _k, metadata: _m, status: _s, ...authored } = propertiesOf(schema);
  const room = { left: 0 };
  const ajv = new Ajv({ ...OPTIONS, allErrors: true });
  // Whether an alternative matches is known at its first violation.
  const forAlternatives = new Ajv(OPTIONS);
  addKubernetesKeywords(forAlternatives, { left: Infinity }, forAlternatives);
  addKubernetesKeywords(ajv, room, forAlternatives);
  const compiled = ajv.compile(translated({ ...schema, properties: authored })) as Validator;
  const validate: Validator = (value) => {
    room.left = MOST_VIOLATIONS;
    try {
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    } catch (error) {
      if (!(error instanceof TooManyViolations)) throw error;
      validate.errors = [{ instancePath: '', keyword: 'tooMany', params: { limit: MOST_VIOLATIONS } }];
      return false;
    }
  };
  return validate;
}

const OPTIONS = { logger: false, messages: false, ownProperties: true, strict: false, validateSchema: false } as const;

/** The most violations that are reported separately, to limit the memory. */
const MOST_VIOLATIONS = 10_000;

/** Objects with more values than this are not validated: the time grows with the values and with the constraints on each. */
export function mostValuesFor(schema: JsonObject): number {
  return Math.floor(MOST_COMPARISONS / mostComparisons(schema));
}

const MOST_COMPARISONS = 20_000_000;

/** The most constraints on a single value. */
function mostComparisons(schema: JsonObject): number {
  return Math.max(comparisons(schema), ...childrenOf(schema).map(mostComparisons));
}

function comparisons(schema: JsonObject): number {
  const combined = COMBINING.flatMap((keyword) => schemasIn(schema[keyword]));
  return LEAST_COMPARISONS + listAt(schema, 'required').length + listAt(schema, 'enum').length + sum(combined.map(comparisonsBelow));
}

function comparisonsBelow(schema: JsonObject): number {
  return comparisons(schema) + sum(childrenOf(schema).map(comparisonsBelow));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Type, lengths and bounds. */
const LEAST_COMPARISONS = 10;

const BOUNDS = ['minimum', 'maximum', 'multipleOf'];
const TEXT_BOUNDS = ['minLength', 'maxLength', 'pattern'];
const COUNTS = ['minItems', 'maxItems', 'minProperties', 'maxProperties'];

/** A schema of a CRD as one of ajv. */
function translated(schema: JsonObject): SchemaObject {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const node: Record<string, unknown> = { fits: fittingOf(schema) };
  const combined = combinedOf(schema);
  if (BOUNDS.some((keyword) => schema[keyword] !== undefined)) node['bounds'] = boundsOf(schema);
  if (Object.values(combined).some((schemas) => schemas.length > 0)) node['combined'] = combined;
  for (const keyword of COUNTS) if (Number.isSafeInteger(schema[keyword])) node[keyword] = schema[keyword];
  if (TEXT_BOUNDS.some((keyword) => schema[keyword] !== undefined)) node['text'] = textBoundsOf(schema);
  const allowed = valuesOfEnum(schema);
  if (allowed.length > 0) node['listed'] = allowed;
  const required = [
    ...(isEmbedded ? ['apiVersion', 'kind'] : []),
    ...listAt(schema, 'required').filter((name) => typeof name === 'string'),
  ];
  if (required.length > 0) node['needed'] = [...new Set(required)];
  if (isEmbedded) node['embedded'] = true;
  const fields = Object.entries(propertiesOf(schema)).flatMap(([name, child]) =>
    isObject(child) ? [[name, translated(child)] as const] : [],
  );
  if (fields.length > 0) node['properties'] = Object.fromEntries(fields);
  for (const keyword of ['items', 'additionalProperties'] as const) {
    const child = schema[keyword];
    if (isObject(child)) node[keyword] = translated(child);
  }
  return node;
}

function fittingOf(schema: JsonObject): TypeConstraint {
  const type = schema['type'];
  const types =
    schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : typeof type === 'string' && type !== '' ? [type] : [];
  const { format } = schema;
  const isKnown = Object.hasOwn(STRING_FORMATS, formatName(format)) || UNCHECKED_FORMATS.has(formatName(format));
  return { types, isNullable: schema['nullable'] === true, ...(isKnown ? { format: String(format) } : {}) };
}

function textBoundsOf(schema: JsonObject): TextBounds {
  const { pattern } = schema;
  return {
    minLength: numberAt(schema, 'minLength'),
    maxLength: numberAt(schema, 'maxLength'),
    pattern: isJudgedPattern(pattern) ? pattern : undefined,
  };
}

function numberAt(schema: JsonObject, keyword: string): number | undefined {
  return Number.isFinite(schema[keyword]) ? Number(schema[keyword]) : undefined;
}

function boundsOf(schema: JsonObject): Bounds {
  return {
    minimum: numberAt(schema, 'minimum'),
    maximum: numberAt(schema, 'maximum'),
    multipleOf: numberAt(schema, 'multipleOf'),
    isMinimumExcluded: schema['exclusiveMinimum'] === true,
    isMaximumExcluded: schema['exclusiveMaximum'] === true,
  };
}

function combinedOf(schema: JsonObject): Combined {
  const [allOf = [], anyOf = [], oneOf = [], not = []] = COMBINING.map((keyword) =>
    isJudged(keyword, schema) ? schemasIn(schema[keyword]).map(translated) : [],
  );
  const saysTheSame = schema['x-kubernetes-int-or-string'] === true && isIntOrString(schema['anyOf']);
  return { allOf, anyOf: saysTheSame ? [] : anyOf, oneOf, not };
}

/** What controller-gen writes in addition to `x-kubernetes-int-or-string`, with the same meaning. */
function isIntOrString(anyOf: unknown): boolean {
  const types = Array.isArray(anyOf) ? anyOf.map((entry: unknown) => JSON.stringify(entry)) : [];
  return types.toSorted().join(' ') === '{"type":"integer"} {"type":"string"}';
}
