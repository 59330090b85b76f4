/** What a command may touch of the world; the real one is made in main.ts, tests and the Action make their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** All of standard input as text. */
  stdin(): Promise<string>;
  /** Aborted when the user or the runner cancels. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Told of every credential met, so that a shell can keep it out of its log. */
  readonly mask?: (secret: string) => void;
}

export interface Terminal {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in characters; 80 where there is no terminal. */
  readonly columns: number;
  /** Height in lines; 24 where there is no terminal. */
  readonly rows: number;
}
