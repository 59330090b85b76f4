import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { applicationsOf, type MadeApplication } from '../../../src/static/read/deployers/application-sets/application-sets.ts';
import type { GitContent } from '../../../src/static/read/deployers/application-sets/generated-parameters.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const URL = 'https://github.com/a/b';

function content(folders: readonly string[] = [], files: ReadonlyMap<string, string> = new Map()): GitContent {
  return { folders: () => folders, files: () => files, isOwn: () => true };
}

function list(name: string, length: number, before: string = ''): object {
  return { list: { elements: Array.from({ length }, (_, index) => ({ [name]: `${before}${index}` })) } };
}

const matrix = (...generators: readonly object[]): object => ({ matrix: { generators } });
const merge = (mergeKeys: readonly string[], ...generators: readonly object[]): object => ({ merge: { mergeKeys, generators } });
const directories = (path: string): object => ({ git: { repoURL: URL, directories: [{ path }] } });

function setOf(...generators: readonly object[]): KubeObject {
  const template = {
    spec: { destination: { namespace: 'shop', server: 'https://kubernetes.default.svc' }, source: { repoURL: URL, path: 'd/{{x}}/{{y}}' } },
  };
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', metadata: { name: 'a' }, spec: { generators, template } };
}

function pathsOf(applications: readonly MadeApplication[]): readonly string[] {
  return applications.map(({ spec }) => (spec as { readonly source: { readonly path: string } }).source.path);
}

function made(...generators: readonly object[]): readonly MadeApplication[] {
  return applicationsOf(setOf(...generators), content());
}

describe('generators within generators', () => {
  test('make each combination', () => {
    expect(pathsOf(made(matrix(list('x', 2), list('y', 2))))).toEqual(['d/0/0', 'd/0/1', 'd/1/0', 'd/1/1']);
    expect(pathsOf(made(matrix(list('x', 2), { list: { elements: [{ y: '{{x}}-1' }] } })))).toEqual(['d/0/0-1', 'd/1/1-1']);
    const folders = ['f/0/a', 'f/0/b', 'f/1/c'];
    const found = applicationsOf(setOf(matrix(list('x', 2), directories('f/{{x}}/*'))), content(folders));
    expect(found).toHaveLength(3);
  });

  test('merge the first set of parameters with the same keys', () => {
    const changes = { list: { elements: [{ x: '1', y: 'b' }, { x: '1', y: 'c' }, { x: '7' }] } };
    const own = {
      list: {
        elements: [
          { x: '0', y: 'a' },
          { x: '1', y: 'a' },
        ],
      },
    };
    expect(pathsOf(made(merge(['x'], own, changes)))).toEqual(['d/0/a', 'd/1/b']);
  });
});

describe('a selector', () => {
  const elements = ['a', 'b'].map((x) => ({ x, y: x, ...(x === 'a' ? { on: 'yes' } : {}), number: 1, values: { x } }));
  const selected = (selector: unknown): object => ({ list: { elements }, selector });
  const term = (key: string, operator: string, ...values: readonly string[]): object => ({ matchExpressions: [{ key, operator, values }] });

  test.each<readonly [string, unknown, readonly string[]]>([
    ['of labels', { matchLabels: { x: 'a' } }, ['a']],
    ['of terms', term('x', 'NotIn', 'a'), ['b']],
    ['of a field that not all have', term('on', 'DoesNotExist'), ['b']],
    ['of both', { ...term('on', 'Exists'), matchLabels: { y: 'b' } }, []],
    ['without terms', {}, ['a', 'b']],
  ])('keeps the elements of a list: %s', (_, selector, kept) => {
    expect(pathsOf(made(selected(selector)))).toEqual(kept.map((each) => `d/${each}/${each}`));
  });

  test.each<readonly [string, object]>([
    ['a number', selected({ matchLabels: { number: '1' } })],
    ['a field within another one', selected({ matchLabels: { 'values.x': 'a' } })],
    ['an unknown operator', selected(term('x', 'Gt', '1'))],
    ['a text with elements', { list: { elements, elementsYaml: '[]' }, selector: { matchLabels: { x: 'a' } } }],
    ['clusters', { clusters: {}, selector: { matchLabels: { x: 'a' } } }],
    ['a list within a matrix', matrix(selected({ matchLabels: { x: 'a' } }), { clusters: {} })],
  ])('is not known: %s', (_, generator) => {
    expect(pathsOf(made(generator))).toEqual(['d/{{x}}/{{y}}']);
  });
});

describe('the Applications of the sets of one tree', () => {
  test('are read up to a limit', () => {
    const found = made(matrix(list('x', 100), list('y', 100)));
    expect([found.length, found.some(({ isOverLimit }) => isOverLimit === true)]).toEqual([10_000, false]);
    const both = applicationsOf(setOf(list('x', 10), matrix(list('x', 99), list('y', 100))), content());
    expect(both.some(({ isOverLimit }) => isOverLimit === true)).toBe(false);
  });

  const nested = matrix(list('x', 100), matrix(list('y', 60), list('z', 60)));
  test.each<readonly [string, object]>([
    ['a matrix', matrix(list('x', 1000), list('y', 1000))],
    ['a matrix whose second list uses the first', matrix(list('x', 1000), list('y', 1000, '{{x}}'))],
    ['a matrix in a matrix', nested],
    [
      'a matrix in a matrix, of which no combination is kept',
      matrix(list('x', 1000), merge(['q'], { list: { elements: [] } }, matrix(list('y', 100), list('z', 100, '{{x}}')))),
    ],
    ['a matrix in a merge', merge(['x'], list('x', 1), matrix(list('x', 1000), list('y', 1000)))],
    ['a list', list('x', 10_001)],
  ])('are not known beyond it: %s', (_, generator) => {
    const found = made(generator);
    expect(found.map(({ isOverLimit }) => isOverLimit)).toEqual([true]);
    expect(pathsOf(found)).toEqual(['d/{{x}}/{{y}}']);
  });

  test('share the limit', () => {
    const tree = content();
    const set = (): KubeObject => setOf(matrix(list('x', 80), list('y', 80)));
    const [first, second] = [set(), set()];
    expect(applicationsOf(first, tree)).toHaveLength(6400);
    expect(applicationsOf(second, tree)).toHaveLength(1);
    expect(applicationsOf(first, tree)).toHaveLength(6400);
  });

  test('are not known if generators of git compare too much', () => {
    const folders = Array.from({ length: 20_000 }, (_, index) => `e/${index}`);
    const found = applicationsOf(setOf(matrix(list('x', 5000), directories('{{x}}/*'))), content(folders));
    expect(found.map(({ isOverLimit }) => isOverLimit)).toEqual([true]);
  });

  test('are read in linear time by a merge', () => {
    expect(made(merge(['x'], list('x', 5000), list('x', 5000), list('x', 5000)))).toHaveLength(5000);
  });
});

describe('a tree with an ApplicationSet that makes more', () => {
  const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
  const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]}
`;
  const lint = async (files: Readonly<Record<string, string>>, set: KubeObject): Promise<readonly [number, readonly string[]]> => {
    const cwd = temporaryFolder();
    writeTree(cwd, { ...files, 'set.json': JSON.stringify(set) });
    const { exitCode, report } = await runCli(cwd, ['lint', '.']);
    return [exitCode, report?.notes ?? []];
  };
  const big = setOf(matrix(list('x', 1000), list('y', 1000)));
  const NOTE =
    'Not read, because the ApplicationSets of this tree make more than 10000 Applications, or too long ones: those of ApplicationSet/a in set.json.';

  test('does not pass if they are in the namespace of a placement', async () => {
    const [code, notes] = await lint({ 'p.yaml': `${PLACEMENT}---\n${NAMESPACE}` }, big);
    expect([code, notes.includes(NOTE)]).toEqual([6, true]);
  });

  test('names them otherwise', async () => {
    const [code, notes] = await lint({ 'n.yaml': NAMESPACE }, big);
    expect([code, notes.includes(NOTE)]).toEqual([0, true]);
    const [, none] = await lint({ 'n.yaml': NAMESPACE }, setOf(matrix(list('x', 3), list('y', 3))));
    expect(none).not.toContain(NOTE);
  });
});

describe('a generator of folders that this repository does not have', () => {
  const git = (...paths: readonly (string | { readonly exclude: string })[]): object => ({
    git: {
      repoURL: URL,
      revision: 'main',
      directories: paths.map((path) => (typeof path === 'string' ? { path } : { path: path.exclude, exclude: true })),
    },
  });
  const withFolders = (set: KubeObject): readonly MadeApplication[] => {
    const folders = new Set(['teams', 'teams/red']);
    return applicationsOf(set, { ...content([...folders]), hasNoFolder: (folder) => !folders.has(folder) });
  };

  test.each<readonly [string, object]>([
    ['a pattern', git('team/*')],
    ['a folder', git('teams/blue')],
    ['several', git('team/*', 'group/{a,b}', { exclude: 'teams/red' })],
    ['in a matrix', matrix(list('x', 2), git('team/*'))],
  ])('makes nothing: %s', (_, generator) => {
    expect(withFolders(setOf(generator))).toEqual([]);
  });

  test.each<readonly [string, object]>([
    ['one of them is there', git('team/*', 'teams/*')],
    ['a folder below may be left out', git('teams/b*')],
    ['the pattern starts with a star', git('*/blue')],
    ['a parameter decides', git('{{x}}/*')],
    ['all are excluded', git({ exclude: 'team/*' })],
    ['of another revision', { git: { repoURL: URL, revision: 'v1', directories: [{ path: 'team/*' }] } }],
  ])('is not known to make nothing if %s', (_, generator) => {
    expect(withFolders(setOf(generator))).toHaveLength(1);
  });

  test('is not known to make nothing of a repository that may be another one', () => {
    const hasNoFolder = (): boolean => true;
    expect(applicationsOf(setOf(git('team/*')), { ...content(), isOwn: () => undefined, hasNoFolder })).toHaveLength(1);
    expect(applicationsOf(setOf(git('team/*')), { ...content(), hasNoFolder })).toHaveLength(0);
  });
});
