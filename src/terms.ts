import type { FlagName } from './settings/settings.ts';

/**
 * How the reader of a sentence writes a setting: as a flag on a command line, as an input in a workflow, or as a field of a call. It carries a
 * value where the sentence has one.
 */
export interface Terms<Name extends string = FlagName> {
  (name: Name, value?: string): string;
  /** Whether the reader cannot give it, so that a sentence that can do without it leaves it out. Absent where every setting can be given. */
  readonly lacks?: (name: Name) => boolean;
}

/** `--base`, `--base REF` */
export const flagTerms: Terms<string> = (name, value) => (value === undefined ? `--${name}` : `--${name} ${value}`);

/** `--clusters FILE or --kubeconfig FILE`: those of the settings that the reader can give. */
export function eitherOf<Name extends string>(terms: Terms<Name>, ...settings: readonly (readonly [name: Name, value: string])[]): string {
  return settings.flatMap(([name, value]) => (terms.lacks?.(name) === true ? [] : [terms(name, value)])).join(' or ');
}

/** What a sentence says of a setting; empty where the reader cannot give it. @param say gets the setting in the words of the reader */
export function whereGiven<Name extends string>(
  terms: Terms<Name>,
  [name, value]: readonly [name: Name, value?: string],
  say: (term: string) => string,
): string {
  return terms.lacks?.(name) === true ? '' : say(terms(name, value));
}

/** Whether the reader can give every setting that a text names. */
export function isGivable(text: string, { lacks }: Terms): boolean {
  return lacks === undefined || ![...text.matchAll(SETTING)].some(([, , name]) => lacks(name as FlagName));
}

/**
 * A text in which `{--base REF}` stands for a setting, in the words of its reader; the value may hold words that are filled in later.
 * Inside a code span the span's own marks stay. Of several in a row those stay that the reader can give.
 */
export function inTerms(text: string, terms: Terms): string {
  return withoutLacking(text, terms).replaceAll(SETTING, (_, open: string, name: FlagName, value: string | undefined, close: string) => {
    const term = terms(name, value);
    return open === '' || close === '' ? `${open}${term}${close}` : `${open}${term.replaceAll('`', '')}${close}`;
  });
}

/** `(`{--base}`, `{--kubeconfig}`)` without what the reader lacks, and without its brackets where that is all. */
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
/** Settings with nothing but a comma or an `or` between them: in brackets, or as they are. */
const ROW = new RegExp(` \\((${SETTINGS})\\)|(${SETTINGS})`, 'g');
