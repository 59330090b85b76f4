import { terminalLine, wrap } from './terminal.ts';

/** What to do, wrapped as `wrap` does; a step with a command stays on one line, so that it can be copied. */
export function stepText(step: string, width: number | undefined, indent: number): string {
  return wrap(terminalLine(step), /`|kubectl /.test(step) ? undefined : width, indent);
}
