import { ConfigError } from '../errors.ts';
import { processIo } from './process-io.ts';
import { run } from './run.ts';

/** The CLI on the real process. Sets the exit code and lets Node end by itself, so that output is never cut. */
export async function main(): Promise<void> {
  const cancel = new AbortController();
  const io = processIo(cancel.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (cancel.signal.aborted) process.exit(130);
      cancel.abort();
    });
  }
  // `fleet-gate … | head`: the reader is gone, which is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    process.exitCode = (await run(process.argv.slice(2), io)).exitCode;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    io.stderr.write(`fleet-gate: ${error.message}\n`);
    process.exitCode = 2;
  }
}
