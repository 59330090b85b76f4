import { isObject } from '../../../../fleet/json/json.ts';

/** The values of expressions by what is within `${{ }}`, such as `matrix.cluster` and `inputs.environment`. */
export type Expressions = ReadonlyMap<string, string>;

/** A part of a pipeline, with the values of the expressions that are known. */
export function withExpressions(value: unknown, known: Expressions): unknown {
  if (known.size === 0) return value;
  if (typeof value === 'string') return value.replaceAll(EXPRESSION, (written, name: string) => known.get(name) ?? written);
  if (Array.isArray(value)) return value.map((each) => withExpressions(each, known));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withExpressions(each, known)])) : value;
}

// linear: blanks are bounded, and a name ends at the first other sign.
const EXPRESSION = /\$\{\{ {0,9}([\w-]+\.[\w.-]+) {0,9}\}\}/g;

/** The texts, numbers and booleans of an object, each by its path behind a prefix: `matrix.` gives `matrix.cluster.name`. */
export function expressionsOf(value: unknown, prefix: string): Expressions {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, each]): readonly (readonly [string, string])[] =>
      isObject(each)
        ? [...expressionsOf(each, `${prefix}${name}.`)]
        : ['string', 'number', 'boolean'].includes(typeof each) && String(each).length <= MOST_CHARACTERS
          ? [[`${prefix}${name}`, String(each)]]
          : [],
    ),
  );
}

/** Longer values are left out, so that values of values do not grow without end. */
const MOST_CHARACTERS = 1000;
