/** Rules that judge a workload beside a quota, a LimitRange or a Pod Security level, as overrides send it to each cluster. */
import { describe, expect, it } from 'vitest';
import { limitRangeRefuses } from '../../../src/static/rules/limit-range-refuses.ts';
import { podSecurityRefuses } from '../../../src/static/rules/pod-security-refuses.ts';
import { quotaTooSmall } from '../../../src/static/rules/quota-too-small.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const RULES = [limitRangeRefuses, podSecurityRefuses, quotaTooSmall];
const FLEET = ['dev', 'prod-1', 'prod-2'].map((name) => ({
  apiVersion: 'cluster.kubernetes-fleet.io/v1',
  kind: 'MemberCluster',
  metadata: { name, labels: { env: name.slice(0, 4), name } },
}));
const VERSION = 'placement.kubernetes-fleet.io/v1';
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const ENFORCING = {
  ...NAMESPACE,
  metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
};
const QUOTA = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'shop' }, spec: { hard: { pods: '3' } } };
const RANGE = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'r', namespace: 'shop' },
  spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
};
const EVERYWHERE = { placementType: 'PickAll' };
const ON_ALL: readonly object[] = [];
const ON_DEV = [{ labelSelector: { matchLabels: { env: 'dev' } } }];
const ON_PROD = [{ labelSelector: { matchLabels: { env: 'prod' } } }];
const IMAGE = { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'web:${MEMBER-CLUSTER-LABEL-KEY-env}' };
const ANNOTATION = { op: 'add', path: '/metadata/annotations', value: { a: '${MEMBER-CLUSTER-NAME}' } };
const ONE_REPLICA = { op: 'replace', path: '/spec/replicas', value: 1 };
const FIVE_REPLICAS = { op: 'replace', path: '/spec/replicas', value: 5 };
const NO_REPLICA = { op: 'replace', path: '/spec/replicas', value: 0 };
const OWN_NETWORK = { op: 'remove', path: '/spec/template/spec/hostNetwork' };
const LESS_CPU = { op: 'replace', path: '/spec/template/spec/containers/0/resources/limits/cpu', value: '500m' };
const OTHER_SPEC = { op: 'replace', path: '/spec/template/spec', value: { containers: [{ name: 'web', image: 'web:2' }] } };

function web(name = 'web', replicas = 4): object {
  const container = { name: 'web', image: 'web:1', resources: { limits: { cpu: '2' } } };
  const template = { metadata: { labels: { app: name } }, spec: { hostNetwork: true, containers: [container] } };
  const spec = { replicas, selector: { matchLabels: { app: name } }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'shop' }, spec };
}

function placement(policy: object = EVERYWHERE): object {
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
  return { apiVersion: VERSION, kind: 'ClusterResourcePlacement', metadata: { name: 'shop' }, spec: { resourceSelectors, policy } };
}

type Rule = readonly [terms: readonly object[], patches: readonly object[] | 'Delete'];

function override(rules: readonly Rule[], { group = 'apps', version = 'v1', kind = 'Deployment', name = 'web' } = {}): object {
  const overrideRules = rules.map(([clusterSelectorTerms, patches]) => ({
    clusterSelector: { clusterSelectorTerms },
    ...(patches === 'Delete' ? { overrideType: 'Delete' } : { jsonPatchOverrides: patches }),
  }));
  const metadata = { name: `of-${kind.toLowerCase()}-${name}`, namespace: 'shop' };
  const resourceSelectors = [{ group, version, kind, name }];
  return { apiVersion: VERSION, kind: 'ResourceOverride', metadata, spec: { resourceSelectors, policy: { overrideRules } } };
}

function namespaceOverride(terms: readonly object[], patch: object): object {
  const overrideRules = [{ clusterSelector: { clusterSelectorTerms: terms }, jsonPatchOverrides: [patch] }];
  const clusterResourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
  const spec = { clusterResourceSelectors, policy: { overrideRules } };
  return { apiVersion: VERSION, kind: 'ClusterResourceOverride', metadata: { name: 'of-namespace' }, spec };
}

function found(objects: readonly object[], fleet: readonly object[] = FLEET): readonly string[] {
  const text = [...objects, ...fleet].map((each) => JSON.stringify(each)).join('\n---\n');
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }] }, RULES);
  return findings.map(({ rule, clusters = [] }) => (clusters.length === 0 ? rule : `${rule} on ${clusters.join(',')}`));
}

const POLICIES = [
  ['quota-too-small', [NAMESPACE, QUOTA], ONE_REPLICA],
  ['limit-range-refuses', [NAMESPACE, RANGE], LESS_CPU],
  ['pod-security-refuses', [ENFORCING], OWN_NETWORK],
] as const;

describe.each(POLICIES)('%s', (rule, policies, correction) => {
  const withRules = (rules: readonly Rule[], fleet: readonly object[] = FLEET, policy?: object): readonly string[] =>
    found([...policies, web(), placement(policy), override(rules)], fleet);

  it.each([
    ['an image', IMAGE],
    ['an annotation', ANNOTATION],
  ])('is found although an override changes %s', (_name, patch) => {
    expect(withRules([[ON_ALL, [patch]]])).toEqual([rule]);
    expect(withRules([[ON_DEV, [patch]]])).toEqual([rule]);
    // Also if the clusters are not known.
    expect(withRules([[ON_ALL, [patch]]], [])).toEqual([rule]);
    expect(withRules([[ON_DEV, [patch]]], [])).toEqual([rule]);
  });

  it('is found on the clusters that no override corrects', () => {
    expect(withRules([[ON_DEV, [correction]]])).toEqual([`${rule} on prod-1,prod-2`]);
    expect(withRules([[ON_PROD, [correction]]])).toEqual([`${rule} on dev`]);
    expect(withRules([[ON_DEV, 'Delete']])).toEqual([`${rule} on prod-1,prod-2`]);
  });

  it('is not found if overrides correct the workload, or delete it, on every cluster', () => {
    expect(withRules([[ON_ALL, [correction]]])).toEqual([]);
    expect(withRules([[ON_ALL, 'Delete']])).toEqual([]);
    expect(
      withRules([
        [ON_DEV, [correction]],
        [ON_PROD, 'Delete'],
      ]),
    ).toEqual([]);
    expect(withRules([[ON_ALL, [NO_REPLICA]]])).toEqual([]);
  });

  it('is not found if unknown clusters may get the workload corrected', () => {
    expect(withRules([[ON_DEV, [correction]]], [])).toEqual([]);
    expect(withRules([[ON_ALL, [correction]]], [])).toEqual([]);
    expect(withRules([[ON_DEV, 'Delete']], [])).toEqual([]);
  });

  it('is not found if another choice of clusters gets the workload corrected', () => {
    const oneOfAll = { placementType: 'PickN', numberOfClusters: 1 };
    expect(withRules([[ON_DEV, [correction]]], FLEET, oneOfAll)).toEqual([]);
    expect(withRules([[ON_DEV, [IMAGE]]], FLEET, oneOfAll)).toEqual([rule]);
  });
});

describe('quota-too-small', () => {
  const withTwo = (...overrides: readonly object[]): readonly string[] =>
    found([NAMESPACE, QUOTA, web('web', 2), web('api', 2), placement(), ...overrides]);

  it('adds up the workloads that a cluster gets', () => {
    expect(withTwo()).toEqual(['quota-too-small']);
    expect(withTwo(override([[ON_ALL, [IMAGE]]]), override([[ON_ALL, [IMAGE]]], { name: 'api' }))).toEqual(['quota-too-small']);
    expect(withTwo(override([[ON_DEV, [ONE_REPLICA]]]))).toEqual(['quota-too-small on prod-1,prod-2']);
    const apart = [override([[ON_DEV, [ONE_REPLICA]]]), override([[ON_PROD, 'Delete']], { name: 'api' })];
    expect(withTwo(...apart)).toEqual([]);
  });

  it('is found once if an override adds replicas to what is too much already', () => {
    expect(found([NAMESPACE, QUOTA, web(), placement(), override([[ON_DEV, [FIVE_REPLICAS]]])])).toEqual(['quota-too-small']);
  });

  it('is found for the override that makes it, beside a workload with another override', () => {
    const more = override([[ON_DEV, [{ ...FIVE_REPLICAS, value: 2 }]]]);
    const other = override([[ON_ALL, [IMAGE]]], { name: 'api' });
    expect(found([NAMESPACE, QUOTA, web('web', 1), web('api', 2), placement(), more, other])).toEqual(['quota-too-small on dev']);
  });

  it('is found on the clusters that get both the quota and the demand', () => {
    const raised = override([[ON_DEV, [{ op: 'replace', path: '/spec/hard/pods', value: '9' }]]], {
      group: '',
      kind: 'ResourceQuota',
      name: 'q',
    });
    const onFirst = [{ labelSelector: { matchLabels: { name: 'prod-1' } } }];
    const objects = [NAMESPACE, QUOTA, web(), placement(), raised];
    expect(found(objects)).toEqual(['quota-too-small on prod-1,prod-2']);
    expect(found([...objects, override([[onFirst, [ONE_REPLICA]]])])).toEqual(['quota-too-small on prod-2']);
    expect(found([...objects, override([[ON_PROD, [ONE_REPLICA]]])])).toEqual([]);
  });
});

describe('limit-range-refuses', () => {
  it('is found on the clusters that get the limit as it is written', () => {
    const of = { group: '', kind: 'LimitRange', name: 'r' };
    const withPatch = (terms: readonly object[], patch: object): readonly string[] =>
      found([NAMESPACE, RANGE, web(), placement(), override([[terms, [patch]]], of)]);
    const raised = { op: 'replace', path: '/spec/limits/0/max/cpu', value: '4' };
    expect(withPatch(ON_ALL, ANNOTATION)).toEqual(['limit-range-refuses']);
    expect(withPatch(ON_DEV, raised)).toEqual(['limit-range-refuses on prod-1,prod-2']);
    expect(withPatch(ON_ALL, raised)).toEqual([]);
  });
});

describe('pod-security-refuses', () => {
  const withPatch = (terms: readonly object[], patch: object): readonly string[] =>
    found([ENFORCING, web(), placement(), namespaceOverride(terms, patch)]);

  it('is found on the clusters that get the level as it is written', () => {
    const label = '/metadata/labels/pod-security.kubernetes.io~1enforce';
    expect(withPatch(ON_ALL, { op: 'add', path: '/metadata/labels/team', value: 'a' })).toEqual(['pod-security-refuses']);
    expect(withPatch(ON_DEV, { op: 'replace', path: label, value: 'privileged' })).toEqual(['pod-security-refuses on prod-1,prod-2']);
    expect(withPatch(ON_ALL, { op: 'remove', path: label })).toEqual([]);
    // A map is replaced as a whole.
    expect(withPatch(ON_ALL, { op: 'replace', path: '/metadata/labels', value: { team: 'a' } })).toEqual([]);
  });

  it('is not found if a variable of an unknown cluster is in what the level checks', () => {
    const profile = (value: string): object => ({ op: 'replace', path: '/spec/template/spec', value: unconfined(value) });
    const labelled = { ...ENFORCING, metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } };
    const withProfile = (value: string): readonly string[] =>
      found([labelled, web(), placement(), override([[ON_ALL, [profile(value)]]])], []);
    expect(withProfile('Unconfined')).toEqual(['pod-security-refuses']);
    expect(withProfile('${MEMBER-CLUSTER-LABEL-KEY-profile}')).toEqual([]);
  });

  it('is not found if an override replaces the Pod template with one that fits', () => {
    expect(found([ENFORCING, web(), placement(), override([[ON_ALL, [OTHER_SPEC]]])])).toEqual([]);
  });

  it.each(['v0.3', 'main'])('is found in an envelope that an override labels (%s)', (target) => {
    const envelope = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceEnvelope',
      metadata: { name: 'e', namespace: 'shop' },
      data: { 'web.yaml': web() },
    };
    const of = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ResourceEnvelope', name: 'e' };
    const select = target === 'main' ? {} : of;
    const inside = (path: string): string => (target === 'main' ? path : `/data/web.yaml${path}`);
    const withRule = (terms: readonly object[], patch: { readonly path: string }): readonly string[] => {
      const objects = [ENFORCING, envelope, placement(), override([[terms, [{ ...patch, path: inside(patch.path) }]]], select), ...FLEET];
      const text = objects.map((each) => JSON.stringify(each)).join('\n---\n');
      const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], config: `target: ${target}` }, RULES);
      return findings.map(({ rule, clusters = [] }) => `${rule} ${clusters.join(',')}`.trim());
    };
    expect(withRule(ON_ALL, ANNOTATION)).toEqual(['pod-security-refuses']);
    expect(withRule(ON_DEV, OWN_NETWORK)).toEqual(['pod-security-refuses prod-1,prod-2']);
    expect(withRule(ON_ALL, OWN_NETWORK)).toEqual([]);
  });
});

function unconfined(type: string): object {
  const securityContext = {
    runAsNonRoot: true,
    seccompProfile: { type },
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  };
  return { containers: [{ name: 'web', image: 'web:2', securityContext }] };
}
