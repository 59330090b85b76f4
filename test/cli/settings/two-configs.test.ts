import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';

function folder(...configs: readonly string[]): string {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'a.yaml'), NAMESPACE);
  mkdirSync(join(dir, '.git'));
  for (const name of configs) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), 'failOn: warning\n');
  }
  return dir;
}

test('two configurations in one folder are refused, because one of them would be ignored silently', async () => {
  await expect(runCli(folder('.fleet-gate.yaml', '.fleet-gate.yml'), ['lint', 'a.yaml'])).rejects.toThrow(
    new ConfigError('.fleet-gate.yaml and .fleet-gate.yml both exist, and only one can be used; remove one'),
  );
});

test('a single configuration is used under either name, and so is the one that is named', async () => {
  const codes = await Promise.all([
    runCli(folder('.fleet-gate.yaml'), ['lint', 'a.yaml']),
    runCli(folder('.fleet-gate.yml'), ['lint', 'a.yaml']),
    runCli(folder('.fleet-gate.yaml', '.fleet-gate.yml'), ['lint', 'a.yaml', '--config', '.fleet-gate.yml']),
  ]);
  expect(codes.map(({ exitCode, report }) => [exitCode, report?.settings?.config])).toEqual([
    [0, '.fleet-gate.yaml'],
    [0, '.fleet-gate.yml'],
    [0, '.fleet-gate.yml'],
  ]);
});
