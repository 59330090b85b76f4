import type { StepwiseHub } from './stepwise-hub.ts';

/** The outcomes of a check that prevents a command from reading a hub. */
export type Obstacle = 'usage' | 'unreachable' | 'notAllowed';

/** The result of one check. A failed check would end the commands that need the hub; a warning would not. */
export type Found =
  | { readonly outcome: 'ok' | 'warning'; readonly evidence: readonly string[]; readonly remedy: readonly string[] }
  | { readonly outcome: 'failed'; readonly as: Obstacle; readonly evidence: readonly string[]; readonly remedy: readonly string[] };

/** One check of the connection to a hub. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** A sentence. */
  readonly asks: string;
  /** The checks that this one depends on: if one of them failed, this one is skipped. */
  readonly needs: readonly string[];
  /** What to do if `run` throws, which is the usual way to fail. */
  readonly remedy: readonly string[];
  /** @throws ConfigError, HubError, ApiError, or the error of a connection if the check failed */
  run(way: StepwiseHub): Found | Promise<Found>;
}

export function ok(...evidence: readonly string[]): Found {
  return { outcome: 'ok', evidence, remedy: [] };
}

export function warning(evidence: readonly string[], ...remedy: readonly string[]): Found {
  return { outcome: 'warning', evidence, remedy };
}

export function failed(as: Obstacle, evidence: readonly string[], ...remedy: readonly string[]): Found {
  return { outcome: 'failed', as, evidence, remedy };
}
