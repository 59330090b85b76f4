/** What a change adds or edits, or what the base applies, and none of the deployers that are read applies. */
import { describe, expect, it } from 'vitest';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const ns = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const crp = (name: string, more = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: { placementType: PickAll${more} }
`;
const EDIT = ', tolerations: [{ key: a, operator: Exists }]';
const config = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\ndata: { a: b }\n`;
const WITHOUT_NAMESPACE = config('web').replace(', namespace: shop', '');
const list = (...names: readonly string[]): string => `resources: [${names.join(', ')}]\n`;
const component = (...names: readonly string[]): string =>
  `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${list(...names)}`;
const pipeline = (...steps: readonly string[]): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n${steps
    .map((step) => `      - ${step.startsWith('uses') ? step : `run: ${step}`}\n`)
    .join('')}`;
const flux = (path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const argo = (path: string, directory = '{}'): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: fleet, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: ${path}, targetRevision: main, directory: ${directory} }
  destination: { server: https://kubernetes.default.svc, namespace: fleet }
`;
/** An Application for each folder that fits. */
const sets = (...globs: readonly string[]): string =>
  globs
    .map(
      (glob, index) => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: set-${index}, namespace: argocd }
spec:
  generators: [{ git: { repoURL: https://github.com/o/fleet, revision: main, directories: [{ path: ${glob} }] } }]
  template:
    metadata: { name: "{{path[1]}}" }
    spec:
      project: default
      source: { repoURL: https://github.com/o/fleet, path: "{{path}}", targetRevision: main }
      destination: { name: hub-${index}, namespace: fleet }
`,
    )
    .join('---\n');

/** Each command in a job of its own. */
const jobs = (...steps: readonly string[]): string =>
  `on: push\njobs:\n${steps.map((step, at) => `  j${String(at)}: { runs-on: [hub-${String(at)}], steps: [{ run: "${step}" }] }\n`).join('')}`;

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;
const PIPELINE = '.github/workflows/deploy.yml';
const PLAIN: Files = { 'deploy/ns.yaml': ns('shop'), 'deploy/shop.yaml': crp('shop') };
const overlay = (cluster: string): string => `${list('../../b')}patches:
  - target: { kind: ClusterResourcePlacement }
    patch: '{ kind: any, metadata: { name: any }, spec: { policy: { placementType: PickFixed, clusterNames: [${cluster}] } } }'
`;
const OVERLAYS: Files = {
  'b/kustomization.yaml': list('all.yaml'),
  'b/all.yaml': `${ns('shop')}---\n${crp('shop')}`,
  'o/stage/kustomization.yaml': overlay('s1'),
  'o/prod/kustomization.yaml': overlay('p1'),
};
const LISTED: Files = { ...PLAIN, 'deploy/kustomization.yaml': list('ns.yaml', 'shop.yaml') };
const BY_FOLDER: Files = { ...PLAIN, [PIPELINE]: pipeline('kubectl apply -f deploy/') };
const BY_OVERLAY: Files = { ...LISTED, [PIPELINE]: pipeline('kubectl apply -k deploy') };
const BY_FLUX: Files = { ...PLAIN, 'clusters/apps.yaml': flux('./deploy') };
const BASE_AND_OVERLAY: Files = {
  ...PLAIN,
  'deploy/kustomization.yaml': list('ns.yaml', 'shop.yaml'),
  'prod/kustomization.yaml': list('../deploy'),
  'dev/kustomization.yaml': list('../deploy'),
  [PIPELINE]: pipeline('kubectl apply -k prod'),
};
const app = (name: string, prod = 'prod'): Files => ({
  [`apps/${name}/base/all.yaml`]: `${ns(name)}---\n${crp(name)}`,
  [`apps/${name}/base/kustomization.yaml`]: list('all.yaml'),
  [`apps/${name}/dev/kustomization.yaml`]: list('../base'),
  [`apps/${name}/${prod}/kustomization.yaml`]: list('../base'),
});
const BY_SETS: Files = { ...app('shop'), 'argo/sets.yaml': sets('apps/*/dev', 'apps/*/prod') };
const add =
  (files: Files): Change =>
  ({ write }) => {
    for (const [file, text] of Object.entries(files)) write(file, text);
  };
const PAY: Files = { 'pay/ns.yaml': ns('pay'), 'pay/crp.yaml': crp('pay') };

async function notes(files: Files, change: Change): Promise<readonly [number, readonly string[]]> {
  const repository = gitRepository(files);
  repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  change(repository);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD']);
  return [exitCode, (report?.notes ?? []).filter((note) => /as if something else applied|has no namespace/.test(note))];
}

const UNREAD = 'No deployer that was read applies';
const NOT_BELOW = 'Without `-R`, `kubectl apply -f deploy` does not read the folders below.';

describe('is named, and passes', () => {
  it.each<readonly [string, Files, Change, string]>([
    ['content beside a kustomization', BY_OVERLAY, add({ 'deploy/web.yaml': config('web') }), 'lists deploy/web.yaml, beside the'],
    ['a placement below a kustomization', BY_OVERLAY, add({ 'deploy/more/pay.yaml': crp('pay') }), 'lists deploy/more/pay.yaml, below the'],
    [
      'a file that a new kustomization leaves out of a folder which is applied',
      { ...BY_FOLDER, 'deploy/web.yaml': config('web') },
      add({ 'deploy/kustomization.yaml': list('ns.yaml', 'shop.yaml'), [PIPELINE]: pipeline('kubectl apply -k deploy/') }),
      'lists deploy/web.yaml, beside the',
    ],
    [
      'a folder whose step is gone',
      { ...BY_FOLDER, ...PAY, [PIPELINE]: pipeline('kubectl apply -f deploy/', 'kubectl apply -f pay/') },
      add({ [PIPELINE]: pipeline('kubectl apply -f deploy/') }),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml:`,
    ],
    [
      'an overlay whose step is gone, beside another one of the same base',
      { ...OVERLAYS, [PIPELINE]: jobs('kubectl apply -k o/stage', 'kubectl apply -k o/prod') },
      add({ [PIPELINE]: jobs('kubectl apply -k o/stage') }),
      `${UNREAD} o/prod:`,
    ],
    [
      'an overlay that a step deploys no longer, but a new one',
      { ...OVERLAYS, [PIPELINE]: pipeline('kubectl apply -k o/prod') },
      add({
        [PIPELINE]: pipeline('kubectl apply -k o/pay'),
        'o/pay/kustomization.yaml': list('all.yaml'),
        'o/pay/all.yaml': `${ns('pay')}---\n${crp('pay')}`,
      }),
      `${UNREAD} o/prod:`,
    ],
    [
      'a folder below, of a step that is no longer recursive',
      { ...PLAIN, 'deploy/more/pay.yaml': crp('pay'), [PIPELINE]: pipeline('kubectl apply -R -f deploy') },
      add({ [PIPELINE]: pipeline('kubectl apply -f deploy') }),
      NOT_BELOW,
    ],
    [
      'a component without a user',
      BY_OVERLAY,
      add({ 'c/kustomization.yaml': component('c.yaml'), 'c/c.yaml': config('c') }),
      'No overlay uses the component of c, which lists c/c.yaml: it was checked as if something else applied it. Add the folder to `components` of',
    ],
    [
      'a component without a user that lists a placement and patches another one',
      BY_OVERLAY,
      add({
        'c/kustomization.yaml': `${component('c.yaml')}patches: [{ path: p.yaml }]\n`,
        'c/c.yaml': crp('pay'),
        'c/p.yaml': crp('shop', EDIT),
      }),
      'No overlay uses the component of c, which lists c/c.yaml',
    ],
    [
      'a file beside a component without a user',
      BY_OVERLAY,
      add({ 'c/kustomization.yaml': component('../deploy/ns.yaml'), 'c/pay.yaml': crp('pay') }),
      'lists c/pay.yaml, beside the kustomization of c:',
    ],
    [
      'content beside a base of what is applied',
      BASE_AND_OVERLAY,
      add({ 'deploy/web.yaml': config('web') }),
      'lists deploy/web.yaml, beside the',
    ],
    [
      'content beside a base of what nothing applies',
      { ...BASE_AND_OVERLAY, 'b/kustomization.yaml': list('a.yaml'), 'b/a.yaml': ns('a'), 'q/kustomization.yaml': list('../b') },
      add({ 'b/web.yaml': config('web') }),
      `${UNREAD} b/web.yaml:`,
    ],
    [
      'content without a namespace beside a kustomization that gives one',
      { ...BY_OVERLAY, 'deploy/kustomization.yaml': `namespace: shop\n${LISTED['deploy/kustomization.yaml'] ?? ''}` },
      add({ 'deploy/web.yaml': WITHOUT_NAMESPACE }),
      'lists deploy/web.yaml, beside the',
    ],
    [
      'content without a namespace that is not among the manifests of an action',
      {
        ...PLAIN,
        [PIPELINE]: pipeline(
          'uses: azure/k8s-deploy@v5\n        with:\n          namespace: shop\n          manifests: |\n            deploy',
        ),
      },
      add({ 'more/web.yaml': WITHOUT_NAMESPACE }),
      `${UNREAD} more/web.yaml:`,
    ],
    [
      'files that the step does not list',
      { ...PLAIN, [PIPELINE]: pipeline('kubectl apply -f deploy/ns.yaml -f deploy/shop.yaml') },
      add({ 'deploy/pay.yaml': crp('pay') }),
      `${UNREAD} deploy/pay.yaml: it was`,
    ],
    ...[
      'for f in deploy/*.yaml; do kubectl apply -f "$f"; done',
      'for f in $(find deploy -name "*.yaml"); do kubectl apply -f "$f"; done',
      'find deploy -name "*.yaml" | xargs -n1 kubectl apply -f',
      "kubectl apply -f 'deploy/*.yaml'",
      'kubectl apply -f "deploy/*.yaml" -f "deploy/*.json"',
      'uses: azure/k8s-deploy@v5\n        with:\n          manifests: |\n            deploy/*.yaml',
    ].map(
      (step) =>
        [
          `a file with another ending than the pattern: ${step}`,
          { ...PLAIN, [PIPELINE]: pipeline(step) },
          add({ 'deploy/pay.yml': crp('pay') }),
          `${UNREAD} deploy/pay.yml: it was checked as if something else applied it.`,
        ] as const,
    ),
    [
      'a file that gets another ending than the pattern',
      { ...PLAIN, [PIPELINE]: pipeline('for f in deploy/*.yaml; do kubectl apply -f "$f"; done') },
      ({ remove, write }) => (remove('deploy/shop.yaml'), write('deploy/shop.yml', crp('shop'))),
      `${UNREAD} deploy/shop.yml:`,
    ],
    [
      'a folder below that of a pattern of an action',
      { ...PLAIN, [PIPELINE]: pipeline('uses: azure/k8s-deploy@v5\n        with: { manifests: "deploy/*.yaml" }') },
      add({ 'deploy/pay/crp.yaml': crp('pay') }),
      `${UNREAD} deploy/pay/crp.yaml:`,
    ],
    ['a folder without a deployer', BY_FLUX, add(PAY), `${UNREAD} pay/crp.yaml, pay/ns.yaml: they were`],
    [
      'a folder that Argo CD does not deploy',
      { ...PLAIN, 'argo/app.yaml': argo('deploy') },
      add(PAY),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml: they were`,
    ],
    ['a folder below one that is not searched', BY_FOLDER, add({ 'deploy/pay/crp.yaml': crp('pay') }), NOT_BELOW],
    [
      'a folder below the top',
      { ...PLAIN, 'crp.yaml': crp('x'), [PIPELINE]: pipeline('kubectl apply -f .') },
      add({ 'deploy/shop.yaml': crp('shop', EDIT) }),
      '`kubectl apply -f .` does not',
    ],
    [
      'a placement that moves there',
      BY_FOLDER,
      ({ remove, write }) => (remove('deploy/shop.yaml'), write('deploy/more/shop.yaml', crp('shop', EDIT))),
      NOT_BELOW,
    ],
    ...['kubectl apply -f deploy', 'kubectl apply -R -f deploy'].map(
      (step) =>
        [
          `a file whose ending gets capital letters: ${step}`,
          { ...PLAIN, 'deploy/web.yaml': config('web'), [PIPELINE]: pipeline(step) },
          ({ remove, write }: GitRepository) => (remove('deploy/web.yaml'), write('deploy/web.YAML', config('web'))),
          `${UNREAD} deploy/web.YAML:`,
        ] as const,
    ),
    ['an overlay that fits no glob of an ApplicationSet', BY_SETS, add(app('pay', 'production')), `${UNREAD} apps/pay/production: it was`],
    ['an overlay without a deployer', BASE_AND_OVERLAY, add({ 'qa/kustomization.yaml': list('../deploy') }), `${UNREAD} qa:`],
    ['an edit', { ...BY_FLUX, 'old/crp.yaml': crp('old') }, add({ 'old/crp.yaml': crp('old', EDIT) }), `${UNREAD} old/crp.yaml:`],
    [
      'a script with its own folder',
      { ...PLAIN, 'deploy/apply.sh': 'kubectl apply -f .\n' },
      add(PAY),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml:`,
    ],
    [
      'an input that has no file',
      { ...PLAIN, [PIPELINE]: pipeline('kubectl create ns a --dry-run=client -o yaml | kubectl apply -f - && kubectl apply -f deploy') },
      add(PAY),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml:`,
    ],
    [
      'a folder that is not the default of an action, which is started without inputs',
      {
        ...PLAIN,
        '.github/actions/apply/action.yml':
          'inputs: { dir: { default: deploy } }\nruns:\n  using: composite\n  steps: [{ run: "kubectl apply -f ${{ inputs.dir }}", shell: bash }]\n',
        [PIPELINE]: pipeline('uses: ./.github/actions/apply'),
      },
      add(PAY),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml:`,
    ],
    [
      'a folder that no workflow gives to the one that it starts',
      {
        ...PLAIN,
        '.github/workflows/apply.yml': pipeline('kubectl apply -f ${{ inputs.dir }}').replace(
          'on: push',
          'on: { workflow_call: { inputs: { dir: { type: string, default: x } } } }',
        ),
        [PIPELINE]: 'on: push\njobs:\n  a: { uses: ./.github/workflows/apply.yml, with: { dir: deploy } }\n',
      },
      add(PAY),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml:`,
    ],
    [
      'a folder beside one for which an input chooses the context only',
      {
        ...PLAIN,
        [PIPELINE]: pipeline('kubectl --context ${{ inputs.hub }} apply -f deploy').replace(
          'on: push',
          'on: { workflow_call: { inputs: { hub: { type: string, default: prod } } } }',
        ),
      },
      add(PAY),
      `${UNREAD} pay/crp.yaml, pay/ns.yaml:`,
    ],
  ])('%s', async (_what, files, change, note) => {
    expect(await notes(files, change)).toEqual([0, [expect.stringContaining(note)]]);
  });
});

describe('is not named', () => {
  it.each<readonly [string, Files, Change]>([
    ['if no deployer is known', PLAIN, add(PAY)],
    [
      'if no known deployer brings placements',
      { ...PLAIN, 'ci/role.yaml': config('role'), [PIPELINE]: pipeline('kubectl apply -f ci') },
      add(PAY),
    ],
    ['if only a test applies placements', { ...PLAIN, [PIPELINE]: pipeline('kind create cluster', 'kubectl apply -f deploy') }, add(PAY)],
    ['if it is applied', BY_FOLDER, add({ 'deploy/pay.yaml': crp('pay') })],
    [
      'if folders below are searched',
      { ...PLAIN, [PIPELINE]: pipeline('kubectl apply -R -f deploy') },
      add({ 'deploy/pay/crp.yaml': crp('pay') }),
    ],
    [
      'if an action searches folders below',
      { ...PLAIN, [PIPELINE]: pipeline('uses: azure/k8s-deploy@v5\n        with: { manifests: deploy }') },
      add({ 'deploy/pay/crp.yaml': crp('pay') }),
    ],
    ...[
      'for f in deploy/*.yaml deploy/*.yml; do kubectl apply -f "$f"; done',
      'for f in deploy/*.y*ml; do kubectl apply -f "$f"; done',
      'for f in deploy/*; do kubectl apply -f "$f"; done',
      'kubectl apply -f "deploy/*.yaml" -f "deploy/*.yml"',
      'kubectl apply -f deploy/ -f "deploy/*.yaml"',
      'find deploy -name "*.yml" -o -name "*.yaml" | xargs -n1 kubectl apply -f',
    ].map((step) => [`if it fits: ${step}`, { ...PLAIN, [PIPELINE]: pipeline(step) }, add({ 'deploy/pay.yml': crp('pay') })] as const),
    [
      'if the pattern is for folders below',
      { ...PLAIN, [PIPELINE]: pipeline('for f in $(find deploy -name "*.yaml"); do kubectl apply -f "$f"; done') },
      add({ 'deploy/pay/crp.yaml': crp('pay') }),
    ],
    ['if it fits a glob of an ApplicationSet', BY_SETS, add(app('pay'))],
    ['if Flux applies folders below', BY_FLUX, add({ 'deploy/pay/crp.yaml': crp('pay') })],
    [
      'if Argo CD applies folders below',
      { ...PLAIN, 'argo/app.yaml': argo('deploy', '{ recurse: true }') },
      add({ 'deploy/pay/crp.yaml': crp('pay') }),
    ],
    ['if Flux applies the whole repository', { ...PLAIN, 'clusters/apps.yaml': flux('./') }, add(PAY)],
    ['if a loop may apply it', { ...PLAIN, [PIPELINE]: pipeline('for d in deploy pay; do kubectl apply -f $d; done') }, add(PAY)],
    ['if a path has a variable', { ...PLAIN, [PIPELINE]: pipeline('kubectl apply -f deploy', 'kubectl apply -f $DIR') }, add(PAY)],
    [
      'if another repository may start a workflow with another input',
      {
        ...PLAIN,
        [PIPELINE]: pipeline('kubectl apply -f ${{ inputs.dir }}').replace(
          'on: push',
          'on: { workflow_call: { inputs: { dir: { type: string, default: deploy } } } }',
        ),
      },
      add(PAY),
    ],
    [
      'if a person may start a pipeline of Azure with another parameter',
      {
        ...PLAIN,
        'azure-pipelines.yml': 'parameters: [{ name: dir, default: deploy }]\nsteps:\n- script: kubectl apply -f ${{ parameters.dir }}\n',
      },
      add(PAY),
    ],
    [
      'if a made file may have it',
      { ...PLAIN, [PIPELINE]: pipeline('kubectl apply -f deploy', 'make all', 'kubectl apply -f out/all.yaml') },
      add(PAY),
    ],
    [
      'if another path of Flux has a variable',
      { ...BY_FLUX, 'clusters/more.yaml': flux('"./${dir}"').replace('name: apps', 'name: more') },
      add(PAY),
    ],
    [
      'if another repository has the pipeline',
      { ...BY_FOLDER, '.github/workflows/more.yml': 'on: push\njobs:\n  a:\n    uses: o/pipelines/.github/workflows/apply.yml@v1\n' },
      add(PAY),
    ],
    ['if a program that is not read deploys', { ...BY_FOLDER, '.github/workflows/more.yml': pipeline('helmfile apply') }, add(PAY)],
    [
      'if an action that is not read deploys',
      { ...BY_FOLDER, '.github/workflows/more.yml': pipeline('uses: o/apply-manifests@v1') },
      add(PAY),
    ],
    ['if a script far below deploys', { ...BY_FOLDER, '.github/workflows/more.yml': pipeline('./hack/ci/apply.sh') }, add(PAY)],
    ['if only its base is edited, of which another overlay is applied', BASE_AND_OVERLAY, add({ 'deploy/shop.yaml': crp('shop', EDIT) })],
    ['if it was so before', { ...BY_FLUX, 'old/crp.yaml': crp('old') }, add({ 'deploy/shop.yaml': crp('shop', EDIT) })],
    ['if only a comment of it is edited', { ...BY_FLUX, 'old/crp.yaml': crp('old') }, add({ 'old/crp.yaml': `# x\n${crp('old')}` })],
    ['if no placement selects it', BY_FLUX, add({ 'more/ns.yaml': ns('other') })],
    [
      'if a component of an applied overlay has it',
      { ...BY_OVERLAY },
      add({
        'c/kustomization.yaml': component('c.yaml'),
        'c/c.yaml': config('c'),
        'deploy/kustomization.yaml': `${list('ns.yaml', 'shop.yaml')}components: [../c]\n`,
      }),
    ],
    [
      'if it is a dump of clusters',
      BY_FLUX,
      add({
        'clusters.yaml':
          'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: { name: a }\nspec: { identity: { kind: User, name: a } }\n',
      }),
    ],
  ])('%s', async (_why, files, change) => {
    expect((await notes(files, change))[1]).toEqual([]);
  });
});

describe('a plan', () => {
  const STAGE = 'kubectl apply -k o/stage';
  const PROD = 'kubectl apply -k o/prod';
  it.each<readonly [string, Files, string, string, readonly string[]]>([
    ['calls what is no longer applied by its folder', {}, PROD, jobs(STAGE), [`${PIPELINE} (1)`, 'o/prod']],
    [
      'calls what a step applied together by its folders',
      PAY,
      `${PROD} && kubectl apply -f pay`,
      jobs(STAGE),
      [`${PIPELINE} (1)`, 'o/prod, pay'],
    ],
    ['calls what another step applies by that', {}, PROD, jobs(STAGE, 'echo', PROD), [`${PIPELINE} (1)`, `${PIPELINE} (2)`]],
  ])('%s', async (_, files, step, after, hubs) => {
    const { dir, write } = gitRepository({
      ...OVERLAYS,
      ...files,
      'clusters.yaml': joinedMembers('s1', 'p1'),
      [PIPELINE]: jobs(STAGE, step),
    });
    write(PIPELINE, after);
    const { report } = await runCli(dir, ['plan', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml']);
    expect([...new Set(report?.plan?.placements.map(({ overlay: hub = '' }) => hub))].toSorted()).toEqual(hubs);
    expect(report?.removals ?? []).toEqual([]);
  });
});

describe('an overlay of which a pipeline applies the files by themselves', () => {
  const said = async (command: string): Promise<readonly string[]> => {
    const files = { ...LISTED, ...PAY, 'pay/kustomization.yaml': list('ns.yaml', 'crp.yaml') };
    const repository = gitRepository({ ...files, [PIPELINE]: pipeline('kubectl apply -k deploy', 'kubectl apply -k pay') });
    repository.write(PIPELINE, pipeline('kubectl apply -k deploy', command));
    const { report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD']);
    return (report?.notes ?? []).filter((note) => /No deployer that was read|one by one/.test(note));
  };

  it('is not said to be applied by nothing', async () => {
    const note =
      'The deployers that were read apply the files of pay one by one, and do not build its kustomization: they were checked as it makes them.';
    expect(await said('kubectl apply -f pay/ns.yaml -f pay/crp.yaml')).toEqual([note]);
  });

  it('is said to be applied by nothing if they leave out a file', async () => {
    expect(await said('kubectl apply -f pay/ns.yaml')).toEqual([`${UNREAD} pay: it was checked as if something else applied it.`]);
  });
});
