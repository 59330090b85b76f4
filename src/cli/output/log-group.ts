import { workflowCommand } from '../../report/github/workflow-command.ts';
import type { Io } from '../process/io.ts';
import { pipelineOf } from './pipeline.ts';

/** What folds lines of a log away: the line before them, and the line after. */
export interface LogGroup {
  /** @param title a single line without commands */
  open(title: string): string;
  close(): string;
}

/** GitLab tells sections apart by a name of ours. */
const SECTION = 'fleet_gate_wait';

/** The group of the pipeline the tool runs in; `undefined` where none is known. */
export function logGroup({ env, now }: Pick<Io, 'env' | 'now'>): LogGroup | undefined {
  const pipeline = pipelineOf(env);
  if (pipeline === 'github') return { open: (title) => workflowCommand('group', {}, title), close: () => '::endgroup::' };
  if (pipeline === 'azure') return { open: (title) => `##[group]${title}`, close: () => '##[endgroup]' };
  if (pipeline !== 'gitlab') return undefined;
  const section = (edge: 'start' | 'end', text: string): string =>
    `\u001B[0Ksection_${edge}:${Math.floor(now().getTime() / 1000)}:${SECTION}\r\u001B[0K${text}`;
  return { open: (title) => section('start', title), close: () => section('end', '') };
}
