/** A folder that its parent kustomization does not list, although it lists the folders beside it. */
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { flux } from '../tree/app-and-placement.ts';

const list = (...names: readonly string[]): string => `resources: [${names.join(', ')}]\n`;
const app = (name: string): Readonly<Record<string, string>> => ({
  [`apps/${name}/kustomization.yaml`]: list('ns.yaml'),
  [`apps/${name}/ns.yaml`]: namespaceYaml(name),
});

async function judged(files: Readonly<Record<string, string>>): Promise<readonly [number, readonly string[]]> {
  const { dir, write } = gitRepository({
    'flux/apps.yaml': flux('apps', 'apps'),
    'flux/placements.yaml': flux('placements', 'placements'),
    'apps/kustomization.yaml': list('shop'),
    ...app('shop'),
    'placements/shop.yaml': placementYaml('shop'),
  });
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  return [exitCode, (report?.lint?.notEvaluated ?? []).map(({ reason }) => reason)];
}

test('the remedy for a forgotten folder is to list it', async () => {
  const [exitCode, reasons] = await judged({ ...app('pay'), 'placements/pay.yaml': placementYaml('pay') });
  expect([exitCode, reasons]).toEqual([6, [expect.stringContaining('add apps/pay to `resources` of the kustomization of apps')]]);
});

test('a folder that is listed is no fault', async () => {
  const files = { ...app('pay'), 'placements/pay.yaml': placementYaml('pay'), 'apps/kustomization.yaml': list('shop', 'pay') };
  expect(await judged(files)).toEqual([0, []]);
});

test('a folder that is beside no listed one is for `worlds`', async () => {
  const files = {
    'other/pay/kustomization.yaml': list('ns.yaml'),
    'other/pay/ns.yaml': namespaceYaml('pay'),
    'placements/pay.yaml': placementYaml('pay'),
  };
  const [exitCode, reasons] = await judged(files);
  expect([exitCode, reasons]).toEqual([6, [expect.stringContaining('was not checked: list the folders of one hub in `worlds`')]]);
});
