/** What a job of a pipeline deploys that is not of this repository, and is not fetched by a command of a script. */
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const OWN = '- uses: actions/checkout@v4';
const INFRA = '- {uses: actions/checkout@v4, with: {repository: o/infra, path: infra}}';
const CHARTS = '- {uses: actions/checkout@v4, with: {repository: o/infra, path: charts}}';
const AT_TOP = '- {uses: actions/checkout@v4, with: {repository: o/infra}}';
const IN_APP = '- {uses: actions/checkout@v4, with: {path: app}}';
const APPLIED = '- run: kubectl apply -f infra/fleet -n shop';
const WORKFLOW = '.github/workflows/d.yml';
const OF_AZURE = 'resources: {repositories: [{repository: i, type: git, name: p/infra}]}\nsteps:\n';

/** What lint says of a tree with a placement of namespace shop and a pipeline. */
async function lint(file: string, text: string): Promise<readonly [number, readonly string[]]> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'deploy/p.yaml': placementYaml('shop'), [file]: text });
  const { exitCode, report } = await runCli(cwd, ['lint']);
  const named = report?.lint?.notEvaluated.flatMap(({ reason }) => (reason.includes('not among these files') ? [reason] : [])) ?? [];
  return [exitCode, [...named, ...(report?.notes?.filter((each) => each.startsWith('Not checked')) ?? [])]];
}

function ofGitHub(...steps: readonly string[]): Promise<readonly [number, readonly string[]]> {
  return lint(WORKFLOW, `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n    ${steps.join('\n    ')}\n`);
}

const PLACED =
  'It deploys into namespace shop, which a placement selects. What it deploys is not among these files, so it was not checked.';
const noteOf = (name: string): string => `Not checked, because it is not among these files: what ${name} deploys.`;

describe('a folder that a step fills from another repository', () => {
  it.each<[string, ...string[]]>([
    ['by actions/checkout', OWN, INFRA, APPLIED],
    ['with an owner that is an expression', OWN, INFRA.replace('o/infra', "'${{ github.repository_owner }}/infra'"), APPLIED],
    ['in which a step starts', OWN, INFRA, '- {run: kubectl apply -k fleet -n shop, working-directory: infra}'],
    ['beside a folder of this repository', IN_APP, INFRA, '- {run: kubectl apply -f ../infra/fleet -n shop, working-directory: app}'],
    ['with a chart', OWN, CHARTS, '- run: helm upgrade --install x charts/x -n shop'],
    ['with a kustomization that is piped', OWN, INFRA, '- run: kustomize build infra/fleet | kubectl apply -n shop -f -'],
    ['which is the top', OWN, AT_TOP, '- run: kubectl apply -f fleet -n shop'],
    ['for an action', OWN, INFRA, '- {uses: azure/k8s-deploy@v5, with: {manifests: infra/fleet, namespace: shop}}'],
  ])('is not checked: %s', async (_, ...steps) => {
    expect(await ofGitHub(...steps)).toEqual([6, [PLACED]]);
  });

  it.each<[string, string]>([
    [
      'beside this repository',
      '- checkout: self\n- checkout: i\n- script: kubectl apply -f $(Build.SourcesDirectory)/infra/fleet -n shop\n',
    ],
    ['in place of this repository', '- checkout: i\n- script: kubectl apply -f fleet -n shop\n'],
    ['at an address', '- checkout: self\n- checkout: git://p/infra@main\n- script: kubectl apply -f infra/fleet -n shop\n'],
    ['with a path', '- checkout: self\n- {checkout: i, path: s/x}\n- script: kubectl apply -f x/fleet -n shop\n'],
  ])('is not checked in Azure Pipelines: %s', async (_, steps) => {
    expect(await lint('azure-pipelines.yml', OF_AZURE + steps)).toEqual([6, [PLACED]]);
  });

  it('is named if no placement selects the namespace', async () => {
    expect(await ofGitHub(OWN, INFRA, APPLIED.replace('shop', 'mail'))).toEqual([0, [noteOf(`${WORKFLOW}:8`)]]);
  });

  it.each<[string, ...string[]]>([
    ['and then from this one', AT_TOP, OWN, '- run: kubectl apply -f deploy -n shop'],
    ['and another one from this', AT_TOP, IN_APP, '- run: kubectl apply -f app/deploy -n shop'],
    ['which is an expression', OWN, INFRA.replace('o/infra', "'${{ inputs.repository }}'"), APPLIED],
    ['but another one is applied', OWN, INFRA, '- run: kubectl apply -f deploy -n shop'],
    ['with values for a chart of this one', OWN, INFRA, '- run: helm upgrade x deploy -f infra/values.yaml -n mail --dry-run'],
  ])('is not named: %s', async (_, ...steps) => {
    expect(await ofGitHub(...steps)).toEqual([0, []]);
  });
});

describe('an artifact of the run', () => {
  it.each<[string, string, string, string]>([
    ['with a name', '{name: manifests, path: out}', 'out/', 'out of artifact manifests'],
    ['without one', '{path: /tmp/a}', '/tmp/a/x.yaml', '/tmp/a of an artifact'],
  ])('is named: %s', async (_, given, applied, name) => {
    const steps = [`- {uses: actions/download-artifact@v4, with: ${given}}`, `- run: kubectl apply -f ${applied} -n shop`];
    expect(await ofGitHub(OWN, ...steps)).toEqual([0, [noteOf(`${WORKFLOW}:8 (${name})`)]]);
  });
});

describe('a path outside of the repository', () => {
  it.each([
    'kubectl apply -f ../infra/fleet -n shop',
    'kubectl apply -k ../infra/fleet -n shop',
    'kubectl apply -f /opt/fleet -n shop',
    'kubectl apply -f ~/fleet -n shop',
    'kubectl apply -f $HOME/fleet -n shop',
    'kubectl apply -f ${{ github.workspace }}/../infra -n shop',
    'helm upgrade --install x ../charts/x -n shop',
  ])('is not checked: %s', async (command) => {
    expect(await ofGitHub(OWN, `- run: ${command}`)).toEqual([6, [PLACED]]);
  });

  it.each([
    'kustomize build deploy > /tmp/x.yaml; kubectl apply -f /tmp/x.yaml -n shop',
    'cp -r deploy /opt/fleet; kubectl apply -f /opt/fleet -n shop',
    'cd /tmp; kustomize build $GITHUB_WORKSPACE/deploy > x.yaml; kubectl apply -f x.yaml -n shop',
    'cd deploy; kubectl apply -f ../deploy -n shop',
    'kubectl apply -f /github/workspace/deploy -n shop',
  ])('is not named if it may be of this one: %s', async (command) => {
    expect(await ofGitHub(OWN, `- run: ${command}`)).toEqual([0, []]);
  });

  it('is only named if a program of the tree may write it', async () => {
    const found = await ofGitHub(OWN, '- run: make render', '- run: kubectl apply -f /tmp/x.yaml -n shop');
    expect(found).toEqual([0, [noteOf(`${WORKFLOW}:8`)]]);
  });
});
