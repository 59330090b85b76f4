/** Every CEL rule of the contracts, accepted and refused: fixtures/admission/cel.yaml. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import table from '../../src/admission/contracts/schemas.gen.json' with { type: 'json' };
import { judgeCreate, judgeUpdate, type Denial } from '../../src/admission/judge.ts';
import { patchedValid } from './patched-valid.ts';

interface Fixture {
  readonly message: string;
  readonly kind: string;
  readonly version?: string;
  readonly old?: object;
  readonly accept: object;
  readonly reject: object;
  /** Where the denial points. */
  readonly at: string;
}

const folder = new URL('../../fixtures/admission/', import.meta.url);
const fixtures = parse(readFileSync(new URL('cel.yaml', folder), 'utf8')) as readonly Fixture[];

describe('CEL rules', () => {
  it('have a fixture each', () => {
    const known = fixtures.map(({ message }) => message).toSorted();
    expect(known).toEqual([...new Set(table.rules.map(({ message }) => message))].toSorted());
  });

  it.each(fixtures.map((fixture) => [fixture.message, fixture] as const))('%s', (message, fixture) => {
    expect(judge(fixture, fixture.accept)).toEqual([]);
    const denials = judge(fixture, fixture.reject);
    const denial = denials.find(({ serverMessage }) => serverMessage.endsWith(message));
    expect(denial).toMatchObject({ layer: 'cel', code: 422, reason: 'FieldValueInvalid', pointer: fixture.at });
    expect(denial?.message).toMatch(/^[`A-Z0-9"].*\.$/);
    // Ours says it in other words than the rule.
    expect(denial?.message).not.toContain(message);
  });

  it('transition rules do not run on create', () => {
    for (const fixture of fixtures.filter(({ old }) => old !== undefined))
      expect(
        judgeCreate(patchedValid(fixture, fixture.reject), 'main').filter(({ serverMessage }) => serverMessage.endsWith(fixture.message)),
      ).toEqual([]);
  });
});

function judge(fixture: Fixture, patch: object): readonly Denial[] {
  const object = patchedValid(fixture, patch);
  if (fixture.old === undefined) return judgeCreate(object, 'main');
  return judgeUpdate(object, { manifest: patchedValid(fixture, fixture.old), how: 'replace' }, 'main');
}
