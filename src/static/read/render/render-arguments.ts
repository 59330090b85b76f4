import type { Overlay, RenderTool } from './overlay.ts';

/** The arguments of helm for the name and namespace of a release. */
export const RELEASE_NAME = '--name-template';
export const RELEASE_NAMESPACE = '--namespace';

/** The argument of helm (3.16 or newer) that does without the schemas of values. */
export const SKIP_SCHEMAS = '--skip-schema-validation';

/** The argument of kustomize with which files may be beside its folder. It is passed only if a deployer gives it. */
export const UNRESTRICTED = '--load-restrictor=LoadRestrictionsNone';

/** The arguments that `render` may pass on. Arguments that start a program, open a connection, or read or write a file are not allowed. */
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
    [SKIP_SCHEMAS]: 'switch',
    '--skip-tests': 'switch',
  },
};

/**
 * The arguments for the tool, each flag in one word with its value, so that a value cannot be read as a flag. The judged tree contains the
 * configuration and may come from anyone, so only listed arguments are passed on.
 * @returns one sentence if an argument is not allowed
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
    if (word.includes('\0')) return { fault: `an argument for ${tool} contains a NUL character` };
    if (wanted === undefined) return { fault: `"${word}" is not passed to ${tool}; allowed are ${Object.keys(allowed).join(', ')}` };
    const written = after.length === 0 ? undefined : after.join('=');
    if (wanted === 'switch') {
      if (written !== undefined) return { fault: `${flag} does not take a value; remove "=${written}"` };
      args.push(flag);
      continue;
    }
    const value = written ?? rest.next().value ?? '';
    if (!wanted.test(value)) return { fault: `${flag} cannot be "${value}"` };
    args.push(`${flag}=${value}`);
  }
  return { args };
}

/** The value of a flag; the last one if it is given several times. */
export function argumentValue(args: readonly string[], flag: string): string | undefined {
  return args.findLast((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
}

/** The namespace of the objects of a chart without one; `undefined` if it is not known. */
export function namespaceOfObjects({ args, isTemplated }: Overlay): string | undefined {
  return isTemplated === true ? undefined : argumentValue(args, RELEASE_NAMESPACE);
}
