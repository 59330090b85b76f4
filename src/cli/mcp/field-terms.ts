import { CONFIG_SHAPE } from '../../config-shape.ts';
import type { Terms } from '../../terms.ts';
import { type FlagName, FLAGS } from '../command-line/flags.ts';

/** Settings that are fields of a tool. */
export const FIELDS: ReadonlySet<FlagName> = new Set(['base', 'cluster', 'clusters', 'from', 'manifests', 'now', 'target']);
/** Settings of the server, which no call can change. */
const OF_SERVER: ReadonlySet<FlagName> = new Set(['context', 'kubeconfig', 'namespace', 'root', 'server', 'tls-server-name']);

/**
 * The tool speaks of settings; an agent knows them as fields of a call, `base: REF`, or as keys of the configuration file for gates. What is neither
 * cannot be given by it, and has a word only for the person who starts the server or a command.
 */
export const fieldTerms: Terms<FlagName> = Object.assign(
  (name: FlagName, value?: string): string => {
    if (FIELDS.has(name)) return written(name, value);
    const key = configKey(name);
    const isSwitch = FLAGS.find((flag) => flag.name === name)?.value === undefined;
    if (key !== undefined) return `${written(key, value ?? (isSwitch ? 'true' : undefined))} in .fleet-gate.yaml`;
    return `${written(name, value)} ${OF_SERVER.has(name) ? 'where the server is started' : 'on a command line'}`;
  },
  { lacks: (name: FlagName): boolean => !FIELDS.has(name) && configKey(name) === undefined },
);

/** `gate.allowPartial` of `allow-partial`. */
function configKey(name: FlagName): string | undefined {
  const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return key in CONFIG_SHAPE.fields.gate.fields ? `gate.${key}` : undefined;
}

function written(name: string, value: string | undefined): string {
  return `\`${value === undefined ? name : `${name}: ${value}`}\``;
}
