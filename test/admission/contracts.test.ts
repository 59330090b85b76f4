import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { profileContracts } from '../../src/admission/contracts/contract.ts';
import { judgeCreate } from '../../src/admission/judge.ts';
import { patternHint } from '../../src/admission/wording/value-hints.ts';
import { AUTHORED_KINDS, HUB_PROFILES } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

const root = new URL('../../', import.meta.url);
const valid = parseAllDocuments(readFileSync(new URL('fixtures/admission/valid.yaml', root), 'utf8')).map(
  (document) => document.toJS() as KubeObject,
);
const table = readFileSync(new URL('src/admission/contracts/schemas.gen.json', root), 'utf8');

describe('contracts', () => {
  it('has a contract for each served version of each authored kind on each hub', () => {
    for (const profile of HUB_PROFILES) {
      for (const { kind, versions, only = HUB_PROFILES } of AUTHORED_KINDS) {
        const contracts = profileContracts(profile).of(kind);
        const served = only.includes(profile) ? versions : [];
        expect(contracts.map(({ version }) => version).toSorted(), `${profile} ${kind}`).toEqual([...served].toSorted());
      }
    }
  });

  it('knows no contract for other kinds, groups and versions', () => {
    const main = profileContracts('main');
    expect(main.find({ apiVersion: 'v1', kind: 'ConfigMap' })).toBeUndefined();
    expect(main.find({ apiVersion: 'fleet.azure.com/v1alpha1', kind: 'ClusterResourcePlacement' })).toBeUndefined();
    expect(main.find({ apiVersion: 'placement.kubernetes-fleet.io/v1alpha1', kind: 'ClusterResourcePlacement' })).toBeUndefined();
    expect(main.find({ apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'Work' })).toBeUndefined();
  });

  it('contain facts only', () => {
    expect(table).not.toMatch(/description|openAPI/i);
  });

  it('have a description for each pattern', () => {
    const patterns = [...table.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text ?? '') as string);
    expect(patterns.filter((pattern) => patternHint(pattern) === undefined)).toEqual([]);
    expect(patterns.length).toBeGreaterThan(4);
  });

  it('accept a valid object of each kind, in each version that has its fields', () => {
    expect(valid.map(({ kind }) => kind)).toEqual(AUTHORED_KINDS.map(({ kind }) => kind));
    for (const object of valid)
      for (const profile of HUB_PROFILES) expect(judgeCreate(object, profile), `${object.kind} ${profile}`).toEqual([]);
  });

  it('check nothing of an object without a contract', () => {
    expect(judgeCreate({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A_B' }, data: 5 }, 'main')).toEqual([]);
  });
});
