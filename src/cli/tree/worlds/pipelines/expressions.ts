import { isObject } from '../../../../fleet/json/json.ts';
import { ROOM_IN_SCRIPT, roomForValues } from '../../../../fleet/text/room-for-values.ts';

/** The values of expressions by what is within `${{ }}`, such as `matrix.cluster` and `inputs.environment`. */
export type Expressions = ReadonlyMap<string, string>;

/** A part of a pipeline, with the values of the expressions that are known. */
export function withExpressions(value: unknown, known: Expressions): unknown {
  const hasRoom = roomForValues(ROOM_IN_SCRIPT);
  const filled = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replaceAll(EXPRESSION, (written, name: string) => {
        const found = known.get(name);
        return found !== undefined && hasRoom(found) ? found : written;
      });
    if (Array.isArray(part)) return part.map(filled);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([name, each]) => [name, filled(each)])) : part;
  };
  return known.size === 0 ? value : filled(value);
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
