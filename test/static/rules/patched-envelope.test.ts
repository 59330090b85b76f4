/** An override patches an envelope before the hub opens it: its entries are judged as if they were written so. */
import { describe, expect, it } from 'vitest';
import { envelopeContent } from '../../../src/static/rules/envelope-content.ts';
import { envelopeNested } from '../../../src/static/rules/envelope-nested.ts';
import { envelopeNotApplicable } from '../../../src/static/rules/envelope-not-applicable.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const VERSION = 'placement.kubernetes-fleet.io/v1';
const NAMESPACED = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { k: 'v' } };
const CLUSTER = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'a' }, rules: [] };
const PLACEMENT = { apiVersion: VERSION, kind: 'ResourcePlacement', metadata: { name: 'p', namespace: 'shop' }, spec: {} };
const ALL = { clusterSelector: { clusterSelectorTerms: [] } };
const ENTRY = '/data/o.yaml';
const RULES = [envelopeContent, envelopeNotApplicable, envelopeNested];

interface Given {
  readonly isOfCluster?: boolean;
  readonly entry?: object;
  readonly rule?: object;
  readonly members?: readonly string[];
}

function told(patches: readonly object[], { isOfCluster = false, entry, rule = ALL, members = [] }: Given = {}): readonly string[] {
  const [kind, override, field] = isOfCluster
    ? ['ClusterResourceEnvelope', 'ClusterResourceOverride', 'clusterResourceSelectors']
    : ['ResourceEnvelope', 'ResourceOverride', 'resourceSelectors'];
  const namespace = isOfCluster ? {} : { namespace: 'shop' };
  const selector = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind, name: 'e' };
  const placed = isOfCluster ? selector : { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
  const objects = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    {
      apiVersion: VERSION,
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'p' },
      spec: { resourceSelectors: [placed], policy: { placementType: 'PickAll' } },
    },
    {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind,
      metadata: { name: 'e', ...namespace },
      data: { 'o.yaml': entry ?? (isOfCluster ? CLUSTER : NAMESPACED) },
    },
    {
      apiVersion: VERSION,
      kind: override,
      metadata: { name: 'o', ...namespace },
      spec: { [field]: [selector], policy: { overrideRules: [{ ...rule, jsonPatchOverrides: patches }] } },
    },
    ...members.map((name) => ({
      apiVersion: 'cluster.kubernetes-fleet.io/v1',
      kind: 'MemberCluster',
      metadata: { name, labels: { name } },
    })),
  ];
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: objects.map((each) => JSON.stringify(each)).join('\n---\n') }] }, RULES);
  return findings.map(({ rule: id, effect, object, message }) => `${id} ${effect} ${object?.kind ?? ''}: ${message}`);
}

const NOTHING = 'so nothing of the placement reaches a cluster.';
const NONE = 'no member cluster can apply it.';

describe('an envelope that an override patches', () => {
  it.each<[string, object, string]>([
    [
      'loses a namespace',
      { op: 'remove', path: `${ENTRY}/metadata/namespace` },
      `envelope-content fails ResourceOverride: With this patch, ConfigMap a has no namespace in a ResourceEnvelope, ${NOTHING}`,
    ],
    [
      'gets another namespace',
      { op: 'replace', path: `${ENTRY}/metadata/namespace`, value: 'else' },
      `envelope-content fails ResourceOverride: With this patch, ConfigMap a is of namespace else, the envelope of shop, ${NOTHING}`,
    ],
    [
      'loses a kind',
      { op: 'remove', path: `${ENTRY}/kind` },
      `envelope-content fails ResourceOverride: With this patch, Entry o.yaml has no kind, ${NOTHING}`,
    ],
    [
      'gets a text',
      { op: 'add', path: '/data/n', value: 'text' },
      `envelope-content fails ResourceOverride: With this patch, Entry n is not an object, ${NOTHING}`,
    ],
    [
      'gets a Namespace',
      { op: 'add', path: '/data/n', value: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } } },
      `envelope-content fails ResourceOverride: With this patch, Namespace n has no namespace in a ResourceEnvelope, ${NOTHING}`,
    ],
    [
      'loses an apiVersion',
      { op: 'remove', path: `${ENTRY}/apiVersion` },
      `envelope-not-applicable fails ResourceOverride: With this patch, ConfigMap a has no apiVersion: ${NONE}`,
    ],
    [
      'loses a name',
      { op: 'remove', path: `${ENTRY}/metadata/name` },
      `envelope-not-applicable fails ResourceOverride: With this patch, ConfigMap under o.yaml has no name: ${NONE}`,
    ],
    [
      'gets an object twice',
      { op: 'add', path: '/data/n', value: NAMESPACED },
      `envelope-not-applicable fails ResourceOverride: With this patch, ConfigMap a is in the envelope twice: ${NONE}`,
    ],
    [
      'gets an object for the hub',
      { op: 'add', path: '/data/n', value: PLACEMENT },
      'envelope-nested fails ResourceOverride: ResourcePlacement/shop/p is for the hub: member clusters do not have this kind, so the envelope is never applied completely.',
    ],
  ])('%s', (_, patch, finding) => {
    expect(told([patch])).toEqual([finding]);
  });

  it('of the cluster gets a namespace', () => {
    expect(told([{ op: 'add', path: `${ENTRY}/metadata/namespace`, value: 'shop' }], { isOfCluster: true })).toEqual([
      `envelope-content fails ClusterResourceOverride: With this patch, ClusterRole a has namespace shop in a ClusterResourceEnvelope, ${NOTHING}`,
    ]);
  });

  it.each<[string, readonly object[], Given]>([
    ['keeps what it allows', [{ op: 'replace', path: `${ENTRY}/data/k`, value: 'w' }], {}],
    ['gets an object that it allows', [{ op: 'add', path: '/data/n', value: { ...NAMESPACED, kind: 'Secret' } }], {}],
    [
      'loses a namespace and gets it again',
      [
        { op: 'remove', path: `${ENTRY}/metadata/namespace` },
        { op: 'add', path: `${ENTRY}/metadata/namespace`, value: 'shop' },
      ],
      {},
    ],
    ['is deleted', [], { rule: { ...ALL, overrideType: 'Delete' } }],
    [
      'is patched for no cluster',
      [{ op: 'remove', path: `${ENTRY}/kind` }],
      { rule: { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { name: 'other' } } }] } }, members: ['one'] },
    ],
  ])('%s', (_, patches, given) => {
    expect(told(patches, given)).toEqual([]);
  });

  it('names the clusters that get the patch', () => {
    const rule = { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { name: 'one' } } }] } };
    expect(told([{ op: 'remove', path: `${ENTRY}/kind` }], { rule, members: ['one', 'two'] })).toEqual([
      'envelope-content fails ResourceOverride: With this patch, Entry o.yaml has no kind, so nothing of the placement reaches one.',
    ]);
  });

  it('has a fault without the patch', () => {
    const entry = { ...NAMESPACED, metadata: { name: 'a' } };
    expect(told([{ op: 'replace', path: `${ENTRY}/data/k`, value: 'w' }], { entry })).toEqual([
      `envelope-content fails ResourceEnvelope: ConfigMap a has no namespace in a ResourceEnvelope, ${NOTHING}`,
    ]);
  });
});
