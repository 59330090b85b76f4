import type { Styler } from '../report/text/terminal.ts';

/** The effects that the demo needs from its environment. */
export interface DemoIo {
  readonly stdout: DemoOutput;
  /** The folder of the report file. */
  readonly cwd: string;
  /** Aborted if the user cancels. */
  readonly signal: AbortSignal;
}

interface DemoOutput {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in characters. */
  readonly columns: number;
}

export interface DemoOptions {
  /** File name of the markdown report, relative to `cwd`; `-` is stdout. Default `fleet-gate-demo.md`. */
  readonly out?: string;
  /** Default: no colours. */
  readonly style?: Styler;
}
