/** A list of which a part is missing is not a list of all objects. */
import { expect, it } from 'vitest';
import { json, silence, virtualHub, widgetDiscovery } from '../../support/hubs/virtual-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };
const A = { metadata: { name: 'a', namespace: 'n', resourceVersion: '1' } };

/** The outcome of following a hub that always sends this list: its number of objects, or the error. */
async function followed(list: object): Promise<number | string> {
  const clock = new SimClock();
  const { hub } = virtualHub(clock, (url) => {
    const discovered = widgetDiscovery(url);
    if (discovered !== undefined) return discovered;
    return url.searchParams.has('watch') ? { body: silence() } : json(list);
  });
  const found = await clock.play(
    hub.follow([WIDGET]).then(
      () => hub.state().list(WIDGET).length,
      (error: Error) => error.message,
    ),
  );
  await clock.play(hub.close());
  return found;
}

it.each([
  ['holds null', { metadata: { resourceVersion: '7' }, items: [A, null] }, 'has an entry that is not an object'],
  ['holds a text', { metadata: { resourceVersion: '7' }, items: ['a', A] }, 'has an entry that is not an object'],
  [
    'holds an object without a name',
    { metadata: { resourceVersion: '7' }, items: [A, { metadata: {} }] },
    'has an entry that is not an object',
  ],
  ['ends early', { metadata: { resourceVersion: '7', remainingItemCount: 2 }, items: [A] }, 'is a part of a list'],
  [
    'ends early, with an empty token',
    { metadata: { resourceVersion: '7', continue: '', remainingItemCount: 2 }, items: [A] },
    'is a part of a list',
  ],
  ['has no items', { metadata: { resourceVersion: '7' } }, 'is not a list'],
  ['has no version', { metadata: {}, items: [A] }, 'is not a list'],
])('a list that %s is an error', async (_, list, why) => {
  expect(await followed(list)).toMatch(new RegExp(`^cannot list Widget at \\S+ for \\d+ s: 502, the answer for widgets ${why}`));
});

it.each([
  ['with an object', { metadata: { resourceVersion: '7' }, items: [A] }, 1],
  ['without objects', { metadata: { resourceVersion: '7' }, items: [] }, 0],
  ['with null for no objects', { metadata: { resourceVersion: '7' }, items: null }, 0],
  ['that counts nothing more', { metadata: { resourceVersion: '7', remainingItemCount: 0 }, items: [A] }, 1],
])('a list %s is whole', async (_, list, count) => {
  expect(await followed(list)).toBe(count);
});
