/** The settings that sentences outside the shells name; the shells have a flag or an input for each. */
export type Setting =
  | 'allow-empty'
  | 'allow-partial'
  | 'base'
  | 'base-dir'
  | 'clusters'
  | 'context'
  | 'fail-on-drift'
  | 'for'
  | 'kubeconfig'
  | 'manifests'
  | 'member'
  | 'min-clusters'
  | 'namespace'
  | 'now'
  | 'policies'
  | 'require-clusters'
  | 'server'
  | 'target'
  | 'tls-server-name'
  | 'tolerate-failed';

/**
 * How the reader of a sentence writes a setting: as a flag on a command line, or as an input in a workflow. It carries a value where the
 * sentence has one.
 */
export type Terms<Name extends string = Setting> = (name: Name, value?: string) => string;

/** `--base`, `--base REF` */
export const flagTerms: Terms<string> = (name, value) => (value === undefined ? `--${name}` : `--${name} ${value}`);

/**
 * A text in which `{--base REF}` stands for a setting, in the words of its reader; the value may hold words that are filled in later.
 * Inside a code span the span's own marks stay.
 */
export function inTerms(text: string, terms: Terms): string {
  return text.replaceAll(SETTING, (_, open: string, name: Setting, value: string | undefined, close: string) => {
    const term = terms(name, value);
    return open === '' || close === '' ? `${open}${term}${close}` : `${open}${term.replaceAll('`', '')}${close}`;
  });
}

const SETTING = /(`?)\{--([a-z]+(?:-[a-z]+)*)(?: ((?:[^{}]|\{\w+\})+))?\}(`?)/g;
