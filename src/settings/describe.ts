import type { Command } from './commands.ts';
import { type SettingName, SETTINGS } from './settings.ts';

/** The effect of a setting and its default. Other settings appear in it as `{--base}`. */
export function describedFor(name: SettingName, where: Command | 'input'): string {
  const { about, aboutFor, default: unset } = SETTINGS[name];
  const own = aboutFor?.[where];
  // A default that is a sentence belongs to the general text.
  if (unset === undefined || (own !== undefined && typeof unset !== 'string')) return own ?? about;
  return `${own ?? about} (default${typeof unset === 'string' ? ` ${unset}` : `: ${unset.says}`})`;
}
