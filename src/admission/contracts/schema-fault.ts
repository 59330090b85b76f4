import { isObject, listAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { celEngine } from '../cel/load-cel.ts';
import { childrenOf, COMBINING, isJudgedPattern, LONGEST_PATTERN, schemasIn, whyNotRead } from './crd-keywords.ts';
import { patternSize } from '../pattern-size.ts';

/**
 * Why no API server accepts a CustomResourceDefinition with this schema, as the end of a sentence; `undefined` if there is no such reason.
 * Only what is certain: an older API server may have stored a schema that a current one refuses. `loadGoPatterns` and `loadCel` must have
 * been awaited. Source: apiextensions-apiserver, `pkg/apis/apiextensions/validation/validation.go`.
 */
export function schemaFault(schema: unknown): string | undefined {
  if (!isObject(schema) || whyNotRead(schema) !== undefined) return undefined;
  return faultIn(schema);
}

function faultIn(schema: JsonObject): string | undefined {
  const { $ref, type, pattern } = schema;
  if ($ref !== undefined && $ref !== null) return 'has a schema with `$ref`, which API servers do not accept';
  if (typeof type === 'string' && type !== '' && !TYPES.has(type)) return `has a schema with \`type: ${type}\`, which is not a type`;
  if (typeof pattern === 'string' && isRefused(pattern))
    return `has a schema with the pattern \`${pattern}\`, which is not a regular expression`;
  for (const each of listAt(schema, 'x-kubernetes-validations')) {
    const rule = stringAt(each, 'rule') ?? '';
    const fault = celEngine().syntaxFault(rule);
    if (fault !== undefined) return `has the rule \`${rule}\`, which is not valid CEL: ${fault}`;
  }
  const below = [...childrenOf(schema), ...COMBINING.flatMap((keyword) => schemasIn(schema[keyword]))];
  for (const child of below) {
    const fault = faultIn(child);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const TYPES: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);

/** A pattern that is too large is not read here, and Go may accept it. */
function isRefused(pattern: string): boolean {
  return pattern.length <= LONGEST_PATTERN && patternSize(pattern) <= LONGEST_PATTERN && !isJudgedPattern(pattern);
}
