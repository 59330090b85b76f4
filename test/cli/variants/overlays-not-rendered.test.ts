/** Overlays that are not rendered, because kustomize is not used, compared with their own base. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';

const OPEN = placementYaml('blog').replace('name: blog\nspec', 'name: blog\n  labels: { of: "${N}" }\nspec');
const FAILING = `${placementYaml('shop')}  policy: { placementType: PickFixed, clusterNames: [e9] }\n`;

/** `kustomization.yaml` that lists these files. */
function listing(...files: readonly string[]): string {
  return `resources: [${files.join(', ')}]\n`;
}

function run({ dir }: GitRepository, command: 'lint' | 'plan', ...more: readonly string[]): Promise<CliRun> {
  return runCli(dir, [command, 'tree', '--base', 'HEAD', '--fail-on-new', '--render-with', 'off', '--format', 'json', ...more]);
}

/** Objects that fail because their final content is not known: file, overlays, state. */
function open({ report }: CliRun): readonly unknown[] {
  const entries = report?.lint?.notEvaluated ?? report?.plan?.notEvaluated ?? [];
  return entries.filter(({ fleetObject }) => fleetObject === true).map(({ file, rendered, state }) => [file, rendered?.overlays, state]);
}

describe('an entry that was not evaluated, in an overlay that is not rendered', () => {
  function repository(): GitRepository {
    return gitRepository({
      'clusters.yaml': joinedMembers('e1'),
      'tree/dev/kustomization.yaml': listing('blog.yaml'),
      'tree/dev/blog.yaml': OPEN,
      'tree/prod/kustomization.yaml': listing('other.yaml'),
      'tree/prod/other.yaml': placementYaml('other'),
    });
  }

  it.each(['lint', 'plan'] as const)('is new for %s in an overlay that is a copy', async (command) => {
    const tree = repository();
    const clusters = command === 'plan' ? ['--clusters', 'clusters.yaml'] : [];
    expect((await run(tree, command, ...clusters)).exitCode).toBe(0);
    tree.write('tree/prod/kustomization.yaml', listing('other.yaml', 'blog.yaml'));
    tree.write('tree/prod/blog.yaml', OPEN);
    const result = await run(tree, command, ...clusters);
    expect(open(result)).toEqual([
      ['tree/dev/blog.yaml', ['tree/dev'], 'unchanged'],
      ['tree/prod/blog.yaml', ['tree/prod'], 'new'],
    ]);
    expect(result.exitCode).toBe(6);
  });

  it('stays known in another file of the overlay, and if the object was renamed', async () => {
    const tree = repository();
    tree.git('mv', 'tree/dev/blog.yaml', 'tree/dev/moved.yaml');
    tree.write('tree/dev/kustomization.yaml', listing('moved.yaml'));
    tree.git('mv', 'tree/dev', 'tree/test');
    const result = await run(tree, 'lint');
    expect(open(result)).toEqual([['tree/test/moved.yaml', ['tree/test'], 'unchanged']]);
    expect(result.exitCode).toBe(0);
  });

  it('is new in an overlay that now lists a base, although the base did not change', async () => {
    const tree = gitRepository({
      'tree/base/kustomization.yaml': listing('blog.yaml'),
      'tree/base/blog.yaml': OPEN,
      'tree/dev/kustomization.yaml': listing('../base'),
      'tree/prod/kustomization.yaml': listing('other.yaml'),
      'tree/prod/other.yaml': placementYaml('other'),
    });
    tree.write('tree/prod/kustomization.yaml', listing('../base'));
    const both = await run(tree, 'lint');
    expect(open(both)).toEqual([['tree/base/blog.yaml', ['tree/dev', 'tree/prod'], 'new']]);
    expect(both.exitCode).toBe(6);
    tree.commit();
    tree.write('tree/dev/kustomization.yaml', listing('other.yaml'));
    tree.write('tree/dev/other.yaml', placementYaml('other'));
    const one = await run(tree, 'lint');
    expect(open(one)).toEqual([['tree/base/blog.yaml', ['tree/prod'], 'unchanged']]);
    expect(one.exitCode).toBe(0);
  });

  it('is new in an overlay whose patch is a copy from another overlay', async () => {
    const patching = (patch: string): string => `${listing('shop.yaml')}${patch}`;
    const PATCH = 'patches: [{ path: patch.yaml }]\n';
    const open$ = OPEN.replaceAll('blog', 'shop');
    const tree = gitRepository({
      'tree/dev/kustomization.yaml': patching(PATCH),
      'tree/dev/shop.yaml': placementYaml('shop'),
      'tree/dev/patch.yaml': open$,
      'tree/prod/kustomization.yaml': patching(''),
      'tree/prod/shop.yaml': placementYaml('shop'),
    });
    tree.write('tree/prod/kustomization.yaml', patching(PATCH));
    tree.write('tree/prod/patch.yaml', open$);
    const told = open(await run(tree, 'lint'));
    expect(told).toContainEqual(['tree/dev/patch.yaml', ['tree/dev'], 'unchanged']);
    expect(told).toContainEqual(['tree/prod/patch.yaml', ['tree/prod'], 'new']);
  });

  // SECURITY.md: `render-with: off` does without them
  it('is shown with its overlays in every format', async () => {
    const tree = repository();
    for (const format of ['text', 'markdown', 'sarif', 'junit', 'github', 'html']) {
      const { out } = await runCli(tree.dir, ['lint', 'tree', '--render-with', 'off', '--format', format]);
      expect([format, out]).toEqual([format, expect.stringMatching(/ClusterResourcePlacement.{0,9}\/.{0,9}blog.{0,9} \(tree\/dev\)/)]);
    }
  });
});

describe('a finding in an overlay that is not rendered', () => {
  const GOOD = `${placementYaml('shop')}  policy: { placementType: PickAll }\n`;
  const FAULTY = GOOD.replace('PickAll', 'PickAll, numberOfClusters: 3');

  function repository(): GitRepository {
    return gitRepository({
      'tree/dev/kustomization.yaml': listing('shop.yaml'),
      'tree/dev/shop.yaml': FAULTY,
      'tree/prod/kustomization.yaml': listing('shop.yaml'),
      'tree/prod/shop.yaml': GOOD,
    });
  }

  async function states(tree: GitRepository): Promise<readonly unknown[]> {
    const { exitCode, report } = await run(tree, 'lint');
    const found = report?.lint?.findings.filter(({ rule }) => rule === 'refused-content') ?? [];
    return [exitCode, ...found.map(({ file, state }) => `${file} ${state ?? ''}`)];
  }

  it('is new in an overlay that is a copy, and in one that got its file', async () => {
    const tree = repository();
    expect(await states(tree)).toEqual([0, 'tree/dev/shop.yaml unchanged']);
    tree.write('tree/prod/shop.yaml', FAULTY);
    expect(await states(tree)).toEqual([1, 'tree/dev/shop.yaml unchanged', 'tree/prod/shop.yaml new']);
    tree.write('tree/dev/shop.yaml', GOOD);
    expect(await states(tree)).toEqual([1, 'tree/prod/shop.yaml new', 'tree/dev/shop.yaml fixed']);
  });

  it('is new in a file that another overlay lists now', async () => {
    const tree = gitRepository({
      'tree/files/shop.yaml': FAULTY,
      'tree/dev/kustomization.yaml': listing('../files/shop.yaml'),
      'tree/prod/kustomization.yaml': listing('other.yaml'),
      'tree/prod/other.yaml': placementYaml('other'),
      'tree/dev/more.yaml': placementYaml('more'),
    });
    tree.write('tree/dev/kustomization.yaml', listing('more.yaml'));
    tree.write('tree/prod/kustomization.yaml', listing('other.yaml', '../files/shop.yaml'));
    expect(await states(tree)).toEqual([1, 'tree/files/shop.yaml new', 'tree/files/shop.yaml fixed']);
  });

  it('stays known if the overlay or its file was renamed', async () => {
    const tree = repository();
    tree.git('mv', 'tree/dev', 'tree/test');
    tree.git('mv', 'tree/test/shop.yaml', 'tree/test/placement.yaml');
    tree.write('tree/test/kustomization.yaml', listing('placement.yaml'));
    expect(await states(tree)).toEqual([0, 'tree/test/placement.yaml unchanged']);
  });

  it('stays known if its file was in no overlay before, or is in none now', async () => {
    const tree = repository();
    tree.remove('tree/dev/kustomization.yaml');
    expect(await states(tree)).toEqual([0, 'tree/dev/shop.yaml unchanged']);
    tree.commit();
    tree.write('tree/dev/kustomization.yaml', listing('shop.yaml'));
    expect(await states(tree)).toEqual([0, 'tree/dev/shop.yaml unchanged']);
  });
});

describe('a plan of overlays that are not rendered', () => {
  const PLAN = ['--clusters', 'clusters.yaml'];

  function repository(): GitRepository {
    return gitRepository({
      'clusters.yaml': joinedMembers('e1'),
      'tree/dev/kustomization.yaml': listing('shop.yaml'),
      'tree/dev/shop.yaml': FAILING,
      'tree/prod/kustomization.yaml': listing('shop.yaml'),
      'tree/prod/shop.yaml': FAILING.replace('e9', 'e1'),
    });
  }

  it('fails for a fault that only another overlay had before', async () => {
    const tree = repository();
    expect((await run(tree, 'plan', ...PLAN)).exitCode).toBe(0);
    tree.write('tree/prod/shop.yaml', FAILING);
    expect((await run(tree, 'plan', ...PLAN)).exitCode).toBe(1);
    tree.write('tree/dev/shop.yaml', FAILING.replace('e9', 'e1'));
    expect((await run(tree, 'plan', ...PLAN)).exitCode).toBe(1);
  });

  it('passes if the overlay that failed was renamed, or was a plain file', async () => {
    const tree = repository();
    tree.git('mv', 'tree/dev', 'tree/test');
    expect((await run(tree, 'plan', ...PLAN)).exitCode).toBe(0);
    const plain = gitRepository({ 'clusters.yaml': joinedMembers('e1'), 'tree/dev/shop.yaml': FAILING });
    plain.write('tree/dev/kustomization.yaml', listing('shop.yaml'));
    expect((await run(plain, 'plan', ...PLAN)).exitCode).toBe(0);
  });
});
