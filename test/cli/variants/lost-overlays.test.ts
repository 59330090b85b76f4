/** An overlay that kustomize cannot build after a change, or that takes its content from elsewhere. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

const list = (...names: readonly string[]): string => `resources: [${names.map((name) => JSON.stringify(name)).join(', ')}]\n`;
const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: shop }\n';
const FLEET: Files = {
  'base/kustomization.yaml': list('shop.yaml'),
  'base/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'overlays/prod/kustomization.yaml': `${list('../../base')}images: [{ name: a, newTag: "1" }]\n`,
};
/** The placement is elsewhere, and the base has only what it selects. */
const CONTENT: Files = {
  ...FLEET,
  'fleet/shop.yaml': FLEET['base/shop.yaml'] ?? '',
  'base/shop.yaml': MAP,
};
const overlay =
  (text: string): Change =>
  ({ write }) =>
    write('overlays/prod/kustomization.yaml', text);
const moved: Change = ({ write, remove }) => {
  for (const name of ['kustomization.yaml', 'shop.yaml']) {
    write(`common/${name}`, FLEET[`base/${name}`] ?? '');
    remove(`base/${name}`);
  }
};

async function judged(files: Files, change: Change, base: readonly string[]): Promise<readonly unknown[]> {
  const repository = gitRepository(files);
  change(repository);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', ...base]);
  const reasons = report?.lint?.notEvaluated.map(({ reason }) => reason).join('\n');
  return [exitCode, reasons, (report?.removals ?? []).length];
}
const LOST = [6, expect.stringContaining('overlays/prod was not rendered'), 0];

describe.each<readonly [string, Change]>([
  ['a misspelt folder', overlay(list('../../bas'))],
  ['a folder of another depth', overlay(list('../base'))],
  ['a folder above', overlay(list('../../../base'))],
  ['a misspelt field', overlay('resource: [../../base]\n')],
  ['a base that the change moves', moved],
])('%s', (what, change) => {
  it('fails the run, with a base and without', async () => {
    expect(await judged(FLEET, change, ['--base', 'HEAD'])).toEqual(LOST);
    if (what !== 'a folder above') expect(await judged(FLEET, change, [])).toEqual(LOST);
  });

  it('fails the run if it brought content of a placement', async () => {
    if (change !== moved) expect(await judged(CONTENT, change, ['--base', 'HEAD'])).toEqual(LOST);
  });

  it('passes if nothing in it was for KubeFleet', async () => {
    const [exitCode] = await judged({ ...CONTENT, 'base/shop.yaml': MAP.replace('shop', 'other') }, change, ['--base', 'HEAD']);
    if (change !== moved) expect(exitCode).toBe(0);
  });
});

describe('an overlay that had an object of KubeFleet at the base', () => {
  it.each<readonly [string, string]>([
    ['an address', list('https://github.com/contoso/other?ref=main')],
    ['a chart of elsewhere', 'helmCharts: [{ name: shop, repo: "https://charts.example.com", version: 1.0.0 }]\n'],
    ['nothing', '{}\n'],
  ])('fails the run with %s in its place', async (_, text) => {
    expect(await judged(FLEET, overlay(text), ['--base', 'HEAD'])).toEqual(LOST);
  });

  it('is no removal while another overlay uses the same base', async () => {
    const files = { ...FLEET, 'overlays/dev/kustomization.yaml': list('../../base'), 'deploy.sh': 'kubectl apply -k overlays/prod\n' };
    expect(await judged(files, overlay(list('../../bas')), ['--base', 'HEAD'])).toEqual(LOST);
  });

  it('with an address at the base as well is told, and passes', async () => {
    const remote = list('https://github.com/contoso/other?ref=main');
    const files = { 'fleet/shop.yaml': FLEET['base/shop.yaml'] ?? '', 'overlays/prod/kustomization.yaml': remote };
    const [exitCode, reasons] = await judged(files, ({ write }) => write('fleet/map.yaml', MAP), ['--base', 'HEAD']);
    expect([exitCode, reasons]).toEqual([0, expect.stringContaining('is fetched from the network')]);
  });
});

describe('a plan', () => {
  it.each<readonly [string, Files]>([
    ['deployed by no pipeline that was read', {}],
    ['deployed by a script', { 'deploy.sh': 'kubectl apply -k overlays/prod\n' }],
  ])('removes nothing of an overlay whose base moves: %s', async (_, more) => {
    const files = {
      ...more,
      'base/kustomization.yaml': list('shop.yaml'),
      'base/shop.yaml': `${namespaceYaml('shop')}---\n${MAP}`,
      'overlays/prod/kustomization.yaml': list('../../base', 'placement.yaml'),
      'overlays/prod/placement.yaml': placementYaml('shop'),
      'clusters.yaml': joinedMembers('a', 'b'),
    };
    const repository = gitRepository(files);
    repository.write('common/kustomization.yaml', files['base/kustomization.yaml']);
    repository.write('common/shop.yaml', files['base/shop.yaml']);
    repository.remove('base/kustomization.yaml');
    repository.remove('base/shop.yaml');
    const { exitCode, report } = await runCli(repository.dir, ['plan', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD']);
    expect([exitCode, report?.removals ?? []]).toEqual([6, []]);
    const { report: lint } = await runCli(repository.dir, ['lint', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD']);
    expect(lint?.lint?.notEvaluated.map(({ reason }) => reason)).toEqual([expect.stringContaining('overlays/prod was not rendered')]);
  });
});
