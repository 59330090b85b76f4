/** A change that begins or ends to deploy a release of a chart of which `render` lists several, each with its own files of values. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
type Files = Readonly<Record<string, string>>;
const NAMES = ['cart', 'pay', 'shop'];

const CHART = {
  '.fleet-gate.yaml': `render:\n${NAMES.map((name) => `  - { path: c, values: [v/${name}.yaml], args: [--name-template=${name}, --namespace=x] }\n`).join('')}`,
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'c/values.yaml': 'name: app\n',
  'c/templates/all.yaml': `${namespaceYaml('NAME')}---\n${placementYaml('NAME', { namespace: 'NAME' })}`.replaceAll(
    'NAME',
    '{{ .Values.name }}',
  ),
  ...Object.fromEntries(NAMES.map((name) => [`v/${name}.yaml`, `name: ${name}\n`])),
  'clusters.yaml': joinedMembers('p1'),
};

const application = (name: string, options: object = { valueFiles: [`../v/${name}.yaml`] }): Files => ({
  [`a/${name}.yaml`]: JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd' },
    spec: {
      source: { repoURL: 'https://example.com/own.git', path: 'c', helm: { releaseName: name, ...options } },
      destination: { name: 'hub', namespace: 'x' },
      syncPolicy: { automated: { prune: true } },
    },
  }),
});
const helmRelease = (name: string): Files => ({
  'a/source.yaml': JSON.stringify({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'own', namespace: 'x' },
    spec: { url: 'https://example.com/own.git', ref: { branch: 'main' } },
  }),
  [`a/${name}.yaml`]: JSON.stringify({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace: 'x' },
    spec: {
      releaseName: name,
      chart: { spec: { chart: './c', valuesFiles: [`v/${name}.yaml`], sourceRef: { kind: 'GitRepository', name: 'own' } } },
    },
  }),
});
const upgrade = (name: string, values = `-f v/${name}.yaml`): string => `helm upgrade --install ${name} c -n x ${values}`;
const script = (...commands: readonly string[]): Files => ({ '.gitlab-ci.yml': JSON.stringify({ deploy: { script: commands } }) });
const steps = (...commands: readonly string[]): Files => ({
  '.github/workflows/deploy.yaml': JSON.stringify({
    on: 'push',
    jobs: { deploy: { 'runs-on': 'x', steps: commands.map((run) => ({ run })) } },
  }),
});
/** The exit code, what becomes of each placement, and the notes about what is deployed. */
async function told(base: Files, head: Files): Promise<{ code: number | string; placements: readonly string[]; notes: readonly string[] }> {
  const repository = gitRepository({ ...CHART, ...base });
  repository.git('remote', 'add', 'origin', 'https://example.com/own.git');
  for (const file of Object.keys(base)) if (!(file in head)) repository.git('rm', '-q', file);
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const args = ['lint', '--base', 'HEAD', '--plan', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', '--format'];
  const { exitCode, report } = await runCli(repository.dir, [...args, 'json'], { env: { PATH } });
  const { placements = [], deleted = [] } = report?.plan ?? {};
  const become = (added: readonly unknown[], removed: readonly unknown[]): string =>
    isDeepStrictEqual(added, removed) ? 'unchanged' : removed.length === 0 ? 'new' : 'changed';
  return {
    code: exitCode,
    placements: [
      ...placements.map(({ object, change }) => `${object.name} ${become(change?.added ?? [], change?.removed ?? [])}`),
      ...deleted.map(({ object }) => `${object.name} deleted`),
    ].toSorted(),
    notes: (report?.notes ?? []).filter((note) => /Nothing that was read|No deployer that was read|no longer deploys/.test(note)),
  };
}

const NEW =
  'Nothing that was read deployed ClusterResourcePlacement/pay, Namespace/pay at the base, and this change deploys them: they are compared as new.';

describe.skipIf(helm === undefined)('a further release is new, although `render` lists it for both trees', () => {
  const both = (of: (name: string) => Files): Files => ({ ...of('cart'), ...of('shop') });

  it.each<[string, Files, Files]>([
    ['an Application', both(application), { ...both(application), ...application('pay') }],
    ['a HelmRelease', both(helmRelease), { ...both(helmRelease), ...helmRelease('pay') }],
    ['a command', script(upgrade('cart'), upgrade('shop')), script(upgrade('cart'), upgrade('shop'), upgrade('pay'))],
    ['a command before the others', script(upgrade('cart'), upgrade('shop')), script(upgrade('pay'), upgrade('cart'), upgrade('shop'))],
    ['a step', steps(upgrade('cart'), upgrade('shop')), steps(upgrade('cart'), upgrade('shop'), upgrade('pay'))],
  ])('of %s', async (_, base, head) => {
    expect(await told(base, head)).toEqual({ code: 0, placements: ['cart unchanged', 'pay new', 'shop unchanged'], notes: [NEW] });
  });

  it.each<[string, Files, Files]>([
    ['gives values that are not listed', both(application), application('other', { values: 'name: pay' })],
    ['keeps the values of its last release', both(application), script(upgrade('pay', '--reuse-values'))],
  ])('but not if a deployer of the base %s', async (_, base, open) => {
    const { notes } = await told({ ...base, ...open }, { ...base, ...open, ...application('pay') });
    expect(notes).toEqual([]);
  });
});

const GONE =
  'Flux or Argo CD no longer deploys c (v/pay.yaml), whose files are still there: their objects were checked, and `plan` takes them as removed. A deployer that prunes deletes them.';

describe.skipIf(helm === undefined)('a release that is no longer deployed', () => {
  const all = (of: (name: string) => Files): Files => ({ ...of('cart'), ...of('shop'), ...of('pay') });
  const without = (files: Files): Files => Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'a/pay.yaml'));

  it.each<[string, (name: string) => Files]>([
    ['an Application', application],
    ['a HelmRelease', helmRelease],
  ])('is removed with %s', async (_, of) => {
    expect(await told(all(of), without(all(of)))).toEqual({
      code: 1,
      placements: ['cart unchanged', 'pay deleted', 'shop unchanged'],
      notes: [GONE],
    });
  });

  it('is removed if a script brings the others', async () => {
    const others = script(upgrade('cart'), upgrade('shop'));
    expect(await told({ ...others, ...application('pay') }, others)).toEqual({
      code: 1,
      placements: ['cart unchanged', 'pay deleted', 'shop unchanged'],
      notes: [GONE],
    });
  });

  it.each<[string, Files]>([
    ['a script brings it', script(upgrade('pay'))],
    [
      'another Application brings it',
      { 'a/other.yaml': application('pay')['a/pay.yaml']?.replace('"name":"pay"', '"name":"other"') ?? '' },
    ],
  ])('stays if %s', async (_, still) => {
    const base = { ...all(application), ...still };
    const { placements } = await told(base, without(base));
    expect(placements).toEqual(['cart unchanged', 'pay unchanged', 'shop unchanged']);
  });

  it.each<[string, Files, Files]>([
    ['command', script(upgrade('pay'), upgrade('shop')), script(upgrade('shop'))],
    ['step', steps(upgrade('pay'), upgrade('shop')), steps(upgrade('shop'))],
  ])('is not uninstalled by helm: a dropped %s', async (_, base, head) => {
    expect(await told({ ...base, ...application('cart') }, { ...head, ...application('cart') })).toEqual({
      code: 0,
      placements: ['cart unchanged', 'pay unchanged', 'shop unchanged'],
      notes: ['No deployer that was read applies c (v/pay.yaml): it was checked as if something else applied it.'],
    });
  });
});

it.skipIf(helm === undefined)('a release in place of another one is not compared', async () => {
  const { code } = await told(script(upgrade('cart'), upgrade('pay')), script(upgrade('cart'), upgrade('shop')));
  expect(code).toBe(6);
});
