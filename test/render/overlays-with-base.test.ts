/** Faults of overlays, and their objects that were not evaluated, compared with those of the same overlay before. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');

const GOOD = `${placementYaml('shop')}  policy: { placementType: PickAll }\n`;
const FAULTY = GOOD.replace('PickAll', 'PickAll, numberOfClusters: 3');
const OVERLAY = 'resources: [shop.yaml]\n';
const SHARED = 'resources: [../../base]\n';

function run(repository: GitRepository, command: 'lint' | 'plan' = 'lint', ...more: readonly string[]): Promise<CliRun> {
  const PATH = [kustomize ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  return runCli(repository.dir, [command, 'tree', '--base', 'HEAD', '--fail-on-new', '--format', 'json', ...more], { env: { PATH } });
}

function told({ report }: CliRun): readonly unknown[] {
  const findings = report?.lint?.findings.filter(({ rule }) => rule === 'refused-content');
  return (findings ?? []).map(({ state, rendered }) => [state, rendered?.overlays.toSorted()]);
}

describe.skipIf(kustomize === undefined)('an overlay', () => {
  it('has a new fault although another overlay had it before', async () => {
    const repository = gitRepository({
      'tree/dev/kustomization.yaml': OVERLAY,
      'tree/dev/shop.yaml': FAULTY,
      'tree/prod/kustomization.yaml': OVERLAY,
      'tree/prod/shop.yaml': GOOD,
    });
    repository.write('tree/dev/shop.yaml', GOOD);
    repository.write('tree/prod/shop.yaml', FAULTY);
    const result = await run(repository);
    expect(told(result)).toEqual([
      ['new', ['tree/prod']],
      ['fixed', ['tree/dev']],
    ]);
    expect(result.exitCode).toBe(1);
  });

  it('has a new fault that came from a base which only another one had', async () => {
    const repository = gitRepository({
      'tree/base/kustomization.yaml': OVERLAY,
      'tree/base/shop.yaml': FAULTY,
      'tree/overlays/dev/kustomization.yaml': SHARED,
      'tree/overlays/prod/kustomization.yaml': OVERLAY,
      'tree/overlays/prod/shop.yaml': GOOD,
    });
    repository.write('tree/overlays/prod/kustomization.yaml', SHARED);
    const result = await run(repository);
    expect(told(result)).toEqual([['new', ['tree/overlays/dev', 'tree/overlays/prod']]]);
    expect(result.exitCode).toBe(1);
  });

  it('that is new has the faults of its base as new', async () => {
    const repository = gitRepository({
      'tree/base/kustomization.yaml': OVERLAY,
      'tree/base/shop.yaml': FAULTY,
      'tree/overlays/dev/kustomization.yaml': SHARED,
    });
    repository.write('tree/overlays/prod/kustomization.yaml', SHARED);
    const result = await run(repository);
    expect(told(result)).toEqual([['new', ['tree/overlays/dev', 'tree/overlays/prod']]]);
    expect(result.exitCode).toBe(1);
  });

  it('keeps its known faults if it does not change, gets another name, or gets its own copy of a part', async () => {
    const repository = gitRepository({
      'tree/base/kustomization.yaml': OVERLAY,
      'tree/base/shop.yaml': FAULTY,
      'tree/overlays/dev/kustomization.yaml': SHARED,
      'tree/overlays/prod/kustomization.yaml': SHARED,
    });
    repository.git('mv', 'tree/overlays/dev', 'tree/overlays/test');
    repository.write('tree/overlays/prod/kustomization.yaml', OVERLAY);
    repository.write('tree/overlays/prod/shop.yaml', FAULTY);
    const result = await run(repository);
    expect(told(result)).toEqual([
      ['unchanged', ['tree/overlays/test']],
      ['unchanged', ['tree/overlays/prod']],
    ]);
    expect(result.exitCode).toBe(0);
  });
});

describe.skipIf(kustomize === undefined)('an entry that is not evaluated in an overlay', () => {
  const OPEN = GOOD.replace('name: shop\nspec', 'name: shop\n  labels: { of: "${N}" }\nspec');

  function open({ report }: CliRun): readonly unknown[] {
    const entries = report?.lint?.notEvaluated ?? report?.plan?.notEvaluated ?? [];
    return entries.filter(({ fleetObject }) => fleetObject === true).map(({ file, rendered, state }) => [file, rendered?.overlays, state]);
  }

  function ofBase(): GitRepository {
    return gitRepository({
      'clusters.yaml': joinedMembers('e1'),
      'tree/base/kustomization.yaml': OVERLAY,
      'tree/base/shop.yaml': OPEN,
      'tree/overlays/dev/kustomization.yaml': SHARED,
      'tree/overlays/prod/kustomization.yaml': OVERLAY,
      'tree/overlays/prod/shop.yaml': GOOD,
    });
  }

  it.each(['lint', 'plan'] as const)('is new for %s in one that took it from a base of another one', async (command) => {
    const repository = ofBase();
    const more = command === 'plan' ? ['--clusters', 'clusters.yaml'] : [];
    const before = await run(repository, command, ...more);
    expect([before.exitCode, open(before)]).toEqual([0, [['tree/base/shop.yaml', ['tree/overlays/dev'], 'unchanged']]]);
    repository.write('tree/overlays/prod/kustomization.yaml', SHARED);
    const result = await run(repository, command, ...more);
    expect(open(result)).toEqual([['tree/base/shop.yaml', ['tree/overlays/dev', 'tree/overlays/prod'], 'new']]);
    expect(result.exitCode).toBe(6);
  });

  it('is new in one that has it as its own file, and known if the other one got another name', async () => {
    const repository = ofBase();
    repository.write('tree/overlays/prod/shop.yaml', OPEN);
    const copied = await run(repository);
    expect(open(copied)).toEqual([
      ['tree/base/shop.yaml', ['tree/overlays/dev'], 'unchanged'],
      ['tree/overlays/prod/shop.yaml', ['tree/overlays/prod'], 'new'],
    ]);
    expect(copied.exitCode).toBe(6);
    repository.write('tree/overlays/prod/shop.yaml', GOOD);
    repository.git('mv', 'tree/overlays/dev', 'tree/overlays/test');
    const renamed = await run(repository);
    expect([renamed.exitCode, open(renamed)]).toEqual([0, [['tree/base/shop.yaml', ['tree/overlays/test'], 'unchanged']]]);
  });

  it('stays known if one of two overlays no longer has it, or if they have it as their own files', async () => {
    const repository = ofBase();
    repository.write('tree/overlays/prod/kustomization.yaml', SHARED);
    repository.remove('tree/overlays/prod/shop.yaml');
    repository.commit();
    repository.write('tree/overlays/prod/kustomization.yaml', OVERLAY);
    repository.write('tree/overlays/prod/shop.yaml', GOOD);
    expect((await run(repository)).exitCode).toBe(0);
    repository.write('tree/overlays/prod/shop.yaml', OPEN);
    const apart = await run(repository);
    expect([apart.exitCode, open(apart)]).toEqual([
      0,
      [
        ['tree/base/shop.yaml', ['tree/overlays/dev'], 'unchanged'],
        ['tree/overlays/prod/shop.yaml', ['tree/overlays/prod'], 'unchanged'],
      ],
    ]);
  });
});

describe.skipIf(kustomize === undefined)('a plan of overlays', () => {
  const FAILING = GOOD.replace('PickAll', 'PickFixed, clusterNames: [e9]');

  it('fails for a fault that only another one had before, and not for one with another name', async () => {
    const repository = gitRepository({
      'clusters.yaml': joinedMembers('e1'),
      'tree/base/kustomization.yaml': OVERLAY,
      'tree/base/shop.yaml': FAILING,
      'tree/overlays/dev/kustomization.yaml': SHARED,
      'tree/overlays/prod/kustomization.yaml': OVERLAY,
      'tree/overlays/prod/shop.yaml': GOOD,
    });
    const plan = (): Promise<CliRun> => run(repository, 'plan', '--clusters', 'clusters.yaml');
    repository.git('mv', 'tree/overlays/dev', 'tree/overlays/test');
    expect((await plan()).exitCode).toBe(0);
    repository.write('tree/overlays/prod/kustomization.yaml', SHARED);
    repository.remove('tree/overlays/prod/shop.yaml');
    const both = await plan();
    expect(both.report?.plan?.placements.map(({ overlay, scheduled }) => [overlay, scheduled])).toEqual([
      ['tree/overlays/prod', 'False'],
      ['tree/overlays/test', 'False'],
    ]);
    expect(both.exitCode).toBe(1);
  });
});

describe.skipIf(kustomize === undefined)('a patch of a kustomization that is not valid', () => {
  const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
  const deployment = (more: string): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\nspec:\n  replicas: 2\n${more}`;
  const POD = `  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: registry.example.com/web@sha256:${'a'.repeat(64)} }] }
`;
  const PROD = 'resources: [../base]\npatches: [{ path: p.yaml }]\n';
  const FILES = {
    'tree/base/kustomization.yaml': 'resources: [ns.yaml, shop.yaml, web.yaml]\n',
    'tree/base/ns.yaml': NAMESPACE,
    'tree/base/shop.yaml': GOOD,
    'tree/base/web.yaml': deployment(POD),
    'tree/prod/kustomization.yaml': PROD,
    'tree/prod/p.yaml': deployment(''),
    '.github/workflows/deploy.yml':
      'on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [{ run: kubectl apply -k tree/prod }] } }\n',
  };

  it.each([
    ['a conflict', `${PROD}<<<<<<< HEAD\nnamePrefix: a-\n=======\nnamePrefix: b-\n>>>>>>> f\n`, 1],
    ['an error', `${PROD}namePrefix: [a\n`, 1],
  ])('is not compared as an object of its own: %s', async (_, broken, exitCode) => {
    const repository = gitRepository(FILES);
    repository.write('tree/prod/kustomization.yaml', broken);
    const result = await run(repository);
    const findings = result.report?.lint?.findings.map(({ rule, file }) => [rule, file]);
    expect([result.exitCode, findings]).toEqual([exitCode, [['yaml-syntax', 'tree/prod/kustomization.yaml']]]);
    expect(result.report?.removals ?? []).toEqual([]);
  });

  it('is compared in an overlay beside it that is valid', async () => {
    const repository = gitRepository({ ...FILES, 'tree/dev/kustomization.yaml': PROD, 'tree/dev/p.yaml': deployment('') });
    repository.write('tree/prod/kustomization.yaml', `${PROD}namePrefix: [a\n`);
    repository.write('tree/dev/p.yaml', deployment('  selector: { matchLabels: { app: other } }\n'));
    const findings = (await run(repository)).report?.lint?.findings.filter(({ rule }) => rule === 'immutable-field');
    expect(findings?.map(({ rendered }) => rendered?.overlays)).toEqual([['tree/dev']]);
  });
});
