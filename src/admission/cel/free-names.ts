import { isObject } from '../../fleet/json/json.ts';

/** What an expression of CEL uses and does not make itself. */
export interface FreeNames {
  readonly variables: ReadonlySet<string>;
  /** The fields of `variables`, which are the variables of a policy. */
  readonly ownVariables: ReadonlySet<string>;
  /** A function with a namespace as `sets.contains`, and a method as `size`. */
  readonly functions: ReadonlySet<string>;
}

/** @param ast of `@marcbachmann/cel-js`, before macros are expanded @param declared variables, which have no functions of a namespace */
export function freeNames(ast: unknown, declared: ReadonlySet<string>): FreeNames {
  const found = { variables: new Set<string>(), ownVariables: new Set<string>(), functions: new Set<string>() };
  const look = (node: unknown, local: ReadonlySet<string>): void => {
    if (Array.isArray(node)) {
      for (const each of node) look(each, local);
      return;
    }
    if (!isObject(node)) return;
    const { op, args } = node;
    if (op === 'value') return;
    if (op === 'id') {
      if (typeof args === 'string' && !local.has(args)) found.variables.add(args);
      return;
    }
    if (!Array.isArray(args)) return;
    const [first, second, given] = args as readonly unknown[];
    if (op === 'call') found.functions.add(String(first));
    if (op === 'rcall') {
      const named = nameOf(second);
      const isOfNamespace = named !== undefined && !local.has(named) && !declared.has(named);
      found.functions.add(isOfNamespace ? `${named}.${String(first)}` : String(first));
      if (!isOfNamespace) look(second, local);
      look(given, WITH_LOCALS.has(String(first)) ? new Set([...local, ...localsIn(given)]) : local);
      return;
    }
    if ((op === '.' || op === '.?') && nameOf(first) === 'variables' && typeof second === 'string') found.ownVariables.add(second);
    look(args, local);
  };
  look(ast, new Set());
  return found;
}

/** The names that a macro gives to the items of a list: its first arguments, one or two. */
function localsIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.slice(0, 2).flatMap((each: unknown) => nameOf(each) ?? []) : [];
}

function nameOf(node: unknown): string | undefined {
  return isObject(node) && node['op'] === 'id' && typeof node['args'] === 'string' ? node['args'] : undefined;
}

/** Source: cel-go, `parser/macro.go`, `ext/comprehensions.go`, `ext/lists.go` and `cel/library.go`. */
const WITH_LOCALS: ReadonlySet<string> = new Set([
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'filter',
  'map',
  'optFlatMap',
  'optMap',
  'sortBy',
  'transformList',
  'transformMap',
  'transformMapEntry',
]);
