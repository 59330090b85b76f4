/**
 * A Makefile with the values of its variables that are known: those that each of its assignments sets to the same plain text. `$$` is the `$` of
 * the shell. An included file may set those that the Makefile sets before it, or only with `?=`.
 */
export function withMakeVariables(text: string): string {
  const found = new Map<string, string | undefined>();
  const lastInclude = [...text.matchAll(INCLUDES)].at(-1)?.index ?? -1;
  for (const { index, 1: name = '', 2: sign = '', 3: set = '' } of text.matchAll(SETS)) {
    const value = set.replace(/#.*/, '').trim();
    const isIncluded = lastInclude > index || (lastInclude >= 0 && sign === '?');
    const isKnown = PLAIN.test(value) && sign !== '+' && sign !== '!' && !isIncluded;
    found.set(name, isKnown && (!found.has(name) || found.get(name) === value) ? value : undefined);
  }
  return text.replaceAll(USED, (written, name?: string) => (written === '$$' ? '$' : (found.get(name ?? '') ?? written)));
}

const INCLUDES = /^[ \t]{0,9}[-s]?include[ \t]/gm;
/** An assignment, also one for a target. */
// linear: a run is bounded, or ends with its line.
const SETS =
  /^(?:[^\s#=:][^#=:\n]{0,200}:[ \t]{1,9})?(?:(?:export|override|private)[ \t]{1,9}){0,3}([\w.-]{1,100})[ \t]{0,9}(\?|\+|!|:{1,3})?=([^\n]*)$/gm;
const PLAIN = /^[\w./:@%,+-]+$/;
const USED = /\$\$|\$[({]([\w.-]+)[)}]/g;
