/** `ready` about files without their placement, which only the hub has: the same is judged as with the placement in the files. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { askReady, hubAt, type ReadyAsked, type ReadyTold } from '../../support/hubs/ready-hub.ts';
import { recordingIn } from '../../support/recordings/recording.ts';

function story(name: string): Omit<ReadyAsked, 'change'> & { readonly change: readonly KubeObject[] } {
  const recording = recordingIn(join(import.meta.dirname, '../../../fixtures/stories', name), name);
  return { ...hubAt(recording), change: recording.expected.manifests };
}

const GREEN = story('first-rollout-green');
const PLACEMENT = find('ClusterResourcePlacement');
const NAMESPACE = find('Namespace');
const WEB = find('Deployment');
const LIMITS: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'storefront-1' } };

function find(kind: string): KubeObject {
  const found = GREEN.change.find((object) => object.kind === kind);
  if (found === undefined) throw new Error(`the story has no ${kind}`);
  return found;
}

const edited = (object: KubeObject, from: string, to: string): KubeObject =>
  JSON.parse(JSON.stringify(object).replaceAll(from, to)) as KubeObject;

const rules = (path: string, value: unknown): object => ({
  overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: 'replace', path, value }] }],
});

/** An override of the Deployment. */
function override(path: string, value: unknown = 5, more: object = {}): KubeObject {
  const web = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web', ...more };
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceOverride',
    metadata: { name: 'web', namespace: 'storefront-1' },
    spec: { resourceSelectors: [web], policy: rules(path, value) },
  };
}

const OF_NAMESPACE: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourceOverride',
  metadata: { name: 'storefront' },
  spec: {
    clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'storefront-1' }],
    policy: rules('/spec/replicas', 5),
  },
};

const WITH_PULL_SECRET = edited(WEB, '"containers"', '"imagePullSecrets":[{"name":"registry"}],"containers"');
const ENVELOPE: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'limits', namespace: 'storefront-1' },
  data: { 'limits.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'elsewhere' } } },
};

const judged = ({ exitCode, report }: ReadyTold): unknown => [
  exitCode,
  report.ready?.reasons.map(({ id, effect, clusters }) => [id, effect, clusters]),
  report.ready?.notChecked,
  report.ready?.placements,
];
const reasons = ({ report }: ReadyTold): readonly string[] => (report.ready?.reasons ?? []).map(({ id, effect }) => `${effect} ${id}`);

it.each<readonly [string, number, readonly KubeObject[], readonly KubeObject[]]>([
  ['valid content', 0, [NAMESPACE, edited(WEB, 'nginx:1.27', 'nginx:1.28')], []],
  ['a patch without its path', 1, [WEB, override('/spec/foo/bar')], []],
  ['a patch of an object that only the hub has', 1, [LIMITS, override('/spec/foo/bar')], []],
  ['a patch of the whole namespace', 1, [LIMITS, OF_NAMESPACE], []],
  ['a variable of a label that no cluster has', 1, [WEB, override('/spec/template/spec/nodeName', '${MEMBER-CLUSTER-LABEL-KEY-rack}')], []],
  ['an override of the hub for a path that the content lacks', 1, [WEB], [override('/spec/template/spec/nodeSelector/zone')]],
  ['content that API servers refuse', 1, [edited(WEB, '"matchLabels":{"app":"web"}', '"matchLabels":{"app":"shop"}')], []],
  ['an envelope that cannot be applied', 1, [ENVELOPE], []],
  ['a Secret that is nowhere', 0, [WITH_PULL_SECRET], []],
])('%s is judged as with the placement in the files', async (_, exitCode, change, onHub) => {
  const hub = { ...GREEN, objects: [...GREEN.objects, ...onHub] };
  const [told, control] = [await askReady({ ...hub, change }), await askReady({ ...hub, change: [...change, PLACEMENT] })];
  expect([told.exitCode, judged(told)]).toEqual([exitCode, judged(control)]);
});

it('a valid override of an object that only the hub has is a rollout', async () => {
  const told = await askReady({ ...GREEN, change: [override('/spec/replicas')] });
  expect([told.exitCode, reasons(told), told.out]).toEqual([0, [], expect.stringContaining('to 3 clusters')]);
});

describe('an update run alone', () => {
  const stuck = story('run-stuck');
  const run = stuck.objects.find(({ kind }) => kind === 'ClusterStagedUpdateRun');
  const next = { ...run, metadata: { name: 'next' }, status: undefined } as unknown as KubeObject;

  it('is not ready beside a run at work', async () => {
    const told = await askReady({ ...stuck, change: [next] });
    expect([told.exitCode, reasons(told)]).toEqual([1, expect.arrayContaining(['blocks run-at-work'])]);
  });

  it('of a placement that is nowhere is not ready', async () => {
    const told = await askReady({ ...stuck, change: [edited(next, '"placementName":"storefront-33"', '"placementName":"storefront-34"')] });
    expect([told.exitCode, reasons(told), told.out]).toEqual([
      1,
      expect.arrayContaining(['blocks finding']),
      expect.stringContaining('no rollout'),
    ]);
  });
});

describe('an eviction', () => {
  const eviction: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name: 'drain' },
    spec: { placementName: 'storefront-1', clusterName: 'm2' },
  };

  it.each([
    ['alone', [eviction]],
    ['beside its placement', [...GREEN.change, eviction]],
  ])('%s is a warning', async (_, change) => {
    const told = await askReady({ ...GREEN, change });
    expect([told.exitCode, reasons(told)]).toEqual([0, ['warns eviction']]);
    expect(told.out).toContain('ClusterResourcePlacementEviction/drain removes ClusterResourcePlacement/storefront-1 from m2.');
  });

  it('that the hub has already does nothing', async () => {
    const told = await askReady({ ...GREEN, objects: [...GREEN.objects, eviction], change: [...GREEN.change, eviction] });
    expect(reasons(told)).toEqual([]);
  });

  it('of a placement that is nowhere is not ready', async () => {
    const told = await askReady({ ...GREEN, change: [edited(eviction, 'storefront-1', 'storefront-2')] });
    expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks finding']]);
  });
});

it('a new member cluster that a placement of the hub picks is a rollout to it', async () => {
  const member = {
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name: 'm4' },
    spec: { identity: { kind: 'User', name: 'm4', apiGroup: 'rbac.authorization.k8s.io' } },
  };
  const told = await askReady({ ...GREEN, change: [member] });
  expect([told.exitCode, told.report.ready?.placements.map(({ clusters }) => clusters.toSorted()), told.report.ready?.notChecked]).toEqual([
    0,
    [['m1', 'm2', 'm3', 'm4']],
    [],
  ]);
});

const STRATEGY: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name: 'careful' },
  spec: { stages: [{ name: 'all' }] },
};

it.each<readonly [string, readonly KubeObject[], string]>([
  ['a strategy', [STRATEGY], 'ClusterStagedUpdateStrategy/careful'],
  ['an override of an object that is nowhere', [override('/spec/replicas', 5, { name: 'shop' })], 'ResourceOverride/storefront-1/web'],
])('%s alone rolls out nothing, and is named', async (_, change, name) => {
  const told = await askReady({ ...GREEN, change });
  expect([told.exitCode, told.report.outcome]).toEqual([3, 'nothingToDo']);
  expect(told.err + told.out).toContain(`and these were not checked: ${name}`);
});

it('a file that the hub refuses is not "nothing to do"', async () => {
  const told = await askReady({ ...GREEN, change: [edited(STRATEGY, '"name":"all"', '"name":"all","maxConcurrency":true')] });
  expect([told.exitCode, reasons(told)]).toEqual([1, ['blocks finding']]);
});

it.each<readonly [string, readonly KubeObject[], string]>([
  ['in a misspelt namespace', [edited(LIMITS, 'storefront-1', 'storefrnt-1')], 'ConfigMap/storefrnt-1/limits, so no cluster gets it'],
  ['without a placement', [{ ...NAMESPACE, metadata: { name: 'alone' } }], 'Namespace/alone, so no cluster gets it'],
])('an object %s is named beside one that has a placement', async (_, others, names) => {
  for (const placed of [[WEB], [...GREEN.change]]) {
    const told = await askReady({ ...GREEN, change: [...placed, ...others] });
    expect([told.exitCode, told.out]).toEqual([0, expect.stringContaining(names)]);
  }
});

it.each<readonly [string, KubeObject, string]>([
  ['a misspelt name', override('/spec/replicas', 5, { name: 'wbe' }), 'warns finding'],
  ['another version', override('/spec/replicas', 5, { version: 'v1beta1' }), 'warns finding'],
  ['another namespace', edited(override('/spec/replicas'), 'storefront-1', 'default'), 'warns finding'],
  ['an object that no placement selects', edited(override('/spec/replicas'), 'storefront-1', 'spare'), 'warns override-without-effect'],
])('an override with %s changes nothing: a warning', async (_, object, reason) => {
  const spare = [{ ...NAMESPACE, metadata: { name: 'spare' } }, edited(WEB, 'storefront-1', 'spare')];
  const told = await askReady({ ...GREEN, objects: [...GREEN.objects, ...spare], change: [...GREEN.change, object] });
  expect([told.exitCode, reasons(told)]).toEqual([0, [reason]]);
});
