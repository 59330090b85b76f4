/** Files with objects of KubeFleet beside a kustomization that no kustomization lists. */
import { expect, it } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const crp = (name: string, more = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name}${more} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
`;
const NS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const BASE = {
  'tree/ns.yaml': NS,
  'tree/old.yaml': crp('old'),
  'tree/kustomization.yaml': 'resources: [ns.yaml]\n',
  'plain/a.yaml': crp('a'),
};
const NOTE = 'beside the kustomization of tree';

async function notes(change: (repository: GitRepository) => void, files = BASE): Promise<readonly [number, string]> {
  const repository = gitRepository(files);
  change(repository);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD']);
  return [exitCode, (report?.notes ?? []).join('\n')];
}

it.each<readonly [string, (repository: GitRepository) => void, string]>([
  ['adds', ({ write }) => write('tree/new.yaml', crp('new')), 'tree/new.yaml'],
  ['edits', ({ write }) => write('tree/old.yaml', crp('old', ', labels: { a: b }')), 'tree/old.yaml'],
])('a file that the change %s is named, and passes', async (_how, change, file) => {
  expect(await notes(change)).toEqual([
    0,
    expect.stringContaining(
      `No kustomization lists ${file}, beside the kustomization of tree: it was checked as if something else applied it. Add it to \`resources\` there if the kustomization should deploy it.`,
    ),
  ]);
});

it.each<readonly [string, (repository: GitRepository) => void]>([
  ['the change does not touch it', ({ write }) => write('tree/ns.yaml', `${NS}# x\n`)],
  [
    'the kustomization lists it',
    ({ write }) => (write('tree/new.yaml', crp('new')), write('tree/kustomization.yaml', 'resources: [ns.yaml, new.yaml]\n')),
  ],
  [
    'it is a patch',
    ({ write }) => (
      write('tree/new.yaml', crp('new')),
      write('tree/patch.yaml', crp('new', ', labels: { a: b }')),
      write('tree/kustomization.yaml', 'resources: [ns.yaml, new.yaml]\npatches: [{ path: patch.yaml }]\n')
    ),
  ],
  ['it has no object of KubeFleet', ({ write }) => write('tree/new.yaml', NS.replace('shop', 'other'))],
  ['there is no kustomization beside it', ({ write }) => write('plain/b.yaml', crp('b'))],
  [
    'a pipeline applies it',
    ({ write }) => (
      write('tree/new.yaml', crp('new')),
      write(
        '.github/workflows/deploy.yml',
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: kubectl apply -k tree && kubectl apply -f tree/new.yaml\n',
      )
    ),
  ],
])('nothing is said if %s', async (_why, change) => {
  expect((await notes(change))[1]).not.toContain(NOTE);
});
