import { describe, expect, test } from 'vitest';
import type { RenderEntry } from '../../src/static/read/render/render-options.ts';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { lintRead, readRendered, repository, told } from './lint-rendered.ts';
import { toolFolder } from './tools.ts';

const folder = toolFolder('helm') ?? '';
const kustomize = toolFolder('kustomize');
const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/values.yaml': 'policy: PickAll\nnamespace: shop\n',
};
const TEMPLATE = placementYaml('shop', { namespace: '{{ .Values.namespace }}', policy: 'placementType: {{ .Values.policy }}' });
const NAMED: RenderEntry = { path: 'chart', args: ['--name-template=web', '--namespace=live'], place: '.fleet-gate.yaml:1' };

async function lint(tree: Readonly<Record<string, string>>, entries?: readonly RenderEntry[]): Promise<readonly string[]> {
  const report = lintRead(await readRendered(repository({ ...CHART, ...tree }), folder, entries === undefined ? {} : { what: entries }));
  const open = report.notEvaluated.map(
    ({ file, line, reason, fleetObject }) => `${file}:${line} not evaluated${fleetObject === true ? ' (fleet)' : ''}: ${reason}`,
  );
  return [...told(report), ...open];
}

describe.skipIf(folder === '')('a finding of a chart', () => {
  // SECURITY.md: The last three render what needs it
  test('is at the line of the template that makes the value, with the result', async () => {
    const tree = { 'chart/templates/placement.yaml': TEMPLATE, 'chart/templates/namespace.yaml': namespaceYaml('shop') };
    expect(await lint(tree)).toEqual([]);
    expect(await lint({ ...tree, 'chart/values.yaml': 'policy: PickSome\nnamespace: shop\n' })).toEqual([
      'chart/templates/placement.yaml:12 | schema | ClusterResourcePlacement/shop | in chart | spec.policy.placementType: "PickSome"',
    ]);
  });

  test('is at its line in a template with many objects and branches', async () => {
    const template = `{{- if true }}\n${namespaceYaml('one')}---\n{{- range $index, $name := list "one" "two" }}\n---\n${placementYaml('{{ $name }}', { namespace: '{{ $name }}', policy: 'placementType: PickSome' })}{{- end }}\n{{- end }}\n`;
    expect(await lint({ 'chart/templates/all.yaml': template })).toEqual([
      'chart/templates/all.yaml:20 | schema | ClusterResourcePlacement/one | in chart',
      'chart/templates/all.yaml:20 | schema | ClusterResourcePlacement/two | in chart',
    ]);
  });

  test('is at the file if a helper makes all of it', async () => {
    const helper = `{{- define "placement" }}\n${placementYaml('shop', { policy: 'placementType: PickSome' })}{{- end }}\n`;
    const tree = { 'chart/templates/_helpers.tpl': helper, 'chart/templates/all.yaml': '{{ include "placement" . }}\n' };
    expect(await lint(tree)).toEqual([
      'chart/templates/all.yaml:1 | schema | ClusterResourcePlacement/shop | in chart | spec.policy.placementType: "PickSome"',
    ]);
  });

  test('is in the template of a subchart, and a library is not rendered as a chart', async () => {
    const tree = {
      'chart/charts/inner/Chart.yaml': 'apiVersion: v2\nname: inner\nversion: 1.0.0\n',
      'chart/charts/inner/templates/placement.yaml': placementYaml('shop', { policy: 'placementType: PickSome' }),
      'library/Chart.yaml': 'apiVersion: v2\nname: library\nversion: 1.0.0\ntype: library\n',
    };
    expect(await lint(tree)).toEqual([
      'chart/charts/inner/templates/placement.yaml:12 | schema | ClusterResourcePlacement/shop | in chart',
    ]);
  });

  test('is suppressed by a comment of the template', async () => {
    const template = TEMPLATE.replace('{{ .Values.policy }}', 'PickSome # fleet-gate-ignore schema: a trial');
    expect(await lint({ 'chart/templates/placement.yaml': template })).toEqual([
      'chart/templates/placement.yaml:12 | schema (suppressed) | ClusterResourcePlacement/shop | in chart',
    ]);
  });

  test('depends on the values of the configuration, for each release', async () => {
    const tree = {
      'chart/templates/placement.yaml': TEMPLATE,
      'live/values.yaml': 'policy: PickSome\n',
      'dev/values.yaml': 'policy: PickAll\n',
    };
    const entries = ['dev', 'live'].map((stage) => ({ ...NAMED, values: [`${stage}/values.yaml`] }));
    expect(await lint(tree, entries)).toEqual([
      'chart/templates/placement.yaml:12 | schema | ClusterResourcePlacement/shop | in chart (live/values.yaml) | spec.policy.placementType: "PickSome"',
    ]);
    expect(await lint(tree, [{ ...NAMED, args: [...(NAMED.args ?? []), '--set', 'policy=PickSome'] }])).toHaveLength(1);
  });
});

describe.skipIf(folder === '')('a release without a name', () => {
  const template = (name: string, namespace: string): Readonly<Record<string, string>> => ({
    'chart/templates/placement.yaml': placementYaml(name, { namespace }),
    'chart/templates/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: "{{ .Release.Name }}"}\n',
  });
  const hint =
    'depends on the release name or namespace, which are not known; give both in `render` of the configuration, as args: [--name-template=NAME, --namespace=NAME].';

  test('leaves open what depends on it, and nothing else', async () => {
    const cwd = repository({ ...CHART, ...template('{{ .Release.Name | trunc 4 }}', '{{ .Release.Namespace }}') });
    const { manifests, notEvaluated } = await readRendered(cwd, folder);
    expect(manifests.map(({ object, unresolved }) => [object.kind, unresolved])).toEqual([
      ['Service', ['/metadata/name']],
      ['ClusterResourcePlacement', ['/metadata/name', '/spec/resourceSelectors/0/name']],
    ]);
    expect(notEvaluated).toEqual([
      {
        file: 'chart/templates/placement.yaml',
        line: 10,
        reason: `spec.resourceSelectors.0.name (and 1 more) ${hint}`,
        object: expect.objectContaining({ name: 'rele' }) as unknown,
        fleetObject: true,
        rendered: { overlays: ['chart'] },
      },
      {
        file: 'chart/Chart.yaml',
        line: 1,
        reason: expect.stringContaining('1 other object of this chart depends') as unknown,
        rendered: { overlays: ['chart'] },
      },
    ]);
  });

  test('leaves the content of a placement known if only the name depends on it', async () => {
    const open = await lint(template('{{ .Release.Name }}', 'shop'));
    expect(open[0]).toBe(`chart/templates/placement.yaml:4 not evaluated: metadata.name ${hint}`);
  });

  test('leaves the chart not evaluated if the set of objects depends on it', async () => {
    const open = await lint({
      'chart/templates/placement.yaml': `{{- if eq .Release.Name "release-name" }}\n${placementYaml('shop')}{{- end }}\n`,
    });
    expect(open.at(-1)).toContain(
      'chart was not rendered, so what it deploys was not checked: which objects it makes depends on the release name or namespace, which are not known',
    );
  });

  test('is known once the configuration names it', async () => {
    const { manifests, notEvaluated } = await readRendered(
      repository({ ...CHART, ...template('{{ .Release.Name }}', '{{ .Release.Namespace }}') }),
      folder,
      { what: [NAMED] },
    );
    expect(notEvaluated).toEqual([]);
    expect(manifests.map(({ object, namespace, unresolved }) => [object.metadata.name, namespace, unresolved])).toEqual([
      ['web', 'live', []],
      ['web', undefined, []],
    ]);
  });
});

describe.skipIf(folder === '')('a chart', () => {
  test('has its CRDs and hooks, not its tests, and may check the kinds of the hub', async () => {
    const hook = (name: string, kind: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, annotations: {helm.sh/hook: ${kind}}}\n`;
    const { manifests } = await readRendered(
      repository({
        ...CHART,
        'chart/crds/widget.yaml':
          'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\n',
        'chart/templates/hooks.yaml': `${hook('before', 'pre-install')}---\n${hook('check', 'test')}`,
        'chart/templates/placement.yaml': `{{- if .Capabilities.APIVersions.Has "placement.kubernetes-fleet.io/v1beta1/ClusterResourcePlacement" }}\n${placementYaml('shop')}{{- end }}\n`,
      }),
      folder,
    );
    expect(manifests.map(({ object, file }) => [object.metadata.name, file])).toEqual([
      ['widgets.example.com', 'chart/crds/widget.yaml'],
      ['shop', 'chart/templates/placement.yaml'],
      ['before', 'chart/templates/hooks.yaml'],
    ]);
  });

  test.each([
    ['networking.k8s.io/v1/Ingress', 'networking.k8s.io/v1', 'Ingress', true],
    ['policy/v1/PodDisruptionBudget', 'policy/v1', 'PodDisruptionBudget', true],
    ['autoscaling/v2/HorizontalPodAutoscaler', 'autoscaling/v2', 'HorizontalPodAutoscaler', true],
    ['batch/v1/CronJob', 'batch/v1', 'CronJob', true],
    ['v1/ConfigMap', 'v1', 'ConfigMap', true],
    ['policy/v1', 'policy/v1', 'PodDisruptionBudget', true],
    ['batch/v1beta1/CronJob', 'batch/v1beta1', 'CronJob', false],
    ['monitoring.coreos.com/v1/ServiceMonitor', 'monitoring.coreos.com/v1', 'ServiceMonitor', false],
    ['example.com/v1/Widget', 'example.com/v1', 'Widget', true],
  ])('may ask for the kinds that every hub has, and those of its arguments: %s', async (asked, version, kind, has) => {
    const template = `{{ $has := .Capabilities.APIVersions.Has "${asked}" }}apiVersion: {{ if $has }}${version}{{ else }}none/v1{{ end }}\nkind: ${kind}\nmetadata: {name: x}\n`;
    const args = ['--api-versions=example.com/v1/Widget', '--name-template=web', '--namespace=live'];
    const { manifests } = await readRendered(repository({ ...CHART, 'chart/templates/x.yaml': template }), folder, {
      what: [{ path: 'chart', args, place: '.fleet-gate.yaml:1' }],
    });
    expect(manifests.map(({ object }) => object.apiVersion)).toEqual([has ? version : 'none/v1']);
  });

  test('with content that only the hub decides about has the namespace of its values', async () => {
    const open = async (namespace: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
      const content = `{{ if gt .Release.Revision 1 }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: ${namespace}\n{{ end }}\n`;
      return (
        await lint({ 'p.yaml': placementYaml('shop'), 'ns.yaml': namespaceYaml('shop'), 'chart/templates/a.yaml': content, ...files })
      ).filter((line) => line.includes('.Release.Revision decides'));
    };
    const decided = [expect.stringContaining('chart/templates/a.yaml:1 not evaluated (fleet): .Release.Revision decides')];
    expect(await open('{{ .Values.namespace }}')).toEqual(decided);
    expect(await open('{{ .Values.namespace | default .Release.Namespace | quote }}')).toEqual(decided);
    expect(await open('{{ include "ns" . }}', { 'chart/templates/_h.tpl': '{{ define "ns" }}{{ .Values.namespace }}{{ end }}' })).toEqual(
      decided,
    );
    expect(await open('{{ .Values.namespace }}', { 'chart/values.yaml': 'namespace: other\n' })).toEqual([]);
    expect(await open('{{ .Values.none }}')).toEqual([]);
  });

  test('has values of chance that do not depend on the release, whose name is not known', async () => {
    const open = async (value: string): Promise<readonly string[]> => {
      const secret = `apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: shop}\nstringData: {p: {{ ${value} | quote }}}\n`;
      return (await lint({ 'chart/templates/s.yaml': secret })).filter((line) => line.includes('not evaluated'));
    };
    expect(await open('randAlphaNum 10')).toEqual([]);
    expect(await open('.Release.Name')).toEqual([
      expect.stringContaining('chart/Chart.yaml:1 not evaluated: 1 other object of this chart depends on the release name or namespace'),
    ]);
  });

  test.each([
    ['of `crds/`, which Helm does not make, and other tools cannot make', 'crds', 'warning'],
    ['of a template, which Helm cannot make', 'templates/crds', 'error'],
  ])('has an edit of a CRD %s', async (_, place, severity) => {
    const definition = (version: string): string =>
      `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\nspec: {group: example.com, scope: Cluster, names: {kind: Widget, plural: widgets}, versions: [{name: ${version}, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n`;
    const read = async (version: string): Promise<Awaited<ReturnType<typeof readRendered>>> =>
      readRendered(repository({ ...CHART, [`chart/${place}/widget.yaml`]: definition(version) }), folder);
    const { findings } = lintRead(await read('v2'), await read('v1'));
    const edits = findings.filter(({ rule }) => rule === 'immutable-field');
    expect(edits.map((edit) => [edit.file, edit.severity])).toEqual([[`chart/${place}/widget.yaml`, severity]]);
    const byHelm = /and v1 is missing: .* because the file is in `crds\/` of a chart\.$/;
    expect(edits.map(({ message }) => byHelm.test(message))).toEqual([place === 'crds']);
  });

  test.each([
    [
      'asks for a value',
      '{{ required "give a name" .Values.name }}',
      /helm says: Error: execution error at \(shop\/templates\/x\.yaml:1:3\): give a name/,
    ],
    ['is no template', '{{ if }}', /helm says: Error: .*missing value for if/],
    ['makes no YAML', 'a: [', /helm says: Error: YAML parse error on shop\/templates\/x\.yaml/],
    ['lacks a dependency', '', /helm says: Error: .*found in Chart\.yaml, but missing in charts\/ directory: other/],
  ])('that %s is not evaluated, with the message of helm', async (what, template, words) => {
    const needs = what.includes('dependency') ? 'dependencies: [{name: other, version: 1.0.0, repository: "https://example.com"}]\n' : '';
    const open = await lint({
      'chart/templates/placement.yaml': TEMPLATE,
      'chart/templates/x.yaml': template,
      'chart/Chart.yaml': `${CHART['chart/Chart.yaml']}${needs}`,
    });
    expect(open.at(-1)).toMatch(words);
    expect(open.at(-1)).toMatch(
      /^chart\/templates\/placement\.yaml:1 not evaluated \(fleet\): chart was not rendered, .*; run: helm template chart$/,
    );
  });

  test('that is rendered without some of its values is reported so', async () => {
    const tree = { 'chart/templates/namespace.yaml': namespaceYaml('a'), 'chart/values-live.yaml': '', 'chart/values.live.yaml': '' };
    expect(await lint(tree)).toEqual([
      'chart/Chart.yaml:1 not evaluated: The chart was rendered with its own values alone, without chart/values-live.yaml, chart/values.live.yaml; list the values that it is deployed with in `render` of the configuration.',
    ]);
    expect(await lint(tree, [{ ...NAMED, values: ['chart/values-live.yaml'] }])).toEqual([]);
    const ofRelease = (name: string): RenderEntry => ({ ...NAMED, values: [`chart/${name}`] });
    expect(await lint(tree, [NAMED, ofRelease('values-live.yaml')])).toEqual([
      expect.stringContaining('without chart/values.live.yaml; list'),
    ]);
    expect(await lint(tree, [NAMED, ofRelease('values-live.yaml'), ofRelease('values.live.yaml')])).toEqual([]);
  });

  test('whose values disable a placement is reported so', async () => {
    const template = `{{- if .Values.placed }}\n${placementYaml('shop')}{{- end }}\n`;
    const tree = { 'chart/templates/placement.yaml': template, 'chart/templates/namespace.yaml': namespaceYaml('shop') };
    expect(await lint(tree)).toEqual([
      'chart/templates/placement.yaml:1 not evaluated: It names KubeFleet kinds, but helm template chart does not produce a KubeFleet object from it.',
    ]);
    expect(await lint(tree, [{ ...NAMED, args: ['--set=placed=true', ...(NAMED.args ?? [])] }])).toEqual([]);
  });

  test('has what it makes of an upgrade, and what only an installation makes', async () => {
    const placement = { 'chart/templates/placement.yaml': placementYaml('shop'), 'chart/templates/namespace.yaml': namespaceYaml('shop') };
    const config = (condition: string, name: string): string =>
      `{{ if ${condition} }}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\ndata: [a]\n{{ end }}\n`;
    const tree = { ...placement, 'chart/templates/a.yaml': config('.Release.IsUpgrade', 'later') };
    const [finding, ...others] = await lint(tree);
    expect([finding, others]).toEqual([
      expect.stringMatching(/^chart\/templates\/a\.yaml:\d+ \| .* \| ConfigMap\/later \| in chart \(upgrade\)/),
      [],
    ]);
    const same = { ...placement, 'chart/templates/a.yaml': '{{ if .Release.IsInstall }}{{ end }}\n' };
    expect(new Set((await readRendered(repository({ ...CHART, ...same }), folder)).manifests.map(({ overlay }) => overlay))).toEqual(
      new Set(['chart']),
    );
    const both = { ...tree, 'chart/templates/b.yaml': config('.Release.IsInstall', 'first').replace('[a]', '{a: b}') };
    const { manifests } = await readRendered(repository({ ...CHART, ...both }), folder);
    expect(manifests.map(({ object, overlay }) => `${overlay} ${object.metadata.name}`).toSorted()).toEqual([
      'chart (upgrade) first',
      'chart (upgrade) later',
      'chart (upgrade) shop',
      'chart (upgrade) shop',
      'chart first',
      'chart shop',
      'chart shop',
    ]);
    const named = [{ ...NAMED, args: ['--is-upgrade', ...(NAMED.args ?? [])] }];
    expect((await lint(tree, named))[0]).toMatch(/ConfigMap\/later \| in chart(?! \(upgrade\))/);
  });

  test('with content that only the hub decides about is reported if a placement selects it', async () => {
    const hidden = `{{ if lookup "v1" "Secret" "shop" "a" }}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n{{ end }}\n`;
    const tree = {
      'chart/templates/a.yaml': hidden,
      'fleet/placement.yaml': placementYaml('shop'),
      'fleet/shop.yaml': namespaceYaml('shop'),
    };
    const open = 'lookup decides whether this template makes ConfigMap. It is not known here, so that was not checked.';
    expect(await lint(tree)).toEqual([`chart/templates/a.yaml:1 not evaluated (fleet): ${open}`]);
    // Values turn it off, which many charts do.
    const off = hidden.replace('if lookup', 'if and .Values.on (lookup').replace('"a" }}', '"a") }}');
    expect(await lint({ ...tree, 'chart/templates/a.yaml': off })).toEqual([]);
    expect(await lint({ ...tree, 'chart/templates/a.yaml': `{{ if .Values.on }}${hidden}{{ end }}` })).toEqual([]);
    const elsewhere = await readRendered(
      repository({ ...CHART, ...tree, 'chart/templates/a.yaml': hidden.replace('namespace: shop', 'namespace: other') }),
      folder,
    );
    expect([elsewhere.notEvaluated, elsewhere.notes?.at(-1)]).toEqual([
      [],
      'Conditions that depend on the hub or the release were checked only as helm template decides them: chart/templates/a.yaml:1 (lookup, without ConfigMap).',
    ]);
  });

  test('that is not rendered is reported as content of a placement, if one selects its namespace', async () => {
    const config = (namespace: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ${namespace}}\n`;
    const tree = {
      'chart/values.yaml': '{}',
      'chart/templates/fails.yaml': '{{ required "give a name" .Values.name }}',
      'fleet/placement.yaml': placementYaml('shop'),
      'fleet/shop.yaml': namespaceYaml('shop'),
    };
    const flux =
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a, namespace: flux-system}\nspec: {interval: 1m, targetNamespace: shop, chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: a}}}}\n';
    const cases: readonly (readonly [Readonly<Record<string, string>>, readonly RenderEntry[] | undefined, boolean])[] = [
      [{ 'chart/templates/a.yaml': config('shop') }, undefined, true],
      [{ 'chart/templates/a.yaml': config('other') }, undefined, false],
      [{ 'chart/templates/a.yaml': namespaceYaml('shop') }, undefined, true],
      [{}, [{ ...NAMED, args: ['--name-template=web', '--namespace=shop'] }], true],
      [{}, [NAMED], false],
      [{ 'flux.yaml': flux }, undefined, true],
    ];
    for (const [more, entries, isPlaced] of cases) {
      const open = await lint({ ...tree, ...more }, entries);
      const entry = open.find((line) => line.includes('chart was not rendered'));
      expect([JSON.stringify(more), entry?.startsWith('chart/Chart.yaml:1 not evaluated (fleet)')]).toEqual([
        JSON.stringify(more),
        isPlaced,
      ]);
    }
  });

  test('has objects that only kubectl applies: in Chart.yaml, in values, and beside the templates of a chart in it', async () => {
    const refused = placementYaml('shop', { policy: 'placementType: PickSome' });
    const inner = { 'chart/charts/inner/Chart.yaml': 'apiVersion: v2\nname: inner\nversion: 1.0.0\n' };
    const trees: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['chart/Chart.yaml', { 'chart/Chart.yaml': `${CHART['chart/Chart.yaml']}---\n${refused}` }],
      ['chart/values.yaml', { 'chart/values.yaml': refused }],
      ['chart/values.yaml', { 'chart/values.yaml': `a: b\n---\n${refused}` }],
      ['chart/charts/inner/Chart.yaml', { 'chart/charts/inner/Chart.yaml': `${inner['chart/charts/inner/Chart.yaml']}---\n${refused}` }],
      ['chart/charts/inner/more.yaml', { ...inner, 'chart/charts/inner/more.yaml': refused }],
      ['chart/charts/inner/files/more.yaml', { ...inner, 'chart/charts/inner/files/more.yaml': refused }],
    ];
    for (const [file, tree] of trees) {
      const found = await lint({ 'chart/templates/shop.yaml': namespaceYaml('shop'), ...tree });
      expect([file, found.filter((line) => line.startsWith(`${file}:`) && line.includes('| schema |')).length]).toEqual([file, 1]);
    }
    expect(await lint({ 'chart/templates/shop.yaml': namespaceYaml('shop'), ...inner })).toEqual([]);
  });

  test("at the top of a repository does not include git's own files, and other files are checked without rendering", async () => {
    const placement = placementYaml('{{ .Files.Get ".git/config" | trim | default "nothing" }}');
    const { manifests } = await readRendered(
      repository({
        'Chart.yaml': CHART['chart/Chart.yaml'],
        'templates/placement.yaml': placement,
        '.git/config': 'hunter2\n',
        'examples/placement.yaml': placementYaml('example'),
      }),
      folder,
    );
    expect(manifests.map(({ object, file }) => [object.metadata.name, file])).toEqual([
      ['example', 'examples/placement.yaml'],
      ['nothing', 'templates/placement.yaml'],
    ]);
  });

  test.skipIf(kustomize === undefined)(
    'of a kustomization is rendered by it if the configuration allows it, and nothing else starts helm',
    async () => {
      const tree = {
        'over/kustomization.yaml': 'helmCharts: [{name: shop, releaseName: web, namespace: live, valuesInline: {policy: PickSome}}]\n',
        'over/charts/shop/Chart.yaml': CHART['chart/Chart.yaml'],
        'over/charts/shop/values.yaml': CHART['chart/values.yaml'],
        'over/charts/shop/templates/placement.yaml': TEMPLATE,
      };
      const entries = [{ path: 'over', args: ['--enable-helm'], place: '.fleet-gate.yaml:1' }];
      const read = await readRendered(repository(tree), `${kustomize}:${folder}`, { what: entries });
      expect(told(lintRead(read))).toEqual([
        'over/kustomization.yaml:1 | schema | ClusterResourcePlacement/shop | in over | spec.policy.placementType: "PickSome"',
      ]);
      expect(read.notEvaluated).toEqual([]);
      const without = await readRendered(repository(tree), `${kustomize}:${folder}`);
      expect(without.notEvaluated.at(-1)?.reason).toContain('must specify --enable-helm');
    },
  );
});
