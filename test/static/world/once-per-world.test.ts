import { expect, it } from 'vitest';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import type { Manifest } from '../../../src/static/world/manifest.ts';
import { oncePerWorld } from '../../../src/static/world/once-per-world.ts';

it('computes once for each manifest of a World, and again for another World', () => {
  const all = manifests();
  const world = makeWorld({ target: 'v0.3', now: new Date(0), manifests: all });
  const asked: Manifest[] = [];
  const nameOf = oncePerWorld((manifest) => {
    asked.push(manifest);
    return manifest.object.metadata.name;
  });
  for (const manifest of [...all, ...all]) expect(nameOf(manifest, world)).toBe(manifest.object.metadata.name);
  expect(asked).toEqual(all);
  const [first = expect.fail()] = all;
  nameOf(first, makeWorld({ target: 'v0.3', now: new Date(0), manifests: all }));
  expect(asked).toEqual([...all, first]);
});

function manifests(): readonly Manifest[] {
  return Array.from({ length: 400 }, (_, index) => ({
    file: 'app.yaml',
    documentIndex: index,
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `app-${index}` } },
    namespace: undefined,
    unresolved: [],
    locate: () => ({ file: 'app.yaml', line: 1, column: 1, endLine: 1, endColumn: 1 }),
  }));
}
