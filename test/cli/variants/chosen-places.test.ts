/** Places of which a command takes one at a time: that two of them have one object is no fault. */
import { expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string>>;
const config = (value: string, name = 'web'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\ndata: { a: ${value} }\n`;
const COMMON: Files = { 'common/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` };
const TREE: Files = { ...COMMON, 'envs/dev/web.yaml': config('dev'), 'envs/prod/web.yaml': config('prod') };
const script = (...lines: readonly string[]): Files => ({ 'deploy.sh': ['kubectl apply -f common', ...lines, ''].join('\n') });

async function rulesIn(files: Files): Promise<readonly string[]> {
  const { report } = await runCli(gitRepository(files).dir, ['lint', '.']);
  return (report?.lint?.findings ?? []).map(({ rule }) => rule);
}

it.each<[string, Files]>([
  ['a script', script('ENV="${1:?env}"', 'kubectl apply -f "envs/$ENV"')],
  ['a script with a default', script('kubectl apply -f envs/${1:-dev}')],
  ['a script that goes to the folder', script('cd "envs/$ENV"', 'kubectl apply -f .')],
  ['a script that names the files', script('kubectl apply -f "envs/$ENV/web.yaml"')],
  ['a script that pipes the files', script('cat envs/$ENV/*.yaml | kubectl apply -f -')],
  ['a loop over clusters', script('for e in dev prod; do', 'kubectl --context $e apply -f envs/$e', 'done')],
  ['make', { Makefile: 'deploy:\n\tkubectl --context $(ENV) apply -f common -f envs/$(ENV)\n' }],
  [
    'a workflow with an input',
    {
      '.github/workflows/d.yml':
        'on: { workflow_dispatch: { inputs: { env: {} } } }\njobs: { a: { runs-on: x, steps: [{ run: "kubectl apply -f common -f envs/${{ inputs.env }}" }] } }\n',
    },
  ],
])('the forms of one thing are not declared twice: %s', async (_, files) => {
  expect(await rulesIn({ ...TREE, ...files })).toEqual([]);
});

it('the forms of one thing may be files of one folder', async () => {
  const files = { ...COMMON, 'envs/dev.yaml': config('dev'), 'envs/prod.yaml': config('prod') };
  expect(await rulesIn({ ...files, ...script('kubectl apply -f envs/$ENV.yaml') })).toEqual([]);
  expect(await rulesIn({ ...files, ...script('kubectl apply -f envs') })).toEqual(['declared-twice']);
});

it.each<[string, Files, Files?]>([
  ['nothing takes one', script()],
  ['a step takes both', script('kubectl apply -f envs/$ENV', 'kubectl apply -R -f envs')],
  ['a loop takes both', script('for e in dev prod; do kubectl apply -f envs/$e; done')],
  ['it may be any path', script('kubectl apply -f "$1"')],
  ['the variable is for other places', script('kubectl apply -f teams/$ENV')],
  [
    'they have little in common',
    script('kubectl apply -f envs/$APP'),
    { 'envs/dev/more.yaml': config('x', 'cart'), 'envs/prod/more.yaml': config('x', 'mail') },
  ],
])('an object in two places is declared twice if %s', async (_, files, more = {}) => {
  expect(await rulesIn({ ...TREE, ...files, ...more })).toEqual(['declared-twice']);
});
