import type { OutputName } from './outputs.ts';

/** What the Actions runner offers to a step. `core.ts` is the real one; tests use their own. */
export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of an input, trimmed; empty if it is not set. */
  input(name: string): string;
  output(name: OutputName, value: string): void;
  /** Masks the value in the log from now on. */
  secret(value: string): void;
  /** Writes complete lines to the log; they may include workflow commands. */
  log(text: string): void;
  notice(message: string): void;
  warning(message: string): void;
  /** Appends to the job summary. @throws if the runner does not have one or the file cannot be written. */
  summary(markdown: string): Promise<void>;
}
