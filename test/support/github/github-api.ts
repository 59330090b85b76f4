import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
}
interface Operation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A request that GitHub's API description allows. */
export interface KnownRequest {
  /** The path with its placeholders. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Faults of query and body; empty if there are none. */
  problems(query: URLSearchParams, body: unknown): readonly string[];
  /** Faults of an answer; empty if there are none. */
  answerProblems(status: number, body: unknown): readonly string[];
  /** The smallest valid answer: required fields only, each with the simplest value of its schema; lists have one element. */
  leastAnswer(status: number): unknown;
}

const description = openApi31(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/github/api-subset.json'), 'utf8')) as unknown,
) as Description;
const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
addFormatsModule.default(ajv);
ajv.addSchema({ $id: 'github', components: description.components });
const compiled = new Map<object, ValidateFunction>();

/** The operation of GitHub's API description for this request; `undefined` if our subset of it has none. */
export function knownRequest(method: string, pathname: string): KnownRequest | undefined {
  for (const [path, methods] of Object.entries(description.paths)) {
    const operation = methods[method.toLowerCase()];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const match = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname);
    if (operation === undefined || match === null) continue;
    const parameters = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
    return {
      path,
      parameters,
      problems: (query, body) => [...queryProblems(operation, query), ...bodyProblems(operation, body)],
      answerProblems: (status, body) => answerProblems(operation, status, body),
      leastAnswer: (status) => leastAnswer(operation, status),
    };
  }
  return undefined;
}

/** Compiles the validators ahead of time, so an Action with a short time limit does not wait for them. */
export function prepareChecks(): void {
  for (const operation of Object.values(description.paths).flatMap((methods) => Object.values(methods))) {
    bodyProblems(operation, {});
    for (const status of Object.keys(operation.responses)) if (status.startsWith('2')) answerProblems(operation, Number(status), {});
  }
}

function queryProblems(operation: Operation, query: URLSearchParams): readonly string[] {
  const known = (operation.parameters ?? [])
    .map((parameter) => resolved(parameter) as Parameter)
    .filter((parameter) => parameter.in === 'query');
  return [...query].flatMap(([name, value]) => {
    const parameter = known.find((candidate) => candidate.name === name);
    if (parameter === undefined) return [`unknown query parameter ${name}`];
    const number = (parameter.schema as { type?: string }).type === 'integer';
    return problemsOf(parameter.schema, number ? Number(value) : value, `query ${name}`);
  });
}

function bodyProblems(operation: Operation, body: unknown): readonly string[] {
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema === undefined) return body === undefined ? [] : ['a body where none is taken'];
  return problemsOf(schema, body, 'body');
}

function answerProblems(operation: Operation, status: number, body: unknown): readonly string[] {
  const schema = answerSchema(operation, status);
  return schema === undefined ? [] : problemsOf(schema, body, `answer ${status}`);
}

function leastAnswer(operation: Operation, status: number): unknown {
  const schema = answerSchema(operation, status);
  return least(schema?.type === 'array' ? schema.items : schema);
}

function answerSchema(operation: Operation, status: number): Schema | undefined {
  const response = resolved(operation.responses[String(status)]) as { content?: Record<string, { schema: Schema }> } | undefined;
  return response?.content?.['application/json']?.schema;
}

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

function least(of: unknown): unknown {
  const schema = resolved(of) as Schema | undefined;
  const [first] = schema?.allOf ?? schema?.anyOf ?? schema?.oneOf ?? [];
  if (schema === undefined) return null;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'null') return null;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'array') return [];
  if (schema.type === 'string') return LEAST_STRINGS[schema.format ?? ''] ?? 'x';
  if (schema.properties === undefined && first !== undefined) return least(first);
  return Object.fromEntries((schema.required ?? []).map((name) => [name, least(schema.properties?.[name])]));
}

const LEAST_STRINGS: Readonly<Record<string, string>> = {
  uri: 'https://example.test/x',
  email: 'a@example.test',
  'date-time': '2026-11-20T03:00:00Z',
};

function problemsOf(schema: object, value: unknown, what: string): readonly string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message ?? ''}`);
}

function resolved(value: unknown): unknown {
  const reference = (value as { $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return value;
  const [, , group = '', name = ''] = reference.replace(/^github/, '').split('/');
  return description.components[group]?.[name];
}

/** Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes an additional type, and references point to the registered document. */
function openApi31(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openApi31);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, openApi31(entry)]));
  if (typeof rest['$ref'] === 'string') return { ...rest, $ref: `github${rest['$ref']}` };
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
}
