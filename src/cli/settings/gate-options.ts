import type { Config } from '../../config.ts';
import { ConfigError } from '../../errors.ts';
import { DEFAULT_GRACES, type Graces } from '../../gates/graces.ts';
import { DEFAULT_OPTIONS, type GateOptions } from '../../gates/options.ts';
import { parseRequiredClusters, type RequiredClusters } from '../../gates/required-clusters.ts';
import { choiceFlag, defined, durationFlag, type Invocation, shareFlag, switchFlag } from '../command-line/invocation.ts';

/** Flags over the configuration file over the defaults. @throws {ConfigError} */
export function gateOptions(invocation: Invocation, config: NonNullable<Config['gate']>): GateOptions {
  const { grace, requireClusters, ...file } = config;
  const { named } = invocation;
  if (invocation.switch('require-selected') && !hasManifests(invocation))
    throw new ConfigError(`${named('require-selected')} is about the manifests of the deploy: give ${named('manifests', 'PATH')}`);
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
    requireClusters: requiredClusters(invocation, requireClusters),
    minClusters: shareFlag(invocation, 'min-clusters'),
    tolerateFailed: shareFlag(invocation, 'tolerate-failed'),
  };
  const graces: Graces = { ...DEFAULT_GRACES, ...(grace as Partial<Graces> | undefined) };
  return { ...DEFAULT_OPTIONS, ...defined(file), ...defined(flags), grace: graces };
}

/** Whether the deploy is given, so that there is something to select. */
export function hasManifests(invocation: Pick<Invocation, 'values'>): boolean {
  return invocation.values('manifests').length > 0;
}

function requiredClusters(invocation: Invocation, inFile: string | undefined): RequiredClusters | undefined {
  const flag = invocation.value('require-clusters');
  const text = flag ?? inFile;
  if (text === undefined) return undefined;
  const parsed = parseRequiredClusters(text);
  if (parsed !== undefined) return parsed;
  const where = flag === undefined ? 'gate.requireClusters in the configuration' : invocation.named('require-clusters');
  throw new ConfigError(`${where} "${text}": write names of clusters, such as east,west, or labels, such as env=prod; not both`);
}
