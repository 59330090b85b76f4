import type { Report } from '../report.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** What a run ended in; the report is there for the commands that judge. */
export interface RunResult {
  readonly exitCode: number;
  readonly report?: Report;
}

/** One command: gets the flags taken apart and the world, publishes its own reports. */
export type CommandRun = (invocation: Invocation, io: Io) => Promise<RunResult>;
