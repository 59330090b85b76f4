/** Every CEL rule of the contracts, accepted and refused: fixtures/admission/cel.yaml. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { profileContracts } from '../../src/admission/contracts/contract.ts';
import { childNodes, type SchemaNode } from '../../src/admission/contracts/schema-node.ts';
import table from '../../src/admission/contracts/schemas.gen.json' with { type: 'json' };
import { judgeCreate, judgeUpdate, type Denial } from '../../src/admission/judge.ts';
import { HUB_PROFILES, type HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
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
  it('have one fixture each', () => {
    const known = fixtures.map(({ message }) => message).toSorted();
    expect(known).toEqual([...new Set(table.rules.map(({ message }) => message))].toSorted());
  });

  it.each(fixtures.flatMap((fixture) => hubsOf(fixture).map((hub) => [fixture.message, hub, fixture] as const)))(
    '%s (%s)',
    (message, hub, fixture) => {
      expect(judge(fixture, fixture.accept, hub)).toEqual([]);
      const denials = judge(fixture, fixture.reject, hub);
      const denial = denials.find(({ serverMessage }) => serverMessage.endsWith(message));
      expect(denial).toMatchObject({ layer: 'cel', code: 422, reason: 'FieldValueInvalid', pointer: fixture.at });
      expect(denial?.message).toMatch(/^[`A-Z0-9"].*\.$/);
      // Ours says it in other words than the rule.
      expect(denial?.message).not.toContain(message);
    },
  );

  it('transition rules do not run on create', () => {
    for (const fixture of fixtures.filter(({ old }) => old !== undefined))
      expect(
        judgeCreate(patchedValid(fixture, fixture.reject), 'main').filter(({ serverMessage }) => serverMessage.endsWith(fixture.message)),
      ).toEqual([]);
  });
});

/** The hubs that have the rule on the kind, in that version. */
function hubsOf(fixture: Fixture): readonly HubProfile[] {
  const { apiVersion, kind } = patchedValid(fixture, fixture.accept);
  const hubs = HUB_PROFILES.filter((profile) => {
    const schema = profileContracts(profile).find({ apiVersion, kind })?.schema;
    return schema !== undefined && messagesIn(schema).includes(fixture.message);
  });
  if (hubs.length === 0) throw new Error(`no hub has the rule "${fixture.message}" on ${kind} ${apiVersion}`);
  return hubs;
}

function messagesIn(node: SchemaNode): readonly string[] {
  return [...(node.rules ?? []).map(({ message }) => message), ...childNodes(node).flatMap(messagesIn)];
}

function judge(fixture: Fixture, patch: object, hub: HubProfile): readonly Denial[] {
  const object = patchedValid(fixture, patch);
  if (fixture.old === undefined) return judgeCreate(object, hub);
  return judgeUpdate(object, { manifest: patchedValid(fixture, fixture.old), how: 'replace' }, hub);
}
