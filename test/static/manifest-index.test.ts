import { expect, it } from 'vitest';
import { keyOfManifest, ManifestIndex } from '../../src/static/world/manifest-index.ts';
import type { Manifest } from '../../src/static/world/manifest.ts';

it('finds all manifests of a key in their order, and none of a key that nobody has', () => {
  const manifests = Array.from({ length: 3000 }, (_, index) => manifest(index));
  const index = new ManifestIndex(manifests);
  const byKey = Map.groupBy(manifests, keyOfManifest);
  expect(byKey.size).toBeLessThan(2500);
  for (const [key, those] of byKey) {
    expect(index.get(key)).toEqual(those);
    expect(index.has(key)).toBe(true);
    expect(index.get(`${key}-other`)).toEqual([]);
    expect(index.has(`${key}-other`)).toBe(false);
  }
  expect(new ManifestIndex([]).get('/ConfigMap/shop/app')).toEqual([]);
});

/** Some of them stand twice or three times. */
function manifest(index: number): Manifest {
  const number = index % 5 === 0 ? index % 250 : index;
  const kind = number % 2 === 0 ? 'ConfigMap' : 'Secret';
  const place = { line: index, column: 1, endLine: index, endColumn: 1 };
  return {
    file: 'app.yaml',
    documentIndex: index,
    object: { apiVersion: 'v1', kind, metadata: { name: `app-${number}` } },
    namespace: number % 3 === 0 ? 'shop' : undefined,
    unresolved: [],
    locate: () => ({ file: 'app.yaml', ...place }),
  };
}
