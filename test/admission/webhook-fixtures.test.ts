/** What the validating webhooks refuse, and what is nearly the same and passes: fixtures/admission/webhook.yaml. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { judgeCreate, judgeUpdate, type Denial } from '../../src/admission/judge.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { patchedValid } from './patched-valid.ts';

interface Fixture {
  /** The beginning of the webhook's sentence. */
  readonly says: string;
  /** Where CEL answers before the webhook can. */
  readonly first?: string;
  readonly hub?: HubProfile;
  readonly kind: string;
  readonly old?: object;
  readonly accept: object;
  readonly reject: object;
  readonly at: string;
}

const source = new URL('../../fixtures/admission/webhook.yaml', import.meta.url);
const fixtures = parse(readFileSync(source, 'utf8')) as readonly Fixture[];

describe('validating webhooks', () => {
  it.each(fixtures.map((fixture) => [fixture.says, fixture] as const))('%s', (says, fixture) => {
    expect(judge(fixture, fixture.accept)).toEqual([]);
    const denials = judge(fixture, fixture.reject);
    const denial = denials.find(({ serverMessage }) => serverMessage.startsWith(fixture.first ?? says));
    expect(denial?.pointer).toBe(fixture.at);
    expect(denial?.code).toBe(fixture.first === undefined ? 403 : 422);
    expect(denial?.message).toMatch(/^[`A-Z0-9"].*\.$/);
  });

  it('ignore ResourcePlacements', () => {
    const selector = { group: '', version: 'v1', kind: 'Namespce', name: 'a' };
    const object = patchedValid(
      { kind: 'ResourcePlacement' },
      { spec: { resourceSelectors: [selector], policy: { clusterNames: ['A', 'A'] } } },
    );
    expect(judgeCreate(object, 'main')).toEqual([]);
  });

  it('answer only if schema and CEL report nothing', () => {
    const object = patchedValid(
      { kind: 'ClusterResourcePlacement' },
      { spec: { revisionHistoryLimit: 0, policy: { tolerations: [{ key: 'a b', operator: 'Exists' }] } } },
    );
    expect(judgeCreate(object, 'main').map(({ layer }) => layer)).toEqual(['schema']);
  });

  it.each([
    ['', 'v1', 'Namespaces', 'Did you mean `Namespace`?'],
    ['core', 'v1', 'Namespace', 'The core group has no name: write `group: ""`.'],
    ['', 'apps/v1', 'Deployment', 'Write the group and the version separately: `group: apps`, `version: v1`.'],
    ['apps', 'v1', 'Widget', 'Write group, version and kind as `kubectl api-resources` lists them.'],
  ])('suggest what %s %s %s was meant to be', (group, version, kind, hint) => {
    const resourceSelectors = [{ group, version, kind, name: 'a' }];
    const object = patchedValid({ kind: 'ClusterResourcePlacement' }, { spec: { resourceSelectors } });
    expect(judgeCreate(object, 'main')).toMatchObject([{ pointer: '/spec/resourceSelectors/0/kind', hint }]);
  });

  it('accept a kind List in every group', () => {
    const list = { group: '', version: 'v1', kind: 'List' };
    const namespace = { group: '', version: 'v1', kind: 'Namespace', name: 'a', selectionScope: 'NamespaceWithResourceSelectors' };
    const judged = (resourceSelectors: readonly object[]) =>
      judgeCreate(patchedValid({ kind: 'ClusterResourcePlacement' }, { spec: { resourceSelectors } }), 'main');
    expect(judged([list, namespace])).toEqual([]);
    expect(judged([list])).toMatchObject([{ pointer: '/spec/resourceSelectors/0/kind', code: 403 }]);
  });

  it('of budgets cannot read numbers beyond int32', () => {
    const object = patchedValid({ kind: 'ClusterResourcePlacementDisruptionBudget' }, { spec: { minAvailable: 2 ** 31 } });
    expect(judgeCreate(object, 'main')).toMatchObject([{ code: 400, pointer: '/spec/minAvailable' }]);
  });
});

function judge(fixture: Fixture, patch: object): readonly Denial[] {
  const { hub = 'main', old } = fixture;
  const object = patchedValid(fixture, patch);
  if (old === undefined) return judgeCreate(object, hub);
  const { deletionTimestamp } = object.metadata;
  const manifest = patchedValid(fixture, old);
  const live: KubeObject = {
    ...manifest,
    metadata: { ...manifest.metadata, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
  };
  return judgeUpdate(object, { manifest, how: 'replace', ...(deletionTimestamp === undefined ? {} : { live }) }, hub);
}
