import { expect, test } from 'vitest';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

test.each([
  ['json', 'fleet-gate-snapshot.json'],
  ['yaml', 'fleet-gate-snapshot.yaml'],
])('snapshot -o %s is not a file of that name', async (format, file) => {
  await expect(runCli(temporaryFolder(), ['snapshot', '-o', format])).rejects.toThrow(
    `--out takes a file, not a format; write: --out ${file}`,
  );
});
