import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import type { ReadResult } from '../../../src/static/read/read-result.ts';

const CRP = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata:\n  name: web\n';

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
    ['values of a chart', 'metadata: {name: x}\nspec: {a: 1}\nreplicas: 2\n'],
    ['settings without a name', 'metadata: {owner: x}\nspec: {a: 1}\n'],
    ['only metadata', 'metadata: {name: x}\n'],
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

  const WORKLOAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 1}\n';

  test.each([
    ['the kind by two blanks', WORKLOAD.replace('kind', '  kind')],
    ['the kind by a tab', WORKLOAD.replace('kind', '\tkind')],
    ['the first line', ` ${WORKLOAD}`],
    ['the metadata', WORKLOAD.replace('metadata', '    metadata')],
    ['the apiVersion below the kind', 'kind: Deployment\n  apiVersion: apps/v1\nmetadata: {name: web}\n'],
  ])('a manifest that indents %s is a broken manifest', (_, text) => {
    expect(read(text).problems).toMatchObject([{ rule: 'yaml-syntax' }]);
  });

  test.each([
    ['values with an object further right', 'extra:\n      - apiVersion: v1\n        kind: Secret\n        metadata: {}\nkind: a: b\n'],
    ['a file with two of the keys', 'apiVersion: v2\n  kind: x\nname: chart\n'],
    ['one of another tool', 'kind: pipeline\n  metadata: x\nsteps: []\n'],
    ['prose', 'Kind Regards\n\nmetadata: none\nname: the name: of it\n'],
    ['a page with a manifest', '# Use\n\nmetadata: has a name:\n\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: a}\n'],
    ['a list with objects', '- a: b: c\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n'],
  ])('%s that does not parse is not a manifest', (_, text) => {
    expect(read(text)).toMatchObject({
      problems: [],
      notEvaluated: [{ reason: expect.stringContaining('probably not a manifest') as string }],
    });
  });

  test.each([
    ['kind without a colon', WORKLOAD.replace('kind:', 'kind')],
    ['a code fence', `\`\`\`yaml\n${WORKLOAD}\`\`\`\n`],
    ['a comment of another language', `/* c */\n${WORKLOAD}`],
    ['a word above it', `foo\n${WORKLOAD}`],
  ])('a text with the lines of a manifest is probably one: %s', (_, text) => {
    const { problems, notEvaluated, unseen } = parseManifests(text, 'f.yaml');
    expect([problems, notEvaluated]).toMatchObject([[], [{ reason: expect.stringContaining('probably a manifest') as string }]]);
    expect([...(unseen?.keys() ?? [])]).toEqual(notEvaluated);
  });

  test.each([
    ['a Go template', `${CRP}  labels: {{ .Values.labels }}\n`, 'not evaluated 1: A template or script'],
    ['a templated name', CRP.replace('web', '{{ .Name }}'), 'not evaluated 1: A template or script'],
    ['control lines', `{{- if .x }}\n${CRP}{{- end }}\n`, 'not evaluated 1: A template or script'],
    ['Jinja', `${CRP}{% for x in y %}\nspec: {}\n{% endfor %}\n`, 'not evaluated 1: A template or script'],
    ['FreeMarker', `${CRP}<#if mail.active??>\n  labels: { mail: "yes" }\n</#if>\nspec: {}\n`, 'not evaluated 1: A template or script'],
    ['FreeMarker alone', '<#list spaces as space>\n${space}\n</#list>\n', 'not evaluated 1: "<#list spaces as space>" is a placeholder'],
    ['placeholders on their own lines', `${CRP}  <LABELS>\n  <ANNOTATIONS>\nspec: {}\n`, 'not evaluated 1: A template or script'],
    ['another placeholder on its own line', `${CRP}__METADATA__\nspec: {}\n`, 'not evaluated 1: A template or script'],
    ['a heredoc', `cat <<EOF | kubectl apply -f -\n${CRP}EOF\n`, 'not evaluated 1: A template or script'],
    ['a variable YAML cannot read', CRP.replace('web', '%NAME%'), 'not evaluated 1: A template or script'],
    ['left-out parts', `${CRP}spec:\n  ...\n  policy: {}\n`, 'not evaluated 1: A fragment'],
    ['left-out parts at the margin', `${CRP}...\nspec: {}\n`, 'not evaluated 1: The document continues'],
    ['no kind', 'apiVersion: placement.kubernetes-fleet.io/v1\nmetadata: {name: x}\n', 'not evaluated 1: A fragment'],
    ['neither of them', 'metadata: {name: x, namespace: shop}\nspec: {replicas: 1}\n', 'not evaluated 1: A fragment'],
    ['neither of them in a Role', 'metadata: {name: x}\nrules: [{verbs: [get]}]\n', 'not evaluated 1: A fragment'],
    ['a quoted merge', '"<<": {apiVersion: v1, kind: ConfigMap}\nmetadata: {name: x}\n', 'not evaluated 1: A fragment'],
    ['no apiVersion', 'kind: ClusterResourcePlacement\nmetadata: {name: x}\n', 'not evaluated 1: A fragment'],
    [
      'a manifest in a script',
      `run: |\n  kubectl apply -f - <<X\n${CRP.replaceAll(/^/gm, '  ')}`,
      'not evaluated 1: It mentions KubeFleet objects',
    ],
    [
      'a list of a tool with a manifest in it',
      `- run: a\n- object:\n${CRP.replaceAll(/^/gm, '    ')}`,
      'not evaluated 1: It mentions KubeFleet objects',
    ],
    [
      'a file of a tool without metadata',
      `apiVersion: x/v1\nkind: Tool\nobject:\n${CRP.replaceAll(/^/gm, '  ')}`,
      'not evaluated 1: It mentions KubeFleet objects',
    ],
    ['a link that Git wrote as a text', '../base/shop.yaml', 'not evaluated 1: It contains only a path: a symbolic link'],
    ['an encrypted file', 'U2FsdGVkX1+vupppZksvRf5pq5g5XjFRlipRkwB0K1Y=\n', 'not evaluated 1: It contains text, not an object'],
    [
      'an encrypted file of Ansible',
      '$ANSIBLE_VAULT;1.1;AES256\n33363\n',
      'not evaluated 1: A value that Ansible Vault encrypted is not known',
    ],
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
    ['a placeholder on a line of a block', `${CRP}  annotations:\n    note: |\n      <NAME>\nspec: [\n`],
    ['a tag of HTML in a block', `${CRP}  annotations:\n    note: |\n      <div>\n      </div>\nspec: [\n`],
    ['a word on its own line', `${CRP}  xxxx\nspec: {}\n`],
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
    const result = read(text);
    expect([result.problems.length, result.notEvaluated.length]).toEqual([problems, 1]);
  });

  test.each([
    ['a fence of Markdown', '```yaml\n'],
    ['a comment without its number sign', 'Note: this file: is generated\n'],
    ['a heading and a list', '# title\n\n* item: `x`\n'],
    ['a directive', '%foo\n'],
    ['a mention', '@todo fix this\n'],
    ['another program', 'jobs: [a, b\n'],
  ])('%s beside a manifest is a fault, because kubectl stops there', (_, text) => {
    for (const whole of [`${text}---\n${CRP}`, `${CRP}---\n${text}`, `${CRP}---\n${text}---\n${CRP}`]) {
      const { problems, notEvaluated } = read(whole);
      expect(problems).toMatchObject([{ rule: 'yaml-syntax', message: expect.stringContaining('kubectl stops here') as string }]);
      expect(notEvaluated.map(({ reason }) => reason)).toEqual(['It cannot be parsed, so it was not checked.']);
    }
    expect(read(text).problems).toEqual([]);
    expect(read(`${text}---\na: 1\n`).problems).toEqual([]);
    expect(read(`${text}---\n#@ load("@ytt:data", "data")\n${CRP}`).problems).toEqual([]);
  });

  test('a bracket too many behind an object in JSON is a fault', () => {
    const { manifests, problems } = parseManifests('{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}}}', 'a.json');
    expect([manifests.length, problems]).toMatchObject([1, [{ rule: 'yaml-syntax', column: 69, remedy: 'Remove this text.' }]]);
  });

  test('a template beside a manifest is not a fault', () => {
    expect(brief(read(`${CRP}---\n{{- if .x }}\na: b\n{{- end }}\n`))).toEqual([
      'manifest ClusterResourcePlacement',
      expect.stringContaining('A template or script'),
    ]);
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

  test.each([
    ['with all markers', [`${'<'.repeat(10)} HEAD`, 'a', '='.repeat(10), 'b', `${'>'.repeat(10)} topic`], true, true],
    ['with the first marker', [`${'<'.repeat(10)} HEAD`, 'a'], true, false],
    ['with the last marker', ['a', `${'>'.repeat(20)} topic`], true, false],
    ['with markers of two lengths', ['<'.repeat(8), '='.repeat(9), '>'.repeat(10)], true, false],
    ['with six signs', ['<'.repeat(6), '='.repeat(6), '>'.repeat(6)], false, false],
    ['with an underline', ['a', '='.repeat(10)], false, false],
  ])('a conflict %s is a fault of a manifest, and of a template if its sides are separated', (_, lines, isInManifest, isInTemplate) => {
    const text = `${CRP}${lines.join('\n')}\n`;
    const isConflict = ({ problems }: ReadResult): boolean => problems.some(({ message }) => message.includes('merge conflict'));
    expect(isConflict(parseManifests(text, 'a.yaml'))).toBe(isInManifest);
    expect(isConflict(parseManifests(text, 'c/templates/a.yaml', { chartTemplate: true }))).toBe(isInTemplate);
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
