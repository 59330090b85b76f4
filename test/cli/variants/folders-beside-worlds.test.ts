/** Folders and files beside those that deployers bring to different hubs. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { type GitRepository, gitRepository } from '../../support/trees/git-repository.ts';
import { flux, kustomization } from '../tree/app-and-placement.ts';

function placement(cluster: string, name = 'shop'): string {
  return placementYaml(name, { policy: `placementType: PickFixed\n    clusterNames: [${cluster}]` });
}

/** @param login before the deploy */
function job(env: string, how = '-f', login = `kubectl config use-context ${env}`): string {
  return `  ${env}:\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n          ${login}\n          kubectl apply ${how} env/${env}\n`;
}

function pipeline(...jobs: readonly string[]): Record<string, string> {
  return { '.github/workflows/deploy.yml': `on: push\njobs:\n${jobs.join('')}` };
}

const MEMBERS = { 'clusters.yaml': joinedMembers('e1', 'e2') };
const PLAIN = {
  ...MEMBERS,
  ...pipeline(job('dev'), job('prod')),
  'env/dev/shop.yaml': placement('e1'),
  'env/dev/ns.yaml': namespaceYaml('shop'),
  'env/prod/shop.yaml': placement('e2'),
  'env/prod/ns.yaml': namespaceYaml('shop'),
};
const OVERLAYS = {
  ...MEMBERS,
  ...pipeline(job('dev', '-k'), job('prod', '-k')),
  'base/shop.yaml': placement('e1'),
  'base/ns.yaml': namespaceYaml('shop'),
  'base/kustomization.yaml': kustomization('shop.yaml', 'ns.yaml'),
  'env/dev/kustomization.yaml': kustomization('../../base'),
  'env/prod/kustomization.yaml': kustomization('../../base', '../../web'),
  'web/kustomization.yaml': kustomization('web.yaml'),
  'web/web.yaml': placement('e2', 'web'),
};
const OF_DEV = { 'env/dev/web.yaml': placement('e1', 'web'), 'env/dev/kustomization.yaml': kustomization('../../base', 'web.yaml') };
/** Its folder has no manifests of its own. */
const LISTED = {
  'web-of-dev/kustomization.yaml': kustomization('web.yaml'),
  'web-of-dev/web.yaml': placement('e1', 'web'),
  'env/dev/kustomization.yaml': kustomization('../../base', '../../web-of-dev'),
};
const NEW_FOLDER = { 'env/qa/shop.yaml': placement('e1'), 'env/qa/ns.yaml': namespaceYaml('shop') };

interface Judged {
  readonly exitCode: number;
  /** Each as its kind, its place and its clusters. */
  readonly removals: readonly string[];
  readonly rules: readonly string[];
  readonly isNew: readonly string[];
}

async function judged({ dir }: GitRepository): Promise<Judged> {
  const args = ['--clusters', 'clusters.yaml', '--plan', '--base', 'HEAD', '--fail-on-removal', 'any', '--format', 'json'];
  const { exitCode, report } = await runCli(dir, ['lint', '.', ...args]);
  return {
    exitCode,
    removals: (report?.removals ?? []).map(({ object, overlay, clusters }) => `${object.name} ${overlay ?? ''} ${clusters?.join() ?? ''}`),
    rules: (report?.lint?.findings ?? []).filter(({ state }) => state !== 'fixed').map(({ rule }) => rule),
    isNew: (report?.plan?.placements ?? []).flatMap(({ overlay, change }) => (change?.isNew === true ? [overlay ?? ''] : [])),
  };
}

describe('beside folders that jobs bring to different hubs', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Partial<Judged>]>([
    ['a new folder is for another hub', PLAIN, NEW_FOLDER, { exitCode: 0, rules: [], isNew: ['env/qa'] }],
    [
      'the first new folder is open',
      { ...PLAIN, ...pipeline(job('prod')), 'env/dev/shop.yaml': '', 'env/dev/ns.yaml': '' },
      NEW_FOLDER,
      { exitCode: 6, removals: [], rules: [], isNew: ['env/qa'] },
    ],
    ['a folder whose job is dropped stays for its hub', PLAIN, pipeline(job('dev')), { exitCode: 0, rules: [], isNew: [] }],
    [
      'an overlay whose job is dropped stays for its hub',
      { ...OVERLAYS, ...LISTED, ...pipeline(job('dev', '-k', 'make login'), job('prod', '-k', 'make login')) },
      pipeline(job('dev', '-k', 'make login')),
      { exitCode: 0, rules: [], isNew: [] },
    ],
    [
      'an object that moves to another hub is new there, and removed here',
      OVERLAYS,
      {
        'env/dev/kustomization.yaml': kustomization('../../base', '../../web'),
        'env/prod/kustomization.yaml': kustomization('../../base'),
      },
      { exitCode: 1, removals: ['web .github/workflows/deploy.yml (2) e2'], isNew: ['.github/workflows/deploy.yml (1)'] },
    ],
  ])('%s', async (_, before, change, expected) => {
    const tree = gitRepository(before);
    for (const [file, text] of Object.entries(change)) tree.write(file, text);
    expect(await judged(tree)).toMatchObject({ removals: [], ...expected });
  });

  it('a file that its overlay no longer lists is not checked together with another overlay', async () => {
    const tree = gitRepository({ ...OVERLAYS, ...OF_DEV });
    tree.write('env/dev/kustomization.yaml', kustomization('../../base'));
    expect(await judged(tree)).toMatchObject({ removals: ['web .github/workflows/deploy.yml (1) e1'], rules: [] });
  });

  it('a note says that a job was dropped', async () => {
    const tree = gitRepository(PLAIN);
    for (const [file, text] of Object.entries(pipeline(job('dev')))) tree.write(file, text);
    expect((await runCli(tree.dir, ['lint', '.', '--base', 'HEAD'])).out).toContain('edits which hub pipelines and scripts deploy');
  });
});

it.each([
  [
    'an overlay',
    { 'apps/live/kustomization.yaml': kustomization('shop.yaml'), 'apps/test/kustomization.yaml': kustomization('shop.yaml') },
  ],
  ['plain files', {}],
])('what deployers bring to several hubs is not checked together with that of another hub: %s', async (_, kustomizations) => {
  const { dir } = gitRepository({
    'clusters/prod/live.yaml': flux('live', 'apps/live'),
    'clusters/dev/test.yaml': flux('test', 'apps/test'),
    'clusters/qa/test.yaml': flux('test', 'apps/test'),
    'apps/live/shop.yaml': placementYaml('shop'),
    'apps/test/shop.yaml': placement('e1'),
    ...kustomizations,
  });
  const { report } = await runCli(dir, ['lint', '.', '--format', 'json']);
  expect(report?.lint?.findings.map(({ rule }) => rule)).toEqual([]);
});
