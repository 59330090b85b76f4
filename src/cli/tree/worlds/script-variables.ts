/** Values of variables by name; `undefined` if the value is not known. */
export type Variables = ReadonlyMap<string, string | undefined>;

/**
 * A script with the values of variables that are known: those that it sets to one plain text, and those that are given to it. A variable
 * that the script sets in another way is not known. Lines stay lines.
 */
export function withVariables(script: string, given: Variables = new Map()): string {
  if (!script.includes('$')) return script;
  const all = new Map([...given, ...variablesOfScript(script)]);
  return filledIn(script, new Map([...all].filter(([, value]) => value !== undefined && !ENDS_WORD.test(value))));
}

/** Signs that would end the command or start a comment, which a shell does not see in a value. */
const ENDS_WORD = /[;|&#<>`\n]/;

/** A text with the values of variables that are known, as shells, make, GitHub and Azure Pipelines write them. */
export function filledIn(text: string, variables: Variables): string {
  if (variables.size === 0) return text;
  let left = MOST_ADDED;
  return text.replaceAll(VARIABLE, (written, ofContext?: string, ofMacro?: string, inBraces?: string, ofShell?: string) => {
    const value = variables.get(ofContext ?? ofMacro ?? inBraces ?? ofShell ?? '') ?? written;
    left -= value.length;
    return left < 0 ? written : value;
  });
}

/** Characters, so that values of values cannot grow without end. */
const MOST_ADDED = 100_000;

// linear: blanks are bounded, and a name ends at the first other sign.
const VARIABLE = /\$\{\{ {0,9}(?:env|variables)\.([\w.-]+) {0,9}\}\}|\$\(([\w.-]+)\)|\$\{(?:env:)?(\w+)\}|\$(?:env:)?([A-Za-z_]\w*)/g;

function variablesOfScript(script: string): Variables {
  const found = new Map<string, string | undefined>();
  // They may be set in other ways too, which the reader of the commands follows.
  if (SETS_OTHERWISE.test(script)) return found;
  for (const [, declared, set, text = ''] of script.matchAll(SETS)) {
    const name = declared ?? set ?? '';
    const value = declared === undefined ? PLAIN.exec(text) : undefined;
    const plain = value?.[1] ?? value?.[2] ?? value?.[3];
    found.set(name, found.has(name) && found.get(name) !== plain ? undefined : plain);
  }
  return found;
}

// linear: it is one or two words, and the blanks before them are bounded.
const SETS_OTHERWISE = /(?:^|[;&]|\b(?:then|do|while)\b)[ \t]{0,99}(?:(?:source|\.)[ \t]\S|getopts\b|printf[ \t]-v)/m;

/** A name that a command or a loop sets, or an assignment, also of make. */
const SETS =
  // linear: a name ends at the first other sign, and a value with its line.
  /\b(?:read|for)[ \t](?:-\w+[ \t])?([A-Za-z_]\w*)|(?:^|[;&({]|\b(?:then|else|do)[ \t])[ \t]*(?:(?:export|readonly|local|declare)[ \t])?\$?([A-Za-z_]\w*)[ \t]?[:?]?=[ \t]?("[^"\n]*"|'[^'\n]*'|[^\s;&|]*)/gm;

const PLAIN = /^(?:'([^'$`]*)'|"([^"$`\\]*)"|([\w./:@%,+-]+))$/;
