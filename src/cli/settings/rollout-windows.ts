import { parseCron } from '../../cron.ts';
import { ConfigError } from '../../errors.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { targetKind } from '../../gates/deploy/target.ts';
import type { RolloutWindow, WindowTimes } from '../../ready/windows.ts';
import type { Config } from '../../settings/settings.ts';
import { instantsOf, parseWallTime } from '../../time-zone.ts';
import type { FoundConfig } from './config-file.ts';

/**
 * The windows of a configuration.
 * @throws {ConfigError} a window without times or with both kinds of them, an end before the start, or a name that no placement can have
 */
export function rolloutWindows({ config, file }: Pick<FoundConfig, 'config' | 'file'>): readonly RolloutWindow[] {
  return (config.windows ?? []).map((window): RolloutWindow => {
    const { name, kind, clusters, placements, reason } = window;
    const zone = window.timeZone ?? 'UTC';
    return {
      name,
      kind,
      zone,
      times: timesOf(window, zone, (message) => new ConfigError(`${file}: window "${name}": ${message}`)),
      ...(clusters === undefined ? {} : { clusters }),
      ...(placements === undefined
        ? {}
        : { placements: placements.map((pattern) => placementPattern(pattern, `${file}: window "${name}": placements: ${pattern}`)) }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

/** With the name of the kind in place of its plural or short name. */
function placementPattern(pattern: string, where: string): string {
  const [word = '', ...names] = pattern.split('/');
  if (word.includes('*')) return pattern;
  const kind = targetKind(word);
  const isNamespaced = kind === 'ResourcePlacement';
  const isComplete = names.length === (isNamespaced ? 2 : 1) || names.some((name) => name.includes('*'));
  if (kind === undefined || !isPlacementKind(kind) || !isComplete || names.includes(''))
    throw new ConfigError(`${where}: write ClusterResourcePlacement/NAME or ResourcePlacement/NAMESPACE/NAME`);
  return [kind, ...names].join('/');
}

type Window = NonNullable<Config['windows']>[number];

function timesOf({ start, end, schedule, duration }: Window, zone: string, fault: (message: string) => ConfigError): WindowTimes {
  if (start !== undefined && end !== undefined && schedule === undefined && duration === undefined) {
    // A start that the clock shows twice is the first, an end the second, so that nothing of the window is lost.
    const from = instantsOf(parseWallTime(start) ?? Number.NaN, zone)[0] ?? Number.NaN;
    const until = instantsOf(parseWallTime(end) ?? Number.NaN, zone).at(-1) ?? Number.NaN;
    if (until <= from) throw fault(`its end ${end} is not after its start ${start}`);
    return { kind: 'once', from, until };
  }
  const cron = schedule === undefined ? undefined : parseCron(schedule);
  if (cron === undefined || duration === undefined || start !== undefined || end !== undefined)
    throw fault('give `start` and `end`, or `schedule` and `duration`');
  if (duration === 0) throw fault('its duration is 0, so it is never open');
  return { kind: 'repeated', schedule: cron, duration };
}
