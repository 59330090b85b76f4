/** The validator for schemas of a hub, held against the precompiled ones: on objects made from the schema and spoilt at random. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { profileContracts } from '../../src/admission/contracts/contract.ts';
import type { SchemaNode } from '../../src/admission/contracts/schema-node.ts';
import { loadGoPatterns } from '../../src/admission/go-pattern.ts';
import { schemaValidator } from '../../src/admission/schema-validator.ts';
import type { Validator } from '../../src/admission/validator.ts';
import { AUTHORED_KINDS, HUB_PROFILES } from '../../src/fleet/kubefleet/kinds.ts';

const contracts = HUB_PROFILES.flatMap((profile) => AUTHORED_KINDS.flatMap(({ kind }) => profileContracts(profile).of(kind)));
const JUNK = [null, true, '', 'a', '5', '100%', 'abc1h', 0, -1, 1.5, 1001, 2 ** 40, 2 ** 63, [], [null], {}, { a: 1 }, 'x'.repeat(300)];

await loadGoPatterns();

it('answers as the precompiled validators do', () => {
  const validators = contracts.map((contract) => ({ contract, validate: schemaValidator(contract.schema) }));
  fc.assert(
    fc.property(fc.constantFrom(...validators), fc.infiniteStream(fc.nat(1000)), ({ contract, validate }, dice) => {
      const value = sample(contract.schema, () => dice.next().value ?? 0);
      expect(violations(validate, value)).toEqual(violations(contract.validate, value));
    }),
    { numRuns: 400 },
  );
});

function violations(validate: Validator, value: unknown): readonly string[] {
  expect(validate(value)).toBe((validate.errors ?? []).length === 0);
  const found = (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
    const { limit, missingProperty } = params;
    return JSON.stringify([instancePath, keyword, limit, missingProperty]);
  });
  return found.toSorted();
}

/** A value that mostly fits. */
function sample(node: SchemaNode, roll: () => number): unknown {
  const die = roll();
  if (die % 12 === 0) return JUNK[die % JUNK.length];
  if (node.enum !== undefined) return node.enum[die % node.enum.length];
  if (node.type === 'array') return Array.from({ length: die % 23 }, () => (node.items === undefined ? die : sample(node.items, roll)));
  if (node.type === 'object') {
    const fields = Object.entries(node.properties ?? {}).filter(() => roll() % 4 !== 0);
    const free = node.values === undefined ? [] : [['free', node.values] as const];
    return Object.fromEntries([...fields, ...free].map(([name, child]) => [name, sample(child, roll)]));
  }
  if (node.type === 'integer') return die - 500;
  return node.type === 'boolean' ? die % 2 === 0 : JUNK[die % JUNK.length];
}
