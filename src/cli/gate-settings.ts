import { durationText } from '../duration.ts';
import type { Report } from '../report.ts';
import { type Share, shareText } from '../share.ts';
import type { FoundConfig } from './config-file.ts';
import { FLAGS } from './flags.ts';
import { defined, type Invocation } from './invocation.ts';
import { configNamed } from './report-settings.ts';

/** What the configuration sets of a gate, where no flag says otherwise; nothing where it sets nothing. */
export function gateSettings(invocation: Invocation, found: FoundConfig): Pick<Report, 'settings'> {
  const { grace = {}, ...options } = found.config.gate ?? {};
  const set = [
    ...Object.entries(options).filter(([key]) => !isGiven(invocation, key)),
    ...Object.entries(grace).map(([family, value]) => [`grace.${family}`, value] as const),
  ].map(([key, value]) => [key, textOf(value)] as const);
  return set.length === 0 ? {} : { settings: { ...defined(configNamed(found)), gate: Object.fromEntries(set) } };
}

/** `requireClusters` of the file is `require-clusters` of the command line. */
function isGiven(invocation: Invocation, key: string): boolean {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const flag = FLAGS.find((each) => each.name === name);
  return flag !== undefined && (invocation.value(flag.name) !== undefined || invocation.switch(flag.name));
}

function textOf(value: string | boolean | number | Share): string {
  if (typeof value === 'number') return durationText(value);
  return typeof value === 'object' ? shareText(value) : String(value);
}
