/** A configuration below the working directory is not used. This is reported if it is above a checked file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

function tree(...configs: readonly string[]): string {
  const dir = temporaryFolder();
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  mkdirSync(join(dir, '.git'));
  write('repo/deploy/a.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n');
  for (const config of configs) write(config, 'failOn: warning\n');
  return dir;
}

const notes = async (dir: string, ...argv: readonly string[]): Promise<readonly string[]> =>
  (await runCli(dir, ['lint', ...argv])).report?.notes ?? [];

const SAID =
  'repo/.fleet-gate.yaml is not used, because a configuration is searched for in the working directory and above; to use it, add --config repo/.fleet-gate.yaml.';

test.each([['repo'], ['repo/deploy'], ['repo/deploy/a.yaml'], ['repo/deploy', 'repo/']])('%s', async (...paths) => {
  expect(await notes(tree('repo/.fleet-gate.yaml'), ...paths)).toEqual([SAID]);
  expect(await notes(tree('repo/.fleet-gate.yaml', '.fleet-gate.yaml'), ...paths)).toEqual([SAID]);
});

test('a file that is used, that is outside the path, or beside a named one is not reported', async () => {
  expect(await notes(tree('.fleet-gate.yaml'), 'repo')).toEqual([]);
  expect(await notes(tree('other/.fleet-gate.yaml'), 'repo')).toEqual([]);
  expect(await notes(join(tree('repo/.fleet-gate.yaml'), 'repo'), 'deploy')).toEqual([]);
  expect(await notes(tree('repo/.fleet-gate.yaml'), 'repo', '--config', 'repo/.fleet-gate.yaml')).toEqual([]);
});

test.each(['.fleet-gate.json', '.fleetgate.yaml', 'repo/.fleet-gate.toml'])('%s is not a name of a configuration', async (file) => {
  const said = [`${file} is not used, because a configuration must be YAML and named .fleet-gate.yaml.`];
  expect(await notes(tree(file), 'repo')).toEqual(said);
  expect(await notes(tree(file), 'repo', '--config', file)).toEqual([]);
});
