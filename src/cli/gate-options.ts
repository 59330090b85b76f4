import type { Config } from '../config.ts';
import { DEFAULT_GRACES, type Graces } from '../gates/graces.ts';
import { DEFAULT_OPTIONS, type GateOptions } from '../gates/options.ts';
import { choiceFlag, defined, durationFlag, type Invocation, switchFlag } from './invocation.ts';

/** Flags over the configuration file over the defaults. @throws {ConfigError} */
export function gateOptions(invocation: Invocation, config: NonNullable<Config['gate']>): GateOptions {
  const { grace, ...file } = config;
  const flags = {
    for: choiceFlag(invocation, 'for', ['available', 'applied', 'diff-reported', 'succeeded', 'scheduled']),
    onApproval: choiceFlag(invocation, 'on-approval', ['wait', 'fail', 'pass']),
    timeout: durationFlag(invocation, 'timeout'),
    hold: durationFlag(invocation, 'hold'),
    settle: durationFlag(invocation, 'settle'),
    stuckGrace: durationFlag(invocation, 'stuck-grace'),
    accessGrace: durationFlag(invocation, 'access-grace'),
    allowPartial: switchFlag(invocation, 'allow-partial'),
    allowEmpty: switchFlag(invocation, 'allow-empty'),
    failOnDrift: switchFlag(invocation, 'fail-on-drift'),
    requireSelected: switchFlag(invocation, 'require-selected'),
  };
  const graces: Graces = { ...DEFAULT_GRACES, ...(grace as Partial<Graces> | undefined) };
  return { ...DEFAULT_OPTIONS, ...defined(file), ...defined(flags), grace: graces };
}
