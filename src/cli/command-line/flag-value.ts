import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { type FlagKind, parseWord, wanted, type WordKind } from '../../settings/kind.ts';
import { type FlagName, type NameWithDefault, SETTINGS, type SettingValue } from '../../settings/settings.ts';
import type { Invocation } from './invocation.ts';

/**
 * The parsed value of a flag; `undefined` if it is not given, so that the configuration file or the default applies.
 * @throws {ConfigError} the value is not of the flag's kind
 */
export function flagValue<Name extends FlagName>(invocation: Invocation, name: Name): SettingValue<Name> | undefined {
  return valueOf(SETTINGS[name].value as FlagKind, invocation, name) as SettingValue<Name> | undefined;
}

/** The default that help and documentation show. */
export function defaultValue<Name extends NameWithDefault>(name: Name): SettingValue<Name> {
  const { value, default: word } = SETTINGS[name];
  return parseWord(value as WordKind, word as string) as SettingValue<Name>;
}

function valueOf(kind: FlagKind, invocation: Invocation, name: FlagName): unknown {
  const given = invocation.value(name);
  if (given === undefined) return undefined;
  if (kind.kind === 'switch') return given === 'true';
  if (kind.kind === 'texts' || kind.kind === 'files') return invocation.values(name);
  const value = parseWord(kind, given);
  if (value !== undefined) return value;
  // kubectl writes `--for condition=Available`.
  const meant = kind.kind === 'choice' ? nearest(given.replace(/^condition=/i, '').toLowerCase(), kind.of) : undefined;
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw new ConfigError(`${invocation.named(name)} must be ${wanted(kind)}, not "${given}"${hint}`);
}
