/** `ready` names what a change removes from clusters: a warning, because the pull request is where a removal is decided. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { askReady, hubAt, type ReadyAsked, type ReadyTold } from '../../support/hubs/ready-hub.ts';
import { recordingIn } from '../../support/recordings/recording.ts';

const STORY = recordingIn(join(import.meta.dirname, '../../../fixtures/stories/first-rollout-green'), 'first-rollout-green');
const CHANGE = STORY.expected.manifests;
/** The namespace `storefront-1` with the Deployment `web` is on m1, m2 and m3; m3 is the one without `env: prod`. */
const HUB = hubAt(STORY);

const isPlacement = ({ kind }: KubeObject): boolean => kind === 'ClusterResourcePlacement';
const PLACEMENT = CHANGE.find(isPlacement);
const CONTENT = CHANGE.filter((object) => !isPlacement(object));

const PROD = { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }] };
const ONLY_PROD = {
  placementType: 'PickAll',
  affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: PROD } },
};

/** The placement with other fields in its spec. */
function placement(spec: object, name = 'storefront-1'): KubeObject {
  return {
    ...PLACEMENT,
    metadata: { name },
    spec: { ...(PLACEMENT as KubeObject & { readonly spec: object }).spec, ...spec },
  } as KubeObject;
}

function withPolicy(object: KubeObject, policy: object): KubeObject {
  const edited = { ...object, spec: { ...(object as KubeObject & { readonly spec: object }).spec, policy } };
  return edited;
}

const selecting = (selector: object): object => ({ resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', ...selector }] });

const ask = (change: readonly KubeObject[], more: Partial<ReadyAsked> = {}): Promise<ReadyTold> => askReady({ ...HUB, change, ...more });
const told = ({ exitCode, report }: ReadyTold): unknown => [
  exitCode,
  (report.ready?.reasons ?? []).map(({ id, effect, clusters, message }) => [`${effect} ${id}`, clusters, message]),
];
const headline = ({ out }: ReadyTold): string => (out.split('\n\n')[0] ?? '').replaceAll(/\s+/g, ' ');

describe('a cluster that the placement leaves', () => {
  const LEAVES = [
    'warns clusters-left',
    ['m3'],
    'ClusterResourcePlacement/storefront-1 leaves m3 (cluster does not match with any of the required cluster affinity terms): what it placed is removed there.',
  ];

  it.each<readonly [string, Partial<ReadyAsked>]>([
    ['compared with the hub', {}],
    ['with a base', { baseChange: CHANGE }],
  ])('is named, %s', async (_, more) => {
    const answer = await ask([...CONTENT, placement({ policy: ONLY_PROD })], more);
    expect(told(answer)).toEqual([0, [LEAVES]]);
    expect(headline(answer)).toMatch(/^READY with 1 warning: the rollout of \S+ to 2 clusters may start now; warning: \S+ leaves m3 /);
  });

  it('is named if the policy no longer names it', async () => {
    const fixed = (...clusterNames: readonly string[]): object => ({ placementType: 'PickFixed', clusterNames });
    const objects = HUB.objects.map((object) => (isPlacement(object) ? withPolicy(object, fixed('m1', 'm2', 'm3')) : object));
    const answer = await ask([...CONTENT, placement({ policy: fixed('m1') })], { objects });
    expect(told(answer)).toEqual([
      0,
      [['warns clusters-left', ['m2', 'm3'], expect.stringMatching(/^ClusterResourcePlacement\/storefront-1 leaves m2, m3/)]],
    ]);
  });

  it('is named if fewer clusters are asked for, and not if as many are', async () => {
    const pick = (numberOfClusters: number): object => ({ policy: { placementType: 'PickN', numberOfClusters } });
    const objects = HUB.objects.map((object): KubeObject => {
      if (isPlacement(object)) return withPolicy(object, { placementType: 'PickN', numberOfClusters: 3 });
      if (object.kind !== 'ClusterSchedulingPolicySnapshot') return object;
      const annotations = { ...object.metadata.annotations, 'kubernetes-fleet.io/number-of-clusters': '3' };
      return { ...withPolicy(object, { placementType: 'PickN' }), metadata: { ...object.metadata, annotations } };
    });
    const [same, fewer] = [
      await ask([...CONTENT, placement(pick(3))], { objects }),
      await ask([...CONTENT, placement(pick(2))], { objects }),
    ];
    const left = ({ report }: ReadyTold): unknown => report.ready?.reasons.map(({ id, clusters = [] }) => [id, clusters.length]);
    expect([left(same), left(fewer)]).toEqual([[], [['clusters-left', 1]]]);
  });

  it('is not named by strategy External, with which only an update run removes something', async () => {
    const external = { strategy: { type: 'External' } };
    const answer = await ask([...CONTENT, placement({ policy: ONLY_PROD, ...external })]);
    expect(JSON.stringify(told(answer))).not.toContain('clusters-left');
  });

  it('is not named if only its labels no longer match: the scheduler keeps what it has picked', async () => {
    const objects = HUB.objects.map((object): KubeObject => {
      if (isPlacement(object)) return withPolicy(object, ONLY_PROD);
      return object.kind === 'ClusterSchedulingPolicySnapshot' ? withPolicy(object, ONLY_PROD) : object;
    });
    const m1 = HUB.objects.find(({ kind, metadata }) => kind === 'MemberCluster' && metadata.name === 'm1') as KubeObject;
    const { metadata, apiVersion, kind, spec } = m1 as KubeObject & { readonly spec: object };
    const edited = { apiVersion, kind, metadata: { name: metadata.name, labels: { ...metadata.labels, env: 'spare' } }, spec };
    for (const change of [[edited], [...CONTENT, placement({ policy: ONLY_PROD }), edited]]) {
      expect(told(await ask(change, { objects }))).toEqual([0, []]);
    }
  });

  it('is not named if it is silent and the policy is the same: the scheduler keeps it', async () => {
    const objects = HUB.objects.map((object): KubeObject => {
      if (object.kind !== 'MemberCluster' || object.metadata.name !== 'm3') return object;
      return JSON.parse(
        JSON.stringify(object).replaceAll(/"lastReceivedHeartbeat":"[^"]+"/g, '"lastReceivedHeartbeat":"2026-11-20T00:00:00Z"'),
      ) as KubeObject;
    });
    const answer = await ask([...CONTENT, placement({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } })], {
      objects,
    });
    expect(answer.report.ready?.reasons.map(({ id }) => id)).toEqual(['cluster-silent']);
  });

  it('is not named if it is being deleted: it keeps what it has', async () => {
    const objects = HUB.objects.map((object) =>
      object.kind === 'MemberCluster' && object.metadata.name === 'm3'
        ? { ...object, metadata: { ...object.metadata, deletionTimestamp: HUB.at.toISOString() } }
        : object,
    );
    for (const change of [CHANGE, [...CONTENT, placement({ policy: ONLY_PROD })]])
      expect(JSON.stringify(told(await ask(change, { objects })))).not.toContain('clusters-left');
  });
});

describe('content that the placement no longer selects', () => {
  const NOTHING = 'ClusterResourcePlacement/storefront-1 selects nothing, so what it placed is removed from m1, m2, m3.';
  const BOTH =
    'ClusterResourcePlacement/storefront-1 no longer selects Namespace/storefront-1, Deployment/storefront-1/web, so they are removed from m1, m2, m3.';
  const CLUSTERS = ['m1', 'm2', 'm3'];

  it.each<readonly [string, readonly KubeObject[], Partial<ReadyAsked>]>([
    ['a misspelt name', [...CONTENT, placement(selecting({ name: 'storefront-l' }))], {}],
    ['a misspelt name, with a base', [...CONTENT, placement(selecting({ name: 'storefront-l' }))], { baseChange: CHANGE }],
    ['a misspelt name, without the content in the files', [placement(selecting({ name: 'storefront-l' }))], {}],
    ['labels that nothing has', [...CONTENT, placement(selecting({ labelSelector: { matchLabels: { team: 'shop' } } }))], {}],
  ])('with %s is named, and no rollout of content is announced', async (_, change, more) => {
    const answer = await ask(change, more);
    expect(told(answer)).toEqual([0, [['warns selects-nothing', CLUSTERS, NOTHING]]]);
    expect(headline(answer)).toBe(
      `READY with 1 warning: the removal of what ClusterResourcePlacement/storefront-1 placed on 3 clusters may start now; warning: ${NOTHING.slice(0, -1)}`,
    );
  });

  it('is named beside what the placement selects instead', async () => {
    const other = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } };
    for (const more of [{}, { objects: [...HUB.objects, other] }]) {
      const change = [...CONTENT, placement(selecting({ name: 'other' })), ...('objects' in more ? [] : [other])];
      const answer = await ask(change, more);
      expect(told(answer)).toEqual([0, [['warns content-removed', CLUSTERS, BOTH]]]);
      expect(headline(answer)).toContain('the rollout of ClusterResourcePlacement/storefront-1 to 3 clusters may start now');
    }
  });

  it('is announced beside the rollout of another placement', async () => {
    const other = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } };
    const answer = await ask([
      ...CONTENT,
      placement(selecting({ name: 'storefront-l' })),
      other,
      placement(selecting({ name: 'other' }), 'two'),
    ]);
    expect(headline(answer)).toContain(
      'the rollout of ClusterResourcePlacement/two to 3 clusters and the removal of what ClusterResourcePlacement/storefront-1 placed on 3 clusters may start now',
    );
  });

  it.each<readonly [string, readonly KubeObject[], Partial<ReadyAsked>]>([
    ['the same change once more', CHANGE, {}],
    ['a placement whose content is only on the hub', [placement({})], {}],
    ['an edit of its strategy alone', [placement({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } })], {}],
    ['another placement that selects it', [...CONTENT, placement(selecting({ name: 'storefront-l' })), placement({}, 'two')], {}],
    [
      'a selector by labels that it has',
      [...CONTENT, placement(selecting({ labelSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'storefront-1' } } }))],
      {},
    ],
    ['strategy External', [...CONTENT, placement({ ...selecting({ name: 'storefront-l' }), strategy: { type: 'External' } })], {}],
    ['a variable as the name', [...CONTENT, placement(selecting({ name: '${SHOP}' }))], {}],
    ['a placement that the hub does not have', [...CONTENT, placement(selecting({ name: 'storefront-l' }), 'two')], {}],
    [
      'unreadable resource snapshots',
      [...CONTENT, placement(selecting({ name: 'storefront-l' }))],
      { denied: ['clusterresourcesnapshots'] },
    ],
  ])('is not claimed of %s', async (_, change, more) => {
    expect(JSON.stringify(told(await ask(change, more)))).not.toMatch(/clusters-left|content-removed|selects-nothing/);
  });
});
