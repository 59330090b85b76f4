import { run } from '../../../src/cli/commands/run.ts';
import type { MergesInto } from '../../../src/cli/process/io.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import type { Report } from '../../../src/report.ts';
import { fakeIo } from './fake-io.ts';

/** The result of a run of the command line. */
export interface CliRun {
  readonly exitCode: number;
  readonly out: string;
  /** The first line of the output. */
  readonly first: string;
  readonly err: string;
  readonly report: Report | undefined;
}

/** Runs the command within this process, in a folder, with `PATH` as its only environment variable. */
export async function runCli(
  cwd: string,
  argv: readonly string[],
  {
    stdin = '',
    env = {},
    ...more
  }: { stdin?: string; env?: Readonly<Record<string, string>>; mergesInto?: MergesInto; clock?: Clock; signal?: AbortSignal } = {},
): Promise<CliRun> {
  const io = { ...fakeIo({ cwd, stdin, env: { PATH: process.env['PATH'] ?? '', ...env } }), ...more };
  const { exitCode, report } = await run(argv, io);
  return { exitCode, out: io.out(), first: io.out().split('\n')[0] ?? '', err: io.err(), report };
}
