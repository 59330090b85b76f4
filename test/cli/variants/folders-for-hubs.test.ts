/** A tree with a folder for each hub, as teams keep it without kustomize. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const PICKS = (cluster: string): string => `policy: { placementType: PickFixed, clusterNames: [${cluster}] }`;

function placement(cluster: string): string {
  return `${placementYaml('shop')}  ${PICKS(cluster)}\n`;
}

function repository(): GitRepository {
  return gitRepository({
    'clusters.yaml': joinedMembers('e1', 'e2'),
    'tree/dev/shop.yaml': placement('e1'),
    'tree/dev/ns.yaml': namespaceYaml('shop'),
    'tree/dev/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: of-dev, namespace: shop }\n',
    'tree/prod/shop.yaml': placement('e2'),
    'tree/prod/ns.yaml': namespaceYaml('shop'),
  });
}

const NOTE =
  'Checked separately, as folders for different hubs: tree/dev, tree/prod. More than one of them has ClusterResourcePlacement/shop, and a hub can have it only once.';
const PLAN = ['plan', 'tree', '--clusters', 'clusters.yaml', '--format', 'json'];

describe('folders for different hubs', () => {
  it('are planned one by one, under their names', async () => {
    const { report } = await runCli(repository().dir, PLAN);
    expect(report?.notes).toContain(NOTE);
    expect(report?.plan?.placements.map(({ overlay, picked, resources }) => [overlay, picked, resources.map(({ name }) => name)])).toEqual([
      ['tree/dev', ['e1'], ['shop', 'of-dev']],
      ['tree/prod', ['e2'], ['shop']],
    ]);
  });

  it('are named in lint, unless there is only one', async () => {
    const { dir, remove } = repository();
    expect((await runCli(dir, ['lint', 'tree'])).out).toContain(NOTE);
    remove('tree/dev/shop.yaml');
    expect((await runCli(dir, ['lint', 'tree'])).out).not.toContain('Checked separately');
  });

  it('remove the objects that they lose, although another folder still has them', async () => {
    const { dir, remove } = repository();
    remove('tree/prod/shop.yaml');
    const { report } = await runCli(dir, [...PLAN, '--base', 'HEAD']);
    expect(report?.removals?.map(({ kind, overlay, clusters }) => [kind, overlay, clusters])).toEqual([['placement', 'tree/prod', ['e2']]]);
  });

  it('are new if they were copied from another one, which does not change', async () => {
    const { dir, write } = repository();
    write('tree/stage/shop.yaml', placement('e2'));
    write('tree/stage/ns.yaml', namespaceYaml('shop'));
    const { report } = await runCli(dir, [...PLAN, '--base', 'HEAD']);
    expect(report?.plan?.placements.map(({ overlay, change }) => [overlay, change?.isNew ?? false])).toEqual([
      ['tree/dev', false],
      ['tree/prod', false],
      ['tree/stage', true],
    ]);
  });

  it('are reported with the first five groups', async () => {
    const { dir, write } = repository();
    for (let index = 0; index < 10; index += 1) write(`deep/${index}.yaml`, namespaceYaml(`n-${index}`));
    for (let depth = 1; depth < 7; depth += 1)
      for (const last of ['a', 'b']) write(`deep/${'a/'.repeat(depth)}${last}/shop.yaml`, placementYaml(`shop-${depth}`));
    const { report } = await runCli(dir, ['lint', 'deep', '--format', 'json']);
    const told = report?.notes?.filter((note) => /checked separately/i.test(note));
    expect(told).toHaveLength(6);
    expect(told?.at(-1)).toBe('Sibling folders in 1 more place were checked separately as well.');
  });

  it('are for one hub if folders at many places have the same name', async () => {
    const { dir, write, commit } = repository();
    const writeApp = (app: number, stage: string, cluster: string): void => {
      write(`apps/${app}/${stage}/app.yaml`, `${placementYaml(`app-${app}`)}  ${PICKS(cluster)}\n`);
      write(`apps/${app}/${stage}/ns.yaml`, namespaceYaml(`app-${app}`));
    };
    for (let app = 0; app < 12; app += 1)
      for (const [stage, cluster] of [
        ['dev', 'e1'],
        ['prod', 'e2'],
      ] as const)
        writeApp(app, stage, cluster);
    commit();
    writeApp(7, 'prod', 'e3');
    const plan = await runCli(dir, ['plan', 'apps', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json']);
    expect(plan.report?.notes).toContain(
      'Checked separately, as folders for different hubs: */dev, */prod. More than one of them has, or had, ClusterResourcePlacement/app-0, and a hub can have it only once.',
    );
    const planned = plan.report?.plan?.placements.filter(({ object }) => object.name === 'app-7');
    expect(planned?.map(({ overlay, picked, change }) => [overlay, picked, change?.isNew ?? false])).toEqual([
      ['*/dev', ['e1'], false],
      ['*/prod', [], false],
    ]);
  });

  it('do not get objects of another folder in the base', async () => {
    const { dir, write, remove, commit } = repository();
    write('tree/dev/more.yaml', placementYaml('more'));
    commit();
    remove('tree/dev/more.yaml');
    write('tree/prod/more.yaml', placementYaml('more'));
    const { report } = await runCli(dir, [...PLAN, '--base', 'HEAD']);
    const more = report?.plan?.placements.find(({ object }) => object.name === 'more');
    expect([more?.overlay, more?.change?.isNew]).toEqual(['tree/prod', true]);
  });

  describe('with a base', () => {
    const FAULTY = `${placementYaml('shop')}  policy: { placementType: PickAll, numberOfClusters: 3 }\n`;
    const LINT = ['lint', 'tree', '--base', 'HEAD', '--fail-on-new', '--format', 'json'];

    it('have a new fault if only another folder had it before', async () => {
      const { dir, write, commit } = repository();
      write('tree/dev/shop.yaml', FAULTY);
      commit();
      write('tree/dev/shop.yaml', placement('e1'));
      write('tree/prod/shop.yaml', FAULTY);
      const { exitCode, report } = await runCli(dir, LINT);
      const told = report?.lint?.findings.filter(({ severity }) => severity === 'error').map(({ file, state }) => [file, state]);
      expect(told?.toSorted()).toEqual([
        ['tree/dev/shop.yaml', 'fixed'],
        ['tree/prod/shop.yaml', 'new'],
      ]);
      expect(exitCode).toBe(1);
    });

    it('keep their known faults under a new name, and if a shared file became their own', async () => {
      const { dir, write, commit, git } = repository();
      write('tree/prod/shop.yaml', FAULTY);
      write('tree/shared/rp.yaml', FAULTY.replace('name: shop\nspec', 'name: other\nspec'));
      commit();
      git('mv', 'tree/prod', 'tree/live');
      git('mv', 'tree/shared/rp.yaml', 'tree/dev/rp.yaml');
      const { exitCode, report } = await runCli(dir, LINT);
      const told = report?.lint?.findings.filter(({ rule }) => rule === 'refused-content').map(({ file, state }) => [file, state]);
      expect(told?.toSorted()).toEqual([
        ['tree/dev/rp.yaml', 'unchanged'],
        ['tree/live/shop.yaml', 'unchanged'],
      ]);
      expect(exitCode).toBe(0);
    });

    it('have as known only their own entries that were not evaluated', async () => {
      const { dir, write, commit } = repository();
      const open = placementYaml('blog').replace('name: blog\nspec', 'name: blog\n  labels: { of: "${N}" }\nspec');
      write('tree/dev/blog.yaml', open);
      commit();
      write('tree/prod/blog.yaml', open);
      const { exitCode, report } = await runCli(dir, LINT);
      const told = report?.lint?.notEvaluated.filter(({ file }) => file.endsWith('blog.yaml'));
      expect(told?.map(({ file, state }) => [file, state])).toEqual([
        ['tree/dev/blog.yaml', 'unchanged'],
        ['tree/prod/blog.yaml', 'new'],
      ]);
      expect(exitCode).toBe(6);
    });

    it('keep their known entries that were not evaluated under a new name', async () => {
      const { dir, write, commit, git } = repository();
      write('tree/dev/blog.yaml', placementYaml('blog').replace('name: blog\nspec', 'name: blog\n  labels: { of: "${N}" }\nspec'));
      commit();
      git('mv', 'tree/dev', 'tree/test');
      const { exitCode, report } = await runCli(dir, LINT);
      const told = report?.lint?.notEvaluated.filter(({ fleetObject }) => fleetObject === true);
      expect(told?.map(({ file, state }) => [file, state])).toEqual([['tree/test/blog.yaml', 'unchanged']]);
      expect(exitCode).toBe(0);
    });
  });

  describe('with a plan that fails in one of them already', () => {
    const FAILING = placement('e9');
    const NEW = [...PLAN, '--base', 'HEAD', '--fail-on-new'];

    function failingDev(): GitRepository {
      const tree = repository();
      tree.write('tree/dev/shop.yaml', FAILING);
      tree.commit();
      return tree;
    }

    it('pass if nothing else fails, under any name', async () => {
      const { dir, git } = failingDev();
      expect((await runCli(dir, NEW)).exitCode).toBe(0);
      git('mv', 'tree/dev', 'tree/test');
      const { exitCode, report } = await runCli(dir, NEW);
      expect(report?.plan?.placements.map(({ overlay, scheduled }) => [overlay, scheduled])).toEqual([
        ['tree/prod', 'True'],
        ['tree/test', 'False'],
      ]);
      expect(exitCode).toBe(0);
    });

    it('fail if another folder got the fault, or is a copy', async () => {
      const changed = failingDev();
      changed.write('tree/prod/shop.yaml', FAILING);
      expect((await runCli(changed.dir, NEW)).exitCode).toBe(1);
      const swapped = failingDev();
      swapped.write('tree/prod/shop.yaml', FAILING);
      swapped.write('tree/dev/shop.yaml', placement('e1'));
      expect((await runCli(swapped.dir, NEW)).exitCode).toBe(1);
      const copied = failingDev();
      copied.write('tree/stage/shop.yaml', FAILING);
      copied.write('tree/stage/ns.yaml', namespaceYaml('shop'));
      expect((await runCli(copied.dir, NEW)).exitCode).toBe(1);
    });

    it('fail if the old folder was renamed and a new one is a copy of it', async () => {
      const { dir, git, write } = failingDev();
      git('mv', 'tree/dev', 'tree/test');
      write('tree/stage/shop.yaml', FAILING);
      write('tree/stage/ns.yaml', namespaceYaml('shop'));
      expect((await runCli(dir, NEW)).exitCode).toBe(1);
    });

    it('fail if a folder is copied and folders with one name are planned together', async () => {
      const { dir, write, commit } = repository();
      for (let app = 0; app < 12; app += 1)
        for (const stage of ['dev', 'prod'])
          write(`apps/${app}/${stage}/app.yaml`, `${placementYaml(`app-${app}`)}  ${PICKS(app === 0 && stage === 'dev' ? 'e9' : 'e1')}\n`);
      commit();
      const apps = NEW.with(1, 'apps');
      expect((await runCli(dir, apps)).exitCode).toBe(0);
      write('apps/0/prod/app.yaml', `${placementYaml('app-0')}  ${PICKS('e9')}\n`);
      expect((await runCli(dir, apps)).exitCode).toBe(1);
    });
  });
});
