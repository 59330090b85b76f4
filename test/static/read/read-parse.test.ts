import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOf } from '../../../src/static/world/manifest.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import type { ReadResult } from '../../../src/static/read/read-result.ts';
import { BARE_LIST } from '../../../src/yaml/lists.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';

const CRP = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata:\n  name: web\n';

describe('manifests', () => {
  test('are one for each document, with the place of each value in the text', () => {
    const { manifests, documents, files } = read(
      `# head\n${CRP}spec:\n  policy:\n    placementType: PickAll\n---\n${CRP.replace('web', 'api')}`,
    );
    expect([files, documents, manifests.map(({ documentIndex, object }) => [documentIndex, object.metadata.name])]).toEqual([
      1,
      2,
      [
        [0, 'web'],
        [1, 'api'],
      ],
    ]);
    expect(manifests[0]?.locate('/spec/policy/placementType')).toEqual({ file: 'f.yaml', line: 8, column: 20, endLine: 8, endColumn: 27 });
    expect(manifests[0]?.locate('/spec/policy/affinity/x', 'key')).toMatchObject({ line: 7, column: 3, endColumn: 9 });
    expect(manifests[1]?.locate('/metadata/name', 'key')).toMatchObject({ line: 13, column: 3, endColumn: 7 });
  });

  test('can be items of a List, each with its own pointers', () => {
    const { manifests, documents } = read(
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Namespace\n  metadata:\n    name: a\n- kind: Service\n  apiVersion: v1\n  metadata: {name: b, namespace: ns}\n',
    );
    expect(documents).toBe(1);
    expect(manifests.map(({ object, namespace }) => [object.kind, namespace])).toEqual([
      ['Namespace', undefined],
      ['Service', 'ns'],
    ]);
    expect(manifests[1]?.locate('/metadata/name')).toMatchObject({ line: 10, column: 20 });
    expect(manifests[1]?.locate('')).toMatchObject({ line: 8, column: 3 });
  });

  test('beside a document that kubectl does not accept as an object are checked, and the document is reported', () => {
    const told = (text: string): readonly string[] =>
      read(text).problems.map(({ rule, line, message, effect = '' }) => `${rule} ${line} ${message}${effect}`);
    const list = (items: string): string => `apiVersion: v1\nkind: List\nitems:\n- ${CRP.trim().replaceAll('\n', '\n  ')}\n${items}`;
    expect(told(list('-\n- text\n- 3\n- [{a: 1}]\n- {apiVersion: v1}\n- {}\n'))).toEqual([
      'yaml-syntax 8 Item 2 of this List is null, but kubectl accepts only objects.',
      'yaml-syntax 9 Item 3 of this List is a text, but kubectl accepts only objects.',
      'yaml-syntax 10 Item 4 of this List is the number 3, but kubectl accepts only objects.',
      'yaml-syntax 11 Item 5 of this List is a list, but kubectl accepts only objects.',
      'yaml-syntax 12 Item 6 of this List has no kind, and kubectl refuses it.',
      'yaml-syntax 13 Item 7 of this List has no apiVersion and no kind, and kubectl refuses it.',
    ]);
    expect(told(list('- {apiVersion: v1, kind: List, items: [null]}\n'))).toEqual([
      'yaml-syntax 8 Item 2 of this List is a List itself, and kubectl takes nothing of the outer one then.misbehaves',
      'yaml-syntax 8 Item 1 of this List is null, but kubectl accepts only objects.',
    ]);
    expect(told(`kind: List\nitems: {a: 1}\n`)).toEqual([
      'yaml-syntax 2 The `items` of this List are a mapping, and kubectl takes a list only.',
    ]);
    expect(told(`apiVersion: v1\nkind: List\nItems:\n- a\n`)).toEqual([
      'yaml-syntax 1 This List has no `items`: nothing of it reaches the hub.',
    ]);
    expect(told(`${CRP}---\ntext\n---\n[a]\n---\nreplicas: 3\n---\n# nothing\n---\nnull\n`)).toEqual([
      'yaml-syntax 6 This document is a text, but kubectl accepts only objects.',
      'yaml-syntax 8 This document is a list, but kubectl accepts only objects.',
      'yaml-syntax 10 This document has no apiVersion and no kind, and kubectl refuses it.',
    ]);
    expect(read(list('- text\n')).manifests).toHaveLength(1);
  });

  test.each([
    ['the configuration of a program that is called a list', 'apiVersion: example.io/v1\nkind: AllowList\nitems: [10.0.0.1]\n'],
    ['a List without items that are written', 'apiVersion: v1\nkind: List\nitems: []\n---\napiVersion: v1\nkind: List\nitems:\n'],
    ['files without any manifest', 'text\n---\nreplicas: 3\n'],
    ['data values of ytt beside a manifest', `#@data/values\n---\nreplicas: 3\n---\n${CRP}`],
    ['what another tool replaces', `$\{FIRST}\n---\n${CRP}---\nkind: List\nitems:\n- $\{ITEM}\n`],
  ])('%s are not an error', (_, text) => {
    expect(read(text).problems).toEqual([]);
  });

  test('of a List with a name are its items, as for kubectl', () => {
    const named = (kind: string, item: string): string => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: all}\nitems:\n- ${item}\n`;
    const crp = '{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: web}}';
    for (const kind of ['List', 'ClusterResourcePlacementList', 'SomeList'])
      expect(read(named(kind, crp)).manifests.map(({ object }) => object.metadata.name)).toEqual(['web']);
    expect(read(named('SomeList', '{host: a}')).manifests.map(({ object }) => object.metadata.name)).toEqual(['all']);
  });

  test('always have a name', () => {
    const { manifests, problems } = read(
      [
        'metadata: {generateName: x-}',
        'metadata: ~',
        'metadata: {name: 12, namespace: true}',
        'metadata: {name: {a: 1}, namespace: [1]}',
        'metadata: text',
      ]
        .map((metadata) => `apiVersion: placement.kubernetes-fleet.io/v1\nkind: ResourcePlacement\n${metadata}\n`)
        .join('---\n'),
    );
    expect(manifests.map(({ object, namespace }) => [object.metadata.name, namespace])).toEqual([
      ['', undefined],
      ['', undefined],
      ['12', 'true'],
      ['', undefined],
      ['', undefined],
    ]);
    expect(problems.map(({ rule, line, column, message }) => `${rule} ${line}:${column} ${message}`)).toEqual([
      'yaml-syntax 11:18 metadata.name is the number 12, but the hub accepts only text.',
      'yaml-syntax 11:33 metadata.namespace is the boolean true, but the hub accepts only text.',
      'yaml-syntax 15:18 metadata.name is a mapping, but the hub accepts only text.',
      'yaml-syntax 15:37 metadata.namespace is a list, but the hub accepts only text.',
      'yaml-syntax 19:11 metadata is not a mapping.',
    ]);
    expect(problems[0]?.remedy).toBe('Put it in quotes: `name: "12"`.');
  });

  test('with a duplicate key are checked, and the key is reported', () => {
    const { manifests, problems } = read(`${CRP}  name: other\n`);
    expect(manifests[0]?.object.metadata.name).toBe('other');
    expect(problems).toEqual([
      {
        rule: 'duplicate-key',
        file: 'f.yaml',
        line: 5,
        column: 3,
        endLine: 5,
        endColumn: 7,
        message: 'The key "name" is in this mapping twice, first on line 4.',
        related: [{ file: 'f.yaml', line: 4, column: 3, message: '"name" is here first.' }],
      },
    ]);
  });
});

test('a cluster-scoped kind has no namespace, even if it is written', () => {
  const namespaced = (apiVersion: string, kind: string): string =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a, namespace: shop}\n---\n`;
  const text =
    namespaced('rbac.authorization.k8s.io/v1', 'ClusterRole') +
    namespaced('rbac.authorization.k8s.io/v1', 'Role') +
    namespaced('example.com/v1', 'ClusterRole');
  expect(read(text).manifests.map(({ namespace }) => namespace)).toEqual([undefined, 'shop', 'shop']);
});

describe('text that is not a manifest', () => {
  test.each([
    ['values', 'a: 1\na: 2\nb: {{x}}'.replace('{{x}}', 'x')],
    ['a list', '- op: add\n  path: /a\n  value: ${X}\n'],
    ['a workflow', 'on: push\njobs: {a: {steps: [{run: "echo ${{ github.sha }} $HOME"}]}}\n'],
    ['a kustomization', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: x}\nresources: [a.yaml]\n'],
    ['a chart', 'apiVersion: v2\nname: chart\nversion: 1.0.0\n'],
    ['a kubeconfig', 'apiVersion: v1\nkind: Config\nclusters: []\n'],
    ['a number', '12\n'],
    ['a file of another tool', 'kind: pipeline\nname: x\nmetadata: {a: b}\n'],
    ['nothing', ''],
    ['comments', '# one\n---\n# two\n'],
  ])('%s is ignored', (_, text) => {
    expect(brief(read(text))).toEqual([]);
  });

  test('of a report of an earlier run is ignored', () => {
    const object = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'a' };
    const report = { schema: 'report-v1', tool: { name: 'fleet-gate', version: '1' }, lint: { findings: [{ object }] } };
    expect(brief(parseManifests(JSON.stringify(report), 'report.json'))).toEqual([]);
  });

  test('JSON that does not concern Kubernetes is not parsed', () => {
    expect(parseManifests('{"compilerOptions": { /* comment */ }, }', 'tsconfig.json')).toMatchObject({
      documents: 0,
      notEvaluated: [],
      problems: [],
    });
    expect(parseManifests('{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}', 'a.json').manifests).toHaveLength(1);
  });

  test.each([
    ['with nested kinds', '{"resources": [{"apiVersion": "2023-01-01", "kind": "StorageV2"}], "a": [}', 0],
    ['with kinds of its own', '{"apiVersion": "v1", "kind": "Namespace", "a": [}', 1],
    ['with a kind of KubeFleet alone', '{"kind": "ClusterResourcePlacement", "a": [}', 1],
    ['with the kind of something else alone', '{"kind": "Deployment", "a": [}', 0],
  ])('JSON %s that does not parse is reported as expected', (_, text, problems) => {
    const result = parseManifests(text, 'a.json');
    expect([result.problems.length, result.notEvaluated.length]).toEqual([problems, 1]);
  });

  test.each([
    ['a Go template', `${CRP}  labels: {{ .Values.labels }}\n`, 'not evaluated 1: A template or script'],
    ['a templated name', CRP.replace('web', '{{ .Name }}'), 'not evaluated 1: A template or script'],
    ['control lines', `{{- if .x }}\n${CRP}{{- end }}\n`, 'not evaluated 1: A template or script'],
    ['Jinja', `${CRP}{% for x in y %}\nspec: {}\n{% endfor %}\n`, 'not evaluated 1: A template or script'],
    ['a heredoc', `cat <<EOF | kubectl apply -f -\n${CRP}EOF\n`, 'not evaluated 1: A template or script'],
    ['a variable YAML cannot read', CRP.replace('web', '%NAME%'), 'not evaluated 1: A template or script'],
    ['left-out parts', `${CRP}spec:\n  ...\n  policy: {}\n`, 'not evaluated 1: A fragment'],
    ['left-out parts at the margin', `${CRP}...\nspec: {}\n`, 'not evaluated 1: The document continues'],
    ['no kind', 'apiVersion: placement.kubernetes-fleet.io/v1\nmetadata: {name: x}\n', 'not evaluated 1: A fragment'],
    ['no apiVersion', 'kind: ClusterResourcePlacement\nmetadata: {name: x}\n', 'not evaluated 1: A fragment'],
    [
      'a misspelled apiVersion, with no object beside it',
      'apiVrsion: v1\nkind: Namespace\nmetadata: {name: x}\n',
      'not evaluated 1: A fragment',
    ],
    [
      'a misspelled kind, with no object beside it',
      '# x\napiVersion: v1\nKind: Namespace\nmetadata: {name: x}\n',
      'not evaluated 2: A fragment',
    ],
    [
      'a manifest in a script',
      `run: |\n  kubectl apply -f - <<X\n${CRP.replaceAll(/^/gm, '  ')}`,
      'not evaluated 1: It mentions KubeFleet objects',
    ],
    ['a link that Git wrote as a text', '../base/shop.yaml', 'not evaluated 1: It contains only a path: a symbolic link'],
    ['an encrypted file', 'U2FsdGVkX1+vupppZksvRf5pq5g5XjFRlipRkwB0K1Y=\n', 'not evaluated 1: It contains text, not an object'],
    ['an encrypted file of Ansible', '$ANSIBLE_VAULT;1.1;AES256\n33363\n', 'not evaluated 1: "$ANSIBLE_VAULT" is a placeholder'],
    ['a token that a pipeline fills in', '__MANIFEST__\n', 'not evaluated 1: "__MANIFEST__" is a placeholder'],
    ['other text', '> a quote\n\nSome *text*: with [things\n', 'not evaluated 1: Not YAML'],
  ])('%s is reported as not checked, without a finding', (_, text, expected) => {
    expect(brief(read(text))).toEqual([expect.stringContaining(expected)]);
  });

  test('a broken manifest is a finding, and the documents around it are checked', () => {
    const { manifests, problems, notEvaluated } = read(`${CRP}---\n${CRP}spec:\n  policy: [\n---\n${CRP}`);
    expect(manifests).toHaveLength(2);
    expect(problems).toMatchObject([{ rule: 'yaml-syntax', file: 'f.yaml', message: expect.stringMatching(/^Invalid YAML: /) as string }]);
    expect(notEvaluated).toEqual([{ file: 'f.yaml', line: 6, reason: 'It cannot be parsed, so it was not checked.', fleetObject: true }]);
  });

  test.each([
    ['a nested flow map', `${CRP}spec: {policy: {placementType: PickAll}}\n bad\n`],
    ['a deeply nested flow map', `${CRP}spec: {policy: {affinity: {clusterAffinity: {}}}}\nstatus: [\n`],
    ['braces in quotes', `${CRP}  annotations: {note: "{{ $labels.app }} is down"}\nspec: [\n`],
    ['braces in a block', `${CRP}  annotations:\n    note: |\n      {{ x }}\nspec: [\n`],
    ['an ellipsis in a block', `${CRP}  annotations:\n    note: |\n      ...\nspec: [\n`],
    ['an expression that parses, before the fault', `${CRP.replace('web', 'web-{{ .x }}')}spec: [\n`],
    ['a script in a block', `${CRP}  annotations:\n    run: |\n      cat <<EOF\n      EOF\nspec: [\n`],
    ['a variable on another line', `${CRP}  labels: {a: $APP}\nspec: [\n`],
  ])('%s does not excuse a syntax error', (_, text) => {
    const { problems, manifests } = read(`${text}---\n${CRP}`);
    expect([manifests.length, problems.map(({ rule }) => rule)]).toEqual([1, ['yaml-syntax']]);
  });

  test.each([
    ['its kind without apiVersion', 'kind: ClusterResourcePlacement\nspec: [\n', 1],
    ['its group without kind', 'apiVersion: placement.kubernetes-fleet.io/v1\nspec: [\n', 1],
    ['its group in a mistyped line', 'apiVersion placement.kubernetes-fleet.io/v1\nmetadata: [\n', 1],
    ['another kind alone', 'kind: Deployment\nspec: [\n', 0],
    ['its group in a comment', '# see placement.kubernetes-fleet.io\nreplicas: [\n', 0],
  ])('a text that does not parse and names %s is reported as expected', (_, text, problems) => {
    const result = read(`${text}---\n${CRP}`);
    expect([result.manifests.length, result.problems.length, result.notEvaluated.length]).toEqual([1, problems, 1]);
  });

  test.each([
    ['a template', `${CRP}  labels: {{ .Values.labels }}\n`, true],
    ['a template of something else', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {{ .x }}\n', undefined],
    ['a template with an expression in quotes', CRP.replace('web', '"{{ .name | default "web" }}"'), true],
    ['a template whose fault is on the line below', `{{ if .x }}\n${CRP}`, true],
    ['a template of many lines', `${CRP}  {{- /* one\n  two */ -}}\n  {{ .x }}: y\n`, true],
  ])('%s is unfinished, and it is reported whether that concerns KubeFleet', (_, text, fleetObject) => {
    const { manifests, problems, notEvaluated } = read(text);
    expect([manifests, problems]).toEqual([[], []]);
    expect(notEvaluated.map((entry) => [entry.reason.slice(0, 20), entry.fleetObject])).toEqual([['A template or script', fleetObject]]);
  });

  test.each([
    ['its own variables', `${CRP}  labels: {a: "\${MEMBER-CLUSTER-NAME}"\n`],
    ['a template in a comment', `${CRP}# {{ .Values.x }}\nspec: [\n`],
  ])('%s do not excuse a syntax error', (_, text) => {
    expect(read(text).problems).toHaveLength(1);
  });

  test('files of a chart are templates', () => {
    const { manifests, notEvaluated } = parseManifests(CRP, 'chart/templates/a.yaml', { chartTemplate: true });
    expect([manifests, notEvaluated]).toEqual([
      [],
      [
        {
          file: 'chart/templates/a.yaml',
          line: 1,
          reason: 'A Helm chart template: render the chart and lint the result.',
          fleetObject: true,
        },
      ],
    ]);
  });

  test('no text makes the parser throw', () => {
    const part = fc.constantFrom(
      CRP,
      '---\n',
      '{{',
      '}}',
      'spec:\n',
      '  - ',
      '$X',
      '<a>',
      ' \n',
      '"',
      'kind: List\nitems:\n- ',
      'metadata: [',
      '# fleet-gate-ignore x: y\n',
      '...',
      '|\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 12 }), (parts) => {
        const { manifests } = read(parts.join(''));
        for (const manifest of manifests) expect(typeof manifest.object.metadata.name).toBe('string');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('placeholders', () => {
  test('encrypted by SOPS are unknown values, and its own key is not part of the object', () => {
    const encrypted = `ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]`;
    const text = `${CRP}spec:\n  policy:\n    placementType: ${encrypted}\nsops:\n  mac: ${encrypted}\n  version: 3.8.1\n`;
    const { manifests, notEvaluated } = read(text);
    expect(manifests[0]?.unresolved).toEqual(['/spec/policy/placementType']);
    expect(manifests[0]?.object['sops']).toBeUndefined();
    expect(notEvaluated).toHaveLength(1);
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
    for (const part of ['{{', '${', '${MEMBER-CLUSTER-', '$(', '#{', '<a', '<%', '{%', '%A', '__A', '@A']) {
      const text = part.repeat(200_000);
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

describe('comments', () => {
  test('are read outside scalars only, in files that contain a suppression', () => {
    const { comments } = read(
      `# fleet-gate-ignore a: b\n${CRP}# plain\nspec: # fleet-gate-ignore c: d\n  x: "no # fleet-gate-ignore"\n  y: a#b\n  z: |\n    # not one\n  # yes\n---\nbroken: [ # here\n`,
    );
    expect(comments.map(({ line, column, text, alone }) => [line, column, text, alone])).toEqual([
      [1, 1, ' fleet-gate-ignore a: b', true],
      [6, 1, ' plain', true],
      [7, 7, ' fleet-gate-ignore c: d', false],
      [12, 3, ' yes', true],
      [14, 11, ' here', false],
    ]);
    expect(read(`# nothing of ours\n${CRP}`).comments).toEqual([]);
  });
});

function read(text: string): ReadResult {
  return parseManifests(text, 'f.yaml');
}

function brief({ manifests, problems, notEvaluated }: ReadResult): readonly string[] {
  return [
    ...manifests.map(({ object }) => `manifest ${object.kind}`),
    ...problems.map(({ rule, line }) => `${rule} ${line}`),
    ...notEvaluated.map(({ line, reason }) => `not evaluated ${line}: ${reason}`),
  ];
}

describe('the start of a manifest', () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
  test.each([
    ['at once', map, [1]],
    ['behind comments and empty lines', `# one\n\n  # two\n${map}`, [4]],
    ['behind a mark', `---\n# one\n${map}`, [3]],
    ['in several documents', `${map}---\n${map}---\n# one\n${map}`, [1, 6, 12]],
    ['with an anchor', `# one\n${map}data: &all {a: b}\nother: *all\n`, [2]],
    ['in a List', `kind: List\napiVersion: v1\nitems:\n  - ${map.replaceAll('\n', '\n    ')}`, [4]],
    ['in JSON', '\n{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}', [2]],
  ])('%s is reported as its place shows', (_, text, lines) => {
    const { manifests } = parseManifests(text, 'a.yaml');
    expect(manifests.map((manifest) => startOf(manifest).line)).toEqual(lines);
    expect(manifests.map((manifest) => manifest.locate('').line)).toEqual(lines);
  });
});

describe('a bare list of objects', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } };
  const placement = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: { name: 'a' } };

  test.each([
    ['of KubeFleet', [namespace, placement], [{ fleetObject: true }]],
    ['of others', [namespace], [{}]],
    ['of no objects', [{ op: 'add', path: '/a' }, 5], []],
  ])('%s is reported as not checked', (_, list, expected) => {
    const { manifests, notEvaluated } = parseManifests(JSON.stringify(list), 'a.json');
    expect(manifests).toEqual([]);
    expect(notEvaluated).toEqual(expected.map((more) => ({ file: 'a.json', line: 1, reason: BARE_LIST, ...more })));
  });

  test('is reported if a dump is read', () => {
    expect(parseObjects(JSON.stringify([namespace]), 'a.json')).toMatchObject({ objects: [], problems: [{ line: 1, message: BARE_LIST }] });
  });
});
