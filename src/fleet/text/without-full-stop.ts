/** A sentence without its full stop, to continue the line. A dot after a space is the folder of a command. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/(?<![\s.])\.$/, '');
}
