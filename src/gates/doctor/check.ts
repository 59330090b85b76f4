import type { HubWay } from './hub-way.ts';

/** What can keep a command from looking at a hub, by the outcome it ends with. */
export type Obstacle = 'usage' | 'unreachable' | 'notAllowed';

/** What one check found. What `failed` says ends the commands that need the hub; a warning does not. */
export type Found =
  | { readonly outcome: 'ok' | 'warning'; readonly evidence: readonly string[]; readonly remedy: readonly string[] }
  | { readonly outcome: 'failed'; readonly as: Obstacle; readonly evidence: readonly string[]; readonly remedy: readonly string[] };

/** One question about the way to a hub. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** A sentence. */
  readonly asks: string;
  /** Checks without which this one cannot be made: where one of them failed, it is not checked. */
  readonly needs: readonly string[];
  /** What to do where `run` throws, which is the usual way to fail. */
  readonly remedy: readonly string[];
  /** @throws ConfigError, HubError, ApiError, or the error of a connection: the check failed */
  run(way: HubWay): Found | Promise<Found>;
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
