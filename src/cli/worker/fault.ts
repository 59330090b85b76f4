import { ConfigError, HubError, NothingToDo } from '../../errors.ts';
import { outcomeOfError } from '../process/outcome-of-error.ts';
import { wholeStack } from '../process/whole-stack.ts';
import type { Fault } from './messages.ts';

/** An error as it goes to another thread. */
export function faultOf(error: unknown): Fault {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return { of: kindOf(error), message, stack: wholeStack(error) };
}

/** The error that was sent, of the class it had where a user can mend it. */
export function errorOf({ of, message, stack }: Fault): Error {
  if (of === 'usage') return new ConfigError(message);
  if (of === 'nothingToDo') return new NothingToDo(message);
  if (of !== undefined) return new HubError(of, message);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function kindOf(error: unknown): Fault['of'] {
  const outcome = outcomeOfError(error);
  return outcome === 'ownFault' ? undefined : outcome;
}
