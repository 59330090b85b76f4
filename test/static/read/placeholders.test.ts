import { describe, expect, test } from 'vitest';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import type { ReadResult } from '../../../src/static/read/read-result.ts';

const CRP = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata:\n  name: web\n';

describe('placeholders', () => {
  test('encrypted by SOPS are unknown values, and its own key is not part of the object', () => {
    const encrypted = `ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]`;
    const text = `${CRP}spec:\n  policy:\n    placementType: ${encrypted}\nsops:\n  mac: ${encrypted}\n  version: 3.8.1\n`;
    const { manifests, notEvaluated } = read(text);
    expect(manifests[0]?.unresolved).toEqual(['/spec/policy/placementType']);
    expect(manifests[0]?.object['sops']).toBeUndefined();
    expect(notEvaluated.map(({ reason }) => reason)).toEqual([
      'A value that SOPS encrypted is not known here; checks that depend on it were skipped.',
    ]);
  });

  test.each([
    ['mac: x', true],
    ['age: []\n  version: 3.8.1', true],
    ['size: 3', false],
  ])('the metadata of SOPS needs no signature (%s)', (metadata, isOfSops) => {
    const { manifests } = read(`${CRP}spec: {}\nsops:\n  ${metadata}\n`);
    expect(manifests[0]?.object['sops'] === undefined).toBe(isOfSops);
  });

  test.each(['!vault |\n      ', '|\n      '])('encrypted with Ansible Vault are unknown values: %j', (start) => {
    const { manifests, notEvaluated } = read(`${CRP}spec:\n  policy:\n    placementType: ${start}$ANSIBLE_VAULT;1.1;AES256\n      6231\n`);
    expect(manifests[0]?.unresolved).toEqual(['/spec/policy/placementType']);
    expect(notEvaluated.map(({ reason }) => reason)).toEqual([
      'A value that Ansible Vault encrypted is not known here; checks that depend on it were skipped.',
    ]);
  });

  test('in a ytt template leave it unchecked, although it is valid without its comments', () => {
    const { manifests, notEvaluated } = read(`#@ load("@ytt:data", "data")\n---\n${CRP.replace('web', '#@ data.values.name')}`);
    expect(manifests).toEqual([]);
    expect(notEvaluated.map(({ reason }) => reason)).toEqual(['A ytt template, not a manifest yet: render it and lint the result.']);
  });

  const placement = (fields: string): string => `${CRP}spec:\n${fields}`;

  test('in braces of a mapping, of a count, or around nothing contain no name', () => {
    expect(read(placement('  a: {b: c}\n  d: "{}"\n  e: "a{2}"\n')).manifests[0]?.unresolved).toEqual([]);
  });

  test.each([
    ['a shell variable as a name', CRP.replace('web', '$NAME'), ['/metadata/name']],
    ['part of a name', CRP.replace('web', 'web-${ENV}-x'), ['/metadata/name']],
    ['a position', CRP.replace('web', 'web-$1'), ['/metadata/name']],
    ['a pipeline variable', CRP.replace('web', 'web-$(Build.BuildId)'), ['/metadata/name']],
    ['a quoted template', CRP.replace('web', '"{{ .Release.Name }}"'), ['/metadata/name']],
    ['something to fill in', CRP.replace('web', '<your-name>'), ['/metadata/name']],
    ['a field of a Python format without quotes', CRP.replace('name: web', 'name: {self.path}'), ['/metadata/name']],
    ['a part of one', CRP.replace('web', '"web-{environ[NAME]}"'), ['/metadata/name']],
    ['a field of a Python format', CRP.replace('web', '"{self.path}-web"'), ['/metadata/name']],
    [
      'tokens',
      placement('  a: __TOKEN__\n  b: "%TOKEN%"\n  c: "@TOKEN@"\n  d: "#{Token}#"\n'),
      ['/spec/a', '/spec/b', '/spec/c', '/spec/d'],
    ],
    [
      'tokens that YAML takes for comments',
      placement('  a: #{A}#\n  b: {c: 1}\n  d:\n  - #{D}#\n  - e: #{E}#-x # why\n  f: #{F}\n  g: # none\n'),
      ['/spec/a', '/spec/d/0', '/spec/d/1/e', '/spec/f'],
    ],
    ['a name that YAML takes for a comment', CRP.replace('web', '#{NAME}#'), ['/metadata/name']],
    [
      'a count of a workload that YAML takes for a comment',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replicas: #{REPLICAS}#\n  image: "a:#{TAG}#"\n',
      ['/spec/replicas', '/spec/image'],
    ],
    ['a token in double parentheses', placement('  a: ((count))\n'), ['/spec/a']],
    ['an ellipsis', placement('  resourceSelectors:\n  - ...\n'), ['/spec/resourceSelectors/0']],
    ['a list of clusters', placement('  policy:\n    clusterNames: [a, $B]\n'), ['/spec/policy/clusterNames/1']],
    ['a key', placement('  labelSelector: {matchLabels: {$KEY: a, b: c}}\n'), ['/spec/labelSelector/matchLabels/$KEY']],
    ['a label', `${CRP}  labels: {app/x: $APP}\n`, ['/metadata/labels/app~1x']],
    [
      'a braced variable in a patch',
      placement('  policy: {overrideRules: [{jsonPatchOverrides: [{op: add, path: /a, value: "r/${TAG}"}]}]}\n'),
      ['/spec/policy/overrideRules/0/jsonPatchOverrides/0/value'],
    ],
    [
      'bare braces in a patch',
      placement('  policy:\n    overrideRules:\n    - jsonPatchOverrides:\n      - path: /a\n        value: r-{{ .tag }}\n'),
      ['/spec/policy/overrideRules/0/jsonPatchOverrides/0/value'],
    ],
    [
      'a count of a workload',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: "${REPLICAS}"}\n',
      ['/spec/replicas'],
    ],
    [
      'an object in an envelope',
      'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ResourceEnvelope\nmetadata: {name: a}\ndata:\n  cm.yaml: {apiVersion: v1, kind: ConfigMap, metadata: {name: $CM}, data: {k: $HOME}}\n',
      ['/data/cm.yaml/metadata/name'],
    ],
  ])('%s', (_, text, expected) => {
    const { manifests, notEvaluated, problems } = read(text);
    expect(manifests[0]?.unresolved).toEqual(expected);
    expect(notEvaluated.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test.each([
    [
      "KubeFleet's variables",
      placement(
        '  policy: {overrideRules: [{jsonPatchOverrides: [{value: "${MEMBER-CLUSTER-NAME}.${MEMBER-CLUSTER-LABEL-KEY-fleet.azure.com/location}"}]}]}\n',
      ),
    ],
    ['comments that look like tokens', placement('  a: # {none}\n  b: #none\n  c: #{none} of these\n  d: text #{none}#\n')],
    ['a token in a text that goes over lines', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: |\n    y: #{Y}#\n'],
    [
      'braces in quotes in a patch',
      placement('  policy: {overrideRules: [{jsonPatchOverrides: [{op: add, path: /spec/x, value: "{{ $labels.app }}"}]}]}\n'),
    ],
    [
      'braces in quotes in a workload',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {summary: "{{ x }}", other: \'{{ y }}\'}\n',
    ],
    [
      'a shell line in a patch',
      placement('  policy: {overrideRules: [{jsonPatchOverrides: [{value: ["sh", "-c", "echo $HOME $(date) <in"]}]}]}\n'),
    ],
    [
      'scripts and data',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {x: "$Y {{z}}"}}\ndata:\n  run.sh: |\n    echo ${HOME} {{x}}\n  one: ${ONE}\n',
    ],
    [
      'arguments and environment',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{args: ["--n=$(POD)", "${X}"], command: [sh, "$X"], env: [{name: A, value: "${B}"}]}]}}}\n',
    ],
    [
      'expressions of other controllers',
      'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: a}\nspec: {template: {metadata: {name: "{{cluster}}"}}}\n',
    ],
    [
      'patterns of a CRD',
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {pattern: "^a${B}$"}\n',
    ],
    ['status', `${CRP}status: {message: "<none> $X"}\n`],
    ['a dollar at the end', placement('  a: cost$\n  b: "100%"\n  c: a <b\n  d: x > y\n')],
  ])('%s are literal', (_, text) => {
    const { manifests, notEvaluated } = read(text);
    expect([manifests[0]?.unresolved, notEvaluated]).toEqual([[], []]);
  });

  test('repeated by a hostile text do not make the parser hang', () => {
    for (const part of ['{{', '${', '${MEMBER-CLUSTER-', '$(', '#{', '<a', '<#a', '</@a', '<%', '{%', '%A', '__A', '@A']) {
      const text = part.repeat(50_000);
      expect(read(CRP.replace('web', `'${text}'`)).manifests).toHaveLength(1);
      expect(read(`${CRP}spec: [\n${text}`).manifests).toEqual([]);
    }
  });

  test('are reported once for each line', () => {
    const { notEvaluated } = read(`${CRP}spec:\n  policy:\n    clusterNames: [$A, $B]\n    x: $C\n`);
    expect(notEvaluated.map(({ line }) => line)).toEqual([7, 8]);
    expect(notEvaluated[1]?.reason).toContain('"$C"');
  });
});

function read(text: string): ReadResult {
  return parseManifests(text, 'f.yaml');
}

test.each([
  ['${API}', '${KIND}', true],
  ['"{{ api }}"', '"{{ kind }}"', true],
  ['placement.${DOMAIN}/v1', 'Cluster${X}Placement', true],
  ['placement.kubernetes-fleet.io/v1', '${KIND}', true],
  ['${API}', 'ClusterResourcePlacement', true],
  ['apps/v1', '${KIND}', false],
  ['${API}', 'Deployment', false],
  ['placement.${DOMAIN}/v1', 'Deploy${X}', false],
])('an object of apiVersion %s and kind %s may be one of KubeFleet: %s', (apiVersion, kind, isFleet) => {
  const { notEvaluated } = parseManifests(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: a\n`, 'a.yaml');
  expect(notEvaluated.length).toBeGreaterThan(0);
  expect(notEvaluated.every(({ fleetObject }) => (fleetObject === true) === isFleet)).toBe(true);
});
