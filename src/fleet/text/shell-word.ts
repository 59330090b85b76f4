/**
 * A name as one word of a command line in any shell of the Bourne family, with any content. Characters that Kubernetes names do not have,
 * and that are not safe on one line of a shell, become `?`. Then the command finds nothing, and does nothing else.
 */
export function shellWord(text: string): string {
  const printable = text.replace(UNFIT(), '?');
  if (PLAIN.test(printable)) return printable;
  return `'${printable.replaceAll("'", String.raw`'\''`)}'`;
}

const PLAIN = /^[\w@%+=:,./][\w@%+=:,./-]*$/;

/**
 * Backticks would end the command in a text, and invisible characters could be anything. Created when needed, because V8 must look it up in
 * Unicode.
 */
const UNFIT = (): RegExp => /[`\p{C}\p{Zl}\p{Zp}]/gu;
