/** Objects in a namespace whose name is almost that of a Namespace of the files, and that no hub is known to lack. */
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts, type Texts } from '../../support/trees/lint-texts.ts';

const namespace = (name: string): string => `---
apiVersion: v1
kind: Namespace
metadata: {name: "${name}"}
`;
const placement = (name: string): string => `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: ${name}}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: ${name}}]
  policy: {placementType: PickAll}
`;
const config = (place: string, name = 'settings'): string => `---
apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: "${place}"}
data: {level: info}
`;
const mail = `${namespace('mail')}${placement('mail')}`;

/** What is said of namespaces: by this rule and by the others that name one. */
function said(text: string, more: Omit<Texts, 'files'> = {}): readonly string[] {
  return lintTexts({ files: [{ path: 'a.yaml', text }], ...more }, RULES)
    .findings.filter(({ rule }) => OF_NAMESPACES.has(rule))
    .map(({ rule, severity, pointer, remedy }) => `${severity} ${rule} ${pointer}: ${remedy}`);
}

const OF_NAMESPACES = new Set([
  'namespace-not-there',
  'object-malformed',
  'override-selects-nothing',
  'rp-namespace-not-placed',
  'schema',
  'selects-nothing',
]);
const MEANT = 'notice namespace-not-there /metadata/namespace: Did you mean mail?';

test.each([
  ['a Namespace and a placement', mail],
  ['only a Namespace', namespace('mail')],
  ['only a placement that selects it by name', placement('mail')],
])('is reported once with %s', (_, files) => {
  expect(said(`${files}${config('mial')}${config('mial', 'more')}`).filter((text) => !text.includes('selects-nothing'))).toEqual([MEANT]);
});

test('is reported if a placement selects the misspelt name as well', () => {
  expect(said(`${mail}${placement('mial')}${config('mial')}`)).toEqual([MEANT]);
});

test('is reported if the Namespace itself is misspelt', () => {
  expect(said(`${namespace('mial')}${placement('mail')}${config('mail')}`)).toEqual([MEANT.replace('mail', 'mial')]);
});

describe('is not reported', () => {
  test.each([
    ['without any Namespace', `${config('mail')}${config('mial')}`],
    ['if its Namespace is among the files', `${mail}${namespace('mial')}${config('mial')}`],
    ['if a Namespace has a variable for a name', `${mail}${namespace('${NAME}')}${config('mial')}`],
    ['if the namespace is a variable', `${mail}${config('${mial}')}`],
    ['if two Namespaces are as similar', `${mail}${namespace('miall')}${config('mial')}`],
    [
      'of an object without a namespace on the hub',
      `${mail}---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a, namespace: mial}\nrules: []\n`,
    ],
    ['if placements select both names', `${placement('mail')}${placement('mial')}${config('mail')}${config('mial')}`],
    ['if it is on every hub', `${namespace('defautl')}${config('default')}`],
  ])('%s', (_, text) => {
    expect(said(text)).toEqual([]);
  });

  test('if the configuration says that it comes from elsewhere', () => {
    const provided = 'provided:\n  - {kind: Namespace, name: mial, reason: the platform team creates it}\n';
    expect(said(`${mail}${config('mial')}`, { config: provided })).toEqual([]);
  });
});

describe('a hub', () => {
  test('that has the namespace explains it', () => {
    expect(said(`${mail}${config('mial')}`, { hub: namespace('mial') })).toEqual([]);
  });

  test('that lacks it refuses what certainly goes there, and the rest is still probably misspelt', () => {
    const strategy = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata: {name: waves, namespace: mial}
spec: {stages: [{name: all, labelSelector: {}}]}
`;
    const hub = namespace('shop');
    expect(said(`${mail}${config('mial')}`, { hub })).toEqual([MEANT]);
    expect(said(`${mail}${config('mial')}${strategy}`, { hub })).toEqual([MEANT.replace('notice', 'error')]);
    expect(said(`${mail}${strategy}`)).toEqual([MEANT]);
  });
});

describe('a rule that names the namespace itself is enough', () => {
  test('of a ResourcePlacement', () => {
    const text = `${mail}${config('mial')}---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: {name: settings, namespace: mial}
spec:
  resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: settings}]
  policy: {placementType: PickAll}
`;
    expect(said(text)).toEqual(['warning rp-namespace-not-placed /metadata/namespace: Did you mean mail?']);
    // Without the Namespace, the placement still names it.
    expect(said(text.replace(namespace('mail'), ''))).toEqual(['warning rp-namespace-not-placed /metadata/namespace: Did you mean mail?']);
    expect(said(text.replace(namespace('mail'), '').replaceAll('mial', 'main'))).toEqual([
      expect.stringMatching(/^notice rp-namespace-not-placed \/metadata\/namespace: Add a ClusterResourcePlacement/),
    ]);
  });

  test('of a ResourceOverride', () => {
    const override = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: settings, namespace: mial}
spec:
  resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: settings}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [{op: add, path: /data/level, value: debug}]
`;
    expect(said(`${mail}${config('mail')}${override}`)).toEqual([
      'warning override-selects-nothing /spec/resourceSelectors/0/name: Did you mean namespace mail?',
    ]);
    expect(said(`${mail}${config('mial')}${override}`)).toEqual([MEANT]);
  });
});

test('an envelope is in a namespace too', () => {
  const envelope = `---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: {name: packed, namespace: mial}
data: {a.yaml: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {level: info}}}
`;
  expect(said(`${mail}${envelope}`)).toEqual([MEANT]);
});

test('an object of a kind that is not known is in the namespace that it names', () => {
  expect(said(`${mail}---\napiVersion: example.com/v1\nkind: Mailbox\nmetadata: {name: a, namespace: mial}\n`)).toEqual([MEANT]);
});

describe('a name that no namespace can have', () => {
  const NAMED = 'notice namespace-not-there /metadata/namespace: Write `my-mail`, for example.';

  test.each([
    ['is told with a similar Namespace', 'Mail', [MEANT]],
    ['is told with a valid name', 'my_mail', [NAMED]],
    ['may be a placeholder', 'NAMESPACE', []],
  ])('%s', (_, name, expected) => {
    expect(said(`${mail}${config(name)}`)).toEqual(expected);
  });

  test('is nothing to tell of files without any Namespace', () => {
    expect(said(config('my_mail'))).toEqual([]);
  });

  test('is an error of content that a placement selects, and of an object of KubeFleet, and told once', () => {
    const selected = said(`${namespace('shop')}${placement('my_mail')}${config('my_mail')}`);
    expect(selected.filter((text) => text.includes('namespace-not-there') || text.includes('object-malformed'))).toHaveLength(1);
    const strategy = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata: {name: waves, namespace: my_mail}
spec: {stages: [{name: all, labelSelector: {}}]}
`;
    expect(said(`${mail}${strategy}`)).toEqual([expect.stringMatching(/^error schema \/metadata\/namespace/)]);
  });
});

test('an object that moves to a misspelt namespace is reported as any other', () => {
  expect(said(`${mail}${config('mial')}`, { base: `${mail}${config('mail')}` })).toEqual([MEANT]);
});
