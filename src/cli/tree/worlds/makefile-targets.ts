import { posix } from 'node:path';
import { makeCallOf } from './make-call.ts';

/** Whether a file is one that make reads by itself. */
export function isMakefile(file: string): boolean {
  return /^(?:GNU)?[Mm]akefile$/.test(posix.basename(file));
}

/**
 * The recipes of a Makefile, one for each target: another target may be for another hub. Each line starts in the folder of the file.
 * @param folder of the file, from the top of the repository; empty for the top
 */
export function makefileTargets(text: string, folder = ''): readonly string[] {
  const start = folder === '' ? 'cd /\n' : `cd '//${folder}'\n`;
  return (
    text
      .replaceAll(/\\\r?\n\s{0,99}/g, ' ')
      // linear: it looks along one line, from its start.
      .split(/^(?=[^\s#].*:)/m)
      .map((target) => target.replaceAll(/^\t[@+-]*/gm, () => start))
  );
}

/**
 * Fills in the automatic variables of a target: `$@` is its name, `$<` the first target that it needs, `$^` all of them. In a pattern rule, `%`
 * becomes `*`.
 */
export function withAutomaticVariables(target: string): string {
  const [name = ''] = namesOfTarget(target);
  const needed = neededBy(target);
  const values: Readonly<Record<string, string>> = { '@': name, '<': needed[0] ?? '', '^': needed.join(' ') };
  return target.replaceAll(/\$(?:([@<^])|[({]([@<^])[)}])/g, (written, one?: string, other?: string) => {
    const value = values[one ?? other ?? ''] ?? '';
    return value === '' ? written : value.replaceAll('%', '*');
  });
}

/**
 * Returns the recipes of what a target needs, in the order in which make starts them; the first 20.
 * @param targets those of `makefileTargets`
 */
export function recipesNeeded(targets: readonly string[]): (target: string) => readonly string[] {
  const all = targets.flatMap((target) => namesOfTarget(target).map((name) => ({ name, target })));
  const byName = Map.groupBy(all, ({ name }) => name);
  const patterns = all.filter(({ name }) => name.includes('%')).slice(0, MOST_NEEDED);
  return (target) => {
    const seen = new Set([target]);
    const found: string[] = [];
    const add = (of: string): void => {
      for (const name of neededBy(of))
        for (const each of byName.get(name) ?? patterns.filter((pattern) => isMeant(pattern.name, name))) {
          if (seen.has(each.target) || seen.size > MOST_NEEDED) continue;
          seen.add(each.target);
          add(each.target);
          found.push(each.target);
        }
    };
    add(target);
    return found;
  };
}

const MOST_NEEDED = 20;

/** Whether the name of a pattern rule is for a name. */
function isMeant(pattern: string, name: string): boolean {
  const [start = '', end = ''] = pattern.split('%');
  return name.startsWith(start) && name.endsWith(end);
}

function neededBy(target: string): readonly string[] {
  return wordsOf(/^[^:\n]*:([^;#=\n]*)/.exec(target)?.[1] ?? '');
}

/** The targets that each target needs, and those of the same Makefile that its recipe builds with `$(MAKE)`, by its name. @param targets those of `makefileTargets` */
export function needsOf(targets: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const needs = new Map<string, string[]>();
  for (const target of targets) {
    const lines = target.split('\n').filter((line) => !/\bcd\s/.test(line));
    const calls = lines.flatMap((line) =>
      [...line.matchAll(RECURSIVE)].flatMap(([, words = '']) => makeCallOf(['make', ...words.split(/\s+/)], '')),
    );
    const recursive = calls.flatMap((call) => (call.folder === '' ? call.goals.flatMap(wordsOf) : []));
    for (const name of namesOfTarget(target)) {
      const known = needs.get(name) ?? [];
      for (const each of [...neededBy(target), ...recursive]) known.push(each);
      needs.set(name, known);
    }
  }
  return needs;
}

/** The target that make builds without a goal. */
export function firstTarget(needs: ReadonlyMap<string, unknown>): string | undefined {
  return needs.keys().find((name) => !name.startsWith('.'));
}

/**
 * Returns which targets make builds for some of them: also all that these need, and those that their recipes build with `$(MAKE)`.
 * @param targets those of `makefileTargets`
 */
export function buildsOf(targets: readonly string[]): (goals: readonly string[]) => ReadonlySet<string> {
  const needs = needsOf(targets);
  const first = firstTarget(needs);
  return (goals) => {
    const built = new Set(goals.length > 0 ? goals : first === undefined ? [] : [first]);
    // A target that is added here is followed as well.
    for (const name of built) for (const needed of needs.get(name) ?? []) built.add(needed);
    return built;
  };
}

/** The names of a target; none for the lines before the first one, and for an assignment. */
export function namesOfTarget(target: string): readonly string[] {
  // linear: it is anchored, and a name ends at the first colon.
  return wordsOf(/^([^\s#=:][^#=:\n]*)::?(?![:=])/.exec(target)?.[1] ?? '');
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => /^[\w./%-]+$/.test(word) && !word.startsWith('-'));
}

// linear: it starts with a word, and ends with the line.
const RECURSIVE = /\$[({]MAKE[)}]([^\n;&|]*)/g;
