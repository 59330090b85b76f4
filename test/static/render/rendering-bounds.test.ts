import { expect, test } from 'vitest';
import { boundsNotes } from '../../../src/static/read/render/rendering-bounds.ts';

test('a kustomization without charts can reach no network, so only its memory is named', () => {
  expect(boundsNotes({ network: false, memory: true }, false)).toEqual([]);
  expect(boundsNotes({ network: false, memory: false }, false)).toEqual([expect.stringContaining('were not limited in memory, because')]);
});

// SECURITY.md: A note in the report says so if memory was not limited
test.each([
  [{ network: true, memory: true }, []],
  [{ network: false, memory: true }, ['not cut off from the network, because']],
  [{ network: true, memory: false }, ['not limited in memory, because']],
  [{ network: false, memory: false }, ['not cut off from the network and not limited in memory, because']],
])('bounds %j give the notes %j', (bounds, notes) => {
  expect(boundsNotes(bounds, true)).toEqual(notes.map((note) => expect.stringContaining(note)));
});
