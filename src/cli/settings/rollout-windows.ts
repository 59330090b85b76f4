import { parseCron } from '../../cron.ts';
import { ConfigError } from '../../errors.ts';
import type { RolloutWindow, WindowTimes } from '../../ready/windows.ts';
import type { Config } from '../../settings/settings.ts';
import { instantsOf, parseWallTime } from '../../time-zone.ts';
import type { FoundConfig } from './config-file.ts';

/**
 * The windows of a configuration.
 * @throws {ConfigError} a window without times or with both kinds of them, or an end before the start
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
      ...(placements === undefined ? {} : { placements }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
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
