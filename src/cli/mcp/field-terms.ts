import type { Terms } from '../../terms.ts';
import { MCP_FLAGS } from '../command-line/flags.ts';
import { type FlagName, SETTINGS } from '../../settings/settings.ts';

/** Settings that are fields of a tool. */
export const FIELDS: ReadonlySet<FlagName> = new Set(['base', 'cluster', 'clusters', 'from', 'manifests', 'now', 'target']);
/**
 * Names settings for an agent: as fields of a call, `base: REF`, or as keys of the configuration file for gates. Other settings can only
 * be given by the person who starts the server or a command.
 */
export const fieldTerms: Terms = Object.assign(
  (name: FlagName, value?: string): string => {
    if (FIELDS.has(name)) return written(name, value);
    const key = configKey(name);
    const isSwitch = SETTINGS[name].value.kind === 'switch';
    if (key !== undefined) return `${written(key, value ?? (isSwitch ? 'true' : undefined))} in .fleet-gate.yaml`;
    return `${written(name, value)} ${MCP_FLAGS.includes(name) ? 'where the server is started' : 'on a command line'}`;
  },
  { lacks: (name: FlagName): boolean => !FIELDS.has(name) && configKey(name) === undefined },
);

/** Only the keys of a gate are read in every call. */
function configKey(name: FlagName): string | undefined {
  const { key } = SETTINGS[name];
  return key?.startsWith('gate.') === true ? key : undefined;
}

function written(name: string, value: string | undefined): string {
  return `\`${value === undefined ? name : `${name}: ${value}`}\``;
}
