import { stringAt, parseJson } from '../../../fleet/json/json.ts';
import { ApiError } from '../http/api-error.ts';

/** One line of a watch. Newer servers may send types other than ADDED, MODIFIED, DELETED, BOOKMARK and ERROR. */
export interface WatchEvent {
  readonly type: string;
  readonly object: unknown;
}

const NEWLINE = 0x0a;
/** Much longer than the largest object that etcd accepts. */
const LINE_BYTES = 32 * 1024 * 1024;
/** The pieces of a long line are joined only from time to time: each join costs more than its bytes. */
const PIECES = 1000;

/**
 * The events of a watch body. Lines are split as bytes, so a chunk may end inside a character or a line. A last line without an end was cut
 * off by the connection and is dropped; the watch resumes before it.
 * @param onBytes called for every chunk
 * @throws ApiError for a line that is not an event, or that does not end
 */
export async function* watchEvents(body: AsyncIterable<Buffer | string>, onBytes: () => void): AsyncGenerator<WatchEvent> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    onBytes();
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, bytes.subarray(start, end)]).toString('utf8');
      parts = [];
      length = 0;
      start = end + 1;
      if (line.trim() !== '') yield eventOf(line);
    }
    if (start === bytes.length) continue;
    parts.push(bytes.subarray(start));
    length += bytes.length - start;
    if (length > LINE_BYTES) throw new ApiError(502, 'TooLarge', `the watch sent a line of more than ${LINE_BYTES / 1024 / 1024} MB`);
    if (parts.length > PIECES) parts = [Buffer.concat(parts)];
  }
}

function eventOf(line: string): WatchEvent {
  const value = parseJson(line);
  if (value === undefined) throw new ApiError(502, 'NotJson', 'the watch sent a line that is not JSON');
  const type = stringAt(value, 'type');
  if (type === undefined) throw new ApiError(502, 'NotAnEvent', 'the watch sent a line that is not an event');
  return { type, object: (value as { readonly object?: unknown }).object };
}
