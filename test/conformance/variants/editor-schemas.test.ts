/** The schemas for editors against real hubs: each case of TRUTH_DIR/oracle/admission whose verdict rests on the structure alone. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { profileContracts } from '../../../src/admission/contracts/contract.ts';
import { mutatedPlacement } from '../../../src/admission/placement-mutator.ts';
import { fleetKind, type FleetKind } from '../../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { editorSchema } from '../../../scripts/pages/editor-schema.ts';
import { isMissing, truthNames } from '../../support/truth.ts';
import { admissionCases, type Judgement } from '../admission-oracle.ts';

/** What a hub says of a fault of the structure, and a schema can find without the hub. */
const STRUCTURAL = new Set([
  'FieldValueRequired',
  'FieldValueNotSupported',
  'FieldValueTypeInvalid',
  'FieldValueTooMany',
  'FieldValueTooLong',
]);
const UNKNOWN_FIELD = /strict decoding error: .*unknown field/s;
/** JSON Schema's integers have no size. */
const BEYOND_INT64 = '100000000000000000000';

describe.skipIf(isMissing('oracle/admission'))('schemas for editors', () => {
  for (const file of truthNames('oracle/admission', (name) => name.endsWith('.jsonl'))) {
    it(`${file}: accept what the hub accepts, and refuse what it refuses for its structure`, () => {
      const wrong: string[] = [];
      let taken = 0;
      let refused = 0;
      let repaired = 0;
      for (const judgement of admissionCases(file)) {
        const wanted = verdictOf(judgement);
        if (wanted === undefined) continue;
        const validate = validatorFor(judgement);
        if (validate === undefined) continue;
        if (wanted === 'take') taken++;
        else refused++;
        if (validate(judgement.object) === (wanted === 'take')) continue;
        if (wanted === 'take' && isRepaired(judgement, validate)) repaired++;
        else wrong.push(`${judgement.id} ${judgement.profile} "${judgement.mutation}": ${judgement.message.slice(0, 200)}`);
      }
      process.stdout.write(`${file}: ${String(taken)} taken, ${String(refused)} refused, ${String(repaired)} mended by the hub\n`);
      expect(wrong).toEqual([]);
      expect(repaired > 0).toBe(file === 'ClusterResourcePlacement.jsonl');
      expect(taken).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    });
  }
});

function verdictOf({ op, mutation, raw, verdict, fieldValidation, causes, message }: Judgement): 'take' | 'refuse' | undefined {
  if (op !== 'create' || raw) return undefined;
  if (verdict === 'allow') return fieldValidation === 'Strict' ? 'take' : undefined;
  if (mutation.includes(BEYOND_INT64)) return undefined;
  const isStructural = causes.some(({ reason, field }) => STRUCTURAL.has(reason) && !field.startsWith('metadata'));
  return isStructural || UNKNOWN_FIELD.test(message) ? 'refuse' : undefined;
}

/**
 * KubeFleet's webhook writes the placement back as its Go type before the schema is checked, which corrects nulls, empty strings and
 * missing fields. Authors do not intend these, so the schemas report them.
 */
function isRepaired({ object }: Judgement, validate: (object: KubeObject) => boolean): boolean {
  return object.kind === 'ClusterResourcePlacement' && validate(mutatedPlacement(object));
}

const validators = new Map<string, ReturnType<Ajv['compile']>>();

function validatorFor({ object, profile }: Judgement): ((object: KubeObject) => boolean) | undefined {
  const contract = profileContracts(profile).find(object);
  if (contract === undefined) return undefined;
  const key = `${profile} ${contract.kind} ${contract.version}`;
  const before = validators.get(key);
  if (before !== undefined) return before;
  const ajv = new Ajv({ allErrors: false, strict: false });
  const validate = ajv.compile(editorSchema(fleetKind(contract.kind) as FleetKind, contract, key));
  validators.set(key, validate);
  return validate;
}
