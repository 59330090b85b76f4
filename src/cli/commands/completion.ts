import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { bashCompletion } from '../completion/bash.ts';
import { completedCommands, type CompletedCommand, type Shell, SHELLS } from '../completion/completed.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { CommandRun } from '../output/run-result.ts';

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `fleet-gate completion SHELL` prints the script with which a shell completes commands, flags and their values. */
export const runCompletion: CommandRun = (invocation, io) => {
  const [word, ...rest] = invocation.positionals;
  const shell = SHELLS.find((candidate) => candidate === word);
  if (shell === undefined || rest.length > 0) {
    const meant = word === undefined ? undefined : nearest(word, SHELLS);
    throw new ConfigError(
      `completion takes one shell: ${SHELLS.join(', ')}${meant === undefined || shell !== undefined ? '' : `; did you mean ${meant}?`}`,
    );
  }
  io.stdout.write(SCRIPTS[shell](completedCommands()));
  return Promise.resolve({ exitCode: 0 });
};
