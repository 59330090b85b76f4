/** Files that are in the folder of a deployer, and that it does not take: links, and names that Flux leaves out by default. */
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: conf, namespace: shop }\ndata: { a: b }\n';
const SHOP: Files = {
  'deploy/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
  'deploy/crp.yaml': placementYaml('shop'),
  'deploy/cm.yaml': CONFIG,
};
const flux = (more = '', kind = 'GitRepository'): Files => ({
  'flux/ks.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: ${kind}
metadata: { name: fleet, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/org/fleet, ref: { branch: main }${more} }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { interval: 5m, path: ./deploy, prune: true, sourceRef: { kind: ${kind}, name: fleet } }
`,
});
const argo = (source: string): string => `project: default
      source: { repoURL: https://github.com/org/fleet, targetRevision: main, ${source} }
      destination: { server: https://hub.example.com }
      syncPolicy: { automated: { prune: true } }
`;
const APPLICATION: Files = {
  'argo/app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: apps, namespace: argocd }
spec:
      ${argo('path: deploy, directory: { recurse: true }')}`,
};
const SET: Files = {
  'argo/set.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: apps, namespace: argocd }
spec:
  generators: [{ git: { repoURL: https://github.com/org/fleet, revision: main, directories: [{ path: apps/* }] } }]
  template:
    metadata: { name: '{{path.basename}}', finalizers: [resources-finalizer.argocd.argoproj.io] }
    spec:
      ${argo("path: '{{path}}'")}`,
  'apps/ns/ns.yaml': SHOP['deploy/ns.yaml'] ?? '',
  'apps/shop/crp.yaml': placementYaml('shop'),
};

const moved =
  (from: string, to: string): Change =>
  ({ dir }) => {
    mkdirSync(dirname(join(dir, to)), { recursive: true });
    renameSync(join(dir, from), join(dir, to));
  };
/** Moves a file or a folder, and leaves a link to it. */
const linked =
  (from: string, to: string): Change =>
  (repository) => {
    moved(from, to)(repository);
    symlinkSync(
      join(
        ...dirname(from)
          .split('/')
          .map(() => '..'),
        to,
      ),
      join(repository.dir, from),
    );
  };

const linkedFolder: Change = (repository) => {
  moved('deploy/cm.yaml', 'shared/cm.yaml')(repository);
  symlinkSync('../shared', join(repository.dir, 'deploy/link'));
};

async function run(files: Files, change: Change, before?: Change): Promise<readonly [number, string]> {
  const repository = gitRepository({ 'clusters.yaml': joinedMembers('east'), ...files });
  repository.git('remote', 'add', 'origin', 'https://github.com/org/fleet.git');
  before?.(repository);
  const base = repository.commit();
  change(repository);
  const { exitCode, out } = await runCli(repository.dir, [
    'lint',
    '.',
    '--clusters',
    'clusters.yaml',
    '--base',
    base,
    '--fail-on-removal',
    'any',
  ]);
  return [exitCode, out];
}

const DEFAULT = 'sources of Flux leave out some names by default';
const LINK = 'sources of Flux leave out symbolic links';
const FOLDER = 'Argo CD does not enter linked folders';
const PLACEMENT = 'removes ClusterResourcePlacement/shop from east';
const CONTENT = 'removes ConfigMap/shop/conf of ClusterResourcePlacement/shop from east';

describe('a file that its deployer no longer takes is removed', () => {
  it.each<readonly [string, Files, Change, string, string]>([
    ['a name of Flux', flux(), moved('deploy/crp.yaml', 'deploy/cloudbuild.yaml'), PLACEMENT, DEFAULT],
    ['a folder of Flux', flux(), moved('deploy/cm.yaml', 'deploy/.github/cm.yaml'), CONTENT, DEFAULT],
    ['a link of Flux', flux(), linked('deploy/crp.yaml', 'shared/crp.yaml'), PLACEMENT, LINK],
    ['a link with other patterns', flux(", ignore: '/docs'"), linked('deploy/crp.yaml', 'shared/crp.yaml'), PLACEMENT, LINK],
    ['a linked folder of Argo CD', APPLICATION, linkedFolder, CONTENT, FOLDER],
  ])('%s', async (_what, deployer, change, removed, why) => {
    const [exitCode, out] = await run({ ...SHOP, ...deployer }, change);
    expect([exitCode, out]).toEqual([1, expect.stringContaining(removed)]);
    expect(out).toContain(why);
  });

  it('a folder that a generator of Argo CD finds', async () => {
    expect(await run(SET, linked('apps/shop', 'real'))).toEqual([1, expect.stringContaining(PLACEMENT)]);
  });
});

describe('a file that its deployer takes, or did not take before, is not removed', () => {
  const none: Change = () => {};
  const edit: Change = ({ write }) => write('README', 'x');
  it.each<readonly [string, Files, Change, Change]>([
    ['other patterns of the source', flux(", ignore: '/docs'"), moved('deploy/cm.yaml', 'deploy/cloudbuild.yaml'), none],
    ['a `.sourceignore`', { ...flux(), '.sourceignore': '/docs\n' }, moved('deploy/cm.yaml', 'deploy/cloudbuild.yaml'), none],
    ['a name that contains one', flux(), moved('deploy/cm.yaml', 'deploy/my-cloudbuild.yaml'), none],
    ['a link of Flux at the base', flux(), edit, linked('deploy/cm.yaml', 'shared/cm.yaml')],
    ['a name of Flux at the base', flux(), edit, moved('deploy/crp.yaml', 'deploy/cloudbuild.yaml')],
    ['a linked file of Argo CD', APPLICATION, linked('deploy/cm.yaml', 'shared/cm.yaml'), none],
    ['a link outside of the folder', flux(), ({ dir }) => symlinkSync('deploy', join(dir, 'link')), none],
  ])('%s', async (_what, deployer, change, before) => {
    const [exitCode, out] = await run({ ...SHOP, ...deployer }, change, before);
    expect([exitCode, out]).toEqual([0, expect.not.stringContaining('removes')]);
  });
});

it('a new placement that is a link is named, and not planned', async () => {
  const [exitCode, out] = await run({ ...SHOP, ...flux() }, ({ dir, write }) => {
    write('shared/cart.yaml', placementYaml('cart'));
    symlinkSync('../shared/cart.yaml', join(dir, 'deploy/new.yaml'));
  });
  expect([exitCode, out]).toEqual([0, expect.stringContaining(`It does not apply deploy/new.yaml (${LINK})`)]);
  expect(out).not.toContain('ClusterResourcePlacement/cart  PickAll');
});

it('a new placement in a linked folder is not among what `kubectl apply -R` applies', async () => {
  const step = 'name: d\non: push\njobs: { d: { runs-on: x, steps: [{ run: kubectl apply -R -f deploy }] } }\n';
  const [exitCode, out] = await run({ ...SHOP, '.github/workflows/d.yaml': step }, ({ dir, write }) => {
    write('shared/cart.yaml', placementYaml('cart'));
    symlinkSync('../shared', join(dir, 'deploy/cart'));
  });
  expect([exitCode, out]).toEqual([0, expect.stringContaining('No deployer that was read applies deploy/cart/cart.yaml')]);
});
