/** A placement or a stage that matches no cluster: the label that was probably meant, at the requirement that excludes every cluster. */
import { expect, test } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const STATUS = `status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions: [{ type: Joined, status: "True" }, { type: Healthy, status: "True" }]
`;
const member = (name: string, labels: string, spec = ''): string => `${memberYaml(name, { labels, spec })}${STATUS}`;
const CLUSTERS = [member('m1', '{ env: prod, region: east }'), member('m2', '{ env: test, region: west }')].join('---\n');

const policy = (type: string, terms: string): string =>
  `${type}\n    affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [${terms}] } } }`;
const term = (labels: string): string => `{ labelSelector: { matchLabels: { ${labels} } } }`;
const expression = (text: string): string => `{ labelSelector: { matchExpressions: [{ ${text} }] } }`;
const pickAll = (...terms: readonly string[]): string =>
  placementYaml('shop', { policy: policy('placementType: PickAll', terms.join(', ')) });

interface Said {
  readonly rule: string;
  readonly at: string;
  readonly message: string;
  readonly remedy: string;
}

function saidOf(text: string, clusters = CLUSTERS): readonly Said[] {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: `${namespaceYaml('shop')}---\n${text}` }], clusters }, RULES);
  const open = findings.filter(({ severity, suppressed }) => severity !== 'notice' && suppressed === undefined);
  return open.map(({ rule, pointer, message, remedy }) => ({
    rule,
    at: pointer.replace(/^.*clusterSelectorTerms\/(\d)\/labelSelector/, '$1'),
    message,
    remedy,
  }));
}

const NONE = 'so none is eligible for this placement';
const AS_THEY_ARE =
  'Write the label as the member clusters have it (`kubectl get memberclusters --show-labels`), or add it to the intended clusters.';

test.each<[labels: string, at: string, message: string, remedy: string]>([
  [term('env: prdo'), '0/matchLabels/env', `\`env=prdo\`, ${NONE}; the existing values are prod, test`, 'Did you mean env=prod?'],
  [
    term('env: production'),
    '0/matchLabels/env',
    `\`env=production\`, ${NONE}; the existing values are prod, test`,
    'Did you mean env=prod?',
  ],
  [term('evn: prod'), '0/matchLabels/evn', `\`evn=prod\`, ${NONE}`, 'Did you mean env=prod?'],
  [term('env: prod, regoin: east'), '0/matchLabels/regoin', `\`regoin=east\`, ${NONE}`, 'Did you mean region=east?'],
  [term('region: mars'), '0/matchLabels/region', `\`region=mars\`, ${NONE}; the existing values are east, west`, AS_THEY_ARE],
  [term('tier: gold'), '0/matchLabels/tier', `\`tier=gold\`, ${NONE}`, AS_THEY_ARE],
  [expression('key: evn, operator: Exists'), '0/matchExpressions/0/key', `\`evn\`, ${NONE}`, 'Did you mean env?'],
  [
    expression('key: env, operator: In, values: [prdo]'),
    '0/matchExpressions/0/values/0',
    `\`env=prdo\`, ${NONE}; the existing values are prod, test`,
    'Did you mean env=prod?',
  ],
  [
    expression('key: env, operator: NotIn, values: [prod, test]'),
    '0/matchExpressions/0/key',
    `\`env notin (prod, test)\`, ${NONE}; the existing values are prod, test`,
    AS_THEY_ARE,
  ],
])('%s', (labels, at, message, remedy) => {
  expect(saidOf(pickAll(labels))).toEqual([{ rule: 'picks-no-cluster', at, message: `No member cluster meets ${message}.`, remedy }]);
});

const ANY = 'cluster does not match with any of the required cluster affinity terms';

test('without a single requirement that excludes every cluster, the finding is at the policy', () => {
  const rest = {
    rule: 'picks-no-cluster',
    at: '/spec/policy',
    message: `No member cluster is eligible for this placement (m1, m2: ${ANY}).`,
  };
  const ofPolicy = (text: string): readonly Said[] => saidOf(text).filter(({ rule }) => rule === 'picks-no-cluster');
  expect(ofPolicy(pickAll(term('env: prdo'), term('region: mars')))).toEqual([{ ...rest, remedy: 'Did you mean env=prod?' }]);
  expect(ofPolicy(pickAll(term('env: prdo, region: mars')))).toEqual([{ ...rest, remedy: 'Did you mean env=prod?' }]);
  const [together] = ofPolicy(pickAll(term('env: prod, region: west')));
  expect(together).toEqual({ ...rest, remedy: 'Correct the required labels or properties, or tolerate the taints.' });
});

test('a cluster that is refused for another reason too is named', () => {
  const tainted = member('m3', '{ env: prod }', ', taints: [{ key: a, value: b, effect: NoSchedule }]');
  const [found] = saidOf(pickAll(term('env: prod, region: west')), `${CLUSTERS}---\n${tainted}`);
  expect(found).toMatchObject({ rule: 'picks-no-cluster', at: '/spec/policy' });
});

test('a label that one cluster has is not reported', () => {
  expect(saidOf(pickAll(term('env: prod')))).toEqual([]);
  expect(saidOf(pickAll(term('env: prod'), term('env: prdo'))).map(({ rule }) => rule)).toEqual(['cluster-label-unknown']);
});

test('the unknown label is reported if the finding about the placement is accepted', () => {
  const text = pickAll(term('env: prdo')).replace(
    '    affinity:',
    '    # fleet-gate-ignore picks-no-cluster: they join later\n    affinity:',
  );
  expect(saidOf(text).map(({ rule }) => rule)).toEqual(['cluster-label-unknown']);
});

test('PickN that finds no cluster suggests the label as well', () => {
  const pickN = (labels: string): readonly Said[] =>
    saidOf(placementYaml('shop', { policy: policy('placementType: PickN\n    numberOfClusters: 2', term(labels)) }));
  const remedyOf = (labels: string): string | undefined => pickN(labels).find(({ rule }) => rule === 'pickn-too-few-clusters')?.remedy;
  expect(remedyOf('env: prdo')).toBe('Did you mean env=prod?');
  expect(remedyOf('env: prod')).toBe('Lower `numberOfClusters`, or make more clusters eligible: labels, tolerations, spread constraints.');
});

test('a stage that matches no cluster suggests the label as well', () => {
  const stage = (labels: string): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec: { stages: [{ name: first, labelSelector: { matchLabels: { ${labels} } } }] }
`;
  const remedyOf = (labels: string): string | undefined => {
    const files = [{ path: 'a.yaml', text: stage(labels) }];
    return lintTexts({ files, clusters: CLUSTERS }, RULES).findings.find(({ rule }) => rule === 'stage-selects-no-cluster')?.remedy;
  };
  expect(remedyOf('evn: prod')).toBe('Did you mean env=prod?');
  expect(remedyOf('tier: gold')).toBe('Correct the labels of the stage, or add the labels to the intended member clusters.');
  expect(remedyOf('env: prod')).toBeUndefined();
});
