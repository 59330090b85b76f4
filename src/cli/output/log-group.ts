import { workflowCommand } from '../../report/github/workflow-command.ts';
import type { Io } from '../process/io.ts';
import { pipelineOf } from './pipeline.ts';

/** The lines that begin and end a collapsible group in a log. */
export interface LogGroup {
  /** @param title a single line without commands */
  open(title: string): string;
  close(): string;
}

/** The id of our section in GitLab. */
const SECTION = 'fleet_gate_wait';

/** The log group of the current pipeline; `undefined` if the pipeline is not known. */
export function logGroup({ env, now }: Pick<Io, 'env' | 'now'>): LogGroup | undefined {
  const pipeline = pipelineOf(env);
  if (pipeline === 'github') return { open: (title) => workflowCommand('group', {}, title), close: () => '::endgroup::' };
  if (pipeline === 'azure') return { open: (title) => `##[group]${title}`, close: () => '##[endgroup]' };
  if (pipeline !== 'gitlab') return undefined;
  const section = (edge: 'start' | 'end', text: string): string =>
    `\u001B[0Ksection_${edge}:${Math.floor(now().getTime() / 1000)}:${SECTION}\r\u001B[0K${text}`;
  return { open: (title) => section('start', title), close: () => section('end', '') };
}
