/** The schemas for editors as an editor reads them; `test/conformance/variants/editor-schemas.test.ts` compares them with real hubs. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';

import { editorSchemas, SCHEMA_ADDRESS } from '../../scripts/editor-schemas.ts';
import { DEFAULT_FILES } from '../../src/cli/settings/config-places.ts';
import { AUTHORED_KINDS, HUB_PROFILES } from '../../src/fleet/kubefleet/kinds.ts';

const schemas = Object.entries(editorSchemas())
  .filter(([path]) => path !== 'config.json')
  .map(([path, content]) => ({ path, schema: JSON.parse(content) as { readonly $id: string } }));
const ajv = new Ajv({ strictTypes: false, allowUnionTypes: true, schemas: schemas.map(({ schema }) => schema) });

const placement = (spec: unknown): unknown => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop', labels: { team: 'shop' } },
  spec,
});
const SELECTORS = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];

function faultsOf(value: unknown, file = 'v0.3/fleet.json'): readonly string[] {
  ajv.validate(`${SCHEMA_ADDRESS}/${file}`, value);
  return (ajv.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

test.each(HUB_PROFILES)('%s has a schema of each version of each kind that people write', (profile) => {
  const kinds = AUTHORED_KINDS.filter(({ only }) => only?.includes(profile) !== false);
  const wanted = kinds.flatMap(({ group, kind, versions }) => versions.map((version) => `${group}/${kind.toLowerCase()}_${version}.json`));
  const found = schemas.flatMap(({ path }) => (path.startsWith(`${profile}/`) ? [path.slice(profile.length + 1)] : []));
  expect(found.toSorted()).toEqual(['fleet.json', ...wanted].toSorted());
});

describe('a document is checked by the schema of its kind', () => {
  test.each([
    ['what the hub takes', placement({ resourceSelectors: SELECTORS, policy: null }), []],
    ['an unknown field', placement({ resourceSelectors: SELECTORS, polcy: {} }), ['/spec additionalProperties']],
    [
      'a value that is not allowed',
      placement({ resourceSelectors: SELECTORS, policy: { placementType: 'PickTwo' } }),
      ['/spec/policy/placementType enum'],
    ],
    ['a missing field', placement({}), ['/spec required']],
    ['a wrong type', placement({ resourceSelectors: SELECTORS, revisionHistoryLimit: 'ten' }), ['/spec/revisionHistoryLimit type']],
    [
      'a label that is not a text',
      { ...(placement({ resourceSelectors: SELECTORS }) as object), metadata: { labels: { a: 1 } } },
      ['/metadata/labels/a type'],
    ],
    ['another kind', { apiVersion: 'v1', kind: 'ConfigMap', data: { polcy: 'x' } }, []],
  ])('%s', (_, value, faults) => {
    expect(faultsOf(value)).toEqual(faults);
  });

  test('hubs differ: only main has placement policies', () => {
    const policy = { apiVersion: 'placement.kubefleet.dev/v1alpha1', kind: 'PlacementPolicy', metadata: { name: 'a' }, unknown: 1 };
    expect(faultsOf(policy)).toEqual([]);
    expect(faultsOf(policy, 'main/fleet.json')).not.toEqual([]);
  });
});

test('the entry for SchemaStore names the files that are read', () => {
  const entry = JSON.parse(readFileSync('integrations/schemastore/catalog-entry.json', 'utf8')) as Readonly<Record<string, unknown>>;
  expect(entry).toEqual({
    name: 'fleet-gate',
    description: expect.any(String) as unknown,
    fileMatch: DEFAULT_FILES,
    url: `${SCHEMA_ADDRESS}/config.json`,
  });
});
