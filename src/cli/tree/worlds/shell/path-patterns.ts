/** One pattern for several paths and patterns. */
export function patternOf(paths: readonly string[]): string | undefined {
  const all = [...new Set(paths.map((path) => path.replace(/^\.\/(?=.)/, '')))];
  return all.length === 1 ? all[0] : all.length === 0 || all.some((each) => /[,\s]/.test(each)) ? undefined : `{${all.join(',')}}`;
}

/** Whether a text is a pattern of several paths, and not only a template or a variable. */
export function isPattern(text: string): boolean {
  return /[*?[]/.test(text) || BRACES.test(text);
}

// linear: no sign within the braces is a brace.
const BRACES = /(?<![${])\{(?!\{)[^{}]*,/;

/** A pattern that matches only folders, as that of a shell with a slash at its end. Other paths stay as they are. */
export function ofFolders(path: string): string {
  return isPattern(path) && !path.endsWith('/') ? `${path}/` : path;
}

/** The paths and patterns that the shell makes of a pattern with braces: `a/{b,c}` gives `a/b` and `a/c`. A few hundred at most. */
export function alternativesOf(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  let left = MOST_CHARACTERS;
  for (let each = open.pop(); each !== undefined && done.length < MOST_ALTERNATIVES; each = open.pop()) {
    const found = INNERMOST.exec(each);
    const choices = found?.[1]?.split(',') ?? [];
    if (found === null) done.push(each);
    else left -= choices.length * (each.length - found[0].length) + found[0].length;
    if (left < 0) break;
    const [before, behind] = [each.slice(0, found?.index), each.slice((found?.index ?? 0) + (found?.[0].length ?? 0))];
    open.push(...choices.map((choice) => `${before}${choice}${behind}`).toReversed());
  }
  return done;
}

const MOST_ALTERNATIVES = 300;
const MOST_CHARACTERS = 100_000;
// linear: no sign within the braces is a brace.
const INNERMOST = /(?<!\$)\{([^{}]*,[^{}]*)\}/;
