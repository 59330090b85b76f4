import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { RolloutForecast } from '../../src/report.ts';
import type { Planned } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { memberObject, NOW } from './fleets.ts';

const DEPLOYMENT = content('apps/v1', 'Deployment', { replicas: 2 });
const SETTINGS = content('v1', 'ConfigMap');
const INGRESS = content('networking.k8s.io/v1', 'Ingress');
const K = 'placement.kubernetes-fleet.io/v1';

describe('without a base', () => {
  it('forecasts the first rollout to all clusters at once, and a later update in steps', () => {
    expect(forecastsOf({ clusters: 10 })).toMatchObject([
      { of: 'firstRollout', clusters: 10, atOnce: 10, steps: 1, seconds: { least: 0, most: 135 } },
      { of: 'update', clusters: 10, atOnce: 3, steps: 4, seconds: { least: 0, most: 405 }, atOnceAfterFailure: 2 },
    ]);
  });

  it('expects no wait for workloads if there are none', () => {
    expect(forecastsOf({ clusters: 4, objects: [SETTINGS] })[0]?.seconds).toEqual({ least: 0, most: 75 });
  });
});

describe('an update', () => {
  it.each<[string, object, Partial<RolloutForecast>]>([
    ['a number', { maxUnavailable: 2 }, { atOnce: 2, steps: 5, atOnceAfterFailure: 1 }],
    ['a percentage, rounded up', { maxUnavailable: '11%' }, { atOnce: 2, steps: 5 }],
    ['one cluster', { maxUnavailable: 1 }, { atOnce: 1, steps: 10, atOnceAfterFailure: 0 }],
    ['more than there are', { maxUnavailable: 40 }, { atOnce: 10, steps: 1, atOnceAfterFailure: 10 }],
    ['nothing', { maxUnavailable: 0 }, { atOnce: 0, steps: 0, atOnceAfterFailure: 0 }],
  ])('has steps of maxUnavailable: %s', (_, rollingUpdate, expected) => {
    expect(updateOf({ clusters: 10, rollingUpdate })).toMatchObject(expected);
  });

  it('never ends if maxUnavailable is 0', () => {
    expect(updateOf({ clusters: 3, rollingUpdate: { maxUnavailable: 0 } })).not.toHaveProperty('seconds');
  });

  it('pauses between steps if KubeFleet does not track an object, also in an envelope', () => {
    const rollingUpdate = { maxUnavailable: 1, unavailablePeriodSeconds: 100 };
    const envelope = { apiVersion: K, kind: 'ResourceEnvelope', metadata: { name: 'pack', namespace: 'shop' }, data: { i: INGRESS } };
    for (const objects of [[INGRESS], [envelope]])
      expect(updateOf({ clusters: 3, rollingUpdate, objects })?.seconds).toEqual({ least: 200, most: 45 + 3 * 90 + 200 });
    expect(updateOf({ clusters: 3, rollingUpdate })?.seconds?.least).toBe(0);
  });

  it('concerns only the clusters whose content changes', () => {
    const base = { clusters: 4 };
    const edited = { ...DEPLOYMENT, spec: { replicas: 3 } };
    expect(forecastsOf({ ...base, base: [DEPLOYMENT], objects: [DEPLOYMENT] })).toEqual([]);
    expect(forecastsOf({ ...base, base: [DEPLOYMENT], objects: [edited] })).toMatchObject([
      { of: 'update', clusters: 4, atOnce: 1, steps: 4 },
    ]);
    const only = override('c1');
    expect(forecastsOf({ ...base, base: [DEPLOYMENT], objects: [DEPLOYMENT], more: [only] })).toMatchObject([
      { of: 'update', clusters: 1 },
    ]);
  });
});

describe('no rollout is forecast', () => {
  it.each<[string, Parameters<typeof forecastsOf>[0]]>([
    ['a placement that only reports differences', { clusters: 2, strategy: { applyStrategy: { type: 'ReportDiff' } } }],
    ['a placement that waits for an update run that is not there', { clusters: 2, strategy: { type: 'External' } }],
    ['a placement without clusters', { clusters: 0 }],
    ['a placement without content', { clusters: 2, objects: [] }],
  ])('for %s', (_, asked) => {
    expect(forecastsOf(asked)).toEqual([]);
  });
});

describe('an update run', () => {
  const stages = [
    {
      name: 'canary',
      labelSelector: { matchLabels: { name: 'c0' } },
      afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }, { type: 'Approval' }],
    },
    { name: 'rest', labelSelector: { matchExpressions: [{ key: 'name', operator: 'NotIn', values: ['c0'] }] }, maxConcurrency: 2 },
  ];

  it('has the steps of its stages, their waits, and the approvals that a person gives', () => {
    const more = [fleetObject('ClusterStagedUpdateStrategy', 'waves', { stages }), run()];
    expect(forecastsOf({ clusters: 6, strategy: { type: 'External' }, more })).toEqual([
      {
        of: 'run',
        run: { apiVersion: K, kind: 'ClusterStagedUpdateRun', name: 'go' },
        clusters: 6,
        atOnce: 2,
        steps: 4,
        seconds: { least: 3600, most: 3600 + 4 * 127 + 60 + 60 },
        approvals: 1,
        atOnceAfterFailure: 1,
      },
    ]);
  });

  it.each([
    ['as the base has it', { state: 'Run' }, 0],
    ['started by the change', { state: 'Initialize' }, 1],
    ['new in the change', undefined, 1],
  ])('%s has as many forecasts', (_, before, forecasts) => {
    const strategy = fleetObject('ClusterStagedUpdateStrategy', 'waves', { stages });
    const old = before === undefined ? [] : [run(before)];
    const asked = { clusters: 6, strategy: { type: 'External' }, more: [strategy, run({ state: 'Run' })] };
    expect(forecastsOf({ ...asked, base: [DEPLOYMENT, strategy, ...old] })).toHaveLength(forecasts);
  });

  it('has no forecast if its strategy is not known', () => {
    expect(forecastsOf({ clusters: 6, strategy: { type: 'External' }, more: [run()] })).toEqual([]);
  });
});

interface Asked {
  readonly clusters: number;
  readonly objects?: readonly KubeObject[];
  readonly more?: readonly KubeObject[];
  readonly base?: readonly KubeObject[];
  readonly rollingUpdate?: object;
  readonly strategy?: object;
}

function forecastsOf({ clusters, objects = [DEPLOYMENT], more = [], base, rollingUpdate, strategy }: Asked): readonly RolloutForecast[] {
  const members = Array.from({ length: clusters }, (_, index) =>
    memberObject(`c${String(index)}`, { labels: { name: `c${String(index)}` } }),
  );
  const placement: KubeObject = {
    apiVersion: K,
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'web' },
    spec: {
      resourceSelectors: objects.length === 0 ? [] : [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
      strategy: strategy ?? { type: 'RollingUpdate', ...(rollingUpdate === undefined ? {} : { rollingUpdate }) },
    },
  };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const tree = (selected: readonly KubeObject[]): readonly Planned[] =>
    [placement, ...(selected.length === 0 ? [] : [namespace]), ...selected].map(planned);
  const plan = planPlacements({
    objects: [...tree(objects), ...more.map(planned)],
    members,
    now: NOW,
    ...(base === undefined ? {} : { base: tree(base) }),
  });
  return plan.placements[0]?.forecasts ?? [];
}

function updateOf(asked: Asked): RolloutForecast | undefined {
  return forecastsOf(asked).find(({ of }) => of === 'update');
}

function planned(object: KubeObject): Planned {
  return { object, namespace: object.metadata.namespace };
}

function content(apiVersion: string, kind: string, spec?: object): KubeObject {
  return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop' }, ...(spec === undefined ? {} : { spec }) };
}

function run(fields: object = {}): KubeObject {
  return fleetObject('ClusterStagedUpdateRun', 'go', { placementName: 'web', stagedRolloutStrategyName: 'waves', ...fields });
}

function override(cluster: string): KubeObject {
  return {
    apiVersion: K,
    kind: 'ResourceOverride',
    metadata: { name: 'one', namespace: 'shop' },
    spec: {
      resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' }],
      policy: {
        overrideRules: [
          {
            clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { name: cluster } } }] },
            jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 5 }],
          },
        ],
      },
    },
  };
}

function fleetObject(kind: string, name: string, spec: object): KubeObject {
  return { apiVersion: K, kind, metadata: { name }, spec };
}
