import type { FlagName } from '../../../src/settings/settings.ts';
import { inTerms, type Terms } from '../../../src/terms.ts';

/** The text of a setting, as a sentence of its own: other settings in it are named as flags. */
export function sentence(about: string): string {
  const text = inTerms(about, codeTerms);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

const codeTerms: Terms = (name: FlagName, value?: string) => `\`--${name}${value === undefined ? '' : ` ${value}`}\``;
