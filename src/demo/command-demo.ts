import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../report.ts';
import type { Styler } from '../report/text/terminal.ts';
import { temporaryFolder } from '../static/read/files/temporary-folder.ts';
import type { DemoIo } from './demo-io.ts';
import { type EmbeddedHub, startEmbeddedHub } from './hub/embedded-hub.ts';

/** The effects that a demo of a command needs. */
export interface CommandDemoIo extends Pick<DemoIo, 'stdout' | 'signal'> {
  readonly style: Styler;
  /** Runs `fleet-gate` with these arguments and prints its report. Resolves with the exit code. */
  readonly run: (argv: readonly string[]) => Promise<number>;
}

/** A hub in this process, a temporary folder, and the command that the demo shows. */
export interface DemoStage {
  readonly hub: EmbeddedHub;
  /** The path of a file of this name in the temporary folder. */
  readonly at: (name: string) => string;
  readonly say: (line?: string) => void;
  /** Prints a title and the command as a user types it, and runs it with the login of the hub. Does nothing if the user has cancelled. */
  readonly show: (title: string, command: string, argv: readonly string[]) => Promise<void>;
}

/**
 * Plays a demo of a command, and compares the exit codes of its runs with the expected ones.
 * @param play resolves with another fault that it found, as the end of a sentence
 * @returns 0 if all was as planned, 1 if not, 130 if the user has cancelled
 */
export async function commandDemo(
  { stdout, signal, style, run }: CommandDemoIo,
  expected: readonly number[],
  play: (stage: DemoStage) => Promise<string | undefined>,
): Promise<number> {
  const say = (line = ''): void => stdout.write(`${line}\n`);
  const hub = await startEmbeddedHub();
  const temporary = temporaryFolder('demo');
  const codes: number[] = [];
  try {
    const at = (name: string): string => join(temporary.path, name);
    writeFileSync(at('kubeconfig'), hub.kubeconfig(), { mode: 0o600 });
    const fault = await play({
      hub,
      at,
      say,
      show: async (title, command, argv) => {
        if (signal.aborted) return;
        say(`${style.bold(title)}\n${style.dim(command)}\n`);
        codes.push(await run([...argv, '--kubeconfig', at('kubeconfig')]));
        say();
      },
    });
    if (signal.aborted) return EXIT_CODES.cancelled;
    if (fault === undefined && codes.join() === expected.join()) return EXIT_CODES.passed;
    say(`The demo did not go as planned: exit codes ${codes.join(', ')}${fault === undefined ? '' : `, ${fault}`}`);
    return EXIT_CODES.failed;
  } finally {
    await hub.close();
    temporary.remove();
  }
}
