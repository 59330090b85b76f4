import { execFileSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from '../../../src/cli/process/make-folders.ts';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

it('makes missing parents with the given mode, and does not change existing folders', () => {
  const dir = temporaryFolder();
  makeFolders(join(dir, 'a/b/c'), 0o700);
  makeFolders(join(dir, 'a/b'), 0o755);
  expect(statSync(join(dir, 'a/b/c')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'a/b')).mode & 0o777).toBe(0o700);
  expect(() => makeFolders('/')).not.toThrow();
});

it('follows a link to a folder, and refuses a file in the way', () => {
  const dir = temporaryFolder();
  makeFolders(join(dir, 'a'));
  symlinkSync('a', join(dir, 'link'));
  makeFolders(join(dir, 'link/b'));
  expect(existsSync(join(dir, 'a/b'))).toBe(true);
  writeFileSync(join(dir, 'file'), '');
  expect(() => makeFolders(join(dir, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(dir, 'file/b/c'))).toThrow('ENOTDIR');
});

// Runs in a separate process, because an endless loop cannot be stopped from within.
it.runIf(existsSync('/proc/self'))('fails if a folder cannot be created in an existing one', () => {
  const source = `import { makeFolders } from ${JSON.stringify(join(import.meta.dirname, '../../../src/cli/process/make-folders.ts'))};
    try { makeFolders('/proc/none/such'); } catch (error) { process.stdout.write(error.code); }`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8', timeout: HANG_LIMIT });
  expect(said).toMatch(/^(ENOENT|EACCES)$/);
});
