/** Objects without a namespace get that of the step that deploys them. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { withGivenNamespaces } from '../../../src/cli/tree/worlds/given-namespaces.ts';
import { appliedTogether } from '../../../src/cli/tree/worlds/script/worlds-of-script.ts';
import type { GivenNamespace } from '../../../src/static/read/render/namespaces-of-overlays.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const SPEC = {
  replicas: 'two',
  selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
};
const ELSEWHERE =
  'ResourcePlacement/web in stack/rp.yaml, Deployment/web in stack/web.yaml are also deployed into a namespace that is not known here, where they were not checked.';
/** The hub refuses it. */
const WEB = stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: SPEC });
const TREE = { 'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`, 'apps/web.yaml': WEB };
const NOTE =
  'Deployment/web in apps/web.yaml has no namespace. A placement sends it only if it selects the namespace that the deploy step gives it, which is not known here.';

async function lint(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const { exitCode, report } = await runCli(gitRepository(files).dir, ['lint', ...argv]);
  const objects = report?.lint?.findings.map(({ object }) => `${object?.namespace ?? ''}/${object?.name ?? ''}`);
  return { exitCode, objects, notes: report?.notes ?? [] };
}

function workflow(steps: string, env = ''): Readonly<Record<string, string>> {
  return { '.github/workflows/deploy.yml': `on: push\n${env}jobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n${steps}` };
}

function script(text: string, file = 'deploy.sh'): Readonly<Record<string, string>> {
  return { [file]: `${text}\n` };
}

const APPLICATIONS = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name: 'all', namespace: 'argocd' },
  spec: {
    generators: [{ clusters: {} }],
    template: { spec: { source: { repoURL: 'x', path: 'apps' }, destination: { name: 'hub', namespace: '{{name}}' } } },
  },
};
const KUSTOMIZATION = { 'apps/kustomization.yaml': 'resources: [web.yaml]\n' };

test.each<[string, Readonly<Record<string, string>>]>([
  ['kubectl', script('kubectl apply -n shop -f apps')],
  [
    'an empty namespace',
    { 'apps/web.yaml': WEB.replace('name: web\n', "name: web\n  namespace: ''\n"), ...script('kubectl apply -n shop -f apps') },
  ],
  ['kubectl, before its verb', script('kubectl --namespace=shop create -f apps/web.yaml')],
  ['a script in its own folder', script('kubectl apply -n shop -f .', 'apps/deploy.sh')],
  ['the whole repository', script('kubectl apply -n shop -R -f .')],
  ['a context', script('kubectl config set-context --current --namespace=shop\nkubectl apply -f apps')],
  ['one of two namespaces', script('kubectl apply -n mail -f apps\nkubectl apply -n shop -f apps')],
  ['a Taskfile', { 'Taskfile.yml': "version: '3'\ntasks:\n  deploy:\n    cmds: [kubectl apply -n shop -f apps]\n" }],
  ['a kustomization', { ...KUSTOMIZATION, ...script('kubectl apply -n shop -k apps') }],
  ['a kustomization that is piped', { ...KUSTOMIZATION, ...script('kustomize build apps | kubectl apply -n shop -f -') }],
  ['a file that is piped', script('envsubst < apps/web.yaml | kubectl apply -n shop -f -')],
  ['GitLab', { '.gitlab-ci.yml': 'deploy:\n  script:\n    - kubectl -n shop apply -f apps\n' }],
  ['a path from the top', workflow('      - run: cd apps && kubectl apply -n shop -f ${{ github.workspace }}/apps\n')],
  ['a step of a workflow', workflow('      - run: kubectl apply -n shop -f .\n        working-directory: apps\n')],
  [
    'azure/k8s-deploy',
    workflow('      - uses: azure/k8s-deploy@v5\n        with: { namespace: shop, manifests: "fleet/shop.yaml\\napps/web.yaml" }\n'),
  ],
  [
    'azure/k8s-deploy with variables of the workflow',
    workflow(
      '      - uses: Azure/k8s-deploy@v5\n        with: { namespace: "${{ env.NAMESPACE }}", manifests: "${{ env.MANIFESTS }}" }\n',
      'env: { NAMESPACE: shop, MANIFESTS: apps }\n',
    ),
  ],
  [
    'a task of Azure Pipelines that starts kubectl',
    {
      'azure-pipelines.yml':
        'steps:\n  - task: Kubernetes@1\n    inputs: { command: apply, namespace: shop, arguments: -f apps/web.yaml }\n',
    },
  ],
  [
    'a task of Azure Pipelines with a file for kubectl',
    {
      'azure-pipelines.yml':
        'steps:\n  - task: Kubernetes@1\n    inputs: { command: apply, namespace: shop, useConfigurationFile: true, configuration: apps/web.yaml }\n',
    },
  ],
  [
    'a task of Azure Pipelines',
    {
      'azure-pipelines.yml':
        'steps:\n  - task: KubernetesManifest@1\n    inputs: { action: deploy, namespace: shop, manifests: apps/web.yaml }\n',
    },
  ],
  ['a template of Azure Pipelines', { 'pipelines/templates/deploy.yml': 'steps:\n  - bash: kubectl apply -n shop -f apps\n' }],
  ['Azure Pipelines in a file of another name', { 'azure-pipelines-prod.yml': 'steps:\n  - script: kubectl apply -n shop -f apps\n' }],
  ['Azure Pipelines in a hidden folder', { '.azuredevops/deploy.yml': 'steps:\n  - script: kubectl apply -n shop -f apps\n' }],
  ['CircleCI', { '.circleci/config.yml': 'jobs:\n  a:\n    steps:\n      - run: { command: kubectl apply -n shop -f apps }\n' }],
  ['Gitea', { '.gitea/workflows/deploy.yml': 'jobs:\n  a:\n    steps:\n      - run: kubectl apply -n shop -f apps\n' }],
])('a namespace of a deploy step is used: %s', async (_, files) => {
  expect(await lint({ ...TREE, ...files })).toEqual({ exitCode: 1, objects: ['shop/web'], notes: [] });
});

const [manifest] = parseManifests(WEB, 'web/templates/web.yaml').manifests;
if (manifest === undefined) throw new Error('no manifest');

test('a namespace of a release is used for the objects of its chart', () => {
  const namespaceOf = (overlay: string | undefined): string | undefined => {
    const made = { ...manifest, ...(overlay === undefined ? {} : { overlay }) };
    return withGivenNamespaces([made], [{ place: 'web', of: 'chart', namespace: 'shop' }]).manifests[0]?.namespace;
  };
  expect(['web', 'web (prod)', 'other', 'web/charts', undefined].map(namespaceOf)).toEqual([
    'shop',
    'shop',
    undefined,
    undefined,
    undefined,
  ]);
});

test('of a chart with several releases, each has the namespaces of the commands with its files of values', () => {
  const namespacesOf = (given: readonly GivenNamespace[]): readonly string[] =>
    withGivenNamespaces(
      ['web (a.yaml)', 'web (b.yaml)'].map((overlay) => ({ ...manifest, overlay })),
      given,
    ).manifests.map(({ overlay = '', namespace = '' }) => `${overlay} ${namespace}`);
  const given = (namespace: string, ...values: readonly string[]): GivenNamespace => ({
    place: 'web',
    of: 'chart',
    namespace,
    ...(values.length === 0 ? {} : { values }),
  });
  expect(namespacesOf([given('a', 'a.yaml'), given('b', 'b.yaml'), given('c', 'c.yaml')])).toEqual(['web (a.yaml) a', 'web (b.yaml) b']);
  expect(namespacesOf([given('a', 'a.yaml'), given('all')])).toEqual(['web (a.yaml) a', 'web (a.yaml) all', 'web (b.yaml) all']);
});

test('an object that is deployed into very many namespaces is named', () => {
  const { manifests } = parseManifests(TEAMS['stack/rp.yaml'], 'stack/rp.yaml');
  const given = (count: number): readonly GivenNamespace[] =>
    Array.from({ length: count }, (_, index) => ({ place: 'stack', namespace: `team-${index}` }));
  const found = (count: number): readonly number[] => {
    const named = withGivenNamespaces(manifests, given(count));
    return [named.manifests.length, named.notes.length];
  };
  expect([found(100), found(101)]).toEqual([
    [100, 0],
    [1, 1],
  ]);
});

test('the namespaces of a command of helm are those of its files of values', () => {
  const given = (text: string): readonly unknown[] =>
    appliedTogether(text).flatMap(({ namespaces = [] }) =>
      namespaces.map(({ of, namespace, values }) => [of, namespace, ...(values ?? [])]),
    );
  expect(given('for t in a b; do helm upgrade web ./web -n team-$t -f values/$t.yaml; done')).toEqual([
    ['chart', 'team-a', 'values/a.yaml'],
    ['chart', 'team-b', 'values/b.yaml'],
  ]);
  expect(given('helm upgrade web ./web -n a -f $ENV.yaml')).toEqual([['chart', 'a']]);
  expect(given('helm template web ./web -f a.yaml | kubectl apply -n a -f -')).toEqual([['overlay', 'a', 'a.yaml']]);
  expect(given('kubectl config set-context --current --namespace=a\nhelm upgrade web ./web -n b')).toEqual([['chart', 'b']]);
});

/** A namespace that is placed without its content. */
function teamYaml(name: string): string {
  const placement = placementYaml(name)
    .replace('/v1\n', '/v1beta1\n')
    .replace('kind: Namespace\n', 'kind: Namespace\n      selectionScope: NamespaceOnly\n');
  return `${placement}---\n${namespaceYaml(name)}`;
}

/** The hub refuses the ResourcePlacement. */
const TEAMS = {
  'stack/web.yaml': stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { ...SPEC, replicas: 2 },
  }),
  'stack/rp.yaml': stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ResourcePlacement',
    metadata: { name: 'web' },
    spec: {
      resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' }],
      policy: { placementType: 'PickFixed' },
    },
  }),
  'teams/a.yaml': teamYaml('team-a'),
  'teams/b.yaml': teamYaml('team-b'),
};
const BOTH = 'kubectl apply -n team-a -f stack\nkubectl apply -n team-b -f stack';
const KUSTOMIZED = { ...TEAMS, 'stack/kustomization.yaml': 'resources: [web.yaml, rp.yaml]\n' };

test.each<[string, Readonly<Record<string, string>>, (readonly string[])?]>([
  ['two commands', { ...TEAMS, ...script(BOTH) }],
  ['two scripts', { ...TEAMS, ...script(BOTH.split('\n')[0] ?? ''), ...script(BOTH.split('\n')[1] ?? '', 'other.sh') }],
  ['two steps', { ...TEAMS, ...workflow(BOTH.replaceAll(/^/gm, '      - run: ')) }],
  ['a loop', { ...TEAMS, ...script('for t in a b; do kubectl apply -n "team-$t" -f stack; done') }],
  [
    'a matrix',
    {
      ...TEAMS,
      ...workflow('      - run: kubectl apply -n ${{ matrix.ns }} -f stack\n    strategy: { matrix: { ns: [team-a, team-b] } }\n'),
    },
  ],
  [
    'contexts',
    {
      ...TEAMS,
      ...script('for n in team-a team-b; do\nkubectl config set-context --current --namespace=$n\nkubectl apply -f stack\ndone'),
    },
  ],
  ['two hubs', { ...TEAMS, ...script(BOTH.replace('-n team-a', '--context a -n team-a').replace('-n team-b', '--context b -n team-b')) }],
  ['a kustomization', { ...KUSTOMIZED, ...script(BOTH.replaceAll('-f', '-k')) }],
  [
    'a kustomization that is piped',
    { ...KUSTOMIZED, ...script('for t in a b; do kustomize build stack | kubectl apply -n team-$t -f -; done') },
  ],
  [
    'callers of make',
    {
      ...TEAMS,
      Makefile: 'NS ?= team-a\ndeploy:\n\tkubectl apply -n $(NS) -f stack\n',
      ...workflow('      - run: make deploy\n      - run: make deploy NS=team-b\n'),
    },
  ],
  ['a command for a test', { ...TEAMS, ...script(`${BOTH}\nkind create cluster\nkubectl apply -n e2e -f stack`) }],
  [
    'objects for which it makes no difference',
    {
      ...TEAMS,
      'stack/others.yaml': `${namespaceYaml('team-c')}---\n${placementYaml('team-c')}---\n${WEB.replace('two', '2').replace('name: web\n', 'name: web\n  namespace: team-c\n')}`,
      ...script(BOTH),
    },
    ['team-a', 'team-b'].map(
      (team) =>
        `deploy.sh applies stack with namespace ${team}, and kubectl refuses objects with another one, so that command fails: Deployment/team-c/web in stack/others.yaml. Remove the namespace from the step, or give this object namespace ${team}.`,
    ),
  ],
])('what is deployed into two namespaces is judged in each: %s', async (_, files, notes = []) => {
  expect(await lint(files)).toEqual({ exitCode: 1, objects: ['team-a/web', 'team-b/web'], notes });
});

test('each folder of a loop is judged in its own namespace', async () => {
  const { 'stack/rp.yaml': rp, ...others } = TEAMS;
  const folders = { 'stack/team-a/rp.yaml': rp, 'stack/team-b/rp.yaml': rp };
  const files = { ...others, ...folders, ...script('for t in team-a team-b; do kubectl apply -n $t -f stack/$t; done') };
  expect(await lint(files)).toMatchObject({ objects: ['team-a/web', 'team-b/web'] });
});

test.each<[string, string, string]>([
  ['computed', `${BOTH}\nkubectl apply -n "$NS" -f stack`, ELSEWHERE],
  ['of the kubeconfig', `${BOTH}\nkubectl apply -f stack`, ELSEWHERE],
  ['of a pattern', `${BOTH}\nfor n in teams/*; do kubectl apply -n $(basename $n) -f stack; done`, ELSEWHERE],
])('one of several namespaces is not known: %s', async (_, text, note) => {
  expect(await lint({ ...TEAMS, ...script(text) })).toEqual({ exitCode: 1, objects: ['team-a/web', 'team-b/web'], notes: [note] });
});

test('a placement in a namespace that is not known is named', async () => {
  const { notes } = await lint({ ...TEAMS, ...script('kubectl apply -n "$NS" -f stack') });
  expect(notes).toContain(
    'ResourcePlacement/web in stack/rp.yaml is deployed into a namespace that is not known here, so checks that depend on it were skipped.',
  );
});

test('a step that no longer deploys into one of two namespaces is a removal there', async () => {
  const rp = TEAMS['stack/rp.yaml'].replace('PickFixed', 'PickAll');
  const { dir, write } = gitRepository({ ...TEAMS, 'stack/rp.yaml': rp, 'clusters.yaml': joinedMembers('east'), ...script(BOTH) });
  write('deploy.sh', BOTH.split('\n')[0] ?? '');
  const { report } = await runCli(dir, ['plan', '--base', 'HEAD', '--clusters', 'clusters.yaml']);
  expect(report?.plan?.deleted?.map(({ object }) => displayName(object))).toEqual(['ResourcePlacement/team-b/web']);
  expect(report?.plan?.placements.map(({ object }) => displayName(object))).toContain('ResourcePlacement/team-a/web');
});

test('objects that are still there are not new if something else of their file cannot be read', async () => {
  const file = `${TEAMS['stack/rp.yaml'].replace('PickFixed', 'PickAll')}---\n${TEAMS['stack/web.yaml']}`;
  const tree = { 'teams/a.yaml': TEAMS['teams/a.yaml'], 'teams/b.yaml': TEAMS['teams/b.yaml'], 'clusters.yaml': joinedMembers('east') };
  const { dir, write } = gitRepository({ ...tree, 'stack/all.yaml': file, ...script(BOTH) });
  write(
    'stack/all.yaml',
    `${file}---\napiVersion: placement.kubernetes-fleet.io/v1\nkind: ResourcePlacement\nmetadata: {name: {{ .x }}}\n`,
  );
  const { exitCode, report } = await runCli(dir, ['plan', '--base', 'HEAD', '--clusters', 'clusters.yaml']);
  expect([exitCode, report?.plan?.placements.map(({ change }) => change?.isNew ?? false)]).toEqual([6, [false, false, false, false]]);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['no step', {}],
  ['no step, and an empty namespace', { 'apps/web.yaml': WEB.replace('name: web\n', "name: web\n  namespace: ''\n") }],
  ['a variable', script('kubectl apply -n "$NAMESPACE" -f apps')],
  ['a secret', workflow('      - uses: azure/k8s-deploy@v5\n        with: { namespace: "${{ secrets.NAMESPACE }}", manifests: apps }\n')],
  ['a variable with two values', script('NS=shop\nif x; then NS=mail; fi\nkubectl apply -n $NS -f apps')],
  ['a variable that one case sets', script('NS=mail\ncase "$1" in prod) NS=shop;; esac\nkubectl apply -n $NS -f apps')],
  [
    'a variable that a flag sets',
    script('NS=mail\nwhile [ $# -gt 0 ]; do case "$1" in -n) NS="$2"; shift 2;; esac; done\nkubectl apply -n $NS -f apps'),
  ],
  ['a default for the environment', script('if [ -z "$NS" ]; then NS=mail; fi\nkubectl apply -n $NS -f apps')],
  ['the folder above, without the folders below it', script('kubectl apply -n mail -f .')],
  [
    'a kustomization that does not use the file',
    { 'apps/kustomization.yaml': 'configMapGenerator: [{ name: a, literals: [a=b] }]\n', ...script('kubectl apply -n mail -k apps') },
  ],
  ['a dry run of the server', script('kubectl apply -n mail --dry-run=server -f apps')],
  ['a variable of another job', workflow('      - run: kubectl apply -n $NS -f apps\n  other:\n    env: { NS: shop }\n')],
  ['a variable that a step computes', workflow('      - run: NS=$(cat x); kubectl apply -n $NS -f apps\n        env: { NS: shop }\n')],
  ['a parameter of Argo CD', { 'argo/all.json': JSON.stringify(APPLICATIONS) }],
  ['a step without a namespace', script('kubectl apply -f apps')],
  ['a step for another folder', script('kubectl apply -n shop -f fleet')],
  ['a release with the name of a folder', script('helm upgrade apps charts/web -n shop')],
  ['a script that applies the folder in which it is started', script('kubectl apply -n shop -f .', 'scripts/deploy.sh')],
])('objects without a namespace are named if no deploy step gives them one: %s', async (_, files) => {
  expect(await lint({ ...TREE, ...files })).toMatchObject({ exitCode: 0, objects: [], notes: expect.arrayContaining([NOTE]) });
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['a namespace that no placement selects', { ...TREE, ...script('kubectl apply -n mail -f apps') }],
  ['two namespaces that no placement selects', { ...TREE, ...script('kubectl apply -n mail -f apps\nkubectl apply -n dev -f apps') }],
  ['a namespace of a kustomization', { ...TREE, 'apps/kustomization.yaml': 'namespace: mail\nresources: [web.yaml]\n' }],
  ['no placement', { ...TREE, 'fleet/shop.yaml': namespaceYaml('shop') }],
  ['an object without namespaces', { ...TREE, 'apps/web.yaml': 'apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: web }\n' }],
  ['a kind that is not known', { ...TREE, 'apps/web.yaml': 'apiVersion: example.com/v1\nkind: Tool\nmetadata: { name: web }\n' }],
  [
    'a placement that selects no namespace',
    { ...TREE, 'fleet/shop.yaml': placementYaml('shop').replace('kind: Namespace', 'kind: PersistentVolume') },
  ],
])('no object is named: %s', async (_, files) => {
  const { exitCode, notes } = await lint(files);
  expect([exitCode, notes.filter((note) => note.includes('no namespace'))]).toEqual([0, []]);
});

test('many objects without a namespace are named in one line', async () => {
  const maps = ['a', 'b', 'c', 'd', 'e'].map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`).join('---\n');
  const { notes } = await lint({ ...TREE, 'apps/web.yaml': maps });
  expect(notes).toEqual([
    'ConfigMap/a in apps/web.yaml, ConfigMap/b in apps/web.yaml, ConfigMap/c in apps/web.yaml and 2 more objects have no namespace. A placement sends them only if it selects the namespace that the deploy step gives them, which is not known here.',
  ]);
});

test('a deploy step of a change that names another namespace does not take content out of judgement', async () => {
  const { dir, commit, write } = gitRepository({ ...TREE, 'apps/web.yaml': '', ...script('kubectl apply -n shop -f apps') });
  commit();
  write('apps/web.yaml', WEB);
  write('other.sh', 'kubectl apply -n mail -f apps\n');
  const { exitCode, report } = await runCli(dir, ['lint', '--base', 'HEAD']);
  expect([exitCode, report?.lint?.findings.map(({ object }) => object?.namespace)]).toEqual([1, ['shop']]);
});

/** A number, which the hub refuses. */
const NUMBER = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\ndata: { a: 1 }\n';

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  ['another namespace', script('kubectl apply -n mail -f apps'), script('kubectl apply -n shop -f apps')],
  ['a kustomization', { ...KUSTOMIZATION, ...script('kubectl apply -n mail -k apps') }, script('kubectl apply -n shop -k apps')],
  ['a new step', {}, workflow('      - run: kubectl apply -n shop -f apps\n')],
])('the base has the namespaces of its own deploy steps: %s', async (_, before, after) => {
  const { dir, write } = gitRepository({ ...TREE, 'apps/web.yaml': NUMBER, ...before });
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', '--base', 'HEAD', '--fail-on-new']);
  expect([exitCode, report?.lint?.findings.map(({ state }) => state)]).toEqual([1, ['new']]);
});

test('what a deploy step of the change takes out of a namespace that is placed is removed', async () => {
  const { dir, write } = gitRepository({
    ...TREE,
    'apps/web.yaml': NUMBER.replace('1 }', '"1" }'),
    ...script('kubectl apply -n shop -f apps'),
  });
  write('deploy.sh', 'kubectl apply -n mail -f apps\n');
  write('clusters.yaml', joinedMembers('east'));
  const { exitCode } = await runCli(dir, [
    'plan',
    'apps',
    'fleet',
    '--base',
    'HEAD',
    '--clusters',
    'clusters.yaml',
    '--fail-on-removal',
    'any',
  ]);
  expect(exitCode).toBe(1);
});

test.each<[string, string, readonly string[]]>([
  ['that is computed', 'kubectl apply -n "$NS" -f fleet', []],
  ['that is another one', 'kubectl apply -n other -f fleet', ['other/web']],
  ['of the object', 'kubectl apply -n shop -f fleet', []],
])('an override is not said to change nothing if it gets a namespace %s', async (_, text, objects) => {
  const override = stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ResourceOverride',
    metadata: { name: 'web' },
    spec: {
      placement: { name: 'shop' },
      resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' }],
      policy: { overrideRules: [{ clusterSelector: {}, jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 4 }] }] },
    },
  });
  const web = stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { ...SPEC, replicas: 2 },
  });
  const files = { 'fleet/shop.yaml': TREE['fleet/shop.yaml'], 'fleet/web.yaml': web, 'fleet/ro.yaml': override, ...script(text) };
  const { report } = await runCli(gitRepository(files).dir, ['lint']);
  const idle = report?.lint?.findings.filter(({ rule }) => rule === 'override-selects-nothing');
  expect(idle?.map(({ object }) => `${object?.namespace ?? ''}/${object?.name ?? ''}`)).toEqual(objects);
});
