import { alternativesOf, isPattern } from './path-patterns.ts';

/** What a command has in one pass of the loops around it. */
export interface Pass {
  readonly namespace: string;
  readonly path: string;
  /** Its files of values. */
  readonly values: readonly string[];
}

/**
 * What a command has in each pass of the loops around it. A loop over `a b` makes `{a,b}` of its variable, and in the pass for `a` the namespace and
 * the paths have `a`. The namespace is `$` if a pattern of files chooses it, or if there are too many passes.
 */
export function passesOfLoops(command: Pass): readonly Pass[] {
  const paths = alternativesOf(command.path);
  if (!isPattern(command.namespace)) return paths.map((path) => ({ ...command, path }));
  const namespaces = alternativesOf(command.namespace);
  if (namespaces.length * paths.length >= MOST_PASSES || namespaces.some(isPattern))
    return paths.map((path) => ({ ...command, path, namespace: '$' }));
  return passesOf(command).flatMap((pass) => alternativesOf(pass.path).map((path) => ({ ...pass, path })));
}

function passesOf(pass: Pass): readonly Pass[] {
  const [choice, list] = CHOICE.exec(pass.namespace) ?? [];
  if (choice === undefined || list === undefined) return [pass];
  return list.split(',').flatMap((each) => {
    const chosen = (text: string): string => text.replaceAll(choice, () => each);
    return passesOf({ namespace: chosen(pass.namespace), path: chosen(pass.path), values: pass.values.map(chosen) });
  });
}

/**
 * The words of a command, and of those that it is piped to, in each pass of the loops around it. In the pass for `a`, all of them have `a`.
 * `undefined` if there are more passes than `most`.
 * @param at the command among them whose choices are looked for
 */
export function wordsOfPasses(piped: readonly (readonly string[])[], at: number, most: number): readonly (typeof piped)[] | undefined {
  let passes = [piped];
  while (passes.length <= most) {
    // Each pass has the same choices left.
    const [choice, list] = CHOICE.exec(passes[0]?.[at]?.join('\n') ?? '') ?? [];
    if (choice === undefined || list === undefined) return passes;
    passes = passes.flatMap((pass) =>
      list.split(',').map((each) => pass.map((words) => words.map((word) => word.replaceAll(choice, () => each)))),
    );
  }
  return undefined;
}

const MOST_PASSES = 300;
// linear: no sign within the braces is a brace.
const CHOICE = /(?<!\$)\{([^{}]*,[^{}]*)\}/;
