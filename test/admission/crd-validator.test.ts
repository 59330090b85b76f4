/** Schemas of CRDs, checked as an API server checks them. test/hub/crdschema has asked the server's own code about each case. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { crdValidator } from '../../src/admission/contracts/crd-validator.ts';
import { schemaOfCrd } from '../../src/admission/contracts/crd-schema.ts';
import { loadGoPatterns } from '../../src/admission/go-pattern.ts';
import { structuralSchema } from '../../src/admission/structural-schema.ts';
import type { JsonObject } from '../../src/fleet/json/json.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

interface Case {
  readonly schema: JsonObject;
  readonly object: unknown;
  /** What the server refuses, sorted. */
  readonly errors: readonly string[];
}

const CASES = readFileSync(process.env['CRD_CASES'] ?? path.join(import.meta.dirname, '../../fixtures/admission/crd-schemas.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

await loadGoPatterns();

it.each(CASES.map((each, index) => [index + 1, each] as const))('case %i has the errors of the server', (_, { schema, object, errors }) => {
  const ours = errorsOf(schema, object);
  // What the server says beside the error of an alternative: the errors of the alternative that came nearest, and that one of all has failed.
  const others = errors.filter((error) => !ours.includes(error));
  const isExplained = (error: string): boolean =>
    error.endsWith('(allOf)') ||
    error.includes('(allOf). None') ||
    errors.some((each) => /\((?:anyOf|oneOf)\)/.test(each)) ||
    error.includes('validate at least one schema (anyOf)');
  expect(ours.filter((error) => !errors.includes(error))).toEqual([]);
  expect(others.filter((error) => !isExplained(error))).toEqual([]);
  expect(ours.length === 0).toBe(errors.length === 0);
});

function errorsOf(schema: JsonObject, object: unknown): readonly string[] {
  const contract = {
    profile: 'main',
    origin: 'foreign hub',
    kind: 'Any',
    version: 'v1',
    schema: schemaOfCrd(schema),
    validate: crdValidator(schema),
    load: () => Promise.resolve(),
    versions: [],
  } as const;
  return structuralSchema(object as KubeObject, contract).map(({ field, serverMessage }) => `${field}: ${serverMessage}`);
}
