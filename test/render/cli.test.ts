import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import type { Report } from '../../src/report.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { memberObject } from '../schedule/fleets.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { told } from './lint-rendered.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');
const helm = toolFolder('helm');

interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly report: Report | undefined;
}

async function start(
  repository: GitRepository,
  argv: readonly string[],
  tools: readonly (string | undefined)[] = [kustomize, helm],
): Promise<Ended> {
  const PATH = [...tools.flatMap((tool) => tool ?? []), process.env['PATH'] ?? ''].join(path.delimiter);
  const io = fakeIo({ cwd: repository.dir, env: { ...process.env, PATH } });
  const { exitCode, report } = await run(argv, io);
  return { exitCode, out: io.out(), report };
}

const STAGES = {
  'base/kustomization.yaml': 'resources: [all.yaml]\n',
  'base/all.yaml': `${placementYaml('shop', { policy: 'placementType: PickAll' })}---\n${namespaceYaml('shop')}`,
  'overlays/dev/kustomization.yaml': 'resources: [../../base]\n',
  'overlays/prod/kustomization.yaml': 'resources: [../../base, settings.yaml]\n',
  'overlays/prod/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\ndata: {colour: red}\n',
};
const MEMBERS = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [memberObject('east'), memberObject('west')] });

test.skipIf(helm === undefined)('a namespace and a name of `helm upgrade` reach the templates of its chart', async () => {
  const object =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }}-x, namespace: {{ .Release.Namespace }} }\ndata: { a: 1 }\n';
  const tree = {
    'shop.yaml': `${placementYaml('shop', { policy: 'placementType: PickAll' })}---\n${namespaceYaml('shop')}`,
    'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'web/templates/a.yaml': object,
  };
  const open = await start(gitRepository(tree), ['lint']);
  expect(open.report?.lint?.findings).toEqual([]);
  expect(open.out).toContain('depends on the release name or namespace');
  const known = await start(gitRepository({ ...tree, 'deploy.sh': 'helm upgrade --install one ./web -n shop\n' }), ['lint']);
  expect(known.exitCode).toBe(1);
  expect(known.out).toContain('The hub refuses ConfigMap/shop/one-x, which shop selects');
  expect(known.out).not.toContain('release name or namespace');
});

describe.skipIf(kustomize === undefined)('a change that writes a placeholder into what a kustomization makes', () => {
  const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: 'example.com/web:1' }] } }
`;
  const KUSTOMIZATION = 'resources: [shop.yaml, web.yaml]\n';
  const BASE = {
    'k/kustomization.yaml': `${KUSTOMIZATION}images: [{ name: example.com/web, newTag: "2" }]\n`,
    'k/shop.yaml': `${placementYaml('shop', { policy: 'placementType: PickAll' })}---\n${namespaceYaml('shop')}`,
    'k/web.yaml': WEB,
  };

  test.each([
    ['in an image of content', { 'k/kustomization.yaml': `${KUSTOMIZATION}images: [{ name: example.com/web, newTag: "\${TAG}" }]\n` }, 0],
    ['in the file of content', { 'k/kustomization.yaml': KUSTOMIZATION, 'k/web.yaml': WEB.replace(':1', ':${TAG}') }, 0],
    [
      'in content, and removes other content',
      {
        'k/kustomization.yaml': 'resources: [web.yaml, shop.yaml]\n',
        'k/shop.yaml': placementYaml('shop'),
        'k/web.yaml': WEB.replace(':1', ':${TAG}'),
      },
      0,
    ],
    [
      'in the name of content',
      { 'k/kustomization.yaml': KUSTOMIZATION, 'k/web.yaml': WEB.replace('{ name: web,', '{ name: "${NAME}",') },
      6,
    ],
    ['in a placement', { 'k/shop.yaml': BASE['k/shop.yaml'].replace('PickAll', '${TYPE}') }, 6],
  ])('%s', async (_, head, exitCode) => {
    const repository = gitRepository(BASE);
    for (const [file, text] of Object.entries(head)) repository.write(file, text);
    expect((await start(repository, ['lint', '--base', 'HEAD'])).exitCode).toBe(exitCode);
  });
});

describe.skipIf(helm === undefined)('a placement of the namespace of a release', () => {
  const ARGS = ', args: [--name-template=shop, --namespace=shop]';
  const tree = (args: string, ...commands: readonly string[]): Readonly<Record<string, string>> => ({
    '.fleet-gate.yaml': `render:\n${['one', 'two'].map((name) => `  - { path: web, values: [web/${name}.yaml]${args} }\n`).join('')}`,
    'ns.yaml': namespaceYaml('shop'),
    'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'web/one.yaml': 'a: 1\n',
    'web/two.yaml': 'a: 2\n',
    'web/templates/shop.yaml': placementYaml('shop', { namespace: '{{ .Release.Namespace }}', policy: 'placementType: PickAll' }),
    'deploy.sh': `${commands.join('\n')}\n`,
  });
  const upgrade = (file: string, namespace = 'shop'): string => `helm upgrade -i shop web -n ${namespace} -f web/${file}.yaml`;

  test('is known for several releases, if their steps give it', async () => {
    expect(await start(gitRepository(tree('', upgrade('one'), upgrade('two'))), ['lint'])).toMatchObject({ exitCode: 0 });
  });

  test('is not evaluated if the configuration and the step differ', async () => {
    expect(await start(gitRepository(tree(ARGS, upgrade('one'), upgrade('two'))), ['lint'])).toMatchObject({ exitCode: 0 });
    const { exitCode, out } = await start(gitRepository(tree(ARGS, upgrade('one'), upgrade('two', 'shpo'))), ['lint']);
    expect(exitCode).toBe(6);
    expect(out).toContain('ClusterResourcePlacement/shop (web (web/two.yaml)): spec.resourceSelectors.0.name depends on the namespace');
    expect(out).toContain('`render` of the configuration gives shop, and deploy.sh gives shpo; give the same one in both');
  });
});

describe.skipIf(kustomize === undefined)('a repository of kustomizations', () => {
  test('passes, and fails for what an overlay makes of a good base', async () => {
    const repository = gitRepository(STAGES);
    expect(await start(repository, ['lint'])).toMatchObject({ exitCode: 0, report: { outcome: 'clean' } });
    repository.write(
      'overlays/prod/kustomization.yaml',
      `${STAGES['overlays/prod/kustomization.yaml']}patches:\n  - target: {kind: ClusterResourcePlacement}\n    patch: '[{"op": "replace", "path": "/spec/policy/placementType", "value": "PickSome"}]'\n`,
    );
    const { exitCode, out, report } = await start(repository, ['lint']);
    expect(exitCode).toBe(1);
    expect(out.split('\n')[0]).toContain('PickSome');
    expect(out).toContain('rendered by kustomize build overlays/prod: spec.policy.placementType: "PickSome"');
    expect(report?.lint?.findings).toMatchObject([{ rendered: { overlays: ['overlays/prod'], command: 'kustomize build overlays/prod' } }]);
  });

  test('has the same file names from one of its folders, and for one of its paths', async () => {
    const repository = gitRepository({ ...STAGES, 'base/all.yaml': STAGES['base/all.yaml'].replace('PickAll', 'PickSome') });
    const inside = { ...repository, dir: path.join(repository.dir, 'overlays') };
    expect(told((await start(inside, ['lint', 'prod'])).report?.lint ?? { findings: [] })).toEqual([
      '../base/all.yaml:12 | schema | ClusterResourcePlacement/shop | in prod',
    ]);
    expect((await start(inside, ['lint', '.', '--format', 'github'])).out).toContain('file=base/all.yaml,line=12');
  });

  test('fails with 6 if a fleet object could not be rendered, with the message of the tool', async () => {
    const repository = gitRepository({ ...STAGES, 'overlays/dev/kustomization.yaml': 'resources: [../../base, gone.yaml]\n' });
    const { exitCode, out } = await start(repository, ['lint']);
    expect(exitCode).toBe(6);
    // A cause that is long goes on in the second line.
    expect(out.split('\n').slice(0, 2).join(' ')).toMatch(
      /^NOT EVALUATED: overlays\/dev\/kustomization\.yaml:1 overlays\/dev was not rendered, .*gone\.yaml.*run: (?:kustomize build|kubectl kustomize) overlays\/dev/,
    );
    expect((await start(repository, ['lint', '--no-fail-on-not-evaluated'])).exitCode).toBe(0);
    expect((await start(repository, ['lint', 'overlays/prod'])).exitCode).toBe(0);
  });

  test('is compared with its base, rendered the same way in its own tree', async () => {
    const repository = gitRepository({ ...STAGES, 'base/all.yaml': STAGES['base/all.yaml'].replace('PickAll', 'PickSome') });
    repository.write('overlays/prod/kustomization.yaml', 'resources: [../../base]\nnamePrefix: p-\n');
    repository.write('base/kustomization.yaml', 'resources: [all.yaml]\nnamePrefix: x-\n');
    const { report } = await start(repository, ['lint', '--base', 'HEAD']);
    // Other names are other objects, and the namespace moves to them.
    expect(report?.lint?.findings.map(({ rule, state, rendered }) => [rule, state, rendered?.overlays])).toEqual([
      ['schema', 'new', ['overlays/dev', 'overlays/prod']],
      ['moved-between-placements', 'new', ['overlays/prod']],
      ['moved-between-placements', 'new', ['overlays/dev']],
      ['schema', 'fixed', ['overlays/dev', 'overlays/prod']],
    ]);
    repository.git('checkout', '-q', '.');
    repository.write(
      'overlays/prod/settings.yaml',
      `${STAGES['overlays/prod/settings.yaml']}---\n${placementYaml('second', { namespace: 'shop', policy: 'placementType: PickSome' })}`,
    );
    const changed = await start(repository, ['lint', '--base', 'HEAD', '--fail-on-new']);
    expect(changed.exitCode).toBe(1);
    expect(
      changed.report?.lint?.findings.filter(({ rule }) => rule === 'schema').map(({ state, object }) => [state, object?.name]),
    ).toEqual([
      ['unchanged', 'shop'],
      ['new', 'second'],
    ]);
  });

  test('has a plan for each overlay, with the effect of the change on each', async () => {
    const repository = gitRepository({ ...STAGES, 'members.json': MEMBERS });
    writeFileSync(path.join(repository.dir, 'overlays/prod/settings.yaml'), STAGES['overlays/prod/settings.yaml'].replace('red', 'blue'));
    const { report, out } = await start(repository, [
      'plan',
      'overlays',
      '--clusters',
      'members.json',
      '--base',
      'HEAD',
      '--format',
      'text',
    ]);
    const placements = report?.plan?.placements ?? [];
    expect(placements.map(({ overlay, resources }) => [overlay, resources.map(({ kind }) => kind)])).toEqual([
      ['overlays/dev', ['Namespace']],
      ['overlays/prod', ['Namespace', 'ConfigMap']],
    ]);
    expect(placements.map(({ change }) => change?.resources?.changed.map(({ resource }) => resource.name) ?? [])).toEqual([
      [],
      ['settings'],
    ]);
    expect(out).toContain('ClusterResourcePlacement/shop (overlays/prod)');
    const rendered = await start(repository, [
      'plan',
      'overlays/prod',
      '--clusters',
      'members.json',
      '--render',
      'east',
      '--format',
      'json=plan.json',
    ]);
    expect(rendered.out).toContain('colour: blue');
  });

  test('reports an overlay that was removed, and not one with another name', async () => {
    const repository = gitRepository({ ...STAGES, 'members.json': MEMBERS });
    repository.git('mv', 'overlays/prod', 'overlays/live');
    const plan = ['plan', 'overlays', '--clusters', 'members.json', '--base', 'HEAD'];
    expect((await start(repository, plan)).report?.plan?.deleted).toBeUndefined();
    repository.remove('overlays/live');
    const { report, out } = await start(repository, plan);
    expect(report?.plan?.deleted?.map(({ overlay, object, clusters }) => [overlay, object.name, clusters])).toEqual([
      ['overlays/prod', 'shop', ['east', 'west']],
    ]);
    expect(out).toContain('ClusterResourcePlacement/shop (overlays/prod) is no longer in the deployed manifests');
  });

  test('uses the clusters of an overlay only for that overlay', async () => {
    const members = (name: string): string => `${JSON.stringify(memberObject(name))}\n`;
    const repository = gitRepository({
      ...STAGES,
      'overlays/dev/kustomization.yaml': 'resources: [../../base, members.yaml]\n',
      'overlays/dev/members.yaml': members('dev-1'),
      'overlays/prod/kustomization.yaml': 'resources: [../../base, members.yaml]\n',
      'overlays/prod/members.yaml': members('prod-1'),
    });
    const { report } = await start(repository, ['lint', '--plan']);
    expect(report?.plan?.placements.map(({ overlay, picked }) => [overlay, picked])).toEqual([
      ['overlays/dev', ['dev-1']],
      ['overlays/prod', ['prod-1']],
    ]);
  });
});

describe.skipIf(helm === undefined)('a repository of charts', () => {
  const CHART = {
    'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'charts/shop/values.yaml': 'policy: PickAll\n',
    'charts/shop/templates/placement.yaml': placementYaml('{{ .Release.Name }}', {
      namespace: '{{ .Release.Namespace }}',
      policy: 'placementType: {{ .Values.policy }}',
    }),
    'live.yaml': 'policy: PickSome\n',
  };

  test('asks for the release, and uses the configuration once it exists', async () => {
    const repository = gitRepository(CHART);
    const unnamed = await start(repository, ['lint']);
    expect(unnamed.exitCode).toBe(6);
    expect(unnamed.out).toContain('give both in `render` of the configuration, as args: [--name-template=NAME, --namespace=NAME]');
    const config = (values: string): string =>
      `render:\n  - path: charts/shop\n    args: [--name-template=web, --namespace=live]\n${values}`;
    repository.write('.fleet-gate.yaml', config(''));
    expect((await start(repository, ['lint'])).exitCode).toBe(0);
    repository.write('.fleet-gate.yaml', config('    values: [live.yaml]\n'));
    const failed = await start({ ...repository, dir: path.join(repository.dir, 'charts') }, ['lint']);
    expect(failed.exitCode).toBe(1);
    expect(told(failed.report?.lint ?? { findings: [] })).toEqual([
      'shop/templates/placement.yaml:12 | schema | ClusterResourcePlacement/web | in shop (../live.yaml) | spec.policy.placementType: "PickSome"',
    ]);
  });

  test('is not rendered if rendering is off, and a configuration cannot start anything else', async () => {
    const repository = gitRepository(CHART);
    const off = await start(repository, ['lint', '--render-with', 'off', '--format', 'json']);
    expect(off).toMatchObject({ exitCode: 6, report: { settings: { render: 'off' } } });
    expect((await start(repository, ['lint', '--render-with', 'kustomize'])).out).toContain('--render-with kustomize does not include it');
    repository.write('.fleet-gate.yaml', 'render:\n  - path: charts/shop\n    args: [--post-renderer=./evil.sh]\n');
    await expect(start(repository, ['lint'])).rejects.toThrow('.fleet-gate.yaml:2: "--post-renderer=./evil.sh" is not passed to helm');
    repository.write('.fleet-gate.yaml', 'render: sometimes\n');
    await expect(start(repository, ['lint'])).rejects.toThrow('.fleet-gate.yaml:1: render must be one of auto, off');
  });
});

describe.skipIf(helm === undefined)('a chart that `render` lists with its values', () => {
  const placement = placementYaml('shop', { policy: 'placementType: PickAll' }).replace('PickAll', '{{ .Values.type }}');
  const TREE = {
    '.fleet-gate.yaml': 'render: [{ path: c, values: [c/prod.yaml], args: [--name-template=c, --namespace=shop] }]\n',
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/templates/all.yaml': `${placement}---\n${namespaceYaml('shop')}`,
    'c/prod.yaml': 'type: PickAll\n',
    'c/other.yaml': 'type: PickX\n',
    'README.md': 'a\n',
  };
  const application = (helmOptions: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: c, namespace: argocd }\nspec:\n  source: { repoURL: https://github.com/o/fleet, path: c, helm: ${helmOptions} }\n  destination: { server: https://kubernetes.default.svc, namespace: shop }\n`;
  const judged = async (files: Readonly<Record<string, string>>): Promise<readonly [number, string]> => {
    const repository = gitRepository({ ...TREE, ...files });
    repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
    const { exitCode, report } = await start(repository, ['lint']);
    return [exitCode, report?.lint?.notEvaluated.map(({ reason }) => reason).join('\n') ?? ''];
  };

  test.each([
    ['a script with its values', { 'deploy.sh': 'helm upgrade --install c c -n shop -f c/prod.yaml\n' }],
    ['a script with a variable', { 'deploy.sh': 'helm upgrade --install c c -n shop -f c/$ENV.yaml\n' }],
    ['a script with a loop over files', { 'deploy.sh': 'for f in c/p*.yaml; do helm upgrade --install c c -n shop -f "$f"; done\n' }],
    ['a script with a loop over folders', { 'deploy.sh': 'for e in c ./c; do helm upgrade --install c c -n shop -f $e/prod.yaml; done\n' }],
    ['an Application with its values', { 'a.yaml': application('{ releaseName: c, valueFiles: [prod.yaml] }') }],
    ['an Application without values', { 'a.yaml': application('{ releaseName: c }') }],
  ])('passes with %s', async (_, files) => {
    expect(await judged(files)).toEqual([0, '']);
  });

  test.each([
    ['a script that sets one', { 'deploy.sh': 'helm upgrade --install c c -n shop -f c/prod.yaml --set type=PickX\n' }],
    ['a script with another file', { 'deploy.sh': 'helm upgrade --install c c -n shop -f c/prod.yaml -f c/other.yaml\n' }],
    ['a script with a loop over names', { 'deploy.sh': 'for e in prod other; do helm upgrade --install c c -n shop -f c/$e.yaml; done\n' }],
    ['a script with a loop over more files', { 'deploy.sh': 'for f in c/*.yaml; do helm upgrade --install c c -n shop -f "$f"; done\n' }],
    ['an Application with a parameter', { 'a.yaml': application('{ parameters: [{ name: type, value: PickX }] }') }],
    ['an Application with another file', { 'a.yaml': application('{ valueFiles: [other.yaml] }') }],
  ])('is not evaluated for %s that decides about a placement', async (_, files) => {
    expect((await judged(files))[0]).toBe(6);
  });

  test('passes with a value that decides about no object of KubeFleet, which is named', async () => {
    expect(await judged({ 'deploy.sh': 'helm upgrade --install c c -n shop -f c/prod.yaml --set image.tag=1\n' })).toEqual([
      0,
      expect.stringContaining('that `render` of the configuration does not list'),
    ]);
  });
});

describe.skipIf(helm === undefined)('values with an object of KubeFleet', () => {
  test.each([
    ['a condition that the hub decides', '{{ if eq .Capabilities.KubeVersion.Minor "1" }}{{ .Values.extra }}{{ end }}', 6],
    ['no condition', '{{ .Values.extra }}', 0],
    ['a condition around something else', '{{ if eq .Capabilities.KubeVersion.Minor "1" }}a: b{{ end }}\n{{ .Values.extra }}', 0],
  ])('are printed by a template with %s', async (_, template, exitCode) => {
    const extra = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`.replaceAll('\n', '\n  ');
    const repository = gitRepository({
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/templates/all.yaml': template,
      'c/values.yaml': `extra: |\n  ${extra}\n`,
    });
    expect((await start(repository, ['lint'])).exitCode).toBe(exitCode);
  });
});

describe.skipIf(helm === undefined)('values in an Application that a change edits', () => {
  const application = (values: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: c, namespace: argocd }\nspec:\n  source: { repoURL: https://github.com/o/fleet, path: c, helm: { ${values} } }\n  destination: { server: https://kubernetes.default.svc, namespace: shop }\n`;
  const [TAG, TYPE] = ['valuesObject: { tag: two }', 'valuesObject: { type: PickX }'];

  test.each([
    ['of content', 'valuesObject: { tag: one }', TAG, 0, ['Namespace']],
    ['of content, as parameters', 'parameters: [{ name: tag, value: one }]', 'parameters: [{ name: tag, value: two }]', 0, ['Namespace']],
    ['of content, the first', '', TAG, 0, ['Namespace']],
    ['of a placement', TAG, TYPE, 6, ['ClusterResourcePlacement', 'Namespace']],
    ['of a placement, which are gone', TYPE, TAG, 6, ['ClusterResourcePlacement', 'Namespace']],
    ['the name of the release', 'releaseName: one', 'releaseName: two', 6, ['ClusterResourcePlacement', 'Namespace']],
  ])('%s', async (_, before, after, code, kinds) => {
    const placement = placementYaml('shop', { policy: 'placementType: PickAll' }).replace('PickAll', '{{ .Values.type }}');
    const repository = gitRepository({
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/values.yaml': 'type: PickAll\ntag: zero\n',
      'c/templates/all.yaml': `${placement}---\n${namespaceYaml('shop')}`,
      'a.yaml': application(before),
    });
    repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
    repository.write('a.yaml', application(after));
    const { exitCode, report } = await start(repository, ['lint', '--base', 'HEAD']);
    const edited = (report?.lint?.notEvaluated ?? []).filter(({ reason }) => reason.startsWith('This change edits how a.yaml'));
    expect([exitCode, edited.map(({ object }) => object?.kind ?? '').toSorted()]).toEqual([code, kinds]);
  });
});
