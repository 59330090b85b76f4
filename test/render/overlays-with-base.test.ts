/** Faults of overlays, held against what each overlay had before. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../support/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../support/git-repository.ts';
import { runCli, type CliRun } from '../support/run-cli.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');

const GOOD = `${placementYaml('shop')}  policy: { placementType: PickAll }\n`;
const FAULTY = GOOD.replace('PickAll', 'PickAll, numberOfClusters: 3');
const OVERLAY = 'resources: [shop.yaml]\n';
const SHARED = 'resources: [../../base]\n';

function run(repository: GitRepository, ...flags: readonly string[]): Promise<CliRun> {
  const PATH = [kustomize ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  return runCli(repository.dir, ['lint', 'tree', '--base', 'HEAD', '--fail-on-new', '--format', 'json', ...flags], { env: { PATH } });
}

function told({ report }: CliRun): readonly unknown[] {
  const findings = report?.lint?.findings.filter(({ rule }) => rule === 'refused-content');
  return (findings ?? []).map(({ state, rendered }) => [state, rendered?.overlays.toSorted()]);
}

function open({ report }: CliRun): readonly unknown[] {
  return (report?.lint?.notEvaluated ?? []).map(({ state, rendered }) => [state, rendered?.overlays.toSorted()]);
}

describe.skipIf(kustomize === undefined)('an overlay', () => {
  it('has a fault of its own where another overlay had it before', async () => {
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

  it('has a fault anew that it took over from a base which only another one had', async () => {
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

  it('that is new has the faults of its base anew', async () => {
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

  it('keeps its faults where it stays, gets another name, or has a part of its own', async () => {
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

  it('has anew what nobody could judge where another overlay had it before', async () => {
    const unknown = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: NewerKind\nmetadata: { name: shop }\n';
    const repository = gitRepository({
      'tree/base/kustomization.yaml': OVERLAY,
      'tree/base/shop.yaml': unknown,
      'tree/overlays/dev/kustomization.yaml': SHARED,
      'tree/overlays/prod/kustomization.yaml': OVERLAY,
      'tree/overlays/prod/shop.yaml': GOOD,
    });
    const before = await run(repository, '--fail-on-not-evaluated');
    expect(open(before)).toEqual([['unchanged', ['tree/overlays/dev']]]);
    expect(before.exitCode).toBe(0);
    repository.write('tree/overlays/prod/kustomization.yaml', SHARED);
    const after = await run(repository, '--fail-on-not-evaluated');
    expect(open(after)).toEqual([['new', ['tree/overlays/dev', 'tree/overlays/prod']]]);
    expect(after.exitCode).toBe(6);
  });
});
