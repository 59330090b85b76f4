import { alternativesOf, isPattern } from './path-patterns.ts';

/** What a command has in one pass of the loops around it. */
interface Pass {
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

const MOST_PASSES = 300;
// linear: no sign within the braces is a brace.
const CHOICE = /(?<!\$)\{([^{}]*,[^{}]*)\}/;
