/** A command that can be pasted into a shell. It contains names of files, which may have any characters. */
export function commandText(words: readonly string[]): string {
  return words.map((word) => (/^[\w./=@:+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(' ');
}
