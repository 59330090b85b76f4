/** Two jobs of a workflow that log in with the same secrets and variables of one environment deploy to one hub. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/process/run-cli.ts';
import { repository } from '../tree/app-and-placement.ts';

const APP = 'run: kubectl apply -k apps/store';
const PLACEMENT = 'run: kubectl apply -k fleet/placements';
const AKS = 'run: "az fleet get-credentials -g ${{ vars.RG }} -n ${{ vars.FLEET }}"';
const written = (secret: string, file: string): string => `run: "echo '\${{ secrets.${secret} }}' | base64 -d > ${file}"`;
const HUB = written('HUB', '~/.kube/config');

const withFlag = (step: string): string => `${step.replace('run: ', 'run: "')} --context \${{ vars.HUB }}"`;

interface Job {
  readonly steps: readonly string[];
  readonly more?: string;
}

const workflow = (app: Job, placement: Job, top = ''): Record<string, string> => ({
  '.github/workflows/d.yml': `on: push\n${top}jobs:\n${[app, placement].map(({ steps, more = '' }, index) => `  j${index}:\n    runs-on: x\n${more}    steps:\n${steps.map((step) => `      - ${step}\n`).join('')}`).join('')}`,
});
/** @param more of each job */
const both = (login: readonly string[], other = login, more = ['', '']): Record<string, string> =>
  workflow({ steps: [...login, APP], more: more[0] ?? '' }, { steps: [...other, PLACEMENT], more: more[1] ?? '' });
const environments = (...names: readonly string[]): string[] => names.map((name) => `    environment: ${name}\n`);
const matrix = (name: string): string => `    strategy: { matrix: { hub: [${name}] } }\n`;
const ofMatrix = (text: string): string => text.replaceAll('HUB', '${{ matrix.hub }}');

const KUBECONFIG = 'env: { KUBECONFIG: "${{ github.workspace }}/hub" }\n';
const useGet = (hub: string): string => `{ uses: x/get@v1, with: { hub: ${hub} } }`;
const GET = 'run: ./get.sh a';
const gitlab = (top: string, [app = '', placement = '']: readonly string[]): Record<string, string> => ({
  '.gitlab-ci.yml': `${top}\na: { ${app}script: [kubectl apply -k apps/store] }\nb: { ${placement}script: [kubectl apply -k fleet/placements] }\n`,
});

/** The exit code of lint: 6 if it is not known whether the app and its placement are for one hub. */
async function linted(files: Readonly<Record<string, string>>): Promise<number> {
  const { dir } = repository(files);
  return (await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml'])).exitCode;
}

describe('the app and its placement are for one hub', () => {
  it.each<[string, Record<string, string>]>([
    ['variables', both([AKS])],
    ['variables of an environment', both([AKS], [AKS], environments('prod', '{ name: prod, url: x }'))],
    ['a variable in a flag', workflow({ steps: [withFlag(APP)] }, { steps: [withFlag(PLACEMENT)] })],
    [
      'a variable of the workflow',
      workflow({ steps: [AKS.replace('vars.RG', 'env.RG'), APP] }, { steps: [AKS, PLACEMENT] }, 'env: { RG: "${{ vars.RG }}" }\n'),
    ],
    ['a secret', both(['run: mkdir -p ~/.kube', HUB])],
    ['a secret behind another step', both([HUB], ['uses: actions/checkout@v4', HUB])],
    ['a secret of the environment of a step', both(['{ env: { KC: "${{ secrets.HUB }}" }, run: "echo \\"$KC\\" > $HOME/.kube/config" }'])],
    ['a secret in a file', both([written('HUB', 'hub.yaml'), 'run: export KUBECONFIG=hub.yaml'])],
    ['a secret in a file for later steps', both([written('HUB', 'kc'), 'run: echo "KUBECONFIG=$PWD/kc" >> "$GITHUB_ENV"'])],
    ['one kubeconfig of the workflow', workflow({ steps: [APP] }, { steps: [PLACEMENT] }, KUBECONFIG)],
    ['one kubeconfig of the workflow and one login', workflow({ steps: [GET, APP] }, { steps: [GET, PLACEMENT] }, KUBECONFIG)],
    ['one kubeconfig of GitLab', gitlab('variables: { KUBECONFIG: /etc/hub }', ['', ''])],
    ['a secret of a leg of a matrix', both([ofMatrix(HUB)], [HUB], [matrix('HUB'), ''])],
  ])('by %s', async (_, files) => {
    expect(await linted(files)).toBe(0);
  });
});

describe('the app and its placement may be for two hubs', () => {
  it.each<[string, Record<string, string>]>([
    ['other variables', both([AKS], [AKS.replace('FLEET', 'OTHER')])],
    ['other environments', both([AKS], [AKS], environments('dev', 'prod'))],
    ['a secret of other environments', both([HUB], [HUB], environments('dev', 'prod'))],
    ['the environment of one of them', both([AKS], [AKS], ['', ...environments('prod')])],
    ['an environment that is not known', both([AKS], [AKS], environments('${{ inputs.to }}', '${{ inputs.to }}'))],
    ['other secrets', both([HUB], [written('OTHER', '~/.kube/config')])],
    [
      'other secrets in files of one name',
      both(...(['A', 'B'].map((name) => [written(name, 'kc'), 'run: export KUBECONFIG=kc']) as [string[], string[]])),
    ],
    ['legs of matrices', both([ofMatrix(HUB)], [ofMatrix(HUB)], [matrix('A'), matrix('B')])],
    ['an expression with a value of another context', both(['run: "echo ${{ secrets[format(\'x-{0}\', matrix.hub)] }} > ~/.kube/config"'])],
    ['one kubeconfig and other logins', workflow({ steps: [GET, APP] }, { steps: ['run: ./get.sh b', PLACEMENT] }, KUBECONFIG)],
    [
      'one kubeconfig and other inputs of an action',
      workflow({ steps: [useGet('a'), APP] }, { steps: [useGet('b'), PLACEMENT] }, KUBECONFIG),
    ],
    [
      'one kubeconfig and other content',
      workflow({ steps: ['run: vault read a > hub', APP] }, { steps: ['run: vault read b > hub', PLACEMENT] }, KUBECONFIG),
    ],
    ['one kubeconfig on other machines', gitlab('variables: { KUBECONFIG: /etc/hub }', ['tags: [a], ', 'tags: [b], '])],
    ['one kubeconfig with a name that is not known', gitlab('variables: { KUBECONFIG: $HUB }', ['', ''])],
    ['kubeconfigs of jobs', gitlab('', ['variables: { KUBECONFIG: a }, ', 'variables: { KUBECONFIG: b }, '])],
    ['an input', both(['run: "kubectl config use-context ${{ inputs.hub }}"'])],
    ['a variable that a step may set', both(['run: kubectl config use-context $HUB'])],
    ['a login before one of them', both([HUB], [])],
    ['a login that depends on a condition', both(['{ if: github.ref, ' + HUB.replace('run: ', 'run: ') + ' }'], [HUB])],
    ['a second login', both([HUB], [HUB, AKS])],
    ['a secret for something else', both([written('TOKEN', 'token')])],
    [
      'a workflow that others call',
      Object.fromEntries(Object.entries(both([HUB])).map(([file, text]) => [file, text.replace('on: push', 'on: { workflow_call: {} }')])),
    ],
  ])('by %s', async (_, files) => {
    expect(await linted(files)).toBe(6);
  });
});
