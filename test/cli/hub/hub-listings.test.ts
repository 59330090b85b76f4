import { expect, it } from 'vitest';

import { HubListings } from '../../../src/cli/hub/hub-listings.ts';
import type { Interest } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { Listing } from '../../../src/gates/hub/watch/read-once.ts';

const TYPE = { group: '', kind: 'ConfigMap' };
const places = (count: number): readonly Interest[] =>
  Array.from({ length: count }, (_, index) => ({ ...TYPE, namespace: `shop-${index}` }));

/** A hub that shows these places (`*`: all namespaces at once), and what it was asked for. */
function hub(allowed: (place: string) => boolean): { readonly listings: HubListings; readonly asked: string[] } {
  const asked: string[] = [];
  const answer = (interest: Interest): Listing => {
    const place = interest.namespace ?? '*';
    asked.push(place);
    const state = allowed(place) ? ({ kind: 'seen' } as const) : ({ kind: 'denied', message: `not ${place}` } as const);
    return { interest, state, objects: [] };
  };
  return { asked, listings: new HubListings((interests) => Promise.resolve(interests.map(answer))) };
}

it('requests few namespaces one by one and many with one list, and nothing twice', async () => {
  const { listings, asked } = hub(() => true);
  await listings.add(places(2));
  expect(asked).toEqual(['shop-0', 'shop-1']);
  expect([listings.visibility(TYPE, 'shop-1').kind, listings.visibility(TYPE).kind]).toEqual(['seen', 'unread']);
  await listings.add(places(50));
  await listings.add(places(3));
  expect(asked.slice(2)).toEqual(['*']);
  expect([listings.visibility(TYPE, 'shop-49').kind, listings.visibility(TYPE).kind]).toEqual(['seen', 'seen']);
});

it('requests single namespaces if the list of all is denied, up to a limit', async () => {
  const { listings, asked } = hub((place) => place === 'shop-1');
  await listings.add(places(50));
  expect(asked).toHaveLength(21);
  expect(listings.visibility(TYPE, 'shop-1')).toEqual({ kind: 'seen' });
  expect(listings.visibility(TYPE, 'shop-2')).toEqual({ kind: 'denied', message: 'not shop-2' });
  expect(listings.visibility(TYPE, 'shop-49')).toEqual({ kind: 'denied', message: 'not *' });
});

it('reports a type that was not requested as unknown', () => {
  expect(hub(() => true).listings.visibility(TYPE, 'shop')).toMatchObject({ kind: 'unread' });
});
