import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withVisibleSpaces } from '../../../src/fleet/text/visible-spaces.ts';
import { meantSpaces } from '../../../src/static/read/unusual-spaces.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';

const PLACEMENT = [
  'apiVersion: placement.kubernetes-fleet.io/v1',
  'kind: ClusterResourcePlacement',
  'metadata:',
  '  name: shop',
  'spec:',
  '  resourceSelectors:',
  '    - {group: "", version: v1, kind: Namespace, name: shop}',
  '  policy:',
  '    placementType: PickFixed',
  '    clusterNames:',
  '      - east',
  '',
].join('\n');

describe.each(['\u00A0', '\u200B', '\u202F', '\u2003', '\u3000', '\u2060', '\uFEFF'])('the character %j', (char) => {
  test.each([
    ['in the indentation of a key', '  name: shop', `${char} name: shop`],
    ['in the indentation of a list item', '      - east', `     ${char}- east`],
    ['after a dash', '- east', `-${char}east`],
    ['after the dash and a space', '- east', `- ${char}east`],
    ['after a colon', 'placementType: PickFixed', `placementType:${char}PickFixed`],
    ['before a colon', 'placementType: PickFixed', `placementType${char}: PickFixed`],
    ['at the end of a value', 'PickFixed', `PickFixed${char}`],
    ['at the end of a name', '  name: shop\n', `  name: shop${char}\n`],
    ['at the end of a member of a list', '- east', `- east${char}${char}`],
    ['in every item of a list', '- east\n', `-${char}east\n      -${char}west\n`],
    ['on every line', /^ +/gm, (spaces: string) => char.repeat(spaces.length)],
  ] as const)('%s is one finding, and everything else is checked as it was meant', (_, from, to) => {
    const text = PLACEMENT.replace(from, to as string);
    expect(text).not.toBe(PLACEMENT);
    const { problems, manifests, notEvaluated } = parseManifests(text, 'p.yaml');
    expect(
      problems.map(({ rule, message }) => [
        rule,
        message.includes(`U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`),
      ]),
    ).toEqual([['yaml-syntax', true]]);
    expect(notEvaluated).toEqual([]);
    const meant = PLACEMENT.replace('- east\n', text.includes('west') ? '- east\n      - west\n' : '- east\n');
    const [{ object } = { object: undefined }] = parseManifests(meant, 'p.yaml').manifests;
    expect(manifests.map((manifest) => manifest.object)).toEqual([object]);
  });
});

const IN_FLOW = PLACEMENT.replace('metadata:\n  name: shop\n', 'metadata: {name: shop}\n');
const IN_JSON = `${JSON.stringify(parse(PLACEMENT), undefined, 1)}\n`;

test.each([
  ['after a key before a mapping in braces', IN_FLOW, 'metadata: {', 'metadata:\u00A0{'],
  ['after a key in braces', IN_FLOW, '{name: shop}', '{name:\u00A0shop}'],
  ['after quotes', IN_FLOW, 'group: "",', 'group: ""\u00A0,'],
  ['after braces', IN_FLOW, '{name: shop}\n', '{name: shop}\u00A0\n'],
  ['after a colon in JSON', IN_JSON, '"metadata": ', '"metadata":\u00A0'],
  ['after a comma in JSON', IN_JSON, ',\n', ',\u00A0\n'],
  ['before a brace in JSON', IN_JSON, '}\n', '\u00A0}\n'],
  ['in the indentation of JSON', IN_JSON, '\n "kind"', '\n\u00A0"kind"'],
] as const)('%s is one finding, and everything else is checked as it was meant', (_, base, from, to) => {
  const text = base.replace(from, to);
  expect(text).not.toBe(base);
  const { problems, manifests, notEvaluated } = parseManifests(text, 'p.yaml');
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('U+00A0')]);
  expect(notEvaluated).toEqual([]);
  expect(manifests.map(({ object }) => object)).toEqual([parse(base)]);
});

test.each(['-\u00A0p.yaml', '- p.yaml\u00A0', '\u00A0- p.yaml'])('a kustomization with %j has the finding', (item) => {
  const { problems } = parseManifests(`namespace: shop\nresources:\n${item}\n`, 'a/kustomization.yaml');
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('U+00A0')]);
});

test.each(['c/values.yaml', 'c/values-prod.yaml', 'c/Chart.yaml', 'prod/values.yml'])(
  '%s has the finding where only a space is meant',
  (file) => {
    const { problems } = parseManifests('image:\n\u00A0 tag: v1\n', file);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('U+00A0')]);
    expect(parseManifests('title: Notes\u00A0\nbody: x\u00A0y\n', file).problems).toEqual([]);
  },
);

test.each([
  ['in the middle of a text', 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n  a: 10\u00A0km\n'],
  ['in a block', 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n  a: |\n    a:\u00A0b\n    \u00A0c: d\n'],
  ['in quotes', 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n  a: "a:\u00A0b\u00A0"\n'],
  ['at the end of free text', 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n  a: b\u00A0\n'],
  ['in a comment', '#\u00A0a:\u00A0b\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: a} #\u00A0c\n'],
  ['before the first line, as a byte order mark', '\uFEFFkind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n'],
  ['in quotes of a text that is broken elsewhere', 'a: "x:\u00A0y"\nb: "\n'],
  ['in a text that is broken elsewhere', 'a: "\nb: |\n  \u00A0c\n'],
])('%s the character is text', (_, text) => {
  expect(meantSpaces(text, 'a.yaml')).toBeUndefined();
});

const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  type: ClusterIP
  selector:
    app: web
  ports:
    - port: 80
`;
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 2
  paused: false
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: nginx
          args:
            - start
          env:
            - name: MODE
              value: fast
`;
const WIDGET = `apiVersion: example.com/v1
kind: Widget
metadata:
  name: web
  labels:
    app: web
spec:
  size: 2
`;
const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: reader
rules: []
`;
const listOf = (...objects: readonly string[]): string =>
  `apiVersion: v1\nkind: List\nitems:\n${objects.map((text) => `  - ${text.trim().replaceAll('\n', '\n    ')}\n`).join('')}`;

test.each([
  ['a kind', SERVICE, 'Service', true],
  ['an apiVersion', DEPLOYMENT, 'apps/v1', true],
  ['the kind of a custom resource', WIDGET, 'Widget', true],
  ['the kind of a list', listOf(SERVICE), 'List', true],
  ['the kind of an item', listOf(ROLE, SERVICE), 'Service', true],
  ['a name', SERVICE, 'name: web', true],
  ['the name of a custom resource', WIDGET, 'name: web', true],
  ['the name of an item', listOf(ROLE, SERVICE), 'name: web', true],
  ['a namespace', SERVICE, 'namespace: shop', true],
  ['a label', SERVICE, '  labels:\n    app: web', true],
  ['a label of a custom resource', WIDGET, 'app: web', true],
  ['a label of a Pod template', DEPLOYMENT, '        app: web', true],
  ['a selector', SERVICE, '  selector:\n    app: web', true],
  ['a port', SERVICE, 'port: 80', true],
  ['a number', DEPLOYMENT, 'replicas: 2', true],
  ['a switch', DEPLOYMENT, 'paused: false', true],
  ['one of the values of a field', SERVICE, 'ClusterIP', true],
  ['a value in an object of KubeFleet in a list', listOf(ROLE, PLACEMENT), 'PickFixed', true],
  ['a cluster in an object of KubeFleet in a list', listOf(ROLE, PLACEMENT), '- east', true],
  ['an argument', DEPLOYMENT, '- start', false],
  ['a variable', DEPLOYMENT, 'value: fast', false],
  ['a name that may have any sign', ROLE, 'name: reader', false],
  ['a field of a custom resource', WIDGET, 'size: 2', false],
])('at the end of %s it is refused, unless it may be text', (_, base, value, isRefused) => {
  for (const char of ['\u00A0', '\u200B']) {
    const text = base.replace(value, `${value}${char}`);
    const { problems, manifests } = parseManifests(text, 'a.yaml');
    const place = text.slice(0, text.indexOf(char)).split('\n');
    expect(problems.map(({ line, column, effect }) => [line, column, effect === undefined || effect === 'fails'])).toEqual([
      [place.length, (place.at(-1)?.length ?? 0) + 1, isRefused],
    ]);
    expect(manifests.map(({ object }) => object)).toEqual(parseManifests(base, 'a.yaml').manifests.map(({ object }) => object));
  }
});

test('the first one that is refused is named before text', () => {
  const text = DEPLOYMENT.replace('start', 'start\u00A0').replace('value: fast', 'value: fast\u00A0');
  const later = `${text}---\n${SERVICE.replace('port: 80', 'port: 80\u00A0')}`;
  expect(parseManifests(text, 'a.yaml').problems).toMatchObject([{ line: 19, effect: 'misbehaves' }]);
  expect(parseManifests(later, 'a.yaml').problems.map(({ line, effect }) => [line, effect])).toEqual([[36, undefined]]);
});

test('a file that is not a manifest has no finding', () => {
  expect(parseManifests('title:\u00A0Notes\nbody:\u00A0x\n', 'a.yaml').problems).toEqual([]);
});

test('a quoted value shows the character', () => {
  expect(withVisibleSpaces('is "PickAll\u00A0"')).toBe(String.raw`is "PickAll\u{a0}"`);
});

const TEMPLATE = PLACEMENT.replace('name: shop', 'name: {{ .Release.Name }}-shop').replace(
  'spec:\n',
  'spec:\n  {{- with .Values.more }}\n  {{- toYaml . | nindent 2 }}\n  {{- end }}\n',
);

test.each([
  ['the indentation', '  policy:', ' \u00A0policy:', '11:2'],
  ['the indentation of an expression', '  name: {{', ' \u00A0name: {{', '4:2'],
  ['the separator of a key', 'placementType: ', 'placementType:\u00A0', '12:19'],
  ['several lines', /^ {4}/gm, '  \u00A0\u3000', '10:3'],
])('a template of a chart with it in %s is named once', (_, from, to, place) => {
  const { problems, notEvaluated } = parseManifests(TEMPLATE.replace(from, to), 'shop/templates/p.yaml', { chartTemplate: true });
  expect(problems[0]?.remedy).not.toContain('checked');
  expect(problems.map(({ rule, line, column }) => `${rule} ${line}:${column}`)).toEqual([`yaml-syntax ${place}`]);
  expect(notEvaluated).toMatchObject([{ fleetObject: true }]);
});

test.each([
  ['in nothing', ''],
  ['in a text of an expression', '# {{ print "\u00A0a" }}\n'],
  ['in a value', 'a: b\u00A0c\n'],
  ['at the end of a value', 'a: b\u00A0\n'],
  ['in a comment', '#\u00A0a: b\n'],
  ['in a comment of helm', '{{/*\n\u00A0a: b\n*/}}\n'],
  ['in a text of several lines', 'a: |\n  b\n  \u00A0c: d\n'],
  ['in a text of several lines with expressions', 'a: |\n  b\n{{ if .Values.on }}\n  \u00A0c: {{ .Values.d }}\n{{ end }}\n  \u00A0- e\n'],
  ['in quotes', 'a: "\u00A0{{ .Values.b }}"\n'],
])('a template of a chart with it %s has no finding', (_, more) => {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: "{{ .Values.a }}" }\n---\n${more}`;
  expect(parseManifests(text, 'shop/templates/a.yaml', { chartTemplate: true }).problems).toEqual([]);
});
