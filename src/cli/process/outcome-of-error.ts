import { ConfigError, HubError, NothingToDo } from '../../errors.ts';

/** The outcome of a run that ends with an error. An error that the user cannot correct is a bug and keeps its stack. */
export function outcomeOfError(error: unknown): 'usage' | 'nothingToDo' | HubError['kind'] | 'ownFault' {
  if (error instanceof ConfigError) return 'usage';
  if (error instanceof NothingToDo) return 'nothingToDo';
  return error instanceof HubError ? error.kind : 'ownFault';
}
