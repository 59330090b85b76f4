import { expect, test } from 'vitest';
import { boundsNotes } from '../../../src/static/read/render/rendering-bounds.ts';

test.each([
  [{ network: true, memory: true }, []],
  [{ network: false, memory: true }, ['not cut off from the network, because']],
  [{ network: true, memory: false }, ['not limited in memory, because']],
  [{ network: false, memory: false }, ['not cut off from the network and not limited in memory, because']],
])('bounds %j give the notes %j', (bounds, notes) => {
  expect(boundsNotes(bounds)).toEqual(notes.map((note) => expect.stringContaining(note)));
});
