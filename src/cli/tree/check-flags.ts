import type { Config } from '../../settings/settings.ts';
import { ConfigError } from '../../errors.ts';
import { failOn } from '../settings/fail-on.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { namesHub } from '../command-line/reads-hub.ts';
import { askedDiff } from './asked-diff.ts';

/** Checks the flags of `lint` and `plan` before anything is read. @throws {ConfigError} */
export function checkFlags(invocation: Invocation, config: Config): void {
  const { named } = invocation;
  flagValue(invocation, 'target');
  flagValue(invocation, 'render-with');
  failOn(invocation, config);
  flagValue(invocation, 'now');
  askedDiff(invocation);
  if (invocation.switch('hub-schema') && invocation.values('crds').length > 0)
    throw new ConfigError(`${named('hub-schema')} and ${named('crds')} exclude each other: both give the schemas`);
  if (invocation.switch('hub-schema') && !namesHub(invocation))
    throw new ConfigError(
      `${named('hub-schema')} reads the schemas of the hub: give ${named('kubeconfig', 'FILE')} or ${named('context', 'NAME')}`,
    );
}
