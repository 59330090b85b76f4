/** Sources of Flux with the same name on several hubs, in the layout that `flux bootstrap` makes. */
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import type { Tree } from '../../support/unread/places.ts';

const URL = 'https://github.com/team/fleet';

function source(ref: object): object {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'flux-system', namespace: 'flux-system' },
    spec: { url: URL, ref, interval: '1m' },
  };
}

function kustomization(name: string, folder: string): object {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { path: `./${folder}`, prune: true, interval: '1m', sourceRef: { kind: 'GitRepository', name: 'flux-system' } },
  };
}

/** @param root also with the Kustomization of its own folder */
function hub(name: string, ref: object, root: boolean): Tree {
  const own = root ? [kustomization('flux-system', `clusters/${name}`)] : [];
  return {
    [`clusters/${name}/flux-system/gotk-sync.yaml`]: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [source(ref), ...own] }),
    [`clusters/${name}/flux-system/kustomization.yaml`]: 'resources: [gotk-sync.yaml]\n',
    [`clusters/${name}/apps.yaml`]: JSON.stringify(kustomization('apps', `apps/${name}`)),
    [`apps/${name}/shop.yaml`]: `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  };
}

const MAIN = { branch: 'main' };
const FIXED = { tag: 'v1.0.0' };

/** @returns the names of the hubs that the notes and the reasons are about */
async function lint(before: Tree, after: Tree): Promise<{ readonly held: readonly string[]; readonly moved: readonly string[] }> {
  const { dir, git, commit, write } = gitRepository(before);
  git('remote', 'add', 'origin', URL);
  const from = commit();
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { report } = await runCli(dir, ['lint', '.', '--base', from]);
  const held = (report?.notes ?? []).flatMap((note) => /^A change of apps\/(\w+) does not .*revision v1\.0\.0\)/.exec(note)?.[1] ?? []);
  const moved = (report?.lint?.notEvaluated ?? []).flatMap(({ file, reason }) =>
    reason.startsWith('This change makes it deploy revision v1.0.0.') ? [file] : [],
  );
  return { held: held.toSorted(), moved: moved.toSorted() };
}

const LAYOUTS = [['with the Kustomization of each hub', true] as const, ['without it', false] as const];

test.each(LAYOUTS)('a fixed revision is that of the hub which has the source, %s', async (_, root) => {
  const held = async (eu: object, us: object): Promise<readonly string[]> => {
    const tree = { ...hub('eu', eu, root), ...hub('us', us, root) };
    return (await lint(tree, { 'README.md': 'x' })).held;
  };
  expect(await held(FIXED, MAIN)).toEqual(['eu']);
  expect(await held(MAIN, FIXED)).toEqual(['us']);
  expect(await held(FIXED, FIXED)).toEqual(['eu', 'us']);
  expect(await held(MAIN, MAIN)).toEqual([]);
});

test.each(LAYOUTS)('a source that the change fixes is that of one hub, %s', async (_, root) => {
  const before = { ...hub('eu', MAIN, root), ...hub('us', MAIN, root) };
  const { held, moved } = await lint(before, hub('us', FIXED, root));
  expect(held).toEqual(['us']);
  expect(moved.filter((file) => !file.startsWith('clusters/us/'))).toEqual([]);
  expect(moved).toContain('clusters/us/apps.yaml');
});

test('any of the sources may be meant if their hubs are not known', async () => {
  const sources = (us: object): Tree => ({
    'sources/eu/source.yaml': JSON.stringify(source(MAIN)),
    'sources/us/source.yaml': JSON.stringify(source(us)),
  });
  const { 'clusters/eu/flux-system/gotk-sync.yaml': _, 'clusters/eu/flux-system/kustomization.yaml': __, ...rest } = hub('eu', MAIN, false);
  expect(await lint({ ...rest, ...sources(MAIN) }, sources(FIXED))).toEqual({ held: [], moved: ['clusters/eu/apps.yaml'] });
});
