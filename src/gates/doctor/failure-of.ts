import { ConfigError, HubError } from '../../errors.ts';
import { ApiError } from '../hub/http/api-error.ts';
import { isConnectionError, networkFailure } from '../hub/http/network-failure.ts';
import { failed, type Found } from './check.ts';
import type { StepwiseHub } from './stepwise-hub.ts';

/** The result for an error of a step; a bug is thrown again. */
export function failureOf(error: unknown, way: StepwiseHub, remedy: readonly string[]): Found {
  if (error instanceof ConfigError) return failed('usage', [error.message], ...remedy);
  if (error instanceof HubError) return failed(error.kind, [error.message], ...remedy);
  if (error instanceof ApiError) {
    const as = error.status === 401 || error.status === 403 ? 'notAllowed' : 'unreachable';
    return failed(as, [`${error.status}: ${error.message}`], ...remedy);
  }
  if (!isConnectionError(error)) throw error;
  return failed('unreachable', [networkFailure(error, way.endpoint().server.host, way.terms).text], ...remedy);
}
