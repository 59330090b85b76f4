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

function read(text: string): ReadResult {
  return parseManifests(text, 'f.yaml');
}
