/** A command as it can be pasted into a shell; it holds names of files, which may be anything. */
export function commandText(words: readonly string[]): string {
  return words.map((word) => (/^[\w./=@:+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(' ');
}
