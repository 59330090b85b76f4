import { isObject } from '../../../../fleet/json/json.ts';

/**
 * The variables of GitLab and Azure Pipelines that a file sets to several values, as its rules, templates and conditions choose, and those that a
 * `before_script` sets. `env` of GitHub is not among them: the nearest one counts.
 */
export function chosenVariables(file: unknown): ReadonlySet<string> {
  const found = new Map<string, Set<string>>();
  const add = (name: string, value: string): void => void found.set(name, (found.get(name) ?? new Set()).add(value));
  let hasTemplate = false;
  /** The values below `variables`. */
  const readValues = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) readValues(each);
    if (!isObject(value)) return;
    const { name, value: own } = value;
    hasTemplate ||= 'template' in value;
    if (typeof name === 'string' && isScalar(own)) return add(name, String(own));
    for (const [key, inner] of Object.entries(value)) {
      const text = isObject(inner) && isScalar(inner['value']) ? inner['value'] : inner;
      if (isScalar(text)) add(key, String(text));
      else readValues(inner);
    }
  };
  const read = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) read(each);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'variables') readValues(inner);
      else read(inner);
      if (key !== 'before_script') continue;
      for (const [, name = ''] of [inner].flat(3).join('\n').matchAll(ASSIGNMENT))
        for (const source of ['', 'before_script']) add(name, source);
    }
  };
  read(file);
  return new Set([...found].flatMap(([name, values]) => (hasTemplate || values.size > 1 ? [name] : [])));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

// linear: a name ends at the first other sign.
const ASSIGNMENT = /(?<![\w$-])([A-Za-z_]\w{0,99})=/g;
