/** What the doctor says about the kinds and the version of KubeFleet that a hub serves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import { MAIN_KINDS } from '../../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { checkIn, examined, type Examined, outcomesOf } from '../../support/hubs/doctor-examination.ts';

let hub: EmbeddedHub;
beforeEach(async () => {
  hub = await startEmbeddedHub();
});
afterEach(() => hub.close());

const PLACEMENTS = 'clusterresourceplacements';

describe('served kinds', () => {
  const serving = async (types: typeof SERVED_TYPES, more: Examined = {}): Promise<ReturnType<typeof examined>> => {
    const other = await startEmbeddedHub({ types });
    try {
      return await examined(other, more);
    } finally {
      await other.close();
    }
  };

  it.each([
    ['a cluster without KubeFleet', SERVED_TYPES.filter(({ group }) => !group.includes('kubernetes-fleet')), 'this is not a KubeFleet hub'],
    [
      'a member cluster',
      SERVED_TYPES.filter(({ group, kind }) => !group.includes('kubernetes-fleet') || kind === 'AppliedWork'),
      'this is a member cluster, not the hub',
    ],
    [
      'a former version of a hub',
      [
        ...SERVED_TYPES.filter(({ group }) => !group.includes('kubernetes-fleet')),
        { group: 'fleet.azure.com', kind: 'ClusterResourcePlacement', plural: PLACEMENTS, namespaced: false, versions: ['v1alpha1'] },
      ],
      'it serves fleet.azure.com',
    ],
    [
      'old versions only',
      SERVED_TYPES.map((type) => (type.kind.endsWith('ResourcePlacement') ? { ...type, versions: ['v1alpha1'] } : type)),
      'placements are served as v1alpha1 only',
    ],
  ])('describes what is there instead of a hub: %s', async (_, types, message) => {
    const found = await serving(types);
    expect(found.outcome).toBe('unreachable');
    expect(checkIn(found, 'kinds')).toMatchObject({ outcome: 'failed', evidence: [expect.stringContaining(message)] });
    expect(outcomesOf(found)).toMatchObject({ rights: 'notChecked', members: 'notChecked' });
  });

  it('are a warning if kinds that are needed are not served', async () => {
    const found = await serving(SERVED_TYPES.filter(({ kind }) => kind !== 'Work'));
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'kinds')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.anything(), expect.stringMatching(/^not served: Work; hence: /)],
    });
  });

  it.each([
    ['each', 'unreachable', 'failed'],
    ['one', 'passed', 'warning'],
  ] as const)('are a failure if a required kind is missing: %s of two', async (enough, outcome, kinds) => {
    const interests = ['ClusterResourcePlacement', 'ResourcePlacement'].map((kind) => ({ group: 'placement.kubernetes-fleet.io', kind }));
    const found = await serving(
      SERVED_TYPES.filter(({ kind }) => kind !== 'ResourcePlacement'),
      { needs: { interests, vital: { interests, enough } } },
    );
    expect(found.outcome).toBe(outcome);
    expect(checkIn(found, 'kinds')).toMatchObject({
      outcome: kinds,
      evidence: [expect.anything(), 'not served: ResourcePlacement; hence: such a placement cannot be gated, or named as an owner'],
    });
  });

  it('are expected to have KubeFleet’s kinds if discovery is not allowed', async () => {
    hub.faults.answers = (path) =>
      /^\/apis?(\?|$)/.test(path) ? { code: 403, body: JSON.stringify({ kind: 'Status', message: 'forbidden: discovery' }) } : undefined;
    expect(checkIn(await examined(hub), 'kinds')).toMatchObject({
      outcome: 'warning',
      evidence: ['the hub does not list its kinds to this user: forbidden: discovery', expect.anything()],
    });
  });
});

describe('KubeFleet version', () => {
  const TESTED = 'tested on recordings of v0.3.1 and of main of August 2026; none is of a hub of Azure';
  const LATER = 'tested on written examples alone: pull requests 588, 730, 809, 813, 898, 901, 916 and 925 of KubeFleet';
  const written = (message: string): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop' },
    status: { conditions: [{ type: 'ClusterResourcePlacementWorkSynchronized', status: 'True', reason: 'WorkSynchronized', message }] },
  });
  const cluster = (labels: Readonly<Record<string, string>>): KubeObject => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name: 'east', labels },
  });

  it.each<readonly [string, readonly KubeObject[], readonly string[]]>([
    ['no object', [], ['KubeFleet v0.3 or main: nothing that can be read distinguishes them', TESTED]],
    [
      'the words of v0.3',
      [written("Works(s) are succcesfully created or updated in 1 target cluster(s)' namespaces")],
      ['KubeFleet v0.3: ClusterResourcePlacement/shop says "Works(s) are succcesfully created or updated"', TESTED],
    ],
    [
      'the words of main, and labels of Azure',
      [
        written("Work(s) are successfully created or updated in 1 target cluster(s)' namespaces"),
        cluster({ 'fleet.azure.com/location': 'westeurope' }),
      ],
      [
        'KubeFleet main: ClusterResourcePlacement/shop says "Work(s) are successfully created or updated"',
        'a hub of Azure: member cluster east has labels of Azure',
        TESTED,
      ],
    ],
    [
      'the label of a later version',
      [cluster({ 'kubefleet.dev/cluster-alias': 'east' })],
      ['KubeFleet later than main of August 2026: member cluster east has the label kubefleet.dev/cluster-alias', TESTED, LATER],
    ],
  ])('is found by %s', async (_, objects, evidence) => {
    for (const object of objects) hub.store.put(object);
    expect(checkIn(await examined(hub), 'kubefleet')).toMatchObject({ outcome: 'ok', evidence });
  });

  it('is found by kinds that a later version serves', async () => {
    const types = SERVED_TYPES.map((type) =>
      type.kind === 'ClusterResourcePlacementEviction' ? { ...type, versions: ['v1', ...type.versions] } : type,
    );
    const other = await startEmbeddedHub({ types: [...types, ...MAIN_KINDS] });
    try {
      expect(checkIn(await examined(other), 'kubefleet').evidence).toEqual([
        'KubeFleet later than main of August 2026: it serves evictions as v1; it serves placement.kubefleet.dev, whose objects are not checked',
        TESTED,
        LATER,
      ]);
    } finally {
      await other.close();
    }
  });
});
