import { ROOM_IN_SCRIPT, roomForValues } from '../../../fleet/text/room-for-values.ts';

/** A variable that a Makefile sets to the same plain text in each of its assignments. */
export interface MakeVariable {
  readonly value: string;
  /** It is a default, with `?=` or within `ifndef`: a variable of the environment comes before it. */
  readonly isDefault: boolean;
  /** The command line of make cannot change it. */
  readonly isFixed: boolean;
}

/** A Makefile with the values of its variables that are known. `$$` is the `$` of the shell. */
export function withMakeVariables(text: string, variables: ReadonlyMap<string, Pick<MakeVariable, 'value'>> = makeVariables(text)): string {
  const hasRoom = roomForValues(ROOM_IN_SCRIPT);
  return text.replaceAll(USED, (written, name?: string) => {
    if (written === '$$') return '$';
    const value = variables.get(name ?? '')?.value;
    return value !== undefined && hasRoom(value) ? value : written;
  });
}

/** The names that a text uses. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(USED)].flatMap(([, name]) => name ?? []);
}

/** The variables of a Makefile that are known. An included file may set those that the Makefile sets before it, or only by default. */
export function makeVariables(text: string): ReadonlyMap<string, MakeVariable> {
  const found = new Map<string, MakeVariable | undefined>();
  const lastInclude = [...text.matchAll(INCLUDES)].at(-1)?.index ?? -1;
  const asked = new Set([...text.matchAll(ASKS)].map(([, one = '', other = one]) => other));
  for (const { index, 1: words = '', 2: name = '', 3: sign = '', 4: set = '' } of text.matchAll(SETS)) {
    const value = set.replace(/#.*/, '').trim();
    const isIncluded = lastInclude > index || (lastInclude >= 0 && sign === '?');
    const before = found.get(name);
    const isKnown = PLAIN.test(value) && sign !== '+' && sign !== '!' && !isIncluded && (!found.has(name) || before?.value === value);
    const isDefault = (sign === '?' || asked.has(name)) && before?.isDefault !== false;
    const isFixed = before?.isFixed === true || (words.includes('override') && sign !== '?');
    found.set(name, isKnown ? { value, isDefault, isFixed } : undefined);
  }
  return new Map([...found].flatMap(([name, each]) => (each === undefined ? [] : [[name, each] as const])));
}

const INCLUDES = /^[ \t]{0,9}[-s]?include[ \t]/gm;
/** A condition that asks for a variable. */
const ASKS = /^[ \t]{0,9}(?:ifn?def[ \t]{1,9}([\w.-]{1,100})|ifn?eq[ \t]{0,9}[("'][ \t]{0,9}\$[({]([\w.-]{1,100})[)}])/gm;
/** An assignment, also one for a target. */
// linear: a run is bounded, or ends with its line.
const SETS =
  /^(?:[^\s#=:][^#=:\n]{0,200}:[ \t]{1,9})? {0,9}((?:(?:export|override|private)[ \t]{1,9}){0,3})([\w.-]{1,100})[ \t]{0,9}(\?|\+|!|:{1,3})?=([^\n]*)$/gm;
const PLAIN = /^[\w./:@%,+-]+$/;
const USED = /\$\$|\$[({]([\w.-]+)[)}]/g;
