import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe.runIf(['x64', 'arm64'].includes(process.arch))('a judgement in a worker', () => {
  it.each([
    ['has V8 optimise little until it is over', [], ['flag --no-turbofan', 'flag --turbofan']],
    ['leaves it to whoever set flags of V8', ['--no-maglev'], []],
  ])('%s', (_, flags, told) => {
    const folder = temporaryFolder();
    const tells = path.join(folder, 'tells-flags.mjs');
    writeFileSync(tells, TELLS_FLAGS);
    writeFileSync(path.join(folder, 'a.yaml'), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n');
    const said = saidOf([...flags, '--import', tells, CLI, 'lint', folder, '--deadline', '1m', '--format', 'json']);
    expect(said.split('\n').filter((line) => line.endsWith('turbofan'))).toEqual(told);
    // V8 complains of a flag that it does not know.
    expect(said).not.toMatch(/^Error/m);
  });
});

/** What a program wrote to standard error. */
function saidOf(argv: readonly string[]): string {
  const env = { ...process.env, CI: 'true' };
  return spawnSync(process.execPath, ['--no-warnings', ...argv], { encoding: 'utf8', env }).stderr;
}
