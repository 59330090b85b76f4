import { ConfigError } from '../../errors.ts';
import { DEFAULT_GRACES, type Graces } from '../../gates/graces.ts';
import { DEFAULT_OPTIONS, type GateOptions } from '../../gates/options.ts';
import { GATE_FLAGS, type GateConfig } from '../../settings/settings.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';

/** Flags override the configuration file, which overrides the defaults. @throws {ConfigError} */
export function gateOptions(invocation: Invocation, config: GateConfig): GateOptions {
  const { named } = invocation;
  if (invocation.switch('require-selected') && !hasManifests(invocation))
    throw new ConfigError(`${named('require-selected')} needs the manifests of the deploy: give ${named('manifests', 'PATH')}`);
  const { grace, ...file } = config;
  const flags: typeof file = Object.fromEntries(GATE_FLAGS.map(({ name, key }) => [key, flagValue(invocation, name)]));
  const graces: Graces = { ...DEFAULT_GRACES, ...(grace as Partial<Graces> | undefined) };
  return { ...DEFAULT_OPTIONS, ...defined(file), ...defined(flags), images: invocation.values('image'), grace: graces };
}

/** Whether the manifests of the deploy are given; `requireSelected` needs them. */
export function hasManifests(invocation: Pick<Invocation, 'values'>): boolean {
  return invocation.values('manifests').length > 0;
}
