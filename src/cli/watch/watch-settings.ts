import { ConfigError } from '../../errors.ts';
import type { WatchLimits } from '../../watch/next-memory.ts';
import { defaultValue, flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';

export interface WatchSettings extends WatchLimits {
  readonly once: boolean;
  /** Milliseconds between two looks. */
  readonly every: number;
}

/** @throws {ConfigError} */
export function watchSettings(invocation: Invocation): WatchSettings {
  const { named } = invocation;
  const every = flagValue(invocation, 'every') ?? defaultValue('every');
  const once = invocation.switch('once');
  if (every < LEAST_EVERY) throw new ConfigError(`${named('every')} must be at least ${LEAST_EVERY / 1000}s`);
  for (const flag of ['every', 'metrics'] as const) {
    if (once && invocation.value(flag) !== undefined) throw new ConfigError(`${named(flag)} and ${named('once')} exclude each other`);
  }
  for (const flag of ['member', 'member-kubeconfig'] as const) {
    if (invocation.values(flag).length > 0 && invocation.values('manifests').length === 0)
      throw new ConfigError(`${named(flag)} goes with ${named('manifests', 'PATH')}: members are asked for the objects that these need`);
  }
  return {
    once,
    every,
    remind: flagValue(invocation, 'remind') ?? defaultValue('remind'),
    stalledAfter: flagValue(invocation, 'stalled-after') ?? defaultValue('stalled-after'),
  };
}

const LEAST_EVERY = 5000;
