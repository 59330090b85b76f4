import { expect, it } from 'vitest';
import { makeWorld } from '../../src/static/world/make-world.ts';
import type { Manifest } from '../../src/static/world/manifest.ts';
import { oncePerWorld } from '../../src/static/world/once-per-world.ts';

it('remembers what it found of each object of KubeFleet, and of the other objects that were asked last', () => {
  const placements = manifests('placement.kubernetes-fleet.io/v1', 'ClusterResourcePlacement');
  const others = manifests('v1', 'ConfigMap');
  const world = makeWorld({ target: 'v0.3', now: new Date(0), manifests: [...placements, ...others] });
  const asked: Manifest[] = [];
  const nameOf = oncePerWorld((manifest) => {
    asked.push(manifest);
    return manifest.object.metadata.name;
  });
  for (const manifest of [...placements, ...others]) expect(nameOf(manifest, world)).toBe(manifest.object.metadata.name);
  asked.length = 0;

  for (const manifest of [...placements, ...others.slice(-200)]) expect(nameOf(manifest, world)).toBe(manifest.object.metadata.name);
  expect(asked).toEqual([]);
  expect(nameOf(others[0] ?? expect.fail(), world)).toBe('app-0');
  expect(asked).toEqual([others[0]]);
});

function manifests(apiVersion: string, kind: string): readonly Manifest[] {
  return Array.from({ length: 400 }, (_, index) => ({
    file: 'app.yaml',
    documentIndex: index,
    object: { apiVersion, kind, metadata: { name: `app-${index}` } },
    namespace: undefined,
    unresolved: [],
    locate: () => ({ file: 'app.yaml', line: 1, column: 1, endLine: 1, endColumn: 1 }),
  }));
}
