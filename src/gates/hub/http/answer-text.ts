import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { HubError } from '../../../errors.ts';
import type { Clock } from '../../clock.ts';
import { Deadline } from './deadline.ts';
import { NoAnswer } from './network-failure.ts';
import type { HubTiming } from './timing.ts';

/**
 * A page of the largest objects that etcd accepts is half as large. The text of a longer body may exceed the maximum length of a string.
 */
export const ANSWER_BYTES = 128 * 1024 * 1024;
/** Characters read of an error or of another short answer: all of an API server's, and the first words of a proxy's page. */
export const SHORT_BYTES = 64 * 1024;

/** A body that does not bring this many bytes in `bodyIdleMs` does not progress: a byte from time to time could keep a read open. */
const PROGRESS_BYTES = 32 * 1024;

/** An answer was too long. The same request would fail again; a request for fewer objects may succeed. */
export class TooLarge extends HubError {
  constructor(what: string, bytes: number) {
    super(
      'unreachable',
      `the answer of ${what} is longer than ${bytes / 1024 / 1024} MB, and no API server sends as much: check the server URL, and the proxies on the way to it`,
    );
  }
}

export interface ReadLimits {
  readonly clock: Clock;
  readonly timing: Pick<HubTiming, 'bodyIdleMs' | 'bodyMs'>;
  /** Names the request: `hub.example/apis?limit=1`. */
  readonly what: string;
}

/** The whole body as text. @throws NoAnswer if it stops or is too slow @throws TooLarge */
export async function textOf(response: IncomingMessage, limits: ReadLimits): Promise<string> {
  // The body is decoded as it arrives: otherwise the bytes of a page would be in memory beside its text.
  const decoder = new StringDecoder('utf8');
  let text = '';
  const isWhole = await read(response, limits, ANSWER_BYTES, (chunk) => (text += decoder.write(chunk)));
  if (!isWhole) throw new TooLarge(limits.what, ANSWER_BYTES);
  return text + decoder.end();
}

/** The beginning of an error body or of a short body; the rest is not read. @throws NoAnswer if it stops or is too slow */
export async function shortTextOf(response: IncomingMessage, limits: ReadLimits): Promise<string> {
  const chunks: Buffer[] = [];
  await read(response, limits, SHORT_BYTES, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks).toString('utf8', 0, SHORT_BYTES);
}

/** Passes on each chunk as it arrives. Returns whether that was the whole body, or whether it continued after that many bytes. */
async function read(
  response: IncomingMessage,
  { clock, timing, what }: ReadLimits,
  most: number,
  take: (chunk: Buffer) => unknown,
): Promise<boolean> {
  const idle = new Deadline(clock, timing.bodyIdleMs, () =>
    response.destroy(new NoAnswer(`${what} stopped in the middle of an answer`, { hadBegun: true })),
  );
  const whole = new Deadline(clock, timing.bodyMs, () => {
    response.destroy(new NoAnswer(`${what} was not answered in full within ${timing.bodyMs / 1000} s`, { hadBegun: true }));
  });
  try {
    let length = 0;
    let progress = PROGRESS_BYTES;
    for await (const chunk of response) {
      length += (chunk as Buffer).length;
      if (length >= progress) {
        idle.touch();
        progress = length + PROGRESS_BYTES;
      }
      take(chunk as Buffer);
      // Leaving the loop closes the connection.
      if (length > most) return false;
    }
    return true;
  } finally {
    idle.stop();
    whole.stop();
  }
}
