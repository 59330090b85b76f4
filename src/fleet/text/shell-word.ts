/**
 * A name as one word of a command line in any shell of the Bourne family, whatever is in it. What no name of Kubernetes has, and no shell can
 * be given safely on one line of a text, becomes `?`: then the command finds nothing, and does nothing else.
 */
export function shellWord(text: string): string {
  const printable = text.replace(UNFIT(), '?');
  if (PLAIN.test(printable)) return printable;
  return `'${printable.replaceAll("'", String.raw`'\''`)}'`;
}

const PLAIN = /^[\w@%+=:,./][\w@%+=:,./-]*$/;

/** Backticks would end the command in a text, and what cannot be seen could be anything. Made when it is needed: V8 looks it up in Unicode. */
const UNFIT = (): RegExp => /[`\p{C}\p{Zl}\p{Zp}]/gu;
