import { describe, expect, it, test } from 'vitest';
import { helmCommandsIn } from '../../../src/cli/tree/worlds/script/helm-commands.ts';
import type { Delivery } from '../../../src/static/read/deployers/delivery.ts';
import { withKnownReleases } from '../../../src/static/read/render/known-releases.ts';
import type { RenderJob } from '../../../src/static/read/render/render-overlays.ts';

const job = (args: readonly string[] = [], directory = 'shop'): RenderJob => ({
  overlay: { tool: 'helm', name: directory, directory, file: `${directory}/Chart.yaml`, values: [], args },
});

function argsWith(script: string, file = 'deploy.sh', jobs: readonly RenderJob[] = [job()]): readonly string[] {
  return withKnownReleases(jobs, helmCommandsIn(script, file), [], (path) => path).flatMap(({ overlay }) => overlay.args);
}

test.each([
  ['an upgrade', 'helm upgrade -i web ./shop -n prod', ['--name-template=web', '--namespace=prod']],
  ['flags before the verb', 'helm -n prod install web shop', ['--name-template=web', '--namespace=prod']],
  ['a flag for the name', 'helm install --name-template web ./shop --namespace=prod', ['--name-template=web', '--namespace=prod']],
  ['only a namespace', 'helm install --generate-name ./shop -n prod', ['--namespace=prod']],
  ['only a name', 'helm upgrade web ./shop', ['--name-template=web']],
  [
    'helm template, whose namespace is not that of kubectl',
    'helm template web ./shop -n a | kubectl apply -n b -f -',
    ['--name-template=web', '--namespace=a'],
  ],
  ['a folder', 'cd charts/..\nhelm upgrade web shop -n prod', ['--name-template=web', '--namespace=prod']],
  ['the same twice', 'helm upgrade web shop -n prod\nhelm upgrade web shop -n prod', ['--name-template=web', '--namespace=prod']],
  ['two namespaces', 'helm upgrade web shop -n prod\nhelm upgrade web shop -n test', ['--name-template=web']],
  ['one without a namespace', 'helm upgrade web shop -n prod\nhelm upgrade web shop', ['--name-template=web']],
  ['an expression', 'helm upgrade web shop -n ${{ vars.NAMESPACE }}', ['--name-template=web']],
  ['a name that helm does not accept', 'helm upgrade web_1 shop -n prod', ['--namespace=prod']],
  ['another chart', 'helm upgrade shop ./charts/shop -n prod', []],
  ['a comparison', 'helm diff upgrade web shop -n prod', []],
  ['a dry template', 'helm template web shop -n prod', []],
])('a command of helm gives its release to the chart that it deploys: %s', (_, script, args) => {
  expect(argsWith(script)).toEqual(args);
});

test.each<[string, string, readonly string[], boolean]>([
  ['helm template', 'helm template web ./shop -n a | kubectl apply -f -', [], true],
  [
    'helm template twice',
    'helm template web ./shop -n a | kubectl apply -f -\nhelm template web ./shop -n a | kubectl apply -f -',
    [],
    true,
  ],
  ['helm template without a namespace', 'helm template web ./shop | kubectl apply -f -', [], false],
  ['helm itself', 'helm upgrade -i web ./shop -n a', [], false],
  ['both', 'helm upgrade -i web ./shop -n a\nhelm template web ./shop -n a | kubectl apply -f -', [], false],
  ['helm template, and the configuration', 'helm template web ./shop -n a | kubectl apply -f -', ['--namespace=a'], false],
])('the namespace of a release is only for templates if kubectl applies what is printed: %s', (_, script, args, isTemplated) => {
  const jobs = withKnownReleases([job(args)], helmCommandsIn(script, 'deploy.sh'), [], (path) => path);
  expect(jobs.map(({ overlay }) => overlay.isTemplated === true)).toEqual([isTemplated]);
});

test('the configuration decides first', () => {
  const script = 'helm upgrade web shop -n prod';
  expect(argsWith(script, 'deploy.sh', [job(['--set=a=1'])])).toEqual(['--set=a=1', '--name-template=web', '--namespace=prod']);
  expect(argsWith(script, 'deploy.sh', [job(['--namespace=prod'])])).toEqual(['--namespace=prod', '--name-template=web']);
  expect(argsWith(script, 'deploy.sh', [{ overlay: { ...job().overlay, tool: 'kustomize' } }])).toEqual([]);
  expect(argsWith('helm upgrade web ./shop -n prod', 'ci/deploy.sh', [job([], 'ci/shop')])).toEqual([
    '--name-template=web',
    '--namespace=prod',
  ]);
});

describe('a chart with several releases in the configuration', () => {
  const release = (env: string, args: readonly string[] = []): RenderJob => ({
    overlay: { ...job(args).overlay, values: [`shop/${env}.yaml`] },
  });
  const argsOf = (script: string, jobs = [release('prod'), release('test')]): readonly string[] =>
    withKnownReleases(jobs, helmCommandsIn(script, 'deploy.sh'), [], (path) => path).map(({ overlay }) => overlay.args.join(' '));
  const upgrade = (name: string, namespace: string, ...files: readonly string[]): string =>
    `helm upgrade -i ${name} ./shop -n ${namespace}${files.map((file) => ` -f ${file}`).join('')}\n`;
  const [WEB, ONE, TWO] = ['web', 'one', 'two'].map((name) => `--name-template=${name} --namespace=${name}`);

  it.each([
    ['the same in all steps', upgrade('web', 'web', 'shop/prod.yaml') + upgrade('web', 'web', 'shop/test.yaml'), [WEB, WEB]],
    ['the same in a step without values', upgrade('web', 'web'), [WEB, WEB]],
    ['one for each of its files', upgrade('one', 'one', 'shop/prod.yaml') + upgrade('two', 'two', './shop/test.yaml'), [ONE, TWO]],
    ['one of an expression for both', upgrade('web', 'web', 'shop/${{ matrix.env }}.yaml'), [WEB, WEB]],
    ['others in a step with another file', upgrade('one', 'one', 'shop/prod.yaml') + upgrade('two', 'two', 'shop/dev.yaml'), ['', '']],
    ['others in a step without values', upgrade('one', 'one', 'shop/prod.yaml') + upgrade('two', 'two'), ['', '']],
    [
      'two for one of its files',
      upgrade('one', 'one', 'shop/prod.yaml') + upgrade('one', 'two', 'shop/prod.yaml') + upgrade('two', 'two', 'shop/test.yaml'),
      ['--name-template=one', TWO],
    ],
  ])('gets %s', (_, script, args) => {
    expect(argsOf(script)).toEqual(args);
  });

  it('keeps what the configuration gives to one of them', () => {
    const script = upgrade('one', 'one', 'shop/prod.yaml') + upgrade('two', 'two', 'shop/test.yaml');
    expect(argsOf(script, [release('prod', ['--name-template=one', '--namespace=one']), release('test')])).toEqual([ONE, TWO]);
  });
});

describe('another name or namespace than the configuration gives', () => {
  const given = (script: string, args: readonly string[] = ['--name-template=web', '--namespace=shop']): readonly unknown[] =>
    withKnownReleases([job(args)], helmCommandsIn(script, 'deploy.sh'), [], (path) => path).map(({ overlay }) => [
      overlay.args,
      overlay.contradicted,
    ]);
  const KEPT = [[['--name-template=web', '--namespace=shop'], undefined]];

  it.each([
    ['in the only step', 'helm upgrade web shop -n shpo'],
    ['in all steps', 'helm upgrade web shop -n shpo\nhelm upgrade web shop -n shpo -f a.yaml'],
    ['beside a test', 'helm upgrade web shop -n shpo\nkind create cluster\nhelm install web shop -n shop'],
  ])('is used as little as that of the configuration: %s', (_, script) => {
    const why = 'the namespace of the release: `render` of the configuration gives shop, and deploy.sh gives shpo';
    expect(given(script)).toEqual([[['--name-template=web'], why]]);
  });

  it('names both if the name differs as well', () => {
    expect(given('helm upgrade wbe shop -n shpo')).toEqual([
      [[], expect.stringMatching(/^the name of the release: .* gives wbe; the namespace of the release: .* gives shpo$/)],
    ]);
  });

  it.each([
    ['in one of the steps', 'helm upgrade web shop -n shpo\nhelm upgrade web shop -n shop'],
    ['in a test', 'kind create cluster\nhelm install test shop -n test'],
    ['of a variable', 'helm upgrade $NAME shop -n $NAMESPACE'],
    ['of the context', 'helm upgrade web shop'],
    ['of another chart', 'helm upgrade other other -n other'],
  ])('does not count %s', (_, script) => {
    expect(given(script)).toEqual(KEPT);
  });
});

test.each([
  ['a HelmRelease', 'HelmRelease', {}, {}, ['--name-template=web', '--namespace=prod']],
  [
    'a HelmRelease with a namespace for its objects',
    'HelmRelease',
    { targetNamespace: 'prod' },
    {},
    ['--name-template=prod-web', '--namespace=prod'],
  ],
  ['an Application', 'Application', {}, {}, ['--name-template=web', '--namespace=prod']],
  ['an Application with a name for the release', 'Application', {}, { releaseName: 'one' }, ['--name-template=one', '--namespace=prod']],
  ['a Kustomization of Flux', 'Kustomization', {}, {}, []],
])('a deployer gives its release to a chart: %s', (_, kind, spec, changes, args) => {
  const delivery = {
    manifest: { object: { kind, metadata: { name: 'web' }, spec }, unresolved: [] },
    path: 'shop',
    namespace: 'prod',
    changes,
  };
  const found = (more: object): readonly string[] =>
    withKnownReleases([job()], [], [{ ...delivery, ...more } as unknown as Delivery], (path) => path).flatMap(
      ({ overlay }) => overlay.args,
    );
  expect(found({})).toEqual(args);
  expect(found({ isUncertain: true })).toEqual([]);
  expect(found({ path: 'other' })).toEqual([]);
});

test.each([
  ['helm', 'helm upgrade -i web ./shop -n prod'],
  ['helm', 'helm upgrade -i web ./shop --no-hooks=false'],
  ['helm', 'helm template web ./shop | kubectl apply -f -\nhelm upgrade -i web ./shop'],
  ['none', 'helm upgrade -i web ./shop --no-hooks'],
  ['none', 'helm template web ./shop | kubectl apply -f -'],
  [undefined, 'kind create cluster\nhelm install test shop -n test'],
  [undefined, 'helm upgrade -i other ./other'],
])('the hooks of a chart are run by %s: %s', (hooks, script) => {
  const [made] = withKnownReleases([job()], helmCommandsIn(script, 'deploy.sh'), [], (path) => path);
  expect(made?.overlay.hooks).toBe(hooks);
});
