import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/gates/clock.ts';
import { NoAnswer } from '../../../src/gates/hub/http/network-failure.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { SHORT_BYTES, shortTextOf, textOf } from '../../../src/gates/hub/http/answer-text.ts';

const LIMITS = { clock: systemClock, timing: { bodyIdleMs: 60_000, bodyMs: 60_000 }, what: 'hub.example/api' };

/** An answer whose bytes come in chunks of that size. */
function answer(text: string, size: number): IncomingMessage {
  const bytes = Buffer.from(text, 'utf8');
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  return Readable.from(chunks) as IncomingMessage;
}

it.each([1, 2, 3, 5, 1000])('characters of several bytes are read in chunks of %i', async (size) => {
  const text = '{"a":"é€𝄞","b":"plain","c":"𝄞"}';
  expect(await textOf(answer(text, size), LIMITS)).toBe(text);
});

it('a text that is cut within a character ends with a replacement character', async () => {
  const cut = Buffer.from('€', 'utf8').subarray(0, 2);
  expect(await textOf(Readable.from([Buffer.from('a'), cut]) as IncomingMessage, LIMITS)).toBe('a\ufffd');
});

it('only the start of an error is read', async () => {
  expect(await shortTextOf(answer('x'.repeat(SHORT_BYTES + 5000), 1000), LIMITS)).toBe('x'.repeat(SHORT_BYTES));
});

/** A body of 320 kB that sends so many bytes each second. */
async function* slow(clock: SimClock, bytes: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < 320_000; sent += bytes) {
    await clock.sleep(1000);
    yield Buffer.alloc(bytes, ' ');
  }
}

it.each([
  [1, false],
  [500, false],
  [2000, true],
])('a body that brings %i bytes a second is read to its end: %s', async (bytes, isRead) => {
  const clock = new SimClock();
  const limits = { clock, timing: { bodyIdleMs: 30_000, bodyMs: 300_000 }, what: 'hub.example/api' };
  const text = clock.play(textOf(Readable.from(slow(clock, bytes)) as IncomingMessage, limits));
  if (isRead) expect(await text).toHaveLength(320_000);
  else {
    await expect(text).rejects.toThrow(NoAnswer);
    expect(clock.now()).toBeLessThan(100_000);
  }
});
