import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/gates/clock.ts';
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
