import { ROOM_IN_OBJECTS, roomForValues } from '../../../../fleet/text/room-for-values.ts';

/** The value of a variable: empty for one that is not set, `undefined` if it is not known. */
export type ValueOfVariable = (name: string) => string | undefined;

/**
 * A text after `envsubst` of fluxcd/pkg (`parse/parse.go`, `funcs.go`): `$$` becomes `$`, and each operator of a default (`:=`, `:-`, `=`,
 * `:?`, `:+`) gives it if the value is empty. `undefined` if a value is not known, for other operators, and for a text that it refuses.
 * @param hasRoom see `roomForValues`
 */
export function expandedText(text: string, valueOf: ValueOfVariable, hasRoom = roomForValues(ROOM_IN_OBJECTS)): string | undefined {
  let isKnown = true;
  const expanded = text.replaceAll(PART, (part: string, name: string | undefined, fallback: string | undefined) => {
    if (part === '$$') return '$';
    const value = name === undefined ? undefined : valueOf(name);
    isKnown &&= value !== undefined && hasRoom(value);
    return isKnown ? (value ?? '') || (fallback ?? '') : '';
  });
  return isKnown ? expanded : undefined;
}

/** The first variable of a text that has no value, or several ones. @param valuesOf see `substitutedVariables` */
export function openVariable(text: string, valuesOf: readonly (ValueOfVariable | undefined)[]): string | undefined {
  return [...new Set(text.match(VARIABLE))].find((variable) => {
    const [first, ...others] = valuesOf.map((each) => (each === undefined ? variable : expandedText(variable, each)));
    return first === undefined || others.some((other) => other !== first);
  });
}

// linear: it looks from each `${` to the next brace or dollar.
const VARIABLE = /\$\{[^{}$]*\}/g;

// linear: it looks from each `$` to the next brace or dollar.
const PART = /\$\$|\$\{(?:(\w+)(?:(?::[-=?+]|=)([^{}$]*))?\})?/g;
