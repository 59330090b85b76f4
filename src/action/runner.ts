import type { OutputName } from './outputs.ts';

/** What the Actions runner offers a step; `core.ts` is the real one, tests script their own. */
export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of an input, trimmed; empty where none is given. */
  input(name: string): string;
  output(name: OutputName, value: string): void;
  /** Has the value masked in the log from here on. */
  secret(value: string): void;
  /** Finished lines for the log, workflow commands among them. */
  log(text: string): void;
  notice(message: string): void;
  warning(message: string): void;
  /** Appends to the job summary. @throws where the runner keeps none or the file cannot be written. */
  summary(markdown: string): Promise<void>;
}
