import { ROOM_IN_SCRIPT, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import { LONGEST_VALUE } from './shell-variables.ts';

/** Values of variables by name; `undefined` if the value is not known. */
export type Variables = ReadonlyMap<string, string | undefined>;

/** A script that begins with the variables which its pipeline sets, and has what the pipeline itself fills in. Lines stay lines. */
export function scriptWith(variables: Variables, script: string): string {
  if (!script.includes('$')) return script;
  const known = [...variables].flatMap(([name, value]) =>
    value === undefined || value.length > LONGEST_VALUE || value.includes('\n') ? [] : [[name, value] as const],
  );
  const set = known.filter(([name]) => NAME.test(name) && script.includes(name)).map(([name, value]) => `${name}=${quoted(value)}; `);
  const filled = filledIn(script, new Map(known.filter(([, value]) => !ENDS_WORD.test(value))), FILLED_BY_PIPELINE);
  return `${set.join('')}${filled}`;
}

const NAME = /^[A-Za-z_]\w*$/;
/** Signs that would end the command or start a comment. */
const ENDS_WORD = /[;|&#<>`]/;

function quoted(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text with the values of variables that are known, as shells, make, GitHub and Azure Pipelines write them. */
export function filledIn(text: string, variables: Variables, form: RegExp = VARIABLE): string {
  if (variables.size === 0) return text;
  const hasRoom = roomForValues(ROOM_IN_SCRIPT);
  return text.replaceAll(form, (written, ofContext?: string, ofMacro?: string, ofPowerShell?: string, ...ofShell: unknown[]) => {
    const name = [ofContext, ofMacro, ofPowerShell, ...ofShell.slice(0, -2)].find((each) => typeof each === 'string') ?? '';
    const value = variables.get(name);
    return value !== undefined && hasRoom(value) ? value : written;
  });
}

/** What a shell does not know: expressions, macros, and variables of the environment as PowerShell names them. */
// linear: blanks are bounded, and a name ends at the first other sign.
const FILLED_BY_PIPELINE = /\$\{\{ {0,9}(?:env|variables)\.([\w.-]+) {0,9}\}\}|\$\(([\w.-]+)\)|\$\{?env:(\w+)\}?/g;
// linear: blanks are bounded, and a name ends at the first other sign.
const VARIABLE = /\$\{\{ {0,9}(?:env|variables)\.([\w.-]+) {0,9}\}\}|\$\(([\w.-]+)\)|\$\{?env:(\w+)\}?|\$\{(\w+)\}|\$([A-Za-z_]\w*)/g;
