import type { FlagName } from './settings/settings.ts';

/**
 * Formats a setting for the reader of a sentence: a flag of a command line, an input of a workflow, or a field of a call. If the sentence
 * has a value, the result includes it.
 */
export interface Terms<Name extends string = FlagName> {
  (name: Name, value?: string): string;
  /** Whether the reader cannot set it, so that a sentence may leave it out. Absent if the reader can set every setting. */
  readonly lacks?: (name: Name) => boolean;
}

/** `--base`, `--base REF` */
export const flagTerms: Terms<string> = (name, value) => (value === undefined ? `--${name}` : `--${name} ${value}`);

/** `--clusters FILE or --kubeconfig FILE`: only the settings that the reader can set. */
export function eitherOf<Name extends string>(terms: Terms<Name>, ...settings: readonly (readonly [name: Name, value: string])[]): string {
  return settings.flatMap(([name, value]) => (terms.lacks?.(name) === true ? [] : [terms(name, value)])).join(' or ');
}

/**
 * The part of a sentence about a setting; empty if the reader cannot set it.
 * @param say receives the setting in the reader's terms
 */
export function whereGiven<Name extends string>(
  terms: Terms<Name>,
  [name, value]: readonly [name: Name, value?: string],
  say: (term: string) => string,
): string {
  return terms.lacks?.(name) === true ? '' : say(terms(name, value));
}

/** Whether the reader can set every setting that a text names. */
export function isGivable(text: string, { lacks }: Terms): boolean {
  return lacks === undefined || ![...text.matchAll(SETTING)].some(([, , name]) => lacks(name as FlagName));
}

/**
 * Replaces each `{--base REF}` in a text with the setting in the reader's terms. The value may contain placeholders that are filled in
 * later. Inside a code span no further backticks are added. In a row of several settings only those that the reader can set are kept.
 */
export function inTerms(text: string, terms: Terms): string {
  return withoutLacking(text, terms).replaceAll(SETTING, (_, open: string, name: FlagName, value: string | undefined, close: string) => {
    const term = terms(name, value);
    return open === '' || close === '' ? `${open}${term}${close}` : `${open}${term.replaceAll('`', '')}${close}`;
  });
}

/** `(`{--base}`, `{--kubeconfig}`)` without the settings that the reader cannot set, and without the brackets if none remains. */
function withoutLacking(text: string, terms: Terms): string {
  if (isGivable(text, terms)) return text;
  return text.replaceAll(ROW, (row: string, inBrackets: string | undefined, bare: string | undefined) => {
    const kept = [...(inBrackets ?? bare ?? '').matchAll(SETTING)].map(([one]) => one).filter((one) => isGivable(one, terms));
    if (inBrackets !== undefined) return kept.length === 0 ? '' : ` (${kept.join(', ')})`;
    return kept.length === 0 ? row : kept.join(', ');
  });
}

const SETTING = /(`?)\{--([a-z]+(?:-[a-z]+)*)(?: ((?:[^{}]|\{\w+\})+))?\}(`?)/g;
const SETTINGS = `${SETTING.source.replaceAll(/\((?!\?)/g, '(?:')}(?:(?:, | or )${SETTING.source.replaceAll(/\((?!\?)/g, '(?:')})*`;
/** Settings that are separated only by a comma or an `or`, with or without brackets. */
// bounded: the sentences are our own.
const ROW = new RegExp(` \\((${SETTINGS})\\)|(${SETTINGS})`, 'g');
