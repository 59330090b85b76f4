/** A fault of a file that nothing deployed in the base is new if the change deploys the file. */
import { expect, test } from 'vitest';
import { reliability } from '../support/reliability.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { runCli } from '../support/process/run-cli.ts';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';

const suite = reliability('newly-deployed', {
  title: 'A file that the change deploys',
  proves:
    'A file with a fault is in the base, and nothing deploys it. A change only deploys it: in a kustomization, an overlay, by Flux, by a workflow, or by a placement. With `--fail-on-new` the run must fail. The controls change something else beside the file, or move what was deployed before, and pass.',
});

type Files = Readonly<Record<string, string>>;

/** A change from one tree to another. A file of the base that the head does not name stays. */
interface Change {
  readonly base: Files;
  readonly head: Files;
  readonly gone?: readonly string[];
}

const SHOP = placementYaml('shop') + '---\n' + namespaceYaml('shop');

/** Files with a fault, with the exit code that they lead to. */
const FAULTS: Readonly<Record<string, readonly [text: string, exitCode: number]>> = {
  'does not parse': ['apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x, namespace: web\nspec: [\n', 1],
  'has conflict markers': [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: web}\ndata:\n<<<<<<< a\n  a: b\n=======\n  a: c\n>>>>>>> b\n',
    1,
  ],
  'is an object that the hub refuses': [placementYaml('x').replace('spec:', 'spec:\n  bogus: 1'), 1],
  'is a template of a placement': [
    '{{ if .on }}\napiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: x, namespace: web}\n{{ end }}\n',
    6,
  ],
  'is a pointer of LFS': [
    'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n',
    6,
  ],
};

const listing = (...files: readonly string[]): string => `resources: [${files.join(', ')}]\n`;
const flux = (...paths: readonly string[]): string =>
  paths
    .map(
      (path) =>
        `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: ${path.replaceAll('/', '-')}, namespace: flux-system }\nspec: { interval: 1m, prune: true, path: ./${path}, sourceRef: { kind: GitRepository, name: flux-system } }\n`,
    )
    .join('---\n');
const workflow = (...paths: readonly string[]): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n${paths.map((path) => `      - run: kubectl apply -f ${path}\n`).join('')}`;
const argo = (path: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: ${path.replaceAll('/', '-')}, namespace: argocd }\nspec: { project: default, source: { repoURL: 'https://example.com/x.git', path: ${path} }, destination: { server: 'https://kubernetes.default.svc' } }\n`;

const DEPLOYING: Readonly<Record<string, (bad: string) => Change>> = {
  'a kustomization lists it': (bad) => ({
    base: { 'shop.yaml': SHOP, 'bad.yaml': bad, 'kustomization.yaml': listing('shop.yaml') },
    head: { 'kustomization.yaml': listing('shop.yaml', 'bad.yaml') },
  }),
  'a kustomization of another folder lists it': (bad) => ({
    base: { 'a/shop.yaml': SHOP, 'b/bad.yaml': bad, 'b/kustomization.yaml': listing(), 'a/kustomization.yaml': listing('shop.yaml') },
    head: { 'a/kustomization.yaml': listing('shop.yaml', '../b/bad.yaml') },
  }),
  'a component lists it': (bad) => ({
    base: {
      'shop.yaml': SHOP,
      'kustomization.yaml': `${listing('shop.yaml')}components: [part]\n`,
      'part/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: []\n',
      'part/bad.yaml': bad,
    },
    head: { 'part/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [bad.yaml]\n' },
  }),
  'a base lists it': (bad) => ({
    base: {
      'base/shop.yaml': SHOP,
      'base/bad.yaml': bad,
      'base/kustomization.yaml': listing('shop.yaml'),
      'dev/kustomization.yaml': listing('../base'),
    },
    head: { 'base/kustomization.yaml': listing('shop.yaml', 'bad.yaml') },
  }),
  'a new overlay lists it': (bad) => ({
    base: { 'base/shop.yaml': SHOP, 'base/bad.yaml': bad, 'base/kustomization.yaml': listing('shop.yaml') },
    head: { 'dev/kustomization.yaml': listing('../base', '../base/bad.yaml') },
  }),
  'another overlay lists it too': (bad) => ({
    base: {
      'files/bad.yaml': bad,
      'dev/kustomization.yaml': listing('../files/bad.yaml'),
      'prod/shop.yaml': SHOP,
      'prod/kustomization.yaml': listing('shop.yaml'),
    },
    head: { 'prod/kustomization.yaml': listing('shop.yaml', '../files/bad.yaml') },
  }),
  'a path of Flux is added': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, 'hub/flux.yaml': flux('apps/a') },
    head: { 'hub/flux.yaml': flux('apps/a', 'apps/b') },
  }),
  'a path of Flux is changed': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, 'hub/flux.yaml': flux('apps/a') },
    head: { 'hub/flux.yaml': flux('apps') },
  }),
  'an Application of Argo CD is added': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, 'hub/a.yaml': argo('apps/a') },
    head: { 'hub/b.yaml': argo('apps/b') },
  }),
  'a workflow applies its folder': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, '.github/workflows/d.yml': workflow('apps/a') },
    head: { '.github/workflows/d.yml': workflow('apps/a', 'apps/b') },
  }),
  'a new workflow applies the file': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, '.github/workflows/d.yml': workflow('apps/a') },
    head: { '.github/workflows/e.yml': workflow('apps/b/bad.yaml') },
  }),
  'a script applies its folder': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, 'deploy.sh': 'kubectl apply -f apps/a\n' },
    head: { 'deploy.sh': 'kubectl apply -f apps/a\nkubectl apply -f apps/b\n' },
  }),
};

/** Only a text that cannot be parsed: a placement changes nothing for an object that the hub refuses. */
const SELECTING: Readonly<Record<string, Change['head']>> = {
  'a new placement selects its namespace': { 'web.yaml': placementYaml('web') },
  'a placement selects its namespace too': {
    'shop.yaml': SHOP.replace('resourceSelectors:', 'resourceSelectors:\n    - { group: "", version: v1, kind: Namespace, name: web }'),
  },
};

const BESIDE: Readonly<Record<string, (bad: string) => Change>> = {
  'another file is listed': (bad) => ({
    base: { 'shop.yaml': SHOP, 'bad.yaml': bad, 'kustomization.yaml': listing('shop.yaml') },
    head: { 'web.yaml': namespaceYaml('web'), 'kustomization.yaml': listing('shop.yaml', 'web.yaml') },
  }),
  'it was listed before': (bad) => ({
    base: { 'shop.yaml': SHOP, 'bad.yaml': bad, 'kustomization.yaml': listing('shop.yaml', 'bad.yaml') },
    head: { 'shop.yaml': `${SHOP}---\n${namespaceYaml('web')}` },
  }),
  'it is not listed any more': (bad) => ({
    base: { 'shop.yaml': SHOP, 'bad.yaml': bad, 'kustomization.yaml': listing('shop.yaml', 'bad.yaml') },
    head: { 'kustomization.yaml': listing('shop.yaml') },
  }),
  'a kustomization is added for plain files': (bad) => ({
    base: { 'a/shop.yaml': SHOP, 'a/bad.yaml': bad },
    head: { 'a/kustomization.yaml': listing('shop.yaml', 'bad.yaml') },
  }),
  'the overlay is renamed': (bad) => ({
    base: { 'files/shop.yaml': SHOP, 'files/bad.yaml': bad, 'dev/kustomization.yaml': listing('../files/bad.yaml', '../files/shop.yaml') },
    head: { 'test/kustomization.yaml': listing('../files/bad.yaml', '../files/shop.yaml') },
    gone: ['dev'],
  }),
  'another path of Flux is added': (bad) => ({
    base: {
      'apps/a/shop.yaml': SHOP,
      'apps/b/bad.yaml': bad,
      'apps/c/web.yaml': namespaceYaml('web'),
      'hub/flux.yaml': flux('apps/a', 'apps/b'),
    },
    head: { 'hub/flux.yaml': flux('apps/a', 'apps/b', 'apps/c') },
  }),
  'the first deployer is added': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad },
    head: { 'hub/flux.yaml': flux('apps') },
  }),
  'the workflow gets another name': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, '.github/workflows/d.yml': workflow('apps/a', 'apps/b') },
    head: { '.github/workflows/e.yml': workflow('apps/a', 'apps/b') },
    gone: ['.github/workflows/d.yml'],
  }),
  'another workflow is removed': (bad) => ({
    base: { 'apps/a/shop.yaml': SHOP, 'apps/b/bad.yaml': bad, '.github/workflows/d.yml': workflow('apps/a') },
    head: {},
    gone: ['.github/workflows/d.yml'],
  }),
  'a placement that selects something else is added': (bad) => ({
    base: { 'shop.yaml': SHOP, 'bad.yaml': bad },
    head: { 'other.yaml': placementYaml('other') },
  }),
};

async function exitOf({ base, head, gone = [] }: Change): Promise<number | undefined> {
  const repository = gitRepository(base);
  for (const path of gone) repository.remove(path);
  for (const [path, text] of Object.entries(head)) repository.write(path, text);
  return (await runCli(repository.dir, ['lint', '.', '--base', 'HEAD', '--fail-on-new', '--render-with', 'off'])).exitCode;
}

test('a fault of a file that the change deploys is new', async () => {
  let times = 0;
  const changes = Object.entries(DEPLOYING);
  for (const [n, [fault, [text, exitCode]]] of Object.entries(FAULTS).entries()) {
    const isOfSteps = (way: string): boolean => fault.startsWith('is an object') && /workflow|script/.test(way);
    for (const [way, change] of changes.filter(([each], index) => suite.whole || index % 5 === n || isOfSteps(each))) {
      expect(await exitOf(change(text)), `${fault}: ${way}`).toBe(exitCode);
      times += 1;
    }
  }
  suite.tell({
    tried:
      'a file that does not parse, is not there in full, or is refused, which the change names in a kustomization, in Flux, Argo CD, a workflow or a script',
    times,
    outcome: 'each run failed, or ended with exit code 6',
  });
});

test('a file that does not parse is new if only placements of the change select it', async () => {
  let times = 0;
  for (const [fault, [text, exitCode]] of Object.entries(FAULTS).filter(([name]) => /parse|conflict|template/.test(name)))
    for (const [way, head] of Object.entries(SELECTING)) {
      expect(await exitOf({ base: { 'shop.yaml': SHOP, 'bad.yaml': text }, head }), `${fault}: ${way}`).toBe(exitCode);
      times += 1;
    }
  suite.tell({
    tried: 'a placement of the change that selects a file which does not parse',
    times,
    outcome: 'each run failed, or ended with exit code 6',
  });
});

test('a resource that does not exist is not passed, also without a renderer', async () => {
  const base = { 'shop.yaml': SHOP, 'kustomization.yaml': listing('shop.yaml') };
  const missing = ['nothing.yaml', './nothing', '../nothing', 'a b.yaml'];
  for (const path of missing)
    expect(await exitOf({ base, head: { 'kustomization.yaml': listing('shop.yaml', `'${path}'`) } }), path).toBe(6);
  for (const path of ['https://example.com/a.yaml', 'github.com/example/a'])
    expect(await exitOf({ base: { ...base, 'kustomization.yaml': listing('shop.yaml', path) }, head: {} }), path).toBe(0);
  suite.tell({
    tried: 'a kustomization that lists a file or folder which does not exist',
    times: missing.length,
    outcome: 'each run ended with exit code 6',
  });
});

test('a kustomization that kustomize refuses for its type, or whose entries name nothing, is not passed, also without a renderer', async () => {
  const kind = 'kind: Kustomization\n';
  const types = {
    'a misspelt group': `apiVersion: kustomize.config.k8s/v1beta1\n${kind}`,
    'the group of Flux': `apiVersion: kustomize.toolkit.fluxcd.io/v1\n${kind}`,
    'no group': `apiVersion: v2\n${kind}`,
    'another version': `apiVersion: kustomize.config.k8s.io/v1\n${kind}`,
    'another kind': 'kind: Kustomisation\n',
    'a misspelt group of a component': 'apiVersion: kustomize.config.k8s/v1alpha1\nkind: Component\n',
  };
  const unread = {
    'a pattern': 'resources: ["*.yaml"]\n',
    'a pattern for all folders': 'resources: ["**/*.yaml"]\n',
    'a pattern of the own folder': 'resources: ["./sh?p.yaml"]\n',
    'a variable': 'resources: ["${ENV}.yaml"]\n',
    'another extension': 'resources: [shop.yml]\n',
    'a space': 'resources: ["shop.yaml "]\n',
    'the own folder': 'resources: [.]\n',
    'the own folder from above': 'resources: [../k]\n',
    'a misspelt key': 'resource: [shop.yaml]\n',
    'an unknown field': 'resources: [shop.yaml]\nresorces: []\n',
  };
  const base = { 'k/shop.yaml': SHOP, 'k/kustomization.yaml': listing('shop.yaml') };
  const heads = [...Object.entries(types).map(([name, text]) => [name, text + listing('shop.yaml')] as const), ...Object.entries(unread)];
  // Content of a placement that is elsewhere, and a folder of files that is no kustomization.
  const content = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x, namespace: shop }\n';
  const beside = { 'shop.yaml': SHOP, 'k/m/below/x.yaml': content, 'k/kustomization.yaml': listing('m/below/x.yaml') };
  let times = 0;
  for (const [name, text] of heads) {
    // A component alone deploys nothing.
    const head: Files = name.endsWith('component')
      ? { 'c/kustomization.yaml': text.replace('shop.yaml', '../k/shop.yaml'), 'k/kustomization.yaml': 'components: [../c]\n' }
      : { 'k/kustomization.yaml': text };
    expect(await exitOf({ base, head }), name).toBe(6);
    times += 1;
  }
  for (const text of [
    'resources: [m]\n',
    'resources: ["m/**/x.yaml"]\n',
    'resources: ["m/below/*.yaml"]\n',
    'resources: [m/below/x.yml]\n',
  ]) {
    expect(await exitOf({ base: beside, head: { 'k/kustomization.yaml': text } }), text).toBe(6);
    times += 1;
  }
  const ofFlux = `apiVersion: kustomize.toolkit.fluxcd.io/v1\n${kind}metadata: { name: x, namespace: flux-system }\nspec: { interval: 1m, prune: true, path: ./apps, sourceRef: { kind: OCIRepository, name: x } }\n`;
  expect(await exitOf({ base: { 'k/shop.yaml': SHOP }, head: { 'k/kustomization.yaml': ofFlux } })).toBe(0);
  suite.tell({
    tried:
      'a kustomization with a type that kustomize refuses, or with a pattern, a variable, a misspelt key or name, or a folder without a kustomization',
    times,
    outcome: 'each run ended with exit code 6',
  });
});

test('a fault that was deployed before, or that the change does not deploy, is not new', async () => {
  let times = 0;
  const changes = Object.entries(BESIDE);
  // A kustomization with a pointer is itself not evaluated, and that is new.
  const faults = Object.entries(FAULTS).filter(([name]) => name !== 'is a pointer of LFS');
  for (const [n, [fault, [text]]] of faults.entries())
    for (const [way, change] of changes.filter((_, index) => suite.whole || index % 4 === n)) {
      expect(await exitOf(change(text)), `${fault}: ${way}`).toBe(0);
      times += 1;
    }
  suite.tell({
    tried: 'the same files, and a change that deploys something else, or that names what was deployed in another way',
    times,
    outcome: 'each run passed',
  });
});
