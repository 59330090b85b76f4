/** Scripts for shells have every command and flag; `test/channels/completion.test.ts` tries them in the shells. */
import { describe, expect, test } from 'vitest';
import { SHELLS } from '../../../src/cli/completion/completed.ts';
import { flagsOf } from '../../../src/cli/command-line/flags.ts';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { runCli } from '../../support/process/run-cli.ts';

describe.each(SHELLS)('completion %s', (shell) => {
  test('has every command and every flag', async () => {
    const { exitCode, out, err } = await runCli('/', ['completion', shell]);
    expect([exitCode, err]).toEqual([0, '']);
    for (const command of COMMANDS) {
      expect(out).toContain(command);
      for (const { name } of flagsOf(command)) expect(out).toMatch(shell === 'fish' ? `-l ${name} ` : `--${name}`);
    }
  });
});

test.each([
  [['completion'], 'completion takes one shell: bash, zsh, fish'],
  [['completion', 'bsh'], 'completion takes one shell: bash, zsh, fish; did you mean bash?'],
  [['completion', 'bash', 'zsh'], 'completion takes one shell: bash, zsh, fish'],
])('%j', async (argv, message) => {
  await expect(runCli('/', argv)).rejects.toThrow(message);
});
