import { resolve } from 'node:path';
import type { WatchMemory } from '../../watch/memory.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { checkFolder, save } from '../output/requested-output-file.ts';
import type { Io } from '../process/io.ts';
import type { GitHubIssues } from './github-issues.ts';
import { SendError } from './send.ts';
import { readState, stateText } from './state-file.ts';

export interface RememberedState {
  readonly memory: WatchMemory | undefined;
  /** Why the state file was not used. */
  readonly notes: readonly string[];
  readonly save: (memory: WatchMemory) => void;
}

/** What was reported before: from the state file, else from the issues. @throws {ConfigError} the state file cannot be written */
export async function rememberedState(
  hub: string,
  issues: GitHubIssues | undefined,
  invocation: Invocation,
  io: Io,
): Promise<RememberedState> {
  const file = invocation.value('state');
  const named = invocation.named('state', file);
  const path = file === undefined ? undefined : resolve(io.cwd, file);
  if (path !== undefined) checkFolder(path, named);
  const read = path === undefined ? undefined : readState(path, hub);
  const remember = (memory: WatchMemory): void => {
    if (path !== undefined) save(path, stateText(memory), named);
  };
  if (read !== undefined && 'memory' in read) return { memory: read.memory, notes: [], save: remember };
  const why = read === undefined ? [] : [`The state file ${file} is not used: ${read.why}.`];
  if (issues === undefined) return { memory: undefined, notes: why, save: remember };
  try {
    const memory = await issues.recall(hub);
    const count = Object.keys(memory.objects).length;
    const found = count === 0 ? 'No open issue remembers a failure.' : `The open issues remember ${count} bad objects.`;
    return { memory: count === 0 ? undefined : memory, notes: [...why, found], save: remember };
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    return { memory: undefined, notes: [...why, `The issues could not be read: GitHub ${error.message}.`], save: remember };
  }
}
