import type { Styler } from '../report/text/terminal.ts';

/** What the demo may touch of the world. */
export interface DemoIo {
  readonly stdout: DemoOutput;
  /** The report is written here. */
  readonly cwd: string;
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
}

interface DemoOutput {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in characters. */
  readonly columns: number;
}

export interface DemoOptions {
  /** File of the markdown report, from `cwd`; `-` is stdout. Default `fleet-gate-demo.md`. */
  readonly out?: string;
  /** Colours; default none. */
  readonly style?: Styler;
}
