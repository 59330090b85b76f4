/** Commands of one line that are read. */
export const MOST_PIPED = 100;

/** The words of a command without quotes. */
export function plainWords(command: string): readonly string[] {
  return command.split(/\s+/).flatMap((word) => word.replaceAll(/["']/g, '') || []);
}
