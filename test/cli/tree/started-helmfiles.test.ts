/** The charts of a Helmfile are for the hub of the command that applies it. */
import { expect, it } from 'vitest';
import { readRepositoryDeployers } from '../../../src/cli/tree/worlds/read-repository-deployers.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const CHART = 'releases: [{ name: shop, chart: ./charts/shop }]\n';
const HELMFILE: Files = { 'helmfile.yaml': CHART };
const workflow = (...steps: readonly string[]): Files => ({
  '.github/workflows/deploy.yaml': `on: push\njobs: { deploy: { steps: [${steps.join(', ')}] } }\n`,
});
const run = (command: string): string => `{ run: ${JSON.stringify(command)} }`;

/** The folders that are for the hub of `fleet`, which a job or script applies. */
async function besideFleet(files: Files): Promise<readonly string[]> {
  const { dir } = gitRepository({ 'fleet/a.yaml': '', 'charts/shop/Chart.yaml': 'name: shop\n', ...files });
  const { worlds } = await readRepositoryDeployers(fakeIo({ cwd: dir }));
  const hubs = new Set(worlds.filter(({ folders }) => folders.includes('fleet')).map(({ job, name }) => job ?? name));
  return worlds.filter(({ job, name }) => hubs.has(job ?? name)).flatMap(({ folders }) => folders.filter((each) => each !== 'fleet'));
}

it.each<[string, Files]>([
  ['one command', { ...HELMFILE, ...workflow(run('kubectl apply -f fleet && helmfile sync')) }],
  ['two steps', { ...HELMFILE, ...workflow(run('kubectl apply -f fleet'), run('helmfile -e prod apply --skip-diff-on-install')) }],
  ['a script', { ...HELMFILE, 'deploy.sh': 'kubectl apply -f fleet\nhelmfile apply\n' }],
  [
    'a script that a job starts',
    { ...HELMFILE, 'deploy.sh': 'kubectl apply -f fleet\n', ...workflow(run('./deploy.sh'), run('helmfile apply')) },
  ],
  ['a template', { 'helmfile.yaml.gotmpl': CHART, 'deploy.sh': 'kubectl apply -f fleet\nhelmfile apply\n' }],
  [
    'a file that is named',
    { 'helmfile.prod.yaml': CHART, 'deploy.sh': 'kubectl apply -f fleet\nhelmfile --file=helmfile.prod.yaml apply\n' },
  ],
  [
    'a folder below',
    { 'deploy/helmfile.yaml': CHART.replace('./', '../'), 'deploy.sh': 'kubectl apply -f fleet\ncd deploy\nhelmfile apply\n' },
  ],
  [
    'a folder that is named',
    { 'deploy/a/helmfile.yaml': CHART.replace('./', '../../'), ...workflow(run('kubectl apply -f fleet; helmfile -f deploy/a apply')) },
  ],
  ['files in helmfile.d', { 'helmfile.d/a.yaml': CHART.replace('./', '../'), ...workflow(run('kubectl apply -f fleet; helmfile apply')) }],
  [
    'a Helmfile that another one lists',
    {
      'helmfile.yaml': 'helmfiles: [more/helmfile.yaml]\n',
      'more/helmfile.yaml': CHART.replace('./', '../'),
      ...workflow(run('kubectl apply -f fleet; helmfile apply')),
    },
  ],
  [
    'the action of Helmfile',
    { ...HELMFILE, ...workflow(run('kubectl apply -f fleet'), '{ uses: helmfile/helmfile-action@v2, with: { helmfile-args: apply } }') },
  ],
  [
    'the action of Helmfile in a folder',
    {
      'deploy/helmfile.yaml': CHART.replace('./', '../'),
      ...workflow(
        run('kubectl apply -f fleet'),
        '{ uses: helmfile/helmfile-action@v2, with: { helmfile-args: sync, helmfile-workdirectory: deploy } }',
      ),
    },
  ],
])('are with what the same job applies: %s', async (_, files) => {
  expect(await besideFleet(files)).toEqual(['charts/shop']);
});

it.each<[string, Files]>([
  ['a command that only shows what it would do', { ...HELMFILE, ...workflow(run('kubectl apply -f fleet; helmfile diff')) }],
  ['a job of its own', { ...HELMFILE, 'deploy.sh': 'kubectl apply -f fleet\n', ...workflow(run('helmfile apply')) }],
  ['another file', { 'helmfile.prod.yaml': CHART, ...workflow(run('kubectl apply -f fleet; helmfile apply')) }],
  [
    'a cluster of its own',
    { 'helmfile.yaml': `helmDefaults: { kubeContext: other }\n${CHART}`, ...workflow(run('kubectl apply -f fleet; helmfile apply')) },
  ],
  ['a context of its own', { ...HELMFILE, ...workflow(run('kubectl apply -f fleet; helmfile --kube-context other apply')) }],
  [
    'a release that is not installed',
    { 'helmfile.yaml': CHART.replace('name', 'installed: false, name'), ...workflow(run('kubectl apply -f fleet; helmfile apply')) },
  ],
])('are not with what another one applies: %s', async (_, files) => {
  expect(await besideFleet(files)).toEqual([]);
});
