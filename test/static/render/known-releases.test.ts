import { expect, test } from 'vitest';
import { helmCommandsIn } from '../../../src/cli/tree/worlds/helm-commands.ts';
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

test('the configuration decides first, and a chart with several releases there stays as it is', () => {
  const script = 'helm upgrade web shop -n prod';
  expect(argsWith(script, 'deploy.sh', [job(['--namespace=live'])])).toEqual(['--namespace=live', '--name-template=web']);
  expect(argsWith(script, 'deploy.sh', [job(), job()])).toEqual([]);
  expect(argsWith(script, 'deploy.sh', [{ overlay: { ...job().overlay, tool: 'kustomize' } }])).toEqual([]);
  expect(argsWith('helm upgrade web ./shop -n prod', 'ci/deploy.sh', [job([], 'ci/shop')])).toEqual([
    '--name-template=web',
    '--namespace=prod',
  ]);
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
  const delivery = { manifest: { object: { kind, metadata: { name: 'web' }, spec } }, path: 'shop', namespace: 'prod', changes };
  const found = (more: object): readonly string[] =>
    withKnownReleases([job()], [], [{ ...delivery, ...more } as unknown as Delivery], (path) => path).flatMap(
      ({ overlay }) => overlay.args,
    );
  expect(found({})).toEqual(args);
  expect(found({ isUncertain: true })).toEqual([]);
  expect(found({ path: 'other' })).toEqual([]);
});
