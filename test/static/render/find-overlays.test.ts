import { describe, expect, test } from 'vitest';
import { directoryOf, isKustomization, parseKustomization } from '../../../src/static/read/kustomize/kustomization.ts';
import { allOverlays, configuredOverlay, renderable } from '../../../src/static/read/render/find-overlays.ts';

function found(files: Readonly<Record<string, string>>, asked: readonly string[] = []): ReturnType<typeof renderable> {
  const texts = new Map(Object.entries(files));
  const kustomizations = new Map(
    Object.entries(files).flatMap(([file, text]) => {
      const parsed = isKustomization(file) ? parseKustomization(text, file) : undefined;
      return parsed === undefined ? [] : [[directoryOf(file), parsed] as const];
    }),
  );
  return renderable(texts, kustomizations, new Set(asked));
}

function names(files: Readonly<Record<string, string>>, asked: readonly string[] = []): readonly string[] {
  return allOverlays(found(files, asked)).map(({ tool, name, file }) => `${tool} ${name} ${file}`);
}

describe('a rendering root', () => {
  test('is every kustomization that is not a base or component of another one, under each of its file names', () => {
    expect(
      names({
        'base/kustomization.yaml': 'resources: [a.yaml]\n',
        'common/Kustomization': 'resources: [../base/]\n',
        'overlays/dev/kustomization.yml': 'resources: [../../common]\ncomponents: [../../extra]\n',
        'overlays/prod/kustomization.yaml': 'bases: [../../base]\n',
        'extra/kustomization.yaml': 'kind: Component\nresources: [../more]\n',
        'more/kustomization.yaml': '',
        'unused/kustomization.yaml': 'kind: Component\n',
      }),
    ).toEqual(['kustomize overlays/dev overlays/dev/kustomization.yml', 'kustomize overlays/prod overlays/prod/kustomization.yaml']);
  });

  test('is a base, a subchart and a chart of a kustomization only if requested; never a component or a library', () => {
    const files = {
      'base/kustomization.yaml': 'resources: []\n',
      'prod/kustomization.yaml': 'resources: [../base]\ncomponents: [../extra]\nhelmCharts: [{name: web}]\n',
      'prod/charts/web/Chart.yaml': 'name: web\nversion: 1.0.0\n',
      'extra/kustomization.yaml': 'kind: Component\n',
      'shop/Chart.yaml': 'name: shop\nversion: 1.0.0\n',
      'shop/charts/fleet/Chart.yaml': 'name: fleet\nversion: 1.0.0\n',
      'shop/charts/lib/Chart.yaml': 'name: lib\nversion: 1.0.0\ntype: library\n',
    };
    expect(names(files)).toEqual(['kustomize prod prod/kustomization.yaml', 'helm shop shop/Chart.yaml']);
    expect(names(files, ['base', 'extra', 'shop/charts/fleet', 'shop/charts/lib', 'prod/charts/web', 'gone'])).toEqual([
      'kustomize base base/kustomization.yaml',
      'kustomize prod prod/kustomization.yaml',
      'helm prod/charts/web prod/charts/web/Chart.yaml',
      'helm shop shop/Chart.yaml',
      'helm shop/charts/fleet shop/charts/fleet/Chart.yaml',
    ]);
  });

  test('is one of several kustomizations that only list one another, so that kustomize refuses it', () => {
    expect(names({ 'a/kustomization.yaml': 'resources: [../b]\n', 'b/kustomization.yaml': 'resources: [../a]\n' })).toEqual([
      'kustomize a a/kustomization.yaml',
    ]);
    expect(names({ 'kustomization.yaml': 'resources: [.]\n' })).toEqual(['kustomize . kustomization.yaml']);
  });

  test('is a kustomization that cannot be read, but not a custom resource in a file with that name', () => {
    expect(names({ 'a/kustomization.yaml': 'resources: [\n' })).toEqual(['kustomize a a/kustomization.yaml']);
    expect(
      names({ 'a/kustomization.yaml': 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: x}\nspec: {}\n' }),
    ).toEqual([]);
  });

  test('is a kustomization whose group is misspelt, because kustomize recognises it by the name of the file', () => {
    for (const text of ['apiVersion: kustomize.config.k8s/v1beta1\nkind: Kustomization\n', 'apiVersion: v2\nkind: x\nresources: []\n'])
      expect(names({ 'a/kustomization.yaml': text })).toEqual(['kustomize a a/kustomization.yaml']);
    expect(names({ 'a/kustomization.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n' })).toEqual([]);
  });

  test('is every chart that is not part of another chart or kustomization, and not a library', () => {
    expect(
      names({
        'charts/shop/Chart.yaml': 'name: shop\n',
        'charts/shop/charts/db/Chart.yaml': 'name: db\n',
        'charts/lib/Chart.yaml': 'name: lib\ntype: library\n',
        'over/kustomization.yaml': 'helmCharts: [{name: inner}]\n',
        'over/charts/inner/Chart.yaml': 'name: inner\n',
        'Chart.yml': 'name: x\n',
      }),
    ).toEqual(['helm charts/shop charts/shop/Chart.yaml', 'kustomize over over/kustomization.yaml']);
  });
});

describe('an entry of the configuration', () => {
  const both = found({
    'a/kustomization.yaml': 'resources: []\n',
    'a/Chart.yaml': 'name: a\n',
    'b/Chart.yaml': 'name: b\ntype: library\n',
  });
  const place = '.fleet-gate.yaml:3';

  test('names a folder or its file, and a tool if there are two', () => {
    expect(configuredOverlay({ path: './b/', place }, both, false)).toMatchObject({ tool: 'helm', name: 'b', place });
    expect(configuredOverlay({ path: 'b/Chart.yaml', place }, both, true)).toEqual({
      tool: 'helm',
      name: 'b',
      directory: 'b',
      file: 'b/Chart.yaml',
      values: [],
      args: [],
    });
    expect(configuredOverlay({ path: 'a', tool: 'kustomize', place }, both, false)).toMatchObject({
      tool: 'kustomize',
      file: 'a/kustomization.yaml',
    });
    expect(() => configuredOverlay({ path: 'a', place }, both, false)).toThrow(
      '.fleet-gate.yaml:3: a holds a kustomization and a chart; add tool: kustomize or tool: helm',
    );
    expect(configuredOverlay({ path: 'c', place }, both, false)).toBeUndefined();
  });

  test('has values only for a chart, and they distinguish two releases of it', () => {
    expect(configuredOverlay({ path: 'b', values: ['x.yaml', './y.yaml'], place }, both, false)).toMatchObject({
      name: 'b (x.yaml, y.yaml)',
      values: ['x.yaml', 'y.yaml'],
    });
    expect(() => configuredOverlay({ path: 'a', tool: 'kustomize', values: ['x.yaml'], place }, both, false)).toThrow(
      '.fleet-gate.yaml:3: values are for helm, and a is a kustomization',
    );
  });
});
