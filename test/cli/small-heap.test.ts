import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CLI = path.resolve(import.meta.dirname, '../../src/cli.ts');

/** Writes each flag that the program gives V8 to standard error. */
const TELLS_FLAGS = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => {
    process.stderr.write('flag ' + flag + '\\n');
    setFlagsFromString(flag);
  };
  syncBuiltinESMExports();
`;

it.each(['wait', 'diagnose'])('%s has V8 let its heap grow by the least between two collections', (command) => {
  const folder = temporaryFolder();
  const tells = path.join(folder, 'tells-flags.mjs');
  writeFileSync(tells, TELLS_FLAGS);
  const said = saidOf(['--import', tells, CLI, command, 'crp/web', '--format', 'none']);
  expect(said.split('\n').filter((line) => line.startsWith('flag '))).toContain('flag --optimize-for-size');
});

/** What a program that ends with a fault wrote to standard error. */
function saidOf(argv: readonly string[]): string {
  try {
    execFileSync(process.execPath, ['--no-warnings', ...argv], { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, CI: 'true' } });
    return '';
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}
