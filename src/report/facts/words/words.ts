import { timeOf } from '../../../fleet/kubernetes/rfc3339.ts';

/** `file:line:column` */
export function placeOf(at: { readonly file: string; readonly line: number; readonly column: number }): string {
  return `${fileName(at.file)}:${at.line}:${at.column}`;
}

/** The name of the file for a reader: standard input is `-` in the data. */
export function fileName(file: string): string {
  return file === '-' ? 'stdin' : file;
}

/** `1 error`, `2 errors` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `01:16:26`, of an RFC 3339 time; any other text stays as it is. */
export function timeOfDay(at: string): string {
  return Number.isNaN(timeOf(at)) ? at : at.slice(11, 19);
}
