/** Helmfile and Skaffold give a release to a chart of the tree, if nothing else does. */
import { describe, expect, it } from 'vitest';
import { releasesOfSkaffold } from '../../../src/cli/tree/worlds/deployed-by-skaffold.ts';
import { FoundDeployers } from '../../../src/cli/tree/worlds/found-deployers.ts';
import { releasesOfHelmfile } from '../../../src/cli/tree/worlds/releases-of-helmfile.ts';
import { withKnownReleases } from '../../../src/static/read/render/known-releases.ts';
import type { RenderJob } from '../../../src/static/read/render/render-overlays.ts';

const OWN = { isOwn: () => undefined } as unknown as FoundDeployers['own'];
const job = (args: readonly string[], values: readonly string[] = []): RenderJob => ({
  overlay: { tool: 'helm', name: 'charts/shop', directory: 'charts/shop', file: 'charts/shop/Chart.yaml', values, args },
});
const GIVEN = ['--name-template=shop', '--namespace=prod'];

const readers = {
  'helmfile.yaml': (text: string, file: string) => releasesOfHelmfile(text, file, () => true).releases,
  'skaffold.yaml': releasesOfSkaffold,
};

/** The arguments and contradictions of the jobs. */
function rendered(text: string, jobs: readonly RenderJob[], script = '', file = 'helmfile.yaml'): readonly unknown[] {
  const found = new FoundDeployers({ root: '/tree', cwd: '/tree', own: OWN });
  found.addReleases(readers[file.replace(/.*\//, '') as keyof typeof readers](text, file), file);
  found.addHelm(script, 'deploy.sh');
  const all = withKnownReleases(jobs, found.helmCommands, [], (path) => path);
  return all.map(({ overlay }) => [overlay.args.join(' '), overlay.contradicted]);
}

const helmfile = (release: string, more = ''): string => `releases: [{ chart: ./charts/shop, ${release} }]\n${more}`;
const skaffold = (release: string, place = 'manifests'): string =>
  `${place}: { helm: { releases: [{ chartPath: charts/shop, ${release} }] } }\n`;

describe('a release of Helmfile or Skaffold', () => {
  it.each([
    ['Helmfile', helmfile('name: shop, namespace: prod'), 'helmfile.yaml'],
    ['Helmfile, with a namespace for all', helmfile('name: shop, namespace: test', 'namespace: prod\n'), 'helmfile.yaml'],
    [
      'Helmfile, with a template',
      helmfile('name: shop, inherit: [{ template: prod }]', 'templates: { prod: { namespace: prod } }\n'),
      'helmfile.yaml',
    ],
    ['Helmfile in a folder', 'releases: [{ name: shop, namespace: prod, chart: ../charts/shop/ }]\n', 'deploy/helmfile.yaml'],
    ['Skaffold', skaffold('name: shop, namespace: prod'), 'skaffold.yaml'],
    ['Skaffold of an older version', skaffold('name: shop, namespace: prod', 'deploy'), 'skaffold.yaml'],
  ])('gives its name and namespace to the chart: %s', (_, text, file) => {
    expect(rendered(text, [job([])], '', file)).toEqual([[GIVEN.join(' '), undefined]]);
    const [[args, contradicted]] = rendered(text, [job(['--name-template=store', '--namespace=prod'])], '', file) as [[string, string]];
    expect([args, contradicted]).toEqual([
      '--namespace=prod',
      `the name of the release: \`render\` of the configuration gives store, and ${file} gives shop`,
    ]);
  });

  it.each([
    ['is not installed', helmfile('name: store, installed: false')],
    ['has a name that a template makes', helmfile('name: "{{ .Environment.Name }}"')],
    ['is of another chart', helmfile('name: store').replace('charts/shop', 'charts/store')],
    ['is of a chart from elsewhere', helmfile('name: store').replace('./charts/shop', 'oci://example.org/shop')],
    [
      'is one of several, of which one has the name',
      `releases: [{ chart: ./charts/shop, name: store }, { chart: ./charts/shop, name: shop }]`,
    ],
  ])('does not contradict the configuration if it %s', (_, text) => {
    expect(rendered(text, [job(GIVEN)])).toEqual([[GIVEN.join(' '), undefined]]);
  });

  it('is not used beside a command that deploys the chart, unless that is for a test', () => {
    const text = skaffold('name: dev, namespace: dev');
    const upgrade = 'helm upgrade -i shop ./charts/shop -n prod';
    for (const jobs of [[job([])], [job(GIVEN)]])
      expect(rendered(text, jobs, upgrade, 'skaffold.yaml')).toEqual([[GIVEN.join(' '), undefined]]);
    expect(rendered(text, [job(GIVEN)], `kind create cluster\n${upgrade}`, 'skaffold.yaml')).toEqual([
      ['', expect.stringContaining('skaffold.yaml gives dev')],
    ]);
  });

  it('is for the release of the configuration with its files of values', () => {
    const of = (name: string): string => `{ chart: charts/shop, name: ${name}, namespace: ${name}, values: [charts/shop/${name}.yaml] }`;
    const jobs = ['one', 'two'].map((name) => job([], [`charts/shop/${name}.yaml`]));
    expect(rendered(`releases: [${of('one')}, ${of('two')}]`, jobs)).toEqual([
      ['--name-template=one --namespace=one', undefined],
      ['--name-template=two --namespace=two', undefined],
    ]);
  });
});
