import { describe, expect, test } from 'vitest';
import { parseObjects } from '../../src/yaml/objects.ts';

const member = (name: string): string => `apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: ${name}}\n`;

describe('parseObjects', () => {
  test('returns documents, Lists, typed lists and lists in lists', () => {
    const text = [
      member('a'),
      `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Namespace\n  metadata: {name: b}\n- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Namespace, metadata: {name: c}}]}\n`,
      `apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberClusterList\nitems:\n- metadata: {name: d}\n`,
    ].join('---\n');
    const { objects, problems } = parseObjects(text, 'dump.yaml');
    expect(objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`)).toEqual([
      'cluster.kubernetes-fleet.io/v1 MemberCluster a',
      'v1 Namespace b',
      'v1 Namespace c',
      'cluster.kubernetes-fleet.io/v1 MemberCluster d',
    ]);
    expect(problems).toEqual([]);
  });

  test.each([
    [
      'an error of kubectl behind the objects',
      `${member('a')}Error from server (NotFound): namespaces "x" not found\n`,
      /^kubectl reports here .*namespaces "x" not found\)\.$/,
    ],
    ['an error of kubectl alone', 'error: the server doesn\'t have a resource type "works"\n', /^kubectl reports here /],
    [
      'a list that is cut short',
      'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Namespace\n  metadata: {name: b}\n',
      /^This list has no kind, so the file is probably cut short/,
    ],
    [
      'the text of kubectl describe',
      'Name:         web\nNamespace:    shop\nLabels:       <none>\nAnnotations:  <none>\n',
      /^This is the text of `kubectl describe`/,
    ],
    ['a text of kubectl', 'The connection to the server 10.0.0.1 was refused - did you specify the right host?\n', /: it is a text\.$/],
    ['an object with an empty name', member('""'), /: metadata\.name is empty\.$/],
    ['an empty list without a kind', '[]\n', /: it is a list\.$/],
  ])('reports %s, and takes no object from it', (_, text, message) => {
    const { objects, problems } = parseObjects(text, 'dump.yaml');
    expect(objects).toEqual([]);
    expect(problems).toEqual([expect.objectContaining({ file: 'dump.yaml', line: 1, message: expect.stringMatching(message) })]);
  });

  test('reports a list that is cut, also within a List', () => {
    const page = 'kind: WorkList, apiVersion: a/v1, metadata: {continue: abc}, items: []';
    for (const text of [`{${page}}`, `kind: List\nitems:\n- {${page}}\n`, `kind: List\nitems:\n- {kind: List, items: [{${page}}]}\n`])
      expect(
        parseObjects(text, 'f').problems.map(({ message }) => message),
        text,
      ).toContain('This list is cut; fetch all of it.');
    expect(parseObjects('---\n# nothing\n---\n', 'f').problems).toEqual([]);
  });

  test('reports what is not an object, and returns the rest', () => {
    const { objects, problems } = parseObjects(`a: 1\n---\n${member('ok')}---\nb: [\n---\nkind: List\nitems: [{kind: X}]\n`, 'f.yaml');
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(['ok']);
    expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      'f.yaml:1 This is not a Kubernetes object: apiVersion, kind or metadata.name is missing.',
      expect.stringMatching(/^f\.yaml:\d+ Invalid YAML: /),
      'f.yaml:10 This is not a Kubernetes object: apiVersion, kind or metadata.name is missing.',
    ]);
  });

  test('reports items of a List that are not objects', () => {
    const { objects, problems } = parseObjects(
      `kind: List\nitems:\n-\n- text\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n`,
      'f',
    );
    expect(objects).toHaveLength(1);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '3 Item 1 of this List is null, but kubectl accepts only objects.',
      '4 Item 2 of this List is a text, but kubectl accepts only objects.',
    ]);
  });

  test('refuses a namespace that is not a text, and treats null as absent', () => {
    const text = (namespace: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ${namespace}}\n`;
    const { objects, problems } = parseObjects([text('{}'), text('[a]'), text('1'), text('null'), text('b')].join('---\n'), 'f.yaml');
    expect(objects.map(({ metadata }) => metadata)).toEqual([{ name: 'a' }, { name: 'a', namespace: 'b' }]);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual(
      [1, 5, 9].map((line) => `${line} This is not a Kubernetes object: metadata.namespace is not text.`),
    );
  });

  test('reports a duplicate key at its second place', () => {
    const { objects, problems } = parseObjects(`${member('ok')}spec:\n  a: 1\n  a: 2\n`, 'f.yaml');
    expect(objects[0]?.['spec']).toEqual({ a: 2 });
    expect(problems).toMatchObject([{ line: 6, column: 3, message: 'The key "a" is here twice; the last value is used.' }]);
  });

  test('returns an object whose kind only sounds like a list', () => {
    const { objects } = parseObjects('apiVersion: example.io/v1\nkind: AllowList\nmetadata: {name: a}\nitems: [{host: b}]\n', 'f');
    expect(objects.map(({ kind }) => kind)).toEqual(['AllowList']);
  });

  test('returns the items of a typed list that has a name', () => {
    const { objects } = parseObjects(
      'apiVersion: apps/v1\nkind: DeploymentList\nmetadata: {name: x}\nitems: [{metadata: {name: a}}]\n',
      'f',
    );
    expect(objects).toEqual([{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } }]);
  });

  test('reports a list that was cut, and returns what it has', () => {
    const page = (rest: string): string =>
      `kind: List\nmetadata: {continue: "${rest}"}\nitems: [{apiVersion: v1, kind: Namespace, metadata: {name: a}}]\n`;
    const { objects, problems } = parseObjects(page('eyJ2'), 'f.yaml');
    expect(objects).toHaveLength(1);
    expect(problems).toMatchObject([{ file: 'f.yaml', line: 2, message: 'This list is cut; fetch all of it.' }]);
    expect(parseObjects(page(''), 'f.yaml').problems).toEqual([]);
  });

  test('returns nothing for an empty list and an empty text', () => {
    expect(parseObjects('apiVersion: v1\nkind: List\nitems: []\n', 'f')).toEqual({ objects: [], problems: [] });
    expect(parseObjects('', 'f')).toEqual({ objects: [], problems: [] });
  });
});
