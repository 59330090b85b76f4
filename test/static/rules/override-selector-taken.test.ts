/** An override of the hub that no manifest has keeps its objects until it is deleted from the hub. */
import { expect, it } from 'vitest';
import { overrideSelectorTaken } from '../../../src/static/rules/override-selector-taken.ts';
import { lintTexts, type Texts } from '../../support/trees/lint-texts.ts';

function override(name: string, object: string, namespace?: string): string {
  const policy = { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: 'Delete' }] };
  const selector = { group: 'apps', version: 'v1', kind: 'Deployment', name: object };
  const spec = { [namespace === undefined ? 'clusterResourceSelectors' : 'resourceSelectors']: [selector], policy };
  const kind = namespace === undefined ? 'ClusterResourceOverride' : 'ResourceOverride';
  return JSON.stringify({ apiVersion: 'placement.kubernetes-fleet.io/v1', kind, metadata: { name, namespace }, spec });
}

function told(head: string, beside: Pick<Texts, 'base' | 'hub'>): readonly string[] {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: head }], ...beside }, [overrideSelectorTaken]);
  return findings.map(({ effect, message }) => `${effect}: ${message}`);
}

const NEW = override('new', 'web', 'shop');
const OLD = override('old', 'web', 'shop');

it('reports an override of the hub that no manifest has', () => {
  expect(told(NEW, { hub: OLD })).toEqual([
    'rejected: Deployment/shop/web is selected by ResourceOverride/shop/old as well, which exists only on the hub: the hub refuses a second override for it.',
  ]);
  expect(told(NEW, { hub: override('old', 'web', 'press') })).toEqual([]);
  expect(told(NEW, { hub: override('old', 'api', 'shop') })).toEqual([]);
});

it('reports that a renamed override conflicts with the old one', () => {
  const removed = [
    'misbehaves: Deployment/shop/web is selected by ResourceOverride/shop/old, which this change removes: the hub refuses this override until the other is deleted.',
  ];
  expect(told(NEW, { base: OLD })).toEqual(removed);
  expect(told(NEW, { base: OLD, hub: OLD })).toEqual(removed);
  expect(told(NEW, { base: OLD, hub: override('other', 'api', 'shop') })).toEqual([]);
  expect(told(override('new', 'node'), { base: override('old', 'node') })).toHaveLength(1);
});

it('reports nothing for an override that already selects the object, or that keeps its name', () => {
  expect(told(NEW, { base: [NEW, OLD].join('\n---\n') })).toEqual([]);
  expect(told(NEW, { hub: NEW, base: OLD })).toEqual([]);
  expect(told(NEW, { base: override('new', 'web', 'shop') })).toEqual([]);
});

it('reports an edited override too', () => {
  expect(told(NEW, { base: [override('new', 'api', 'shop'), OLD].join('\n---\n') })).toHaveLength(1);
});
