import { ConfigError } from '../../errors.ts';
import { unlessAborted } from '../../gates/unless-aborted.ts';
import { EXIT_CODES } from '../../report.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { openSource, type Source } from '../hub/judged-source.ts';
import { checkTargets, unlistedText } from '../hub/targets.ts';
import type { CommandRun } from '../output/run-result.ts';
import { complain } from '../process/io.ts';
import { ResourceStack } from '../process/resource-stack.ts';
import { loadConfig } from '../settings/config-file.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { judgedStatus } from '../status/judged-status.ts';
import { statusNotes, statusText } from '../status/print-status.ts';
import { watchStatus } from '../status/watch-status.ts';

/**
 * `fleet-gate status [KIND/[NS/]NAME…]` lists placements and update runs with their state and cause. Its exit code is 0 if all of them
 * could be read, whatever the state. `--watch` ends only by a signal, as cancelled: the list may not have been read even once.
 */
export const runStatus: CommandRun = async (invocation, io) => {
  const { named } = invocation;
  const format = flagValue(invocation, 'output') ?? 'table';
  const isWatched = invocation.switch('watch');
  if (isWatched && invocation.values('from').length > 0)
    throw new ConfigError(`${named('watch')} and ${named('from')} exclude each other: files do not change`);
  if (isWatched && (format === 'json' || format === 'name'))
    throw new ConfigError(`${named('watch')} prints a table; remove ${named('output', format)}`);
  checkTargets(invocation, io.cwd);
  const found = await loadConfig(invocation, io);
  const options = gateOptions(invocation, found.config.gate ?? {});
  const opened = new ResourceStack();
  let source: Source | undefined;
  try {
    source = await openSource(invocation, io, opened, options);
    const input = { source, options, found, invocation, io };
    const status = await unlessAborted(isWatched ? watchStatus(input, format === 'wide') : judgedStatus(input), io.signal);
    if (status === undefined) {
      complain(new Error('cancelled'), io);
      return { exitCode: EXIT_CODES.cancelled };
    }
    statusNotes(invocation, io)(status);
    const isListed = invocation.positionals.length === 0 || invocation.value('selector') !== undefined;
    const unlisted = isListed ? unlistedText(source.reader.state()) : undefined;
    io.stdout.write(statusText(status, format, invocation, io, unlisted));
    if (unlisted === undefined) return { exitCode: EXIT_CODES.passed };
    complain(new Error(unlisted), io);
    return { exitCode: EXIT_CODES.notAllowed };
  } finally {
    source?.notices?.();
    await opened.close();
  }
};
