import type { RenderTool } from './overlay.ts';

/** How helm is told what a release is called, and where it is put. */
export const RELEASE_NAME = '--name-template';
export const RELEASE_NAMESPACE = '--namespace';

/** Arguments that `render` may hand on. What starts a program, opens a connection, or reads or writes a file is not among them. */
const ALLOWED: Readonly<Record<RenderTool, Readonly<Record<string, 'switch' | RegExp>>>> = {
  kustomize: {
    '--enable-helm': 'switch',
    '--helm-api-versions': /^[\w./-]+$/,
    '--helm-kube-version': /^v?\d[\w.+-]*$/,
  },
  helm: {
    '--api-versions': /^[\w./-]+$/,
    '--is-upgrade': 'switch',
    '--kube-version': /^v?\d[\w.+-]*$/,
    [RELEASE_NAME]: /^[a-z0-9](?:[a-z0-9-]{0,51}[a-z0-9])?$/,
    [RELEASE_NAMESPACE]: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    '--no-hooks': 'switch',
    '--set': /=/,
    '--set-json': /=/,
    '--set-literal': /=/,
    '--set-string': /=/,
    '--skip-crds': 'switch',
    '--skip-schema-validation': 'switch',
    '--skip-tests': 'switch',
  },
};

/**
 * Arguments as the tool is given them, each flag in one word with its value, so that no value can be taken for a flag. The tree that is judged
 * brings its configuration along and may be anyone's, so only what is listed is handed on.
 * @returns one sentence if one of them is not allowed
 */
export function renderArguments(
  tool: RenderTool,
  given: readonly string[],
): { readonly args: readonly string[] } | { readonly fault: string } {
  const allowed = ALLOWED[tool];
  const args: string[] = [];
  const rest = given.values();
  for (const word of rest) {
    const [flag = '', ...after] = word.split('=');
    const wanted = Object.hasOwn(allowed, flag) ? allowed[flag] : undefined;
    if (word.includes('\0')) return { fault: `an argument for ${tool} holds a NUL character` };
    if (wanted === undefined) return { fault: `"${word}" is not handed on to ${tool}; allowed are ${Object.keys(allowed).join(', ')}` };
    const written = after.length === 0 ? undefined : after.join('=');
    if (wanted === 'switch') {
      if (written !== undefined) return { fault: `${flag} takes no value; leave out "=${written}"` };
      args.push(flag);
      continue;
    }
    const value = written ?? rest.next().value ?? '';
    if (!wanted.test(value)) return { fault: `${flag} cannot be "${value}"` };
    args.push(`${flag}=${value}`);
  }
  return { args };
}

/** The value of a flag, the last one given. */
export function argumentValue(args: readonly string[], flag: string): string | undefined {
  return args.findLast((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
