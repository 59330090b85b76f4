import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfUser } from '../../../src/cli/process/compile-cache.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

describe.runIf(process.platform === 'linux')('the folder of the compile cache', () => {
  it('is created for the user alone', () => {
    const home = temporaryFolder();
    expect(folderOfUser({ HOME: home })).toBe(join(home, '.cache/fleet-gate'));
    expect(statSync(join(home, '.cache/fleet-gate')).mode & 0o777).toBe(0o700);
    expect(folderOfUser({ HOME: home })).toBe(join(home, '.cache/fleet-gate'));
  });

  it('is in the standard place for caches', () => {
    const [home, caches] = [temporaryFolder(), temporaryFolder()];
    expect(folderOfUser({ HOME: home, XDG_CACHE_HOME: caches })).toBe(join(caches, 'fleet-gate'));
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });

  it.each([
    ['others can read it', (home: string) => chmodSync(join(home, '.cache/fleet-gate'), 0o755)],
    ['others can put another one in its place', (home: string) => chmodSync(join(home, '.cache'), 0o777)],
    [
      'it is a link',
      (home: string) => {
        rmSync(join(home, '.cache/fleet-gate'), { recursive: true });
        mkdirSync(join(home, 'other'), { mode: 0o700 });
        symlinkSync('../other', join(home, '.cache/fleet-gate'));
      },
    ],
  ])('is not used if %s', (_, spoil) => {
    const home = temporaryFolder();
    expect(folderOfUser({ HOME: home })).toBeDefined();
    spoil(home);
    expect(folderOfUser({ HOME: home })).toBeUndefined();
  });

  it('is not used if its owner is unknown', () => {
    expect(folderOfUser({})).toBeUndefined();
    expect(folderOfUser({ HOME: 'relative' })).toBeUndefined();
  });
});
