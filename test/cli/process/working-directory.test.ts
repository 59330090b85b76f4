import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const CLI = join(import.meta.dirname, '../../../src/cli.ts');

describe.runIf(process.platform === 'linux')('in a folder that was removed', () => {
  const inRemoved = (...argv: readonly string[]): ReturnType<typeof spawnSync> =>
    spawnSync('sh', ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, CLI, ...argv], {
      cwd: temporaryFolder(),
      encoding: 'utf8',
    });

  it.each([['lint'], ['explain', 'selects-nothing']])('%s %s reports it in one line', (...argv) => {
    const { status, stderr } = inRemoved(...argv);
    expect(stderr).toBe('fleet-gate: the working directory was removed; change to an existing directory\n');
    expect(status).toBe(2);
  });
});
