/** A chart within a chart has an alias in the output of helm. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');

const chart = (name: string, alias?: string): string =>
  `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${alias === undefined ? '' : `dependencies: [{ name: cart, version: 1.0.0, alias: ${alias} }]\n`}`;
const placement = (policy: string): string => `${placementYaml('{{ .Chart.Name }}')}  policy: ${policy}\n`;

async function run(files: Readonly<Record<string, string>>): Promise<CliRun> {
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  return runCli(gitRepository(files).dir, ['lint', '.'], { env: { PATH } });
}

it.skipIf(helm === undefined).each([
  ['shop', { 'Chart.yaml': chart('shop', 'basket'), 'charts/cart/Chart.yaml': chart('cart') }, 'charts/cart'],
  [
    'shop, two levels below',
    { 'Chart.yaml': chart('shop', 'a'), 'charts/cart/Chart.yaml': chart('cart', 'b'), 'charts/cart/charts/cart/Chart.yaml': chart('cart') },
    'charts/cart/charts/cart',
  ],
])('a template of a chart with an alias in %s is its file', async (_, charts, folder) => {
  const template = `${folder}/templates/crp.yaml`;
  const good = await run({ ...charts, [template]: placement('{ placementType: PickAll }') });
  expect([good.first, good.exitCode]).toEqual([expect.stringContaining('PASSED'), 0]);
  const bad = await run({ ...charts, [template]: placement('{ placementType: PickSome }') });
  expect([bad.first, bad.exitCode]).toEqual([expect.stringContaining(`FAILED: ${template}:`), 1]);
});
