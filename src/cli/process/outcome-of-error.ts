import { ConfigError, HubError, NothingToDo } from '../../errors.ts';

/** What a run ends in that ends in an error: one that a user can mend, or a bug, which keeps its stack. */
export function outcomeOfError(error: unknown): 'usage' | 'nothingToDo' | HubError['kind'] | 'ownFault' {
  if (error instanceof ConfigError) return 'usage';
  if (error instanceof NothingToDo) return 'nothingToDo';
  return error instanceof HubError ? error.kind : 'ownFault';
}
