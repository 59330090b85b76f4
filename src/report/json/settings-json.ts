import type { ReportSettings } from '../../report.ts';

/** The order of the contract. */
const KEYS = [
  'config',
  'configFrom',
  'failOn',
  'failOnNew',
  'failOnNotEvaluated',
  'target',
  'off',
  'severities',
  'options',
  'render',
  'renderOnly',
  'clusters',
  'paths',
  'exclude',
  'suppress',
  'gate',
] as const satisfies readonly (keyof ReportSettings)[];

export function settingsJson(settings: ReportSettings): object {
  return Object.fromEntries(KEYS.map((key) => [key, settings[key]]));
}
