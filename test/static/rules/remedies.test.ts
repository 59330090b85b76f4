/** What a remedy advises is refused by no other rule. */
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { TOKEN_SECRET_REMEDY } from '../../../src/static/placing/token-secret.ts';
import { lintTexts, type Texts } from '../../support/trees/lint-texts.ts';

const cluster = (name: string, labels: string, joined = 'True'): string => `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: ${name}, labels: ${labels}}
spec: {identity: {kind: User, name: agent}}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions: [{type: Joined, status: "${joined}"}, {type: Healthy, status: "True"}]
`;
const placement = (selector: string, policy = '{placementType: PickAll}'): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [${selector}]
  policy: ${policy}
`;
const namespace = (name: string, labels = '{}'): string => `apiVersion: v1
kind: Namespace
metadata: {name: ${name}, labels: ${labels}}
`;
const selects = (more: string): string => `{group: "", version: v1, kind: Namespace, ${more}}`;
const envelope = (kind: string, home: string, entry: string): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ${kind}
metadata: {name: packed${home}}
data: {entry.yaml: ${entry}}
`;
const role = (own: string): string => `{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: viewer${own}}}`;
const config = (own: string): string => `{apiVersion: v1, kind: ConfigMap, metadata: {name: settings${own}}}`;
const envelopeOf = (kind: string): string => `{group: placement.kubernetes-fleet.io, version: v1beta1, kind: ${kind}, name: packed}`;
const pickN = (count: number): string =>
  `{placementType: PickN, numberOfClusters: ${count}, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: {env: prod}}}]}}}}`;
const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: robot, namespace: shop}\n';
const robotSecret =
  '{apiVersion: v1, kind: Secret, metadata: {name: robot, namespace: shop, annotations: {kubernetes.io/service-account.name: robot}}, type: kubernetes.io/service-account-token}';
const robotToken = `${robotSecret}\n`;
const robotEnvelope = envelope('ResourceEnvelope', ', namespace: shop', robotSecret);
const workload = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "registry.example/web:1.4"}]
      volumes: [{name: token, secret: {secretName: robot}}]
`;
const run = (version: string, state: string): string => `apiVersion: placement.kubernetes-fleet.io/${version}
kind: ClusterStagedUpdateRun
metadata: {name: first}
spec: {placementName: shop, resourceSnapshotIndex: "0", stagedRolloutStrategyName: waves${state}}
`;

interface Case {
  readonly rule: string;
  readonly remedy: string;
  readonly clusters?: string;
  readonly bad: readonly string[];
  readonly mended: readonly string[];
  readonly mendedClusters?: string;
}

const CASES: readonly Case[] = [
  {
    rule: 'reserved-namespace',
    remedy: 'Move the objects into a namespace of your own, and select that one.',
    bad: [placement(selects('name: default'))],
    mended: [namespace('shop'), placement(selects('name: shop'))],
  },
  {
    rule: 'reserved-namespace',
    remedy: 'Narrow the selector to the intended namespaces, by name or by a label that only they have.',
    bad: [
      namespace('kube-shop', '{team: shop}'),
      namespace('shop', '{team: shop, app: shop}'),
      placement(selects('labelSelector: {matchLabels: {team: shop}}')),
    ],
    mended: [
      namespace('kube-shop', '{team: shop}'),
      namespace('shop', '{team: shop, app: shop}'),
      placement(selects('labelSelector: {matchLabels: {app: shop}}')),
    ],
  },
  {
    rule: 'envelope-content',
    remedy: 'Put it into a ClusterResourceEnvelope.',
    bad: [envelope('ResourceEnvelope', ', namespace: shop', role(''))],
    mended: [envelope('ClusterResourceEnvelope', '', role('')), placement(envelopeOf('ClusterResourceEnvelope'))],
  },
  {
    rule: 'envelope-content',
    remedy: 'Write `metadata.namespace` (shop) into the entry.',
    bad: [envelope('ResourceEnvelope', ', namespace: shop', config(''))],
    mended: [
      namespace('shop'),
      envelope('ResourceEnvelope', ', namespace: shop', config(', namespace: shop')),
      placement(selects('name: shop')),
    ],
  },
  {
    rule: 'envelope-content',
    remedy: 'Put it into a ResourceEnvelope in namespace shop.',
    bad: [envelope('ClusterResourceEnvelope', '', config(', namespace: shop'))],
    mended: [
      namespace('shop'),
      envelope('ResourceEnvelope', ', namespace: shop', config(', namespace: shop')),
      placement(selects('name: shop')),
    ],
  },
  {
    rule: 'envelope-content',
    remedy: 'Write it without a namespace.',
    bad: [envelope('ClusterResourceEnvelope', '', role(', namespace: shop'))],
    mended: [envelope('ClusterResourceEnvelope', '', role('')), placement(envelopeOf('ClusterResourceEnvelope'))],
  },
  {
    rule: 'pickn-too-few-clusters',
    remedy: 'Make clusters eligible: labels, tolerations, spread constraints.',
    clusters: cluster('europe-1', '{env: test}'),
    bad: [namespace('shop'), placement(selects('name: shop'), pickN(2))],
    mended: [namespace('shop'), placement(selects('name: shop'), pickN(1))],
    mendedClusters: cluster('europe-1', '{env: prod}'),
  },
  {
    rule: 'pickfixed-not-eligible',
    remedy: 'Repair the cluster (check its member agent), or name another one.',
    clusters: cluster('europe-1', '{}', 'False'),
    bad: [namespace('shop'), placement(selects('name: shop'), '{placementType: PickFixed, clusterNames: [europe-1]}')],
    mended: [namespace('shop'), placement(selects('name: shop'), '{placementType: PickFixed, clusterNames: [europe-1]}')],
    mendedClusters: cluster('europe-1', '{}'),
  },
  {
    rule: 'token-secret-not-placed',
    remedy:
      'Put the Secret into a ResourceEnvelope together with its ServiceAccount, without `data`: each member then fills in its own token.',
    bad: [
      namespace('shop'),
      placement(selects('name: shop')),
      'apiVersion: v1\nkind: Secret\nmetadata: {name: robot, namespace: shop, annotations: {kubernetes.io/service-account.name: robot}}\ntype: kubernetes.io/service-account-token\n',
    ],
    mended: [namespace('shop'), placement(selects('name: shop')), robotEnvelope, account],
  },
  {
    rule: 'reference-not-placed',
    remedy: TOKEN_SECRET_REMEDY,
    bad: [namespace('shop'), placement(selects('name: shop')), account, robotToken, workload],
    mended: [namespace('shop'), placement(selects('name: shop')), account, robotEnvelope, workload],
  },
  {
    rule: 'run-not-started',
    remedy: 'Write it in version v1 with `spec.state: Run`, or suppress this finding if a person starts the run.',
    bad: [run('v1alpha1', '')],
    mended: [run('v1', ', state: Run')],
  },
];

describe.each(CASES)('$rule: $remedy', ({ rule, remedy, bad, mended, clusters, mendedClusters = clusters }) => {
  test('is the remedy that the rule prints', () => {
    const { findings } = lintTexts(textsOf(bad, clusters), RULES);
    expect(findings.filter((finding) => finding.rule === rule).map((finding) => finding.remedy)).toEqual([remedy]);
  });

  test('leaves nothing that the hub refuses', () => {
    const { findings } = lintTexts(textsOf(mended, mendedClusters), RULES);
    expect(findings.filter(({ effect }) => effect !== 'advice').map(({ rule: id, message }) => `${id}: ${message}`)).toEqual([]);
  });
});

function textsOf(documents: readonly string[], clusters: string | undefined): Texts {
  return { files: [{ path: 'shop.yaml', text: documents.join('---\n') }], clusters };
}
